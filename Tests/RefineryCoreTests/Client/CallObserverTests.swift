import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct CallObserverTests {
  private let seen = Gathered<CallEvent>()

  private func api(_ answers: StubTransport.StubResponse..., clock: CallClock = .continuous, base url: String = base) -> Client
  {
    Client(name: "crm", baseURL: url, transport: StubTransport(script: answers), clock: clock, observers: [seen])
  }

  @Test("P05: a success is one event with its row, numbers, attempts and sizes")
  func success() async throws {
    let api = api(.json(#"{"id":5,"name":"Ann"}"#, status: 201))
    try await api.send(Person(id: 5, name: "Ann").create())
    let event = try #require(seen.all.first)
    #expect(seen.outcomes == ["success"])
    #expect(event.endpoint.name == "Person.create" && event.client == "crm" && event.number == 1)
    #expect(event.status == 201 && event.source == .network && event.origin?.description == "http://h:1")
    #expect(event.requestSize == 21 && event.responseSize == 21 && event.attempts.map(\.outcome) == [.status(201)])
  }

  @Test("P05: there is one event for a call that cannot be built, fails by its status, its content or its time")
  func failures() async throws {
    let clock = ManualClock()
    await #expect(throws: CallError.self) { try await api(base: "nonsense").send(Person.read(5)) }
    await #expect(throws: CallError.self) { try await api(.status(404)).send(Person.read(5)) }
    await #expect(throws: CallError.self) { try await api(.json("[]")).send(Person.read(5)) }
    await #expect(throws: CallError.self) {
      try await api(.failure(TransportError(.tlsFailed, phase: .beforeSending))).send(Person.read(5))
    }
    let stuck = api(.never, clock: CallClock(clock))
    let call = Task { try await stuck.send(Person.read(5)) }
    await clock.sleepers(1)
    clock.advance(by: .seconds(60))
    await #expect(throws: CallError.self) { try await call.value }
    #expect(seen.outcomes == ["building", "status", "mapping", "sending", "sending"])
    #expect(seen.all.map(\.status) == [nil, 404, 200, nil, nil])
    #expect(seen.all.map(\.number) == [0, 1, 1, 1, 1])
    #expect(seen.all.map(\.source) == [nil, .network, .network, nil, nil])
    #expect(seen.all.last?.elapsed == .seconds(60))
  }

  @Test("P05: a cancelled call is one event")
  func cancelled() async throws {
    let api = api(.never)
    let call = Task { try await api.send(Person.read(5)) }
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(seen.outcomes == ["cancelled"])
  }

  @Test("P05: of a streamed body the event comes at its end, or when it is let go of")
  func streams() async throws {
    func chunks(_ error: (any Error)? = nil) -> StubTransport.StubResponse {
      StubTransport.StubResponse { _ in
        Response(
          status: .ok,
          body: Body(
            AsyncThrowingStream<Data, any Error> {
              $0.yield(Data("12345".utf8))
              $0.finish(throwing: error)
            }))
      }
    }
    let lost = TransportError(.connectionLost, phase: .receiving)
    let api = api(chunks(), chunks(lost), chunks())
    let whole = try await api.respond(to: Person.read(5))
    #expect(seen.all.isEmpty)
    _ = try await whole.body.collect()
    #expect(seen.outcomes == ["success"] && seen.all.first?.responseSize == 5)

    let broken = try await api.respond(to: Person.read(5))
    await #expect(throws: CallError.self) { try await broken.body.collect() }
    #expect(seen.outcomes == ["success", "sending"])

    do { _ = try await api.respond(to: Person.read(5)) }
    #expect(seen.outcomes == ["success", "sending", "cancelled"])
  }

  @Test("P05: a streamed body that ends on cancellation throws, and its call counts as cancelled")
  func cancelledReader() async throws {
    let (chunks, source) = AsyncStream<Data>.makeStream()
    let api = api(StubTransport.StubResponse { _ in Response(status: .ok, body: Body(chunks)) })
    let response = try await api.respond(to: Person.read(5).timeout(nil))
    let reading = Task { for try await _ in response.body {} }
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
    #expect(seen.outcomes == ["cancelled"])
    source.finish()
  }

  @Test("P05: of a list that is read item by item there is one event, also where an item cannot be read")
  func items() async throws {
    let api = api(
      .json(#"[{"id":1,"name":"A"}]"#), .json(#"[{"id":1,"name":"A"},{"id":"x"}]"#), .status(500))
    for try await _ in api.stream(Person.enumerate()) {}
    #expect(seen.outcomes == ["success"])
    await #expect(throws: CallError.self) { for try await _ in api.stream(Person.enumerate()) {} }
    #expect(seen.outcomes == ["success", "mapping"])
    await #expect(throws: CallError.self) { for try await _ in api.stream(Person.enumerate()) {} }
    #expect(seen.outcomes == ["success", "mapping", "status"])
    #expect(seen.all.map(\.status) == [200, 200, 500] && seen.all.allSatisfy { $0.source == .network })
  }

  @Test("P05: explaining a call and making its request are no calls")
  func unsent() throws {
    let api = api()
    _ = try api.explain(Person.read(5))
    _ = try api.makeRequest(for: Person.read(5))
    #expect(seen.all.isEmpty)
  }

  @Test("A request that two tasks send at once is one call, whose attempts differ")
  func sentTwice() async throws {
    let api = api(.status(200))
    let request = try api.makeRequest(for: Person.read(5))
    for _ in 0..<100 {
      async let one = api.respond(to: request)
      async let other = api.respond(to: request)
      _ = try await (one, other)
    }
    #expect(request.context.number == 1 && request.context.attempts.map(\.number) == Array(1...200))
    #expect(request.context.attempts.count { $0.reason == nil } == 1)
    try await api.send(Call<Okay>(Endpoint("A.read", .get, "a")))
    #expect(seen.all.last?.number == 2)
  }
}
