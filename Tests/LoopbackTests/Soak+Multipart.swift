import Foundation
import HTTPTypes
import RefineryContracts
import RefineryCore
import RefineryMultipart

extension Soak {
  /// A form with a large file goes up, with a length and then in chunks. The file is sparse, so it takes no room on disk.
  static func sendForms(_ engine: Engine) async throws -> String {
    let total = number("REFINERY_STREAM_BYTES", 100_000_000)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("refinery-soak-\(UUID().uuidString)")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: UInt64(total))
    try handle.close()
    let server = try LoopbackServer(keepsLog: false) { request, connection in
      let length = request.fields[.contentLength] ?? "none"
      connection.answer(200, [], Array("\(connection.readBody(hashing: false).bodyLength) \(length)".utf8))
      return .keepAlive
    }
    let known: MultipartForm = [.text("title", "a"), .file("file", file)]
    var unknown = known
    unknown.parts.append(.stream("stream", Body(AsyncStream.repeating(Data(count: 1000), 1))))
    // The stream, its head and its boundary.
    let rest =
      1000 + "--\(known.boundary)\r\n\r\n\r\n".utf8.count
      + "Content-Disposition: form-data; name=\"stream\"\r\nContent-Type: application/octet-stream\r\n".utf8.count
    let length = try known.makeBody().length ?? 0
    let transport = try engine.make()
    var memory = Memory()
    for (form, expected) in [(known, length), (unknown, length + rest)] {
      var headers = HTTPFields()
      headers[.contentType] = form.contentType
      let request = server.request(.put, "/", headers: headers, body: try form.makeBody(), timeout: .seconds(900))
      memory.looks()
      let response = try await transport.send(request)
      let text = try await String(decoding: response.body.collect(), as: UTF8.self)
      memory.looks()
      // An engine that cannot stream uploads counts the bytes before it sends them.
      let isKnown = form.parts.count == 2 || !engine.capabilities.contains(.streamsUploads)
      guard text == "\(expected) \(isKnown ? "\(expected)" : "none")" else {
        throw Failed(description: "\(engine.rawValue): \(text) in place of \(expected)")
      }
    }
    guard memory.growth < 50 else { throw Failed(description: "\(engine.rawValue): \(memory)") }
    return "\(engine.rawValue): 2 forms with \(total) bytes; \(memory)"
  }

  /// A multipart response whose parts are read in turn, and of which every second one is skipped.
  static func readParts(_ engine: Engine) async throws -> String {
    let size = 500_000
    let count = number("REFINERY_STREAM_BYTES", 100_000_000) / size
    let permits = engine.capabilities.contains(.backPressure) ? nil : Permits()
    let server = try LoopbackServer(keepsLog: false) { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Type: multipart/mixed; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n")
      let part = Array("\r\n--b\r\nContent-Type: text/plain\r\n\r\n".utf8) + [UInt8](repeating: 7, count: size)
      for _ in 0..<count {
        permits?.take()
        guard connection.send("\(String(part.count, radix: 16))\r\n"), connection.send(part), connection.send("\r\n")
        else { return .close }
      }
      connection.send("7\r\n\r\n--b--\r\n0\r\n\r\n")
      return .keepAlive
    }
    let options = Options { $0.delivery = .streamed(buffer: 4 * size) }
    permits?.give(1)
    let response = try await engine.make().send(server.request(.get, "/", options: options, timeout: .seconds(900)))
    var memory = Memory()
    var parts = 0
    var bytes = 0
    for try await part in try MultipartParts(response) {
      parts += 1
      permits?.give(1)
      memory.looks()
      if parts % 2 == 0 { continue }
      for try await chunk in part.body { bytes += chunk.count }
    }
    memory.looks()
    guard parts == count, bytes == (count + 1) / 2 * size, memory.growth < 50 else {
      throw Failed(description: "\(engine.rawValue): \(parts) parts, \(bytes) bytes, \(memory)")
    }
    return "\(engine.rawValue): \(parts) parts of \(size) bytes; \(memory)"
  }
}
