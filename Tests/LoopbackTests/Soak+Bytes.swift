import Foundation
import HTTPTypes
import RefineryContracts
import RefineryCore

extension Soak {
  private static var total: Int { number("REFINERY_STREAM_BYTES", 100_000_000) / block * block }
  private static let block = 500_000

  /// With back-pressure the server sends as fast as it can and the reader stops for a second; without, the server sends
  /// what the reader has room for.
  static func streamDown(_ engine: Engine) async throws -> String {
    let total = total
    let permits = engine.capabilities.contains(.backPressure) ? nil : Permits()
    let server = try LoopbackServer(keepsLog: false) { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
      let bytes = [UInt8](repeating: 7, count: block)
      for _ in 0..<(total / block) {
        permits?.take()
        guard connection.send(bytes) else { return .close }
      }
      return .keepAlive
    }
    let options = Options { $0.delivery = .streamed(buffer: 2 * block) }
    permits?.give(2)
    let request = server.request(.get, "/", options: options, timeout: .seconds(900))
    let response = try await engine.make().send(request)
    var memory = Memory()
    var count = 0
    for try await chunk in response.body {
      let blocks = (count + chunk.count) / block - count / block
      count += chunk.count
      guard blocks > 0 else { continue }
      permits?.give(blocks)
      memory.looks()
      if permits == nil, (count - chunk.count) / block < 20, count / block >= 20 {
        // Not a wait for anything: a reader that stops is what is tried here.
        try await ContinuousClock().sleep(for: .seconds(1))
      }
    }
    guard count == total, memory.growth < (permits == nil ? 16 : 50) else {
      throw Failed(description: "\(engine.rawValue): \(count) bytes, \(memory)")
    }
    return "\(engine.rawValue): \(count) bytes streamed down; \(memory)"
  }

  static func streamUp(_ engine: Engine) async throws -> String {
    let count = total / block
    let server = try LoopbackServer(keepsLog: false) { _, connection in
      connection.answer(200, [], Array("\(connection.readBody(hashing: false).bodyLength)".utf8))
      return .keepAlive
    }
    let chunk = Data(count: block)
    var memory = Memory()
    for length in [nil, count * block] {
      let chunks = AsyncStream<Data>.repeating(chunk, count)
      let request = server.request(.put, "/", body: Body(chunks, length: length), timeout: .seconds(900))
      memory.looks()
      let response = try await engine.make().send(request)
      let text = try await String(decoding: response.body.collect(), as: UTF8.self)
      memory.looks()
      guard text == "\(count * block)" else { throw Failed(description: "\(engine.rawValue): \(text) bytes arrived") }
    }
    guard memory.growth < 50 else { throw Failed(description: "\(engine.rawValue): \(memory)") }
    return "\(engine.rawValue): 2 times \(count * block) bytes streamed up; \(memory)"
  }

  /// A body in chunks of one byte, as the server's frames, kept whole.
  static func keepSmallChunks(_ engine: Engine) async throws -> String {
    // URLSession's engine keeps some 330 bytes for each chunk until it pauses, after some 270,000 of them: 88 MB. The allocator
    // keeps them for each thread that the engine ran on: 200 to 470 MB on 2 cores, for 2 million chunks as for 10 million.
    let most = 100 * (ProcessInfo.processInfo.activeProcessorCount + 5)
    // At most 16 million, which is below the limit of a body.
    let (thousands, bound) = engine == .urlSession ? (min(5 * most, 16_000), most) : (300, 60)
    let server = try LoopbackServer(keepsLog: false) { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      let thousand = String(repeating: "1\r\nx\r\n", count: 1000)
      for _ in 0..<thousands {
        guard connection.send(thousand) else { return .close }
      }
      connection.send("0\r\n\r\n")
      return .keepAlive
    }
    var memory = Memory()
    memory.looks()
    let response = try await engine.make().send(server.request(.get, "/", timeout: .seconds(900)))
    let count = try await response.body.collect().count
    memory.looks()
    guard count == thousands * 1000, memory.growth < bound else {
      throw Failed(description: "\(engine.rawValue): \(count) bytes, \(memory)")
    }
    return "\(engine.rawValue): \(count) chunks of one byte; \(memory)"
  }

  /// Resident memory at the first look, and the most that the process ever had by the last.
  struct Memory: CustomStringConvertible {
    private var first = 0
    private var peak = 0
    var growth: Int { peak - first }
    var description: String { "resident memory \(first) MB at first, \(peak) MB at most" }

    mutating func looks() {
      if first == 0 { first = Usage.residentMegabytes }
      peak = Usage.peakMegabytes
    }
  }
}

extension AsyncStream<Data> {
  /// A chunk that is given a number of times, each when it is asked for.
  static func repeating(_ chunk: Data, _ count: Int) -> AsyncStream<Data> {
    let left = Countdown(count)
    return AsyncStream(unfolding: { left.next() ? chunk : nil })
  }
}
