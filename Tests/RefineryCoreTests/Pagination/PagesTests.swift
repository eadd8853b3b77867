import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct PagesTests {
  private let numbers = Pagination.numbers(size: 20)

  @Test("O09, F12: reading k items sends exactly ceil(k / page) requests", arguments: [0, 1, 19, 20, 21, 40, 45, 60])
  func requests(items: Int) async throws {
    let server = ListServer(count: 600).stub
    var read: [Int] = []
    if items > 0 {
      for try await person in api(server).items(of: Person.enumerate(), by: numbers) {
        read.append(person.id)
        if read.count == items { break }
      }
    }
    #expect(read == Array(1..<(items + 1)))
    #expect(server.requests.count == (items + 19) / 20)
    #expect(try await api(server).items(of: Person.enumerate(), by: numbers).prefix(items).collected().count == items)
    #expect(server.requests.count == 2 * ((items + 19) / 20))
  }

  @Test("F12: nothing is sent before the first element is asked for; iterators know nothing of each other")
  func lazy() async throws {
    let server = ListServer(count: 30).stub
    let items = api(server).items(of: Person.enumerate(), by: numbers)
    var one = items.makeAsyncIterator()
    var two = items.makeAsyncIterator()
    #expect(server.requests.isEmpty)
    #expect(try await one.next()?.id == 1)
    #expect(try await one.next()?.id == 2)
    #expect(try await two.next()?.id == 1)
    #expect(server.requests.count == 2)
    #expect(try await items.collected().count == 30)
    #expect(try await items.collected().count == 30)
    #expect(server.requests.count == 6)
  }

  @Test("O09: a page has its elements, number, head, attempts and place; skipped elements are reported and counted")
  func page() async throws {
    let server = StubTransport(
      .json(#"[{"id":1,"name":"a"},{"id":"x"}]"#, headers: [.eTag: "t", .contentType: "application/json"]),
      .json(#"[{"id":3,"name":"c"}]"#))
    let call = Person.enumerate().elements(.skip)
    let pages = try await api(server).pages(of: call, by: .offsets(limit: 2)).collected()
    #expect(pages.map(\.number) == [1, 2])
    #expect(pages[0].elements.map(\.id) == [1] && pages[0].reply.skipped.map(\.index) == [1])
    #expect(pages[0].headers[.eTag] == "t" && pages[0].head.status == .ok && pages[0].reply.attempts.count == 1)
    #expect(server.targets.last == "/api/people?limit=2&offset=2")
    #expect(pages[0].token?.offset == 2 && pages[1].token == nil)
  }

  @Test("F12: a cancelled task stops at once with CancellationError, on the wire and between elements")
  func cancelled() async throws {
    let started = AsyncStream<Void>.makeStream()
    let server = StubTransport(
      StubTransport.StubResponse { request in
        started.continuation.yield()
        return try await StubTransport.StubResponse.never.respondForever(request)
      })
    let items = api(server).items(of: Person.enumerate(), by: numbers)
    let task = Task { try await items.collected() }
    for await _ in started.stream.prefix(1) { task.cancel() }
    await #expect(throws: CancellationError.self) { try await task.value }

    let ready = ListServer(count: 30).stub
    let between = Task {
      var iterator = api(ready).items(of: Person.enumerate(), by: numbers).makeAsyncIterator()
      _ = try await iterator.next()
      withUnsafeCurrentTask { $0?.cancel() }
      return try await iterator.next()
    }
    await #expect(throws: CancellationError.self) { try await between.value }
    #expect(ready.requests.count == 1)
  }

  @Test("F12: an error names its page, and asking again asks for that page again, without loss or repetition")
  func failure() async throws {
    let failures = Mutex(1)
    let list = ListServer(count: 50).stub
    let server = StubTransport(
      StubTransport.StubResponse { request in
        let fails = failures.withLock { left in
          defer { if request.head.path?.contains("?page=2") == true { left -= 1 } }
          return request.head.path?.contains("?page=2") == true && left > 0
        }
        return fails ? Response(status: .serviceUnavailable) : try await list.send(request)
      })
    var iterator = api(server).items(of: Person.enumerate(), by: numbers).makeAsyncIterator()
    var read: [Int] = []
    let error = await #expect(throws: CallError.self) { while let next = try await iterator.next() { read.append(next.id) } }
    #expect(error?.page == 2 && error?.status == 503)
    #expect(error?.description.contains("; page 2") == true)
    #expect(read == Array(1...20))
    while let next = try await iterator.next() { read.append(next.id) }
    #expect(read == Array(1...50))
    #expect(server.requests.count == 4)
    #expect(try await iterator.next() == nil)
  }

  @Test("O09: a token, stored as JSON, goes on where the reading stopped")
  func resumed() async throws {
    let server = ListServer(count: 50, fields: { _, _, total in [("X-Total", "\(total)")] }).stub
    let client = api(server)
    var iterator = client.pages(of: Person.enumerate(), by: numbers).makeAsyncIterator()
    let token = try #require(try await iterator.next()?.token)
    let stored = try JSONCoder().encode(token)
    let text = #"{"number":2,"offset":20,"query":{"page":"2","per_page":"20"},"strategy":"numbers(page)"}"#
    #expect(String(decoding: stored, as: UTF8.self) == text)
    let restored = try JSONCoder().decode(PageToken.self, from: stored)
    #expect(restored == token)
    let rest = try await client.pages(of: Person.enumerate(), by: numbers, from: restored).collected()
    #expect(rest.flatMap(\.elements).map(\.id) == Array(21...50))
    #expect(rest.map(\.number) == [2, 3])
    #expect(server.requests.count == 3)
    #expect(try await client.items(of: Person.enumerate(), by: numbers, from: token).collected().count == 30)
    #expect(try await client.pages(of: Person.enumerate(), by: numbers, from: token).first().number == 2)
  }

  @Test("O09: pages count from 1 and elements from 0, whatever a token says")
  func tokenBounds() {
    #expect(PageToken(.link("/a"), number: 0, offset: -1) == PageToken(.link("/a"), number: 1, offset: 0))
  }

  @Test(
    "O09: a token that somebody made up neither traps nor leads away",
    arguments: [
      #"{"number":9223372036854775807,"offset":9223372036854775807,"query":{"page":"9223372036854775807"}}"#,
      #"{"number":-5,"offset":-9223372036854775808,"query":{"page":"-9223372036854775808"}}"#,
      #"{"number":1,"offset":0,"query":{"page":"x","offset":"-1"}}"#,
    ])
  func madeUp(json: String) async throws {
    let token = try JSONCoder().decode(PageToken.self, from: Data(json.utf8))
    let server = StubTransport(.json(#"[{"id":1,"name":"a"}]"#), .json("[]"))
    #expect(try await api(server).items(of: Person.enumerate(), by: .numbers(), from: token).collected().count == 1)
    #expect(
      try await api(StubTransport(.json("[]"))).items(of: Person.enumerate(), by: .offsets(), from: token).collected().isEmpty)
    let away = PageToken(.link("https://evil/people"))
    let error = await #expect(throws: CallError.self) {
      try await api(server).pages(of: Person.enumerate(), by: .linkHeader, from: away).first()
    }
    #expect((error?.underlying as? LinkRefused)?.reason == .leavesOrigin)
    for bad in ["{}", #"{"number":1,"offset":0}"#, #"{"number":"1","offset":0,"link":""}"#] {
      #expect(throws: MappingError.self) { try JSONCoder().decode(PageToken.self, from: Data(bad.utf8)) }
    }
  }

  @Test("O09: a list within a document is read by telling its elements; a page keeps the document")
  func documents() async throws {
    struct Found: Decodable, Sendable {
      var hits: [Person]
      var next: String?
    }
    let server = StubTransport(
      .json(#"{"hits":[{"id":1,"name":"a"},{"id":2,"name":"b"}],"next":"b"}"#),
      .json(#"{"hits":[{"id":3,"name":"c"}],"next":null}"#))
    let call = Call<Found>(Endpoint("Found.search", .get, "search"), query: ["q": "x"])
    let client = api(server)
    let pages = try await client.pages(of: call, by: .cursor(.body("next"), parameter: "after"), elements: \.hits).collected()
    #expect(pages.map(\.value.hits.count) == [2, 1] && pages.map(\.value.next) == ["b", nil])
    #expect(pages[0].token?.offset == 2)
    #expect(server.targets == ["/api/search?q=x", "/api/search?after=b&q=x"])
    let (again, _) = (StubTransport(.json(#"{"hits":[{"id":1,"name":"a"}]}"#)), 0)
    #expect(try await api(again).items(of: call, by: .linkHeader, elements: \.hits).collected().map(\.id) == [1])
  }

  @Test("F12: a page's limit of time is its own; the reading has none")
  func deadlines() async throws {
    let clock = ManualClock()
    let list = ListServer(count: 50).stub
    var client = Client(
      baseURL: base,
      transport: StubTransport(
        StubTransport.StubResponse { request in
          clock.advance(by: .seconds(4))
          return try await list.send(request)
        }), clock: CallClock(clock))
    client.options.timeout = .seconds(5)
    #expect(try await client.items(of: Person.enumerate(), by: numbers).collected().count == 50)
  }
}

extension StubTransport.StubResponse {
  /// Waits until the task is cancelled.
  fileprivate func respondForever(_ request: Request) async throws -> Response {
    try await StubTransport(self).send(request)
  }
}
