import Foundation

/// One client's turn at one cell, as it is told to the process that takes it.
struct Slice: Codable {
  let client: ClientKind
  let cell: Cell
  /// The server's origin, such as `http://127.0.0.1:18340`.
  let origin: String
  /// The file of the certificate to trust.
  let authority: String
  /// Seconds before anything is counted, and those that count.
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

/// What a slice measured.
struct Measurement: Codable {
  /// Requests that were answered in this time.
  let requests: Int
  let seconds: Double
  /// Seconds of processor time, of the system too.
  let cpu: Double
  let allocations: Int
  /// Milliseconds.
  let p50: Double
  let p99: Double
  /// The most memory the process ever held, in kilobytes.
  let peak: Int

  var requestsPerSecond: Double { Double(requests) / seconds }
  /// Microseconds a request.
  var cpuPerRequest: Double { cpu * 1e6 / Double(requests) }
  var allocationsPerRequest: Double { Double(allocations) / Double(requests) }
  var peakMegabytes: Double { Double(peak) / 1024 }
}

/// Why a slice has no measurement.
struct SliceFailure: Error, Codable, CustomStringConvertible {
  let error: String
  var description: String { error }
}
