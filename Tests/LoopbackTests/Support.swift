import Foundation
import HTTPTypes
import RefineryCore
import RefineryURLSession

@testable import RefineryContracts

/// A server for one test, stopped when the test is over.
func withServer<Output>(
  keepsLog: Bool = true, _ handler: @escaping LoopbackServer.Handler = LoopbackRoutes.misbehaving,
  _ body: (LoopbackServer) async throws -> Output
) async throws -> Output {
  let server = try LoopbackServer(keepsLog: keepsLog, handler)
  defer { server.stop() }
  return try await body(server)
}

extension URLSessionTransport {
  func text(_ request: Request) async throws -> String {
    String(decoding: try await following(request).body.collect(), as: UTF8.self)
  }
}

extension Transport {
  /// Sends a request and follows its redirects, as a client does.
  func following(_ request: Request) async throws -> Response {
    try await Next([RedirectMiddleware()], transport: self)(request)
  }
}

extension Request {
  func redirected(to authority: String, scheme: String = "http") -> Request {
    var copy = self
    copy.head.scheme = scheme
    copy.head.authority = authority
    return copy
  }
}

/// What the process holds of the system now.
enum Usage {
  static var descriptors: Int { count("/proc/self/fd") }
  static var threads: Int { count("/proc/self/task") }
  static var residentMegabytes: Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    return (pages.flatMap { Int($0[1]) } ?? 0) * 4096 / 1_000_000
  }
  /// The most that was ever resident.
  static var peakMegabytes: Int {
    let lines = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?.split(separator: "\n") ?? []
    let words = lines.first { $0.hasPrefix("VmHWM") }?.split(separator: " ") ?? []
    return words.count > 1 ? (Int(words[1]) ?? 0) * 1024 / 1_000_000 : 0
  }
  private static func count(_ folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
  }
}

extension LoopbackConnection {
  /// Reads more of an upload than the sockets' buffers hold, so that since the response the client has had its turn to read.
  func takePartOfUpload() {
    var input = [UInt8](repeating: 0, count: 1 << 16)
    var count = 0
    while count < 24_000_000 {
      let received = LoopbackSocket.receive(descriptor, into: &input)
      guard received > 0 else { break }
      count += received
    }
  }
}
