import HTTPTypes
import RefineryCache
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@Suite("RFC 5861: stale responses", .timeLimit(.minutes(5)))
struct StaleTests {
  private static let errors: [any Error] = [
    TransportError(.cannotConnect, phase: .beforeSending), TransportError(.cannotFindHost, phase: .beforeSending),
    TransportError(.connectionLost, phase: .waiting), TransportError(.malformedResponse, phase: .receiving),
    TransportError(.queueFull, phase: .beforeSending), TimedOut(.attempt), TimedOut(.idle), TimedOut(.connect),
    TimedOut(.queue), Refused(retryAfter: .seconds(5)),
  ]

  @Test("Q16: stale-if-error: a failing server, and one that cannot be reached")
  func staleIfError() async throws {
    let failures = [500, 502, 503, 504].map { StubTransport.StubResponse.status($0) } + Self.errors.map { .failure($0) }
    for failure in failures {
      let scene = CacheScene(.answer("one", .control("max-age=5, stale-if-error=60")), failure)
      try await scene.send()
      let second = try await scene.send(after: 10)
      #expect(second.text == "one" && second.source == .staleCache && scene.stub.requests.count == 2)
      #expect(second.head.headerFields[.named("Cache-Status")]?.contains("fwd=stale") == true)
    }
  }

  @Test("Q16: must-revalidate, other statuses, TLS, the end of the call's time and cancellation are not hidden")
  func notHidden() async throws {
    let hidden: [any Error] = [
      TransportError(.tlsFailed, phase: .beforeSending), TimedOut(.total), TransportError(.closed, phase: .beforeSending),
    ]
    for error in hidden + [CancellationError()] {
      let scene = CacheScene(.answer("one", .control("max-age=5, stale-if-error=60")), .failure(error))
      try await scene.send()
      await #expect {
        try await scene.send(after: 10)
      } throws: {
        type(of: $0) == type(of: error)
      }
    }
    let scene = CacheScene(.answer("one", .control("max-age=5, stale-if-error=60")), .status(501))
    try await scene.send()
    #expect(try await scene.send(after: 10).head.status.code == 501)
    let strict = CacheScene(.answer("one", .control("max-age=5, stale-if-error=60, must-revalidate")), .failure(Self.errors[0]))
    try await strict.send()
    await #expect(throws: TransportError.self) { try await strict.send(after: 10) }
  }

  @Test("Q16: stale-while-revalidate returns at once, validates once at a time, and leaves nothing behind")
  func background() async throws {
    let started = Latch(), released = Latch()
    let scene = CacheScene(
      StubTransport { request in
        guard request.head.headerFields[.ifNoneMatch] != nil else {
          return Response(
            status: .ok, headers: .lines("Cache-Control: max-age=5, stale-while-revalidate=600", "ETag: \"a\""),
            body: Body("one"))
        }
        started.open()
        await released.wait()
        return Response(status: .ok, headers: .control("max-age=600"), body: Body("two"))
      })
    try await scene.send()
    scene.date.move(by: 10)
    let request = CacheScene.request().on(scene.clock)
    for _ in 0..<10 {
      let response = try await Next([scene.cache], transport: scene.stub)(request)
      #expect(response.text == "one" && response.source == .staleCache)
    }
    await started.wait()
    #expect(scene.stub.requests.count == 2 && scene.cache.revalidationsUnderWay == 1)
    // The background has a call of its own.
    #expect(request.context.attempts.isEmpty)
    released.open()
    try await until { scene.cache.revalidationsUnderWay == 0 }
    let fresh = try await scene.send()
    #expect(fresh.text == "two" && fresh.source == .freshCache && scene.stub.requests.count == 2)
  }

  @Test("Q16: 1,000 failing validations in the background leave no task and no memory of them", .afterTheRush)
  func noLeak() async throws {
    let scene = CacheScene(
      StubTransport { request in
        if request.head.headerFields[.ifNoneMatch] != nil { throw TransportError(.connectionLost, phase: .waiting) }
        return Response(
          status: .ok, headers: .lines("Cache-Control: max-age=0, stale-while-revalidate=600", "ETag: \"a\""), body: Body("one")
        )
      })
    // A validation that left its key behind would keep the second round from starting, and the number above zero.
    for _ in 0..<3 {
      for index in 0..<1_000 {
        try await scene.send(CacheScene.request(.get, "/people/\(index)"))
        try await until { scene.cache.revalidationsUnderWay == 0 }
      }
    }
    #expect(scene.store.count == 1_000 && scene.stub.requests.count == 3_000)
  }

  @Test("Q16: the number of validations in the background is bounded, and they can be ended")
  func ended() async throws {
    let scene = CacheScene(
      StubTransport { request in
        if request.head.headerFields[.ifNoneMatch] != nil {
          try await ContinuousClock().sleep(for: .seconds(3_600))
        }
        return Response(
          status: .ok, headers: .lines("Cache-Control: max-age=0, stale-while-revalidate=600", "ETag: \"a\""), body: Body("one")
        )
      })
    for _ in 0..<2 {
      for index in 0..<20 { try await scene.send(CacheScene.request(.get, "/people/\(index)")) }
    }
    #expect(scene.cache.revalidationsUnderWay == 8)
    await scene.cache.endBackgroundWork()
    #expect(scene.cache.revalidationsUnderWay == 0)
  }

  @Test("Q16: a shutdown of the client ends the validations in the background, after the last call")
  func shutdown() async throws {
    let started = Latch(), released = Latch(), validating = Latch()
    let stub = StubTransport { request in
      if request.head.headerFields[.ifNoneMatch] != nil {
        validating.open()
        try await ContinuousClock().sleep(for: .seconds(3_600))
      }
      if request.head.path == "/people/2" {
        started.open()
        await released.wait()
      }
      return Response(
        status: .ok, headers: .lines("Cache-Control: max-age=0, stale-while-revalidate=600", "ETag: \"a\""), body: Body("one"))
    }
    let cache = CacheMiddleware(for: .client)
    let client = Client(baseURL: "https://api.example", middleware: [cache], transport: stub)
    client.prepareForShutdown()
    func read(_ id: Int) async throws -> Response {
      try await client.respond(to: CacheScene.request(.get, "/people/\(id)"))
    }
    for _ in 0..<2 { _ = try await read(1) }
    await validating.wait()
    let last = Task { try await read(2) }
    await started.wait()
    let shutdown = Task { await client.shutdown(grace: .seconds(3_600)) }
    var isClosed = false
    while !isClosed {
      do { _ = try await read(1) } catch { isClosed = true }
    }
    #expect(cache.revalidationsUnderWay == 1, "the last call is under way")
    released.open()
    #expect(try await last.value.text == "one")
    await shutdown.value
    #expect(cache.revalidationsUnderWay == 0)
    // Another client may use the same link.
    let other = Client(baseURL: "https://api.example", middleware: [cache], transport: stub)
    _ = try await other.respond(to: CacheScene.request(.get, "/people/1"))
    #expect(cache.revalidationsUnderWay == 1)
    await cache.endBackgroundWork()
  }

  @Test("a validation in the background has the task-local values of the caller, so that its credentials are the same")
  func taskLocals() async throws {
    let seen = Latch()
    let scene = CacheScene(
      StubTransport { request in
        if request.head.headerFields[.ifNoneMatch] != nil, User.name == "ann" { seen.open() }
        return Response(
          status: .ok, headers: .lines("Cache-Control: max-age=0, stale-while-revalidate=600", "ETag: \"a\""), body: Body("one")
        )
      }, for: .each { _ in User.name })
    for _ in 0..<2 { _ = try await User.$name.withValue("ann") { try await scene.send() } }
    await seen.wait()
  }

  @Test("Q16: a validation in the background has the time limit of its row")
  func timeLimit() async throws {
    let limits = Gathered<Duration?>()
    let scene = CacheScene(
      StubTransport { request in
        if request.head.headerFields[.ifNoneMatch] != nil { limits.add(request.context.deadline?.remaining) }
        return Response(
          status: .ok, headers: .lines("Cache-Control: max-age=0, stale-while-revalidate=600", "ETag: \"a\""), body: Body("one")
        )
      })
    for timeout in [nil, Duration.seconds(7)] {
      let request = CacheScene.request(options: Options { $0.timeout = timeout })
      for _ in 0..<2 { try await scene.send(request) }
      try await until { scene.cache.revalidationsUnderWay == 0 }
    }
    let all = limits.all.map { $0 ?? .seconds(86_400) }
    #expect(all.count >= 2 && all.allSatisfy { $0 <= .seconds(60) } && all.last.map { $0 <= .seconds(7) } == true)
  }

  private enum User {
    @TaskLocal static var name: String?
  }
}
