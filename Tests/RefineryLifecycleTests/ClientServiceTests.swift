#if ServiceLifecycle
  import Foundation
  import HTTPTypes
  import Logging
  import RefineryAuth
  import RefineryCore
  import RefineryLifecycle
  import RefineryRetry
  import RefineryTesting
  import ServiceLifecycle
  import ServiceLifecycleTestKit
  import Synchronization
  import TestSupport
  import Testing

  @Suite(.timeLimit(.minutes(5))) struct ClientServiceTests {
    private let gate = Gate()

    private func client(_ clock: CallClock = .continuous, middleware: [any Middleware] = []) -> Client {
      Client(baseURL: "https://api.example", middleware: middleware, transport: StubTransport.holding(gate), clock: clock)
    }

    @Test("P12: at graceful shutdown calls under way are answered, and a later call throws a typed error and sends nothing")
    func drains() async throws {
      let client = client()
      let service = ClientService(client)
      try await testGracefulShutdown { trigger in
        async let running: Void = service.run()
        async let outcomes = outcomes(of: 10, client)
        try await until { gate.arrivals == 10 }
        trigger.triggerGracefulShutdown()
        try await untilClosed(client)
        let later = try await #require(throws: CallError.self) { try await client.send(held) }
        #expect(later.kind == .transport(.closed) && later.stage == .sending && later.attempts.isEmpty)
        let text = "Held.read (GET held) failed while sending: closed before sending: the client was shut down"
        #expect("\(later)".hasPrefix(text))
        #expect(gate.arrivals == 10)

        gate.open()
        await running
        let answers = await outcomes
        #expect(answers == Array(repeating: "answered", count: 10))
      }
    }

    @Test("P12: calls that are still under way when the grace is over are cancelled, and throw a typed error")
    func graceIsOver() async throws {
      let clock = ManualClock()
      let client = client(CallClock(clock))
      let service = ClientService(client, grace: .seconds(5))
      try await testGracefulShutdown { trigger in
        async let running: Void = service.run()
        async let outcomes = outcomes(of: 10, client)
        try await until { gate.arrivals == 10 }
        await clock.sleepers(10)
        trigger.triggerGracefulShutdown()
        await clock.sleepers(11)
        #expect(clock.slept.last == .seconds(5))
        clock.advance(by: .seconds(5))
        await running
        let answers = await outcomes
        #expect(answers == Array(repeating: "closed waiting for the response", count: 10))
      }
    }

    @Test("P12: a cancelled service cancels the calls at once")
    func cancelled() async throws {
      let client = client()
      let service = ClientService(client, grace: .seconds(3600))
      let running = Task { await service.run() }
      async let outcomes = outcomes(of: 10, client)
      try await until { gate.arrivals == 10 }
      running.cancel()
      await running.value
      let answers = await outcomes
      #expect(answers == Array(repeating: "closed waiting for the response", count: 10))
      #expect(await outcome(of: probe, client) == "closed before sending")
    }

    @Test("P12: a group of services ends when a service fails, and the client's calls are cancelled")
    func group() async throws {
      struct Failing: Service {
        let gate: Gate
        func run() async throws {
          try await gate.pass()
          throw Refusal()
        }
      }
      let client = client()
      let failing = Gate()
      let service = ClientService(client, grace: .seconds(3600))
      let logger = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }
      let group = ServiceGroup(services: [service, Failing(gate: failing)], logger: logger)
      let running = Task { try await group.run() }
      async let outcomes = outcomes(of: 3, client)
      try await until { gate.arrivals == 3 }
      failing.open()
      await #expect(throws: Refusal.self) { try await running.value }
      let answers = await outcomes
      #expect(answers == Array(repeating: "closed waiting for the response", count: 3))
    }

    @Test("P12: a call that its own task cancels throws a CancellationError, and the others go on")
    func ownCancellation() async throws {
      let client = client()
      client.prepareForShutdown()
      let call = Task { await outcome(of: held, client) }
      let other = Task { await outcome(of: held, client) }
      try await until { gate.arrivals == 2 }
      call.cancel()
      #expect(await call.value == "cancelled")
      gate.open()
      #expect(await other.value == "answered")
      await client.shutdown(grace: .zero)
    }

    @Test("P12: a call under way keeps its retries during the grace")
    func retries() async throws {
      let clock = ManualClock()
      let tries = Atomic(0)
      let stub = StubTransport { request in
        guard request.endpoint.name == "Held.read" else { return Response(status: .ok) }
        return Response(status: tries.add(1, ordering: .relaxed).newValue == 1 ? .badGateway : .ok)
      }
      let client = Client(
        baseURL: "https://api.example", middleware: [RetryMiddleware()], transport: stub,
        options: Options { $0.timeout = nil }, clock: CallClock(clock, random: { 0.5 }))
      client.prepareForShutdown()
      async let answer = outcome(of: held, client)
      await clock.sleepers(1)
      async let end: Void = client.shutdown(grace: .seconds(60))
      await clock.sleepers(2)
      clock.advance(by: .milliseconds(50))
      let result = await answer
      #expect(result == "answered")
      await end
      #expect(tries.load(ordering: .relaxed) == 2)
    }

    @Test("P12: a call that waits between two attempts ends with the grace")
    func retriesNoMore() async throws {
      let clock = ManualClock()
      let stub = StubTransport(.status(503, headers: [.retryAfter: "30"]))
      let client = Client(
        baseURL: "https://api.example", middleware: [RetryMiddleware()], transport: stub,
        options: Options { $0.timeout = nil }, clock: CallClock(clock, random: { 0 }))
      client.prepareForShutdown()
      async let answer = outcome(of: held, client)
      await clock.sleepers(1)
      async let end: Void = client.shutdown(grace: .seconds(5))
      await clock.sleepers(2)
      clock.advance(by: .seconds(5))
      let result = await answer
      #expect(result == "closed waiting for the response")
      await end
      #expect(stub.requests.count == 1)
    }

    @Test("P12: a login that a call under way needs is sent during the grace, by the same client")
    func login() async throws {
      struct Session: Codable, Sendable { var token: String }
      let gate = gate
      let stub = StubTransport { request in
        guard request.endpoint.name == "Session.create" else { return Response(status: .ok) }
        try await gate.pass()
        return Response(status: .ok, headers: [.contentType: "application/json"], body: Body(#"{"token":"t1"}"#))
      }
      let starting = Gate()
      struct Start: Middleware {
        let gate: Gate
        func respond(to request: Request, next: Next) async throws -> Response {
          if request.endpoint.name == "Held.read" { try await gate.pass() }
          return try await next(request)
        }
      }
      var client = Client(baseURL: "https://api.example", middleware: [Start(gate: starting)], transport: stub)
      let login = LoginCredentials(to: client) { _ in
        Call<Session>(Endpoint("Session.create", .post, "session"))
      } credential: {
        .bearer($0.token)
      }
      client.middleware.append(AuthMiddleware(login))
      let api = client
      api.prepareForShutdown()
      async let answer = outcome(of: held, api)
      try await until { starting.arrivals == 1 }
      async let end: Void = api.shutdown(grace: .seconds(3600))
      try await until { await outcome(of: probe.options { $0.authentication = .off }, api) != "answered" }
      starting.open()
      try await until { gate.arrivals == 1 }
      gate.open()
      let result = await answer
      #expect(result == "answered")
      await end
      #expect(stub.requests.last?.head.headerFields[.authorization] == "Bearer t1")
    }

    @Test("P12: a streamed body is a call under way until it is read or released")
    func streams() async throws {
      let (client, chunks) = streaming()
      let response = try await client.respond(to: held)
      let unread = Mutex<Response?>(try await client.respond(to: held))
      async let shutdown: Void = client.shutdown(grace: .seconds(3600))
      try await untilClosed(client)
      var body = response.body.makeAsyncIterator()
      for text in ["one", "two"] {
        chunks.yield(Data(text.utf8))
        let chunk = try await body.next()
        #expect(chunk == Data(text.utf8))
      }
      chunks.finish()
      let end = try await body.next()
      #expect(end == nil)
      unread.withLock { $0 = nil }
      await shutdown
    }

    @Test("P12: a stream whose reader has stopped does not delay the shutdown, even if the response is kept")
    func streamReadInPart() async throws {
      let (client, chunks) = streaming()
      let response = try await client.respond(to: held)
      chunks.yield(Data("one".utf8))
      var reading: Body.Iterator? = response.body.makeAsyncIterator()
      let chunk = try await reading?.next()
      #expect(chunk == Data("one".utf8))
      reading = nil
      await client.shutdown(grace: .seconds(3600))
      #expect(response.head.status == .ok)
      _ = chunks
    }

    @Test("P12: reading a streamed body throws a typed error when the grace is over")
    func streamsEnd() async throws {
      let (client, chunks) = streaming()
      let response = try await client.respond(to: held)
      chunks.yield(Data("one".utf8))
      let first = Gate()
      let reading = Task {
        await outcome {
          for try await _ in response.body { try await first.pass() }
        }
      }
      try await until { first.arrivals == 1 }
      first.open()
      let end = Task { await client.shutdown(grace: .seconds(3600)) }
      try await untilClosed(client)
      end.cancel()
      #expect(await reading.value == "closed receiving the body")
      await end.value
      _ = chunks
    }

    @Test("P12: a streamed body that nobody reads does not delay the end of the grace, and cannot be read after it")
    func unreadStream() async throws {
      let (client, chunks) = streaming()
      let response = try await client.respond(to: held)
      await client.shutdown(grace: .zero)
      chunks.yield(Data("one".utf8))
      let reading = await outcome { _ = try await response.body.collect() }
      #expect(reading == "closed receiving the body")
    }

    @Test("P12: a cancellation handler of a call may end the same client again")
    func endedAgain() async throws {
      let gate = gate
      let second = Mutex<Task<Void, Never>?>(nil)
      let stub = StubTransport { request in
        guard request.endpoint.name == "Held.read" else { return Response(status: .ok) }
        return try await withTaskCancellationHandler {
          try await gate.pass()
          return Response(status: .ok)
        } onCancel: {
          second.withLock { $0 }?.cancel()
        }
      }
      let client = Client(baseURL: "https://api.example", transport: stub)
      client.prepareForShutdown()
      async let answer = outcome(of: held, client)
      try await until { gate.arrivals == 1 }
      let ending = Task { await client.shutdown(grace: .seconds(3600)) }
      second.withLock { $0 = ending }
      try await untilClosed(client)
      await client.shutdown(grace: .zero)
      let result = await answer
      #expect(result == "closed waiting for the response")
      await ending.value
    }

    @Test("P12: a stream of items throws a typed error when the grace is over, and its event is that failure")
    func items() async throws {
      struct Observer: CallObserver {
        let reports: Gathered<String>
        func callEnded(_ event: CallEvent) {
          guard event.endpoint.name == "Held.enumerate" else { return }
          if case .failure(let error) = event.outcome, error.kind == .transport(.closed) {
            reports.add("closed")
          } else {
            reports.add("\(event.outcome)")
          }
        }
      }
      let reports = Gathered<String>()
      let (client, chunks) = streaming(observers: [Observer(reports: reports)])
      chunks.yield(Data("[1,".utf8))
      let row = Call<[Int]>(Endpoint("Held.enumerate", .get, "held"))
      let first = Gate()
      let reading = Task {
        await outcome {
          for try await _ in client.stream(row) { try await first.pass() }
        }
      }
      try await until { first.arrivals == 1 }
      let end = Task { await client.shutdown(grace: .seconds(3600)) }
      try await untilClosed(client)
      first.open()
      end.cancel()
      #expect(await reading.value == "closed receiving the body")
      await end.value
      #expect(reports.all == ["closed"])
      _ = chunks
    }

    @Test("P12: copies of a client, also changed ones, shut down together; other clients on the same transport go on")
    func copies() async throws {
      let client = client()
      var copy = client
      copy.name = "copy"
      let other = Client(baseURL: "https://other.example", transport: client.transport)
      client.prepareForShutdown()
      await copy.shutdown(grace: .zero)
      #expect(await outcome(of: probe, client) == "closed before sending")
      #expect(await outcome(of: probe, copy) == "closed before sending")
      #expect(await outcome(of: probe, other) == "answered")
    }

    @Test("P12: a refused call is an event of the observers")
    func observed() async throws {
      let events = Gathered<CallEvent>()
      let client = Client(baseURL: "https://api.example", transport: StubTransport(.status(200)), observers: [events])
      await client.shutdown(grace: .zero)
      _ = await outcome(of: probe, client)
      #expect(events.all.count == 1)
      #expect(events.all.first?.description.contains("closed before sending: the client was shut down") == true)
    }

    private func outcomes(of count: Int, _ client: Client) async -> [String] {
      await withTaskGroup(of: String.self) { group in
        for _ in 0..<count { group.addTask { await outcome(of: held, client) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }

    /// A client whose `held` calls stream the chunks that a test gives.
    private func streaming(observers: [any CallObserver] = []) -> (Client, AsyncStream<Data>.Continuation) {
      let (stream, chunks) = AsyncStream.makeStream(of: Data.self)
      let stub = StubTransport { request in
        guard request.endpoint.name.hasPrefix("Held") else { return Response(status: .ok) }
        return Response(status: .ok, headers: [.contentType: "application/json"], body: Body(stream))
      }
      let client = Client(
        baseURL: "https://api.example", transport: stub, options: Options { $0.delivery = .streamed(buffer: 1024) },
        observers: observers)
      client.prepareForShutdown()
      return (client, chunks)
    }
  }
#endif
