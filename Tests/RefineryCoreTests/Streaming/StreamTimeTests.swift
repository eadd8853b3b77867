import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ItemStreamTimeTests {
  @Test("Timeout ends the wait for the head of a stream")
  func head() async {
    let clock = ManualClock()
    let api = Client(baseURL: base, transport: StubTransport(.never), clock: CallClock(clock))
    let reading = Task { try await api.stream(Person.enumerate().timeout(.seconds(5))).gathered() }
    await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    let error = await #expect(throws: CallError.self) { try await reading.value }
    #expect(error?.underlying as? TimedOut == TimedOut(.total, limit: .seconds(5)))
  }

  @Test("Middleware and transport see the deadline of a stream until its head arrives")
  func deadlineOfLinks() async throws {
    struct Watching: Middleware {
      let seen: Gathered<Duration?>
      func respond(to request: Request, next: Next) async throws -> Response {
        seen.add(request.deadline?.remaining)
        var response = try await next(request)
        response.body = response.body.onEnd { [seen] _ in seen.add(request.deadline?.remaining) }
        return response
      }
    }
    let seen = Gathered<Duration?>()
    let source = Source(["[]"])
    let server = StubTransport { request in
      seen.add(request.context.limitsOnlyHead ? request.deadline?.remaining : nil)
      return try await StubTransport(source.answer()).send(request)
    }
    let api = Client(
      baseURL: base, middleware: [Watching(seen: seen)], transport: server, clock: CallClock(ManualClock()))
    let response = try await api.open(Person.enumerate().timeout(.seconds(5)))
    while try await response.next() != nil {}
    response.finish()
    #expect(seen.all == [Duration.seconds(5), .seconds(5), nil])
  }

  @Test("From then on it ends each wait for more bytes, unless IdleTimeout does; what the reader takes does not count")
  func idle() async throws {
    for (call, limit) in [
      (Person.enumerate(), Duration.seconds(60)), (Person.enumerate().options { $0.idleTimeout = .seconds(3) }, .seconds(3)),
    ] {
      let clock = ManualClock()
      let source = Source(["[\(ItemStreamTests.ann)", ",\(ItemStreamTests.bob)"], .never)
      let api = Client(baseURL: base, transport: StubTransport(source.answer()), clock: CallClock(clock))
      let read = Gathered<Int>()
      let reading = Task {
        for try await person in api.stream(call) {
          read.add(person.id)
          clock.advance(by: .seconds(3600))
        }
      }
      try await until { source.given >= 3 }
      await clock.sleepers(1)
      clock.advance(by: limit)
      let error = await #expect(throws: CallError.self) { try await reading.value }
      #expect(error?.underlying as? TimedOut == TimedOut(.idle, limit: limit) && read.all == [1, 2])
    }
  }

  @Test("O09: a stream is one request; when its reader leaves, the transfer ends")
  func oneRequest() async throws {
    let source = Source(["[\(ItemStreamTests.ann),", "\(ItemStreamTests.bob),", "{}]"])
    let (api, server) = client(source.answer())
    #expect(try await api.stream(Person.enumerate()).prefix(1).gathered().map(\.id) == [1])
    #expect(server.requests.count == 1 && source.given == 1 && source.isLetGo)
  }

  @Test("O09: items(of:) reads pages only: a list without a pagination is refused, and the error names stream(_:)")
  func itemsAreOfPages() async {
    let (api, server) = client(.json("[]"))
    for call in [Person.enumerate(), Person.enumerate().coder(FormCoder())] {
      let error = await #expect(throws: CallError.self) { try await api.items(of: call).gathered() }
      #expect(error?.underlying as? PagingError == .undeclared(row: "Person.enumerate") && server.requests.isEmpty)
      #expect(error?.description.contains("stream(_:)") == true)
    }
    _ = try? await api.items(of: Person.enumerate(), by: .numbers(size: 7)).gathered()
    #expect(server.requests.first?.head.path?.contains("7") == true)
  }

  @Test("O09: stream(_:) reads one response only: a paginated list is refused, and the error names items(of:)")
  func streamsAreOfOneResponse() async throws {
    let (api, server) = client(.json("[\(ItemStreamTests.ann)]"))
    let paged = Person.enumerate().options { $0.pagination = .numbers(size: 7) }
    let error = await #expect(throws: CallError.self) { try await api.stream(paged).gathered() }
    #expect(error?.stage == .building && server.requests.isEmpty)
    #expect(error?.description.contains("Person.enumerate is paginated") == true)
    #expect(error?.description.contains("items(of:)") == true)

    #expect(try await api.stream(paged.options { $0.pagination = nil }).gathered().map(\.id) == [1])
    #expect(server.requests.count == 1)
  }
}
