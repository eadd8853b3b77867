import Foundation

/// One client's turn at one cell, as passed to the process that takes it.
struct Slice: Codable {
  let client: ClientKind
  let cell: Cell
  /// The server's origin, such as `http://127.0.0.1:18340`.
  let origin: String
  /// The file of the certificate to trust.
  let authority: String
  /// The warm-up time, and the measured time, in seconds.
  let warm: Double
  let seconds: Double

  /// The folder of the server.
  var base: String {
    switch (cell.answer, cell.way) {
    case (.upload, _): "\(origin)/upload"
    case (.events, _): "\(origin)/events"
    case (_, .tls), (_, .http2): "\(origin)/plain"
    default: "\(origin)/\(cell.way.rawValue)"
    }
  }
  var url: String { "\(base)/\(cell.size.file)" }

  /// Whether the server's certificate is one that the client has to be told of.
  var isSecure: Bool { cell.way == .tls || cell.way == .http2 }

  /// What the client uploads, and how many bytes it uploads; nil for a download.
  var upload: Data? { cell.answer == .upload ? Data(cell.size.content.utf8) : nil }

  /// The arguments of `CurlLoad`.
  var argumentsOfC: [String] {
    let length = cell.size.length
    let received = cell.answer == .upload ? "\(length)".utf8.count : length
    return [
      url, "\(received)", "\(cell.concurrency)", "\(warm)", "\(seconds)", cell.way == .gzip ? "1" : "0",
      isSecure ? authority : "-", "\(cell.answer == .upload ? length : 0)", cell.way == .http2 ? "1" : "0",
    ]
  }
}

/// The measurement of a slice.
struct Measurement: Codable {
  /// Requests that got a response in this time.
  let requests: Int
  let seconds: Double
  /// Seconds of CPU time, user and system.
  let cpu: Double
  let allocations: Int
  /// Milliseconds.
  let p50: Double
  let p99: Double
  /// The peak memory of the process, in kilobytes.
  let peak: Int

  var requestsPerSecond: Double { Double(requests) / seconds }
  /// Microseconds for each request.
  var cpuPerRequest: Double { cpu * 1e6 / Double(requests) }
  var allocationsPerRequest: Double { Double(allocations) / Double(requests) }
  var peakMegabytes: Double { Double(peak) / 1024 }
}

/// Why a slice has no measurement.
struct SliceFailure: Error, Codable, CustomStringConvertible {
  let error: String
  var description: String { error }
}
