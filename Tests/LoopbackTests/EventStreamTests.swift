import Foundation
import HTTPTypes
import RefineryContracts
import RefineryCore
import RefineryEvents
import RefineryTesting
import Synchronization
import Testing

extension Sockets.EventStreamTests {
  private static let rows = Endpoint("Count.changes", .get, "counts")

  @Test("R02: 1,000 dropped connections lose no event and repeat none", arguments: Engine.allCases)
  func drops(engine: Engine) async throws {
    let log = DroppingLog(drops: 1000, seed: 5)
    try await engine.using { transport in
      try await withServer(keepsLog: false, { log.respond(to: $0, on: $1) }) { server in
        let api = Client(baseURL: "http://\(server.authority)", transport: transport)
        let call = Call<Int>(Self.rows).options { $0.reconnection = Reconnection(retries: nil, delay: .zero) }
        var numbers: [Int] = []
        for try await event in api.events(call) { numbers.append(event.data) }
        #expect(numbers == Array(1...log.last))
        #expect(log.dropped == 1000)
      }
    }
  }

  @Test(
    "An event is returned as soon as it has arrived, and a cancelled reading closes the connection", arguments: Engine.allCases)
  func cancelled(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer({ _, connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\ndata: 2\n")
        connection.waitForHangUp()
        return .close
      }) { server in
        let api = Client(baseURL: "http://\(server.authority)", transport: transport)
        let (seen, see) = AsyncStream<Int>.makeStream()
        let reading = Task { for try await event in api.events(Call<Int>(Self.rows)) { see.yield(event.data) } }
        #expect(await seen.first { _ in true } == 1)
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
        await server.hangUps(1)
      }
    }
  }

  @Test("Leaving the loop, and a sentinel, close the connection", arguments: Engine.allCases)
  func leaving(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer({ _, connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\ndata: [DONE]\n\ndata: 3\n\n")
        connection.waitForHangUp()
        return .close
      }) { server in
        let api = Client(baseURL: "http://\(server.authority)", transport: transport)
        for try await _ in api.events(Call<Int>(Self.rows)) { break }
        await server.hangUps(1)
        var numbers: [Int] = []
        for try await event in api.events(Call<Int>(Self.rows).options { $0.eventSentinel = "[DONE]" }) {
          numbers.append(event.data)
        }
        #expect(numbers == [1])
        await server.hangUps(2)
      }
    }
  }

  @Test("R03: A POST is answered with events", arguments: Engine.allCases)
  func post(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer({ _, connection in
        let content = String(decoding: connection.readBody().bodyPrefix, as: UTF8.self)
        connection.answer(200, ["Content-Type: text/event-stream"], Array("data: \(content)\n\ndata: [DONE]\n\n".utf8))
        return .keepAlive
      }) { server in
        let api = Client(baseURL: "http://\(server.authority)", transport: transport)
        let row = Endpoint("Prompt.create", .post, "prompts", Options { $0.eventSentinel = "[DONE]" })
        var texts: [String] = []
        for try await event in api.events(Call<String>(row).text("Hello")) { texts.append(event.data) }
        #expect(texts == ["Hello"] && server.requestCount == 1)
      }
    }
  }
}

/// A server's log of numbered events. Each connection continues after the last event that the client has, and is dropped at a
/// random byte until `drops` of them were.
private final class DroppingLog: Sendable {
  private struct State {
    var random: SeededRandom
    var dropped = 0
    var last = 0
    var isOver = false
  }

  private let drops: Int
  private let state: Mutex<State>
  var dropped: Int { state.withLock { $0.dropped } }
  var last: Int { state.withLock { $0.last } }

  init(drops: Int, seed: UInt64) {
    self.drops = drops
    state = Mutex(State(random: SeededRandom(seed: seed)))
  }

  func respond(to request: LoopbackRequest, on connection: LoopbackConnection) -> LoopbackConnection.Ending {
    let id = request.fields.first { $0.name.canonicalName == "last-event-id" }?.value
    let (bytes, ending) = state.withLock { state -> ([UInt8], LoopbackConnection.Ending) in
      if state.isOver { return (Array("HTTP/1.1 204 No Content\r\n\r\n".utf8), .keepAlive) }
      let first = (id.flatMap { Int($0) } ?? 0) + 1
      let last = first + Int.random(in: 0...9, using: &state.random)
      var bytes = Array("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
      let head = bytes.count
      for number in first...last {
        let event = "id: \(number)\r\ndata: \(number)\r\n\r\n"
        bytes += Array("\(String(event.utf8.count, radix: 16))\r\n\(event)\r\n".utf8)
      }
      bytes += Array("0\r\n\r\n".utf8)
      guard state.dropped < drops else {
        state.isOver = true
        state.last = last
        return (bytes, .keepAlive)
      }
      state.dropped += 1
      let isReset = Int.random(in: 0..<4, using: &state.random) == 0
      // Before the head or after it: within the head, a lost connection ends the process in URLSession of
      // swift-corelibs-foundation.
      let cut = Int.random(in: head - 1..<bytes.count, using: &state.random)
      return (Array(bytes.prefix(cut < head ? 0 : cut)), isReset ? .reset : .close)
    }
    connection.send(bytes)
    return ending
  }
}
