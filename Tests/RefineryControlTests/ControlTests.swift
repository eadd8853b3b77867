import FoundationEssentials
import HTTPTypes
import RefineryControl
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ControlTests {
  @Test("M02: a cancelled call throws CancellationError to all who wait, at once, and ends its transfer")
  func cancelled() async throws {
    let stub = StubTransport(.never)
    let call = Client(baseURL: base, transport: stub).controlled(Person.read(5))
    let waiters = (0..<3).map { _ in Task { try await call.value } }
    try await until { !stub.requests.isEmpty }
    call.cancel()
    for waiter in waiters { await #expect(throws: CancellationError.self) { try await waiter.value } }
    #expect(call.state == .cancelled)
    await #expect(throws: CancellationError.self) { try await call.value }
  }

  @Test("M02: a task that is cancelled while it waits stops waiting; the last of them takes the call with it")
  func cancelledWaiters() async throws {
    let ended = Gathered<Bool>()
    let stub = StubTransport { _ in
      await withTaskCancellationHandler {
        while !Task.isCancelled { await Task.yield() }
      } onCancel: {
        ended.add(true)
      }
      throw CancellationError()
    }
    let call = Client(baseURL: base, transport: stub).controlled(Person.read(5))
    let first = Task { try await call.value }
    let second = Task { try await call.value }
    try await until { !stub.requests.isEmpty }
    await everythingElse()
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(call.state == .running)
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    #expect(call.state == .cancelled)
    try await until { !ended.all.isEmpty }
  }

  @Test("M02: a call that is held before its start can be cancelled, and is never sent", arguments: [true, false])
  func cancelledWhileHeld(isResumed: Bool) async throws {
    let (api, server) = client(.json("{}"))
    let call = api.controlled(Person.read(5))
    call.pause()
    call.start()
    call.cancel()
    if isResumed { call.resume() }
    await #expect(throws: CancellationError.self) { try await call.value }
    await everythingElse()
    #expect(call.state == .cancelled && server.requests.isEmpty)
  }

  @Test("M02: a transfer that is cancelled while it is paused is given up")
  func cancelledWhilePaused() async throws {
    let server = SlowServer()
    let call = server.api.controlled(Person.read(5).data)
    call.start()
    server.gives("x")
    await call.received(1)
    call.pause()
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    call.resume()
    #expect(call.state == .cancelled)
  }

  @Test("M04: before the start resuming and cancelling do nothing, and after the end nothing does")
  func noOps() async throws {
    let (api, server) = client(.json(#"{"id":5,"name":"Ann"}"#))
    let call = api.controlled(Person.read(5))
    call.resume()
    call.cancel()
    #expect(call.state == .idle)
    call.pause()
    call.pause()
    call.cancel()
    #expect(call.state == .paused(isStarted: false))
    call.resume()
    call.resume()
    #expect(call.state == .idle)
    #expect(try await call.value.id == 5)
    call.pause()
    call.resume()
    call.cancel()
    call.start()
    #expect(call.state == .finished)
    #expect(try await call.value.id == 5)
    #expect(server.requests.count == 1)
  }

  @Test("M05: a controlled call fails as any other does: a 404 with JSON throws, and keeps row, status and body")
  func validates() async throws {
    let answer = #"{"title":"No such person"}"#
    let (api, _) = client(.json(answer, status: 404))
    let error = try #require(await #expect(throws: CallError.self) { try await api.controlled(Person.read(5)).value })
    let plain = try #require(await #expect(throws: CallError.self) { try await api.send(Person.read(5)) })
    #expect(error.kind == .notFound && error.stage == plain.stage && error.endpoint.name == plain.endpoint.name)
    #expect(error.body == Data(answer.utf8) && error.attempts.count == 1)

    let (strange, _) = client(.json("[1]"))
    let mapping = await #expect(throws: CallError.self) { try await strange.controlled(Person.read(5)).value }
    #expect(mapping?.kind == .mapping)
    let unbuilt = await #expect(throws: CallError.self) {
      try await strange.controlled(Person.read(5).with("id", "")).value
    }
    #expect(unbuilt?.stage == .building)
  }

  @Test("M05: a controlled call keeps the limit of its response")
  func limited() async throws {
    let server = SlowServer()
    let call = server.api.controlled(Person.read(5).data.options { $0.responseLimit = 4 })
    call.start()
    server.gives("12345")
    let error = await #expect(throws: CallError.self) { try await call.value }
    #expect(error?.underlying as? BodyError == .tooLarge(limit: 4, observed: 5))
  }

  @Test("letting go of a call that was started ends it, and its states with it")
  func letGo() async throws {
    let stub = StubTransport(.never)
    var call: ControlledCall? = Client(baseURL: base, transport: stub).controlled(Person.read(5))
    call?.start()
    try await until { !stub.requests.isEmpty }
    let states = try #require(call?.states)
    let updates = try #require(call?.progressUpdates)
    call = nil
    var seen: [CallState] = []
    for await state in states { seen.append(state) }
    for await _ in updates {}
    #expect(seen == [.cancelled])
  }

  @Test("M04: the length of coded content is not known, more than was promised counts as all, and a second sending counts anew")
  func counts() async throws {
    func received(_ headers: HTTPFields) async throws -> TransferProgress {
      let stub = StubTransport { _ in
        Response(
          status: .ok, headers: headers,
          body: Body(
            AsyncStream<Data> { source in
              source.yield(Data("abcd".utf8))
              source.finish()
            }))
      }
      let row = Call<Okay>(Endpoint("Report.read", .get, "reports"))
      let call = Client(baseURL: "https://h", transport: stub).controlled(row.data)
      _ = try await call.value
      return call.progress
    }
    let coded = try await received([.contentLength: "2", .contentEncoding: "gzip"])
    #expect(coded.toReceive == nil && coded.received == 4)
    let longer = try await received([.contentLength: "2"])
    #expect(longer.toReceive == 2)

    let rereading = StubTransport(
      script: [
        .init { request in
          _ = try await request.body?.collect()
          _ = try await request.body?.collect()
          return Response(status: .ok)
        }
      ], capabilities: [.streamsDownloads, .streamsUploads, .backPressure])
    let upload = Call<Okay>(Endpoint("Report.send", .put, "reports")).body(Body("0123456789"))
    let sending = Client(baseURL: "https://h", transport: rereading).controlled(upload)
    _ = try await sending.value
    #expect(sending.progress.sent == 10 && sending.progress.toSend == 10)
  }

  @Test("the states are told from the present one to the last, to any number of listeners")
  func states() async throws {
    let server = SlowServer()
    let call = server.api.controlled(Person.read(5).data)
    #expect(await call.states.first { _ in true } == .idle)
    var listener = call.states.makeAsyncIterator()
    var told: [CallState?] = [await listener.next()]
    call.start()
    told.append(await listener.next())
    call.pause()
    told.append(await listener.next())
    call.resume()
    told.append(await listener.next())
    server.ends()
    told.append(await listener.next())
    told.append(await listener.next())
    #expect(told == [.idle, .running, .paused(isStarted: true), .running, .finished, nil])
    var late: [CallState] = []
    for await state in call.states { late.append(state) }
    #expect(late == [.finished])
  }

  @Test("a listener that is slower than the bytes sees the latest count, and the last; none of it waits in memory")
  func slowListener() async throws {
    let server = SlowServer()
    let call = server.api.controlled(Person.read(5).data)
    var listener = call.progressUpdates.makeAsyncIterator()
    #expect(await listener.next()?.received == 0)
    call.start()
    for _ in 0..<1000 { server.gives("x") }
    await call.received(1000)
    #expect(await listener.next()?.received == 1000)
    server.ends()
    _ = try await call.value
    #expect(await listener.next() == nil)
  }

  @Test("a listener's task that is cancelled stops listening, and the call goes on")
  func cancelledListener() async throws {
    let server = SlowServer()
    let call = server.api.controlled(Person.read(5).data)
    call.start()
    let listening = Task { for await _ in call.states {} }
    await everythingElse()
    listening.cancel()
    await listening.value
    server.gives("x")
    server.ends()
    #expect(try await call.value == Data("x".utf8))
  }

  @Test("M01, M02: whoever follows a call that was let go of before its start comes to an end")
  func letGoBeforeStart() async {
    let (api, server) = client(.json("{}"))
    var call: ControlledCall<Person>? = api.controlled(Person.read(5))
    let states = call?.states
    let progress = call?.progressUpdates
    call = nil
    var seen: [CallState] = []
    if let states { for await state in states { seen.append(state) } }
    var count = 0
    if let progress { for await _ in progress { count += 1 } }
    #expect(seen == [.cancelled] && count == 1 && server.requests.isEmpty)
  }
}
