import Foundation
import HTTPTypes
import RefineryContracts
import RefineryCore
import TestSupport

extension Soak {
  private struct Row: Codable, Sendable {
    var id: Int
    var name: String
    var tags: [String]
  }

  /// A long list, made by the server while it is sent, and read item by item by a reader that stops for a second.
  static func streamItems(_ engine: Engine) async throws -> String {
    let rows = (0..<5000).map { "{\"id\":\($0),\"name\":\"Row number \($0) of the block\",\"tags\":[\"red\",\"green\"]}" }
    let block = Array(rows.joined(separator: ",").utf8)
    // Without back-pressure the server sends what the reader has room for.
    let permits = engine.capabilities.contains(.backPressure) ? nil : Permits()
    let wanted = number("REFINERY_STREAM_BYTES", 64_000_000)
    let blocks = max(2, (permits == nil ? wanted : min(wanted, 8_000_000)) / block.count)
    let sent = Counter()
    let server = try LoopbackServer(keepsLog: false) { _, connection in
      let length = blocks * (block.count + 1) + 25
      connection.send(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(length)\r\n\r\n{\"page\":1,\"data\":[")
      for index in 0..<blocks {
        permits?.take()
        guard connection.send(block), connection.send(index == blocks - 1 ? "]" : ",") else { return .close }
        sent.add()
      }
      connection.send("      }")
      return .keepAlive
    }
    permits?.give(2)
    let api = Client(baseURL: "http://\(server.authority)", transport: try engine.make())
    let call = Call<[Row]>(Endpoint("Row.enumerate", .get, "rows")).envelope("data")
    var memory = Memory()
    var (count, sum, ahead) = (0, 0, 0)
    for try await row in api.stream(call) {
      count += 1
      sum += row.id
      guard count % rows.count == 0 else { continue }
      permits?.give(1)
      memory.looks()
      guard count / rows.count == blocks / 2 else { continue }
      // Not a wait for anything: a reader that stops is what is tried here.
      try await ContinuousClock().sleep(for: .seconds(1))
      ahead = (sent.count - blocks / 2) * block.count
    }
    let bytes = blocks * (block.count + 1)
    guard count == blocks * rows.count, sum == blocks * rows.count * (rows.count - 1) / 2, ahead < 24_000_000,
      memory.growth < (permits == nil ? 16 : 32)
    else { throw Failed(description: "\(engine.rawValue): \(count) items, \(ahead) bytes ahead of the reader, \(memory)") }
    return "\(engine.rawValue): \(count) items of \(bytes) bytes read one by one, at most \(ahead) bytes ahead; \(memory)"
  }
}
