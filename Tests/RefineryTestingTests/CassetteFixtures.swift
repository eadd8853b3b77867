import Foundation
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

/// A folder of a test's own, gone with it.
final class Scratch: Sendable {
  let folder = FileManager.default.temporaryDirectory.appending(path: "refinery-cassette-\(UUID().uuidString)")
  var file: URL { folder.appending(path: "tape.json") }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }

  func write(_ text: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Records these requests over a transport.
  func record(_ requests: [Request], over transport: any Transport) async throws {
    let cassette = try Cassette(file, mode: .record, over: transport)
    for request in requests { _ = try await cassette.send(request).body.collect() }
  }
}

func request(
  _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields = [:], body: Body? = nil,
  authority: String = "api.example", options: Options = Options()
) -> Request {
  Request(
    endpoint: Endpoint("Person.read", method, "people/{id}"),
    head: HTTPRequest(method: method, scheme: "https", authority: authority, path: path, headerFields: headers), body: body,
    options: options)
}

func stream(_ chunks: [Data], failing error: (any Error)? = nil) -> Body {
  Body(
    AsyncThrowingStream<Data, any Error> { source in
      for chunk in chunks { source.yield(chunk) }
      source.finish(throwing: error)
    })
}

extension HTTPField.Name {
  static let custom = HTTPField.Name("X-Canary") ?? .accept
  static let setCookieField = HTTPField.Name("Set-Cookie") ?? .accept
  static let linkField = HTTPField.Name("Link") ?? .accept
}

func request(
  _ path: String, headers: HTTPFields = [:], body: Body? = nil, authority: String = "api.example", options: Options = Options()
) -> Request {
  request(.get, path, headers: headers, body: body, authority: authority, options: options)
}
