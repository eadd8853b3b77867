import Foundation
import HTTPTypes
import RefineryContracts
import RefineryCore
import RefineryFiles

extension Soak {
  /// A large file goes up by one request, and then as a resumable upload. The file is sparse, so it takes no room on disk.
  static func uploadFiles(_ engine: Engine) async throws -> String {
    let total = number("REFINERY_STREAM_BYTES", 100_000_000)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("refinery-soak-\(UUID().uuidString)")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: UInt64(total))
    try handle.close()
    let server = try LoopbackServer(keepsLog: false) { request, connection in
      let length = connection.readBody(hashing: false).bodyLength
      switch request.method {
      case "POST": connection.answer(201, ["Location: /files/1"])
      case "PATCH": connection.answer(204, ["Upload-Offset: \(length)"])
      default: connection.answer(200, [], Array("\(length)".utf8))
      }
      return .keepAlive
    }
    let api = Client(baseURL: "http://\(server.authority)", transport: try engine.make())
    var memory = Memory()
    memory.looks()
    let plain = Call<Data>(Endpoint("File.update", .put, "file")).timeout(.seconds(900)).body(file: file) { _ in }
    let count = String(decoding: try await api.send(plain), as: UTF8.self)
    memory.looks()
    guard count == "\(total)" else { throw Failed(description: "\(engine.rawValue): \(count) in place of \(total)") }
    let creation = Call<Okay>(Endpoint("File.create", .post, "files")).timeout(.seconds(900))
    let reply = try await api.upload(creation, from: file, by: .tus) { _ in }
    memory.looks()
    guard reply.size == total, reply.resumptions == 0 else { throw Failed(description: "\(engine.rawValue): \(reply)") }
    guard memory.growth < 50 else { throw Failed(description: "\(engine.rawValue): \(memory)") }
    return "\(engine.rawValue): 2 uploads of \(total) bytes; \(memory)"
  }
}
