import Foundation
import HTTPTypes
import Refinery
import RefineryIdempotency
import RefineryTesting
import Testing

/// What the page BeyondOneCall.md says in its comments is what happens.
@Suite struct BeyondOneCallTests {
  private func client(_ server: StubTransport) -> Client { Client(baseURL: "http://stub", transport: server) }

  @Test("E01, E06, E10: the page's paths are those in its comments")
  func paths() async throws {
    let line = #"{"id":1,"item":"pen","count":2}"#
    let server = StubTransport(rows: [
      "Order.Line.read": [.json(line)], "Order.Address.read": [.json(#"{"city":"Oslo"}"#)],
      "Order.Line.split": [.json("[\(line)]")], "Order.Line.delete": [.status(204)],
    ])
    try await RefineryTests.paths(client(server), Order(id: 9, state: "new", tags: []))
    #expect(
      server.requests.map { "\($0.head.method) \($0.head.path ?? "")" } == [
        "GET /orders/7/lines/1", "GET /orders/9/address", "POST /orders/9/lines/1/split", "DELETE /orders/9/lines/2",
      ])
  }

  @Test("E01: a modifier of another module serves the call of a child, without parentheses")
  func modifiers() async throws {
    let server = StubTransport(.json(#"{"id":1,"item":"pen","count":2}"#), .status(503))
    let api = Client(baseURL: "http://stub", middleware: [RetryMiddleware(), IdempotencyMiddleware()], transport: server)
    let line = try await api.send(Order.read(7) / Line.read(1).tracked)
    #expect(line.value.item == "pen")
    await #expect(throws: CallError.self) {
      try await api.send(Order.read(7) / Line.create(["item": "ink"]).retries(0).idempotencyKey("k1"))
    }
    #expect(server.requests.map { $0.head.path ?? "" } == ["/orders/7/lines/1", "/orders/7/lines"])
    #expect(server.requests.last?.head.headerFields[HTTPField.Name("Idempotency-Key")!] == "k1")
  }

  @Test("F10, F11: the model's cursor and the page's own strategy end where the list does")
  func lists() async throws {
    let order = #"{"id":3,"state":"open","tags":[]}"#
    let server = StubTransport(
      .json(#"{"items":[\#(order)],"next_cursor":"b c"}"#), .json(#"{"items":[],"next_cursor":null}"#),
      .json(#"{"items":[\#(order)]}"#), .json(#"{"items":[]}"#), .json(#"{"items":[\#(order)]}"#),
      .json(#"{"items":[],"next_cursor":"z"}"#),
      .json(#"{"items":[\#(order)]}"#), .json(#"{"items":[]}"#))
    let token = try await RefineryTests.lists(client(server), nil)
    #expect(token != nil)
    try await RefineryTests.strategy(client(server))
    #expect(
      server.requests.map { $0.head.path ?? "" } == [
        "/orders?limit=50&state=open", "/orders?cursor=b%20c&limit=50&state=open", "/orders?page=1&per_page=20",
        "/orders?page=2&per_page=20", "/orders", "/orders?limit=50", "/orders", "/orders?after=3",
      ])
  }

  @Test("G01, G05: the page's changes are sent as its comments have them")
  func changes() async throws {
    let order = #"{"id":7,"state":"new","tags":["a"]}"#
    let server = StubTransport(.json(order), .status(204))
    try await RefineryTests.changes(client(server))
    let bodies = server.requests.dropFirst().compactMap { $0.body?.data.map { String(decoding: $0, as: UTF8.self) } }
    #expect(
      bodies == [
        #"[{"op":"add","path":"/tags/1","value":"gift"}]"#, #"[{"op":"replace","path":"/state","value":"sent"}]"#,
      ])
  }

  @Test("M02, M03: the page's download is held and comes whole")
  func download() async throws {
    let chunks = AsyncStream<Data> { source in
      for _ in 0..<20 { source.yield(Data(count: 100_000)) }
      source.finish()
    }
    #expect(try await RefineryTests.download(client(StubTransport(.status(200, body: Body(chunks))))) == 2_000_000)
  }
}
