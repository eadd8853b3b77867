import Foundation
import HTTPTypes
import RefineryContracts
import RefineryCore
import Testing

extension Sockets.ItemStreamTests {
  private struct Row: Codable, Sendable { var id: Int }
  private static let rows = Endpoint("Row.enumerate", .get, "rows")

  @Test("A list is streamed over each transport as it arrives, in chunks of any size", arguments: Engine.allCases)
  func chunks(engine: Engine) async throws {
    let text = "[" + (0..<2000).map { "{\"id\":\($0)}" }.joined(separator: ",") + "]"
    try await engine.using { transport in
      try await withServer({ _, connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
        var rest = text[...]
        while !rest.isEmpty {
          let chunk = rest.prefix(7)
          rest = rest.dropFirst(7)
          connection.send("\(String(chunk.utf8.count, radix: 16))\r\n\(chunk)\r\n")
        }
        connection.send("0\r\n\r\n")
        return .keepAlive
      }) { server in
        let api = Client(baseURL: "http://\(server.authority)", transport: transport)
        var ids: [Int] = []
        for try await row in api.stream(Call<[Row]>(Self.rows)) { ids.append(row.id) }
        #expect(ids == Array(0..<2000))
      }
    }
  }

  @Test("Leaving the loop hangs up on a server that has more to say", arguments: Engine.allCases)
  func leaving(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer({ _, connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n{\"id\":1}\n{\"id\":2}\n{")
        connection.waitForHangUp()
        return .close
      }) { server in
        let api = Client(baseURL: "http://\(server.authority)", transport: transport)
        for try await row in api.stream(Call<[Row]>(Self.rows)) where row.id == 2 { break }
        await server.hangUps(1)
      }
    }
  }

  @Test("A cancelled reading hangs up at once", arguments: Engine.allCases)
  func cancelled(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer({ _, connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n{\"id\":1}\n")
        connection.waitForHangUp()
        return .close
      }) { server in
        let api = Client(baseURL: "http://\(server.authority)", transport: transport)
        let (seen, see) = AsyncStream<Int>.makeStream()
        let reading = Task { for try await row in api.stream(Call<[Row]>(Self.rows)) { see.yield(row.id) } }
        for await _ in seen { break }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
        await server.hangUps(1)
      }
    }
  }

  @Test("A connection that is cut while a list arrives is an error with what was read so far", arguments: Engine.allCases)
  func cut(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer({ _, connection in
        connection.send(
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n[{\"id\":1},{\"id\":2},{")
        return .close
      }) { server in
        let api = Client(baseURL: "http://\(server.authority)", transport: transport)
        var ids: [Int] = []
        let error = await #expect(throws: CallError.self) {
          for try await row in api.stream(Call<[Row]>(Self.rows)) { ids.append(row.id) }
        }
        #expect(ids == [1, 2] && error?.stage == .sending && error?.place?.index == 2 && error?.place?.offset == 20)
      }
    }
  }

  @Test(
    "A long list is read item by item in constant memory, and a reader that stops stops the server",
    .timeLimit(.minutes(20)), arguments: Engine.allCases)
  func constantMemory(engine: Engine) async {
    let journal = Soak.journal()
    await #expect(processExitsWith: .success) { [journal = journal as String, engine = engine as Engine] in
      try await Soak.run(journal) { try await Soak.streamItems(engine) }
    }
    Soak.show(journal)
  }
}
