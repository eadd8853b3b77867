import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@Suite struct PollingTests {
  private let clock = ManualClock(advancesByItself: true)

  /// Responds at once, so that no timer of a deadline sleeps on the clock.
  private struct Prompt: Transport {
    let stub: StubTransport
    var enforcesDeadline: Bool { true }
    func send(_ request: Request) async throws -> Response { try await stub.send(request) }
  }

  private func client(_ stub: StubTransport, options: Options = Options()) -> Client {
    Client(baseURL: base, transport: Prompt(stub: stub), options: options, clock: CallClock(clock))
  }

  private let done = #"{"id":5,"name":"done"}"#
  private let busy = #"{"id":5,"name":"busy"}"#

  @Test("A call is sent until its output satisfies the condition, with the interval between the requests")
  func until() async throws {
    let stub = StubTransport(.json(busy), .json(busy), .json(done))
    let reply = try await client(stub).poll(Person.read(5), every: .seconds(2), within: .seconds(60)) {
      $0.value.name == "done"
    }
    #expect(reply.value.name == "done")
    #expect(stub.requests.count == 3)
    #expect(clock.slept == [.seconds(2), .seconds(2)])
  }

  @Test("A longer Retry-After replaces the interval, a shorter one does not")
  func retryAfter() async throws {
    let answers = ["7", "1", "soon"].map { StubTransport.StubResponse.json(busy, headers: [.retryAfter: $0]) } + [.json(done)]
    let stub = StubTransport(script: answers)
    _ = try await client(stub).poll(Person.read(5), every: .seconds(2), within: .seconds(60)) { $0.value.name == "done" }
    #expect(clock.slept == [.seconds(7), .seconds(2), .seconds(2)])
  }

  @Test("The limit covers all requests and waits, and no request is sent after it")
  func limit() async throws {
    let stub = StubTransport(script: [.json(busy)])
    let error = await #expect(throws: CallError.self) {
      try await client(stub).poll(Person.read(5), every: .seconds(3), within: .seconds(10)) { _ in false }
    }
    #expect(error?.kind == .timedOut(.total))
    #expect(error?.endpoint.name == "Person.read" && error?.status == 200)
    #expect(stub.requests.count == 4)
    let hours = await #expect(throws: CallError.self) {
      let stub = StubTransport(.json(busy, headers: [.retryAfter: "99999999999"]))
      return try await client(stub).poll(Person.read(5), within: .seconds(10)) { _ in false }
    }
    #expect(hours?.kind == .timedOut(.total))
  }

  @Test("Each request has the call's own time limit, or what is left of the whole if that is less")
  func timeouts() async throws {
    let stub = StubTransport(script: [.json(busy), .json(busy), .json(done)])
    var limits: [Duration?] { stub.requests.map { $0.options.timeout } }
    _ = try await client(stub).poll(Person.read(5).timeout(.seconds(7)), every: .seconds(5), within: .seconds(11)) {
      $0.value.name == "done"
    }
    #expect(limits == [.seconds(7), .seconds(6), .seconds(1)])
  }

  @Test("Each request is one event, also one that cannot be made, and numbers begin at 1")
  func events() async throws {
    let seen = Gathered<CallEvent>()
    var api = client(StubTransport(.json(busy), .json(done)))
    api.observers = [seen]
    _ = try await api.poll(Person.read(5), within: .seconds(60)) { $0.value.name == "done" }
    #expect(seen.all.map(\.number) == [1, 2])
    await #expect(throws: CallError.self) {
      _ = try await api.poll(Call<Okay>(Endpoint("P.read", .get, "people/{id}")), within: .seconds(60)) { _ in true }
    }
    #expect(seen.all.map(\.number) == [1, 2, 0])
  }

  @Test("After a response of a cache, the next requests ask the server, unless the client sets Cache-Control")
  func cached() async throws {
    /// Returns a response of its own, unless the request has `no-cache`.
    struct Cached: Middleware {
      func respond(to request: Request, next: Next) async throws -> Response {
        if request.head.headerFields[.cacheControl] == "no-cache" { return try await next(request) }
        return Response(status: .ok, headers: [.contentType: "application/json"], body: Body(#"{"id":5,"name":"busy"}"#))
      }
    }
    let stub = StubTransport(.json(busy), .json(done))
    var api = client(stub)
    api.middleware = [Cached()]
    let reply = try await api.poll(Person.read(5), within: .seconds(60)) { $0.value.name == "done" }
    #expect(reply.value.name == "done" && stub.requests.count == 2)

    api.headers = [.cacheControl: "max-age=5"]
    let error = await #expect(throws: CallError.self) {
      try await api.poll(Person.read(5), within: .seconds(10)) { $0.value.name == "done" }
    }
    #expect(error?.kind == .timedOut(.total) && stub.requests.count == 2)
  }

  @Test("A failed request ends the polling, and so does an error of the condition")
  func failures() async throws {
    struct Broken: Error {}
    let error = await #expect(throws: CallError.self) {
      let stub = StubTransport(.json(busy), .status(500))
      return try await client(stub).poll(Person.read(5), within: .seconds(60)) { _ in false }
    }
    #expect(error?.status == 500)
    await #expect(throws: Broken.self) {
      try await client(StubTransport(.json(busy))).poll(Person.read(5), within: .seconds(60)) { _ in throw Broken() }
    }
  }
}
