import FoundationEssentials
import HTTPTypes
import RefineryControl
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct PauseTests {
  private let row = Endpoint("Person.portrait", .put, "portrait")

  @Test(
    "M01: nothing is sent before the start, starting again sends nothing, and another controlled call sends another request")
  func cold() async throws {
    let (api, server) = client(.json(#"{"id":5,"name":"Ann"}"#))
    let call = api.controlled(Person.read(5))
    await everythingElse()
    #expect(call.state == .idle && server.requests.isEmpty)
    call.start()
    call.start()
    #expect(try await call.value.name == "Ann")
    call.start()
    #expect(try await call.value.name == "Ann")
    #expect(call.state == .finished && server.requests.count == 1)
    #expect(try await api.controlled(Person.read(5)).reply.status == .ok)
    #expect(server.requests.count == 2)

    // The call that it was made from is as cold: a value, and each sending of it a request.
    for _ in 0..<2 { _ = try await api.send(Person.read(5)) }
    #expect(server.requests.count == 4)
  }

  @Test("M01: waiting for the value starts a call that nobody started")
  func waitingStarts() async throws {
    let (api, _) = client(.json(#"{"id":5,"name":"Ann"}"#))
    #expect(try await api.controlled(Person.read(5)).value.id == 5)
  }

  @Test("M03: a call that is paused before its start is sent when it is resumed, and not before")
  func pausedBeforeStart() async throws {
    let (api, server) = client(.json(#"{"id":5,"name":"Ann"}"#))
    let call = api.controlled(Person.read(5))
    call.pause()
    #expect(call.state == .paused(isStarted: false))
    call.start()
    #expect(call.state == .paused(isStarted: true))
    await everythingElse()
    #expect(server.requests.isEmpty)
    call.resume()
    #expect(try await call.value.name == "Ann")
    #expect(server.requests.count == 1)
  }

  @Test("M03: in mid-transfer a pause holds the bytes back, and after it they are whole, by one request")
  func pausedDownload() async throws {
    let server = SlowServer(length: 11)
    let call = server.api.controlled(Person.read(5).data)
    call.start()
    server.gives("hello")
    await call.received(5)
    call.pause()
    server.gives(" world")
    server.ends()
    await everythingElse()
    #expect(call.state == .paused(isStarted: true))
    #expect(call.progress.received == 5 && call.progress.toReceive == 11)
    call.resume()
    #expect(try await call.value == Data("hello world".utf8))
    #expect(call.progress.received == 11)
    #expect(server.stub.requests.count == 1)
  }

  @Test("M03: a call whose last byte has come does not finish while it is paused")
  func pausedAtTheEnd() async throws {
    struct Late: Middleware {
      let pause: @Sendable () -> Void
      func respond(to request: Request, next: Next) async throws -> Response {
        let response = try await next(request)
        pause()
        return response
      }
    }
    let pauses = Gathered<ControlledCall<Okay>>()
    let api = Client(
      baseURL: base, middleware: [Late { pauses.all.forEach { $0.pause() } }], transport: StubTransport(.status(200)))
    let call = api.controlled(Person.delete(5))
    pauses.add(call)
    call.start()
    await call.reaches(.paused(isStarted: true))
    await everythingElse()
    #expect(call.state == .paused(isStarted: true))
    call.resume()
    #expect(try await call.value == Okay())
  }

  @Test("M03: an upload's source is not read during a pause, and arrives whole", arguments: [true, false])
  func pausedUpload(isStreamed: Bool) async throws {
    let content = Data((0..<400_000).map { UInt8($0 % 251) })
    let taken = Gathered<Data>()
    let (steps, step) = AsyncStream<Void>.makeStream()
    let stub = StubTransport(
      StubTransport.StubResponse { request in
        var permits = steps.makeAsyncIterator()
        for try await chunk in request.body ?? .empty {
          taken.add(chunk)
          await permits.next()
        }
        return Response(status: .ok)
      }, capabilities: [.streamsUploads])
    let pulled = Gathered<Int>()
    let chunks = AsyncStream<Data> {
      let start = pulled.all.count * 65_536
      pulled.add(start)
      return start < content.count ? content[start...].prefix(65_536) : nil
    }
    let body = isStreamed ? Body(chunks, length: content.count) : Body(content)
    let call = Client(baseURL: base, transport: stub).controlled(Call<Okay>(row).body(body))
    call.start()
    for await progress in call.progressUpdates where progress.sent >= 65_536 { break }
    call.pause()
    // The chunk has been counted, and is on its way.
    try await until { !taken.all.isEmpty }
    for _ in 0..<10 { step.yield() }
    await everythingElse()
    #expect(call.progress.sent == 65_536 && call.progress.toSend == 400_000)
    #expect(taken.all.count == 1 && pulled.all.count <= 1)
    call.resume()
    _ = try await call.value
    #expect(taken.all.reduce(Data(), +) == content)
    #expect(call.progress.sent == 400_000)
    #expect(stub.requests.count == 1)
  }

  @Test("M03: a transport that cannot stream uploads is given the bytes as they are")
  func unstreamedUpload() async throws {
    let (api, server) = client(.status(200))
    let call = api.controlled(Call<Okay>(row).text("hello"))
    _ = try await call.value
    #expect(server.last?.text == "hello")
    #expect(call.progress.sent == 5 && call.progress.toSend == 5)
  }

  @Test("M03: between two attempts a pause holds the next one, and the chain sees transfers that break as it always does")
  func pausedRetry() async throws {
    struct Again: Middleware {
      let between: @Sendable () -> Void
      func respond(to request: Request, next: Next) async throws -> Response {
        do { return try await next(request) } catch is TransportError {}
        between()
        return try await next(request)
      }
    }
    let calls = Gathered<ControlledCall<Data>>()
    let stub = StubTransport(
      StubTransport.StubResponse { _ in
        let broken = AsyncThrowingStream<Data, any Error> { source in
          source.yield(Data("hal".utf8))
          source.finish(throwing: TransportError(.connectionLost, phase: .receiving))
        }
        return Response(status: .ok, body: Body(broken))
      }, .status(200, body: Body("whole")))
    let api = Client(baseURL: base, middleware: [Again { calls.all.forEach { $0.pause() } }], transport: stub)
    let call = api.controlled(Person.read(5).data)
    calls.add(call)
    call.start()
    await call.reaches(.paused(isStarted: true))
    await everythingElse()
    #expect(stub.requests.count == 1)
    call.resume()
    #expect(try await call.value == Data("whole".utf8))
    #expect(call.progress.received == 5)
    #expect(stub.requests.count == 2)
  }

  @Test("M03: a request that outlives its call, as a cache's validation in the background, ends as any other, uncounted")
  func outlived() async throws {
    /// Responds at once, and sends the request when the call is over.
    struct Background: Middleware {
      let isOver: Latch
      let results: Gathered<String>
      func respond(to request: Request, next: Next) async throws -> Response {
        Task {
          await isOver.wait()
          do {
            results.add(String(decoding: try await next(request).body.collect(), as: UTF8.self))
          } catch {
            results.add("\(error)")
          }
        }
        return Response(status: .ok, body: Body("old"))
      }
    }
    let (isOver, results) = (Latch(), Gathered<String>())
    let api = Client(
      baseURL: base, middleware: [Background(isOver: isOver, results: results)],
      transport: StubTransport(.status(200, body: Body("fresh"))))
    let call = api.controlled(Person.read(5).data)
    #expect(try await call.value == Data("old".utf8))
    // Ends when the progress is final.
    for await _ in call.progressUpdates {}
    isOver.open()
    try await until { !results.all.isEmpty }
    #expect(results.all == ["fresh"] && call.progress.received == 0)
  }

  @Test("M03: a transfer that breaks during a pause fails then and there")
  func brokenWhilePaused() async throws {
    let server = SlowServer()
    let call = server.api.controlled(Person.read(5).data)
    call.start()
    server.gives("x")
    await call.received(1)
    call.pause()
    server.ends(TransportError(.connectionLost, phase: .receiving))
    let error = await #expect(throws: CallError.self) { try await call.value }
    #expect(error?.kind == .transport(.connectionLost))
    #expect(call.state == .finished)
  }

  @Test("the limit of time begins when a held call is let go, and runs on while it is paused later")
  func deadlineRuns() async throws {
    let clock = ManualClock()
    let server = SlowServer(clock: CallClock(clock))
    let call = server.api.controlled(Person.read(5).data.timeout(.seconds(5)))
    call.pause()
    call.start()
    clock.advance(by: .seconds(100))
    call.resume()
    server.gives("x")
    await call.received(1)
    call.pause()
    await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    let error = await #expect(throws: CallError.self) { try await call.value }
    #expect(error?.kind == .timedOut(.total))
  }

  @Test("a clock that stops during a pause has the numbers and the date of the client's clock")
  func chanceOfClock() async throws {
    let seen = Gathered<Double>()
    let date = Date(timeIntervalSince1970: 60)
    let stub = StubTransport { request in
      seen.add(request.context.clock.random())
      seen.add(request.context.clock.date.timeIntervalSince1970)
      return Response(status: .ok)
    }
    let api = Client(baseURL: base, transport: stub, clock: CallClock(ManualClock(), random: { 0.25 }, date: { date }))
    for stops in [false, true] {
      _ = try await api.controlled(Call<Okay>(Endpoint("Job.run", .get, "jobs")), pausingStopsClock: stops).value
    }
    #expect(seen.all == [0.25, 60, 0.25, 60])
  }

  @Test("told so, the clock stands still during a pause, for the call's limit and for that of an attempt")
  func deadlineWaits() async throws {
    for isAttempt in [false, true] {
      let clock = ManualClock()
      let server = SlowServer(clock: CallClock(clock))
      let limits = Person.read(5).data.timeout(isAttempt ? nil : .seconds(5))
      let call = server.api.controlled(
        isAttempt ? limits.options { $0.attemptTimeout = .seconds(5) } : limits, pausingStopsClock: true)
      call.start()
      server.gives("x")
      await call.received(1)
      await clock.sleepers(1)
      clock.advance(by: .seconds(3))
      call.pause()
      clock.advance(by: .seconds(50))
      await everythingElse()
      #expect(call.state == .paused(isStarted: true))
      call.resume()
      await clock.sleepers(1)
      clock.advance(by: .seconds(1))
      await everythingElse()
      #expect(call.state == .running)
      // A second pause counts as little as the first.
      call.pause()
      clock.advance(by: .seconds(20))
      await everythingElse()
      call.resume()
      await clock.sleepers(1)
      clock.advance(by: .seconds(1))
      let error = await #expect(throws: CallError.self) { try await call.value }
      #expect(error?.kind == .timedOut(isAttempt ? .attempt : .total))
      #expect(error?.elapsed == .seconds(5))
    }
  }
}
