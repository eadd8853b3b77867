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
  var base: String { "\(origin)/\(cell.way == .tls ? "plain" : cell.way.rawValue)" }
  var url: String { "\(base)/\(cell.size.file)" }

  /// The arguments of `CurlLoad`.
  var argumentsOfC: [String] {
    [
      url, "\(cell.size.length)", "\(cell.concurrency)", "\(warm)", "\(seconds)", cell.way == .gzip ? "1" : "0",
      cell.way == .tls ? authority : "-",
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
