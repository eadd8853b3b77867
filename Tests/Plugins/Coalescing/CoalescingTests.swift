import FoundationEssentials
import HTTPTypes
import RefineryCoalescing
import RefineryCore
import RefineryTesting
import Synchronization
import TestSupport
import Testing

@Suite("CoalescingMiddleware", .timeLimit(.minutes(5)))
struct CoalescingTests {
  private func request(
    _ method: HTTPRequest.Method = .get, _ fields: HTTPFields = [:], options: Options = Options(),
    clock: CallClock = .continuous,
    timeout: Duration? = nil, number: UInt64 = 1
  ) -> Request {
    Request(
      endpoint: Endpoint("Person.read", method, "people/{id}"),
      head: HTTPRequest(method: method, scheme: "https", authority: "api.example", path: "/people/5", headerFields: fields),
      options: options, context: CallContext(number: number, clock: clock, timeout: timeout))
  }

  /// A transport whose responses wait until the test releases them.
  private final class Held: Sendable {
    let release = Gate()
    let response: Response
    private let started = Mutex(0)
    var count: Int { started.withLock { $0 } }

    init(_ response: Response = Response(status: .ok, body: Body("one"))) { self.response = response }

    var stub: StubTransport {
      StubTransport { [self] _ in
        started.withLock { $0 += 1 }
        try await release.wait()
        return response
      }
    }

    func started(_ number: Int) async throws { try await until { count >= number } }
  }

  @Test("Q07: it keeps the contract of every middleware")
  func contract() async throws {
    for identity in [CoalescingMiddleware.Identity.client, .fields, .each { _ in "a" }] {
      try await MiddlewareContract.verify { CoalescingMiddleware(for: identity) }
    }
  }

  @Test("Q07: 1,000 identical reads make one request")
  func thousand() async throws {
    let held = Held()
    let link = CoalescingMiddleware(for: .client)
    let next = Next([link], transport: held.stub)
    let sources = try await withThrowingTaskGroup(of: ResponseSource.self) { group -> [ResponseSource] in
      for number in 1...1_000 {
        let request = request(number: UInt64(number))
        group.addTask {
          let response = try await next(request)
          #expect(response.body.data == Data("one".utf8))
          return response.source
        }
      }
      try await held.started(1)
      try await link.calls(1_000)
      held.release.open()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(held.count == 1)
    #expect(sources.count { $0 == .coalesced } == 999 && sources.count { $0 == .network } == 1)
    #expect(link.exchangesUnderWay == 0)
  }

  @Test("Q07: a difference of method, URL, credential, condition, other field, option or row keeps calls apart")
  func apart() async throws {
    let held = Held()
    let link = CoalescingMiddleware(for: .client)
    let next = Next([link], transport: held.stub)
    var other = request()
    other.head.path = "/people/6"
    var host = request()
    host.head.authority = "other.example"
    var plain = request()
    plain.head.scheme = "http"
    var content = request()
    content.body = Body("{}")
    var stream = request()
    stream.body = Body(Once())
    let requests = [
      request(), other, host, plain, content, content, stream, stream, request(.head), request(.get, [.authorization: "a"]),
      request(.get, [.authorization: "b"]),
      request(.get, [.cookie: "a"]), request(.get, [.ifNoneMatch: "\"a\""]), request(.get, [.ifNoneMatch: "\"b\""]),
      request(.get, [.accept: "text/plain"]), request(options: Options { $0.responseLimit = 100 }),
      Request(endpoint: Endpoint("Other.read", .get, "people/{id}"), head: request().head), request(.post), request(.post),
      request(options: Options { $0.delivery = .streamed(buffer: 10) }),
      request(options: Options { $0.delivery = .streamed(buffer: 10) }),
      request(options: Options { $0.coalescing = false }), request(options: Options { $0.coalescing = false }),
    ]
    try await withThrowingTaskGroup(of: ResponseSource.self) { group in
      for request in requests { group.addTask { try await next(request).source } }
      try await held.started(requests.count)
      held.release.open()
      for try await source in group { #expect(source == .network) }
    }
    #expect(held.count == requests.count)
  }

  @Test("Q07: users whose names have different bytes are kept apart, also if the names are equal strings")
  func usersInBytes() async throws {
    let user = try #require(HTTPField.Name("X-User"))
    let names = [HTTPField(name: user, value: "\u{F900}"), HTTPField(name: user, value: "\u{8C48}")]
    #expect(names[0].value == names[1].value)
    let links = [
      CoalescingMiddleware(for: .fields),
      CoalescingMiddleware(for: .each { $0.head.headerFields[user] }, ignoredFields: [user.canonicalName]),
    ]
    for link in links {
      let held = Held()
      let next = Next([link], transport: held.stub)
      let calls = names.map { name in Task { try await next(request(.get, HTTPFields([name]))).source } }
      try await link.calls(2)
      held.release.open()
      for call in calls { #expect(try await call.value == .network) }
    }
  }

  private enum Tenant: OptionKey {
    static let name = "tenant"
    static let defaultValue: String? = nil
  }

  private enum Region: OptionKey {
    static let name = "region"
    static let defaultValue = ""
  }

  @Test("Q07: calls whose options are equal strings with different bytes are not combined")
  func optionsInBytes() async throws {
    let names = ["\u{E9}", "e\u{301}"]
    let tenants = names.map { name in Options { $0[Tenant.self] = name } }
    let regions = names.map { name in Options { $0[Region.self] = name } }
    for options in [tenants, regions] {
      #expect(options[0] == options[0] && options[0] != options[1])
      let held = Held()
      let link = CoalescingMiddleware(for: .client)
      let next = Next([link], transport: held.stub)
      let calls = options.map { options in Task { try await next(request(options: options)).source } }
      try await link.calls(2)
      held.release.open()
      for call in calls { #expect(try await call.value == .network) }
    }
  }

  @Test("fields that identify a call may differ")
  func ignored() async throws {
    let held = Held()
    let link = CoalescingMiddleware(for: .client)
    let next = Next([link], transport: held.stub)
    let name = try #require(HTTPField.Name("X-Request-ID"))
    let first = Task { try await next(request(.get, [name: "1"])).source }
    try await held.started(1)
    async let second = next(request(.get, [name: "2"])).source
    try await link.calls(2)
    held.release.open()
    #expect(try await first.value == .network)
    #expect(try await second == .coalesced)
  }

  /// A stream of unknown length that can be read once.
  private struct Once: AsyncSequence, Sendable {
    var bytes = 1
    func makeAsyncIterator() -> Iterator { Iterator(left: bytes) }
    struct Iterator: AsyncIteratorProtocol {
      var left: Int
      mutating func next() async throws -> Data? {
        left -= 1
        return left >= 0 ? Data("x".utf8) : nil
      }
    }
  }

  @Test("names of fields that may differ can be in upper case")
  func ignoredInUpperCase() async throws {
    let held = Held()
    let link = CoalescingMiddleware(for: .client, ignoredFields: ["X-Trace-ID"])
    let next = Next([link], transport: held.stub)
    let name = try #require(HTTPField.Name("x-trace-id"))
    let first = Task { try await next(request(.get, [name: "1"])).source }
    try await held.started(1)
    let second = Task { try await next(request(.get, [name: "2"])).source }
    try await until { link.callsUnderWay == 2 || held.count == 2 }
    held.release.open()
    #expect(try await [first.value, second.value] == [.network, .coalesced])
  }

  @Test("a response that is larger than its limit is not collected")
  func tooLarge() async throws {
    let stub = StubTransport { _ in Response(status: .ok, body: Body(Once(bytes: 101))) }
    let next = Next([CoalescingMiddleware(for: .client)], transport: stub)
    for (limit, isRead) in [(100, false), (101, true)] {
      let request = request(options: Options { $0.responseLimit = limit })
      if isRead {
        #expect(try await next(request).body.data?.count == 101)
      } else {
        await #expect(throws: BodyError.tooLarge(limit: 100, observed: 101)) { try await next(request) }
      }
    }
  }

  @Test("a body that can be read once is for the first caller only")
  func oneShotBody() async throws {
    let held = Held(Response(status: .internalServerError, body: Body(Once())))
    let link = CoalescingMiddleware(for: .client)
    let next = Next([link], transport: held.stub)
    let first = Task { try await next(request()).source }
    try await held.started(1)
    let second = Task { try await next(request()).source }
    try await link.calls(2)
    held.release.open()
    #expect(try await [first.value, second.value] == [.network, .network])
    #expect(held.count == 2)
  }

  @Test("Q07: identities never mix, and a call without one is not combined")
  func identities() async throws {
    let held = Held()
    let link = CoalescingMiddleware(for: .each { _ in User.name })
    let next = Next([link], transport: held.stub)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for name in ["ann", "bob", nil, nil] as [String?] {
        group.addTask { try await User.$name.withValue(name) { _ = try await next(request()) } }
      }
      try await held.started(4)
      held.release.open()
      try await group.waitForAll()
    }
  }

  private enum User {
    @TaskLocal static var name: String?
  }

  @Test("Q07: a cancelled caller harms none, even the first", arguments: [true, false])
  func cancelled(isFirst: Bool) async throws {
    let held = Held()
    let link = CoalescingMiddleware(for: .client)
    let next = Next([link], transport: held.stub)
    let first = Task { try await next(request()) }
    try await held.started(1)
    let second = Task { try await next(request()) }
    try await link.calls(2)
    (isFirst ? first : second).cancel()
    await #expect(throws: CancellationError.self) { try await (isFirst ? first : second).value }
    held.release.open()
    #expect(try await (isFirst ? second : first).value.body.data == Data("one".utf8))
    #expect(held.count == 1)
  }

  @Test("when all callers have left, the exchange is cancelled")
  func allCancelled() async throws {
    let held = Held()
    let link = CoalescingMiddleware(for: .client)
    let next = Next([link], transport: held.stub)
    let calls = [Task { try await next(request()) }, Task { try await next(request()) }]
    try await held.started(1)
    try await link.calls(2)
    for call in calls { call.cancel() }
    for call in calls { await #expect(throws: CancellationError.self) { try await call.value } }
    #expect(link.exchangesUnderWay == 0)
    try await held.release.cancelled()
  }

  @Test("an error is shared like a response")
  func errors() async throws {
    let release = Gate()
    let stub = StubTransport { _ in
      try await release.wait()
      throw TransportError(.connectionLost, phase: .waiting)
    }
    let link = CoalescingMiddleware(for: .client)
    let next = Next([link], transport: stub)
    let calls = (0..<10).map { _ in Task { try await next(request()) } }
    try await link.calls(10)
    release.open()
    for call in calls { await #expect(throws: TransportError.self) { try await call.value } }
    #expect(stub.requests.count == 1)
  }

  @Test(
    "the end of the first caller's time, or a cancellation within its request, ends only its own call",
    arguments: [true, false])
  func firstTimesOut(isCancelled: Bool) async throws {
    let release = Gate()
    let stub = StubTransport { request in
      guard request.context.number == 1 else { return Response(status: .ok, body: Body("two")) }
      try await release.wait()
      throw isCancelled ? CancellationError() as any Error : TimedOut(.total)
    }
    let link = CoalescingMiddleware(for: .client)
    let next = Next([link], transport: stub)
    let first = Task { try await next(request(number: 1)) }
    try await until { !stub.requests.isEmpty }
    let second = Task { try await next(request(number: 2)) }
    try await link.calls(2)
    release.open()
    await #expect {
      try await first.value
    } throws: {
      isCancelled ? $0 is CancellationError : $0 is TimedOut
    }
    #expect(try await second.value.body.data == Data("two".utf8))
  }

  @Test("the first caller's deadline ends only its own call, but another timeout ends every call", arguments: [true, false])
  func firstTimesOutInLink(isOver: Bool) async throws {
    let (release, clock) = (Gate(), ManualClock())
    let stub = StubTransport { request in
      guard request.context.number == 1 else { return Response(status: .ok, body: Body("two")) }
      try await release.wait()
      throw TimedOut(.refresh)
    }
    let link = CoalescingMiddleware(for: .client)
    let next = Next([link], transport: stub)
    let first = Task { try await next(request(clock: CallClock(clock), timeout: .seconds(5), number: 1)) }
    try await until { !stub.requests.isEmpty }
    let second = Task { try await next(request(number: 2)).body.data }
    try await link.calls(2)
    if isOver { clock.advance(by: .milliseconds(4_990)) }
    release.open()
    await #expect(throws: TimedOut(.refresh)) { try await first.value }
    if isOver {
      #expect(try await second.value == Data("two".utf8))
    } else {
      await #expect(throws: TimedOut(.refresh)) { try await second.value }
    }
  }

  @Test("a caller that waits ends by its own time limit")
  func followerTimesOut() async throws {
    let held = Held()
    let link = CoalescingMiddleware(for: .client)
    let next = Next([link], transport: held.stub)
    let first = Task { try await next(request()) }
    try await held.started(1)
    let clock = ManualClock()
    let second = Task { try await next(request(clock: CallClock(clock), timeout: .seconds(5))) }
    await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    await #expect(throws: TimedOut(.total, limit: .seconds(60))) { try await second.value }
    held.release.open()
    #expect(try await first.value.source == .network)
  }

  @Test("Q07: after an unsafe request, also a failed one, no read joins one that began before it", arguments: [true, false])
  func afterUnsafe(fails: Bool) async throws {
    let release = Gate()
    let stub = StubTransport { request in
      if request.head.method == .put {
        if fails { throw TransportError(.connectionLost, phase: .waiting) }
        return Response(status: .noContent)
      }
      try await release.wait()
      return Response(status: .ok, body: Body("one"))
    }
    let link = CoalescingMiddleware(for: .client)
    let next = Next([link], transport: stub)
    var query = request()
    query.head.path = "/people/5?x=1"
    let before = [request(), query].map { read in Task { try await next(read).source } }
    try await link.calls(2)
    if fails {
      await #expect(throws: TransportError.self) { try await next(request(.put)) }
    } else {
      _ = try await next(request(.put))
    }
    let after = [request(), query].map { read in Task { try await next(read).source } }
    try await link.calls(4)
    #expect(link.exchangesUnderWay == 4)
    release.open()
    for read in before + after { #expect(try await read.value == .network) }
    #expect(link.exchangesUnderWay == 0)
  }

  @Test("Q07: after a redirected unsafe request, reads of its final URL join no earlier read")
  func afterRedirectedUnsafe() async throws {
    let release = Gate()
    let stub = StubTransport { request in
      if request.head.method == .put {
        guard request.head.path == "/people/5" else { return Response(status: .noContent) }
        return Response(status: .permanentRedirect, headers: [.location: "/people/6"])
      }
      try await release.wait()
      return Response(status: .ok, body: Body("one"))
    }
    let link = CoalescingMiddleware(for: .client)
    let next = Next([link, RedirectMiddleware()], transport: stub)
    var other = request()
    other.head.path = "/people/6"
    let before = Task { [other] in try await next(other).source }
    try await link.calls(1)
    #expect(try await next(request(.put)).head.status == .noContent)
    let after = Task { [other] in try await next(other).source }
    try await link.calls(2)
    #expect(link.exchangesUnderWay == 2)
    release.open()
    #expect(try await [before.value, after.value] == [.network, .network])
  }

  @Test("Q07: the end of a read that began before an unsafe request does not keep reads from joining a later one")
  func afterTheEarlierRead() async throws {
    let gates = [Gate(), Gate()]
    let reads = Mutex(0)
    let stub = StubTransport { request in
      if request.head.method == .put { return Response(status: .noContent) }
      let number = reads.withLock { count in
        count += 1
        return count
      }
      try await gates[number == 1 ? 0 : 1].wait()
      return Response(status: .ok, body: Body("one"))
    }
    let link = CoalescingMiddleware(for: .client)
    let next = Next([link], transport: stub)
    let first = Task { try await next(request()).source }
    try await until { reads.withLock({ $0 }) >= 1 }
    _ = try await next(request(.put))
    let second = Task { try await next(request()).source }
    try await until { reads.withLock({ $0 }) >= 2 }
    gates[0].open()
    #expect(try await first.value == .network)
    let third = Task { try await next(request()).source }
    try await link.calls(2)
    gates[1].open()
    #expect(try await [second.value, third.value] == [.network, ResponseSource("coalesced")])
    #expect(reads.withLock { $0 } == 2)
  }

  @Test("Q07: a hedge is sent, and does not join the request that it is to overtake")
  func hedge() async throws {
    let held = Held()
    let link = CoalescingMiddleware(for: .fields)
    let next = Next([link], transport: held.stub)
    let first = Task { try await next(request()).source }
    try await held.started(1)
    var hedge = request()
    hedge.resend(because: .hedge(delay: .seconds(1)))
    let second = Task { [hedge] in try await next(hedge).source }
    try await held.started(2)
    held.release.open()
    #expect(try await [first.value, second.value] == [.network, .network])
  }

  @Test("a response with Set-Cookie is for the first caller only")
  func cookies() async throws {
    let held = Held(Response(status: .ok, headers: [.setCookie: "session=1"], body: Body("one")))
    let link = CoalescingMiddleware(for: .client)
    let next = Next([link], transport: held.stub)
    let first = Task { try await next(request()).source }
    try await held.started(1)
    let second = Task { try await next(request()).source }
    try await link.calls(2)
    held.release.open()
    #expect(try await [first.value, second.value] == [.network, .network])
    #expect(held.count == 2)
  }

  @Test("only the first caller has attempts")
  func attempts() async throws {
    let held = Held()
    let link = CoalescingMiddleware(for: .client)
    let next = Next([link], transport: held.stub)
    let (one, two) = (request(number: 1), request(number: 2))
    let first = Task { try await next(one) }
    try await held.started(1)
    let second = Task { try await next(two) }
    try await link.calls(2)
    held.release.open()
    _ = try await first.value
    let response = try await second.value
    #expect(one.context.attempts.count == 1 && two.context.attempts.isEmpty && two.context.attempt(of: response) == nil)
  }

  @Test("10,000 calls that are cancelled at random leave nothing behind")
  func random() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    let random = Mutex(SeededRandom(seed: seed))
    let link = CoalescingMiddleware(for: .client)
    let stub = StubTransport { _ in
      let turns = random.withLock { Int.random(in: 0..<20, using: &$0) }
      for _ in 0..<turns { await Task.yield() }
      try Task.checkCancellation()
      return Response(status: .ok, body: Body("one"))
    }
    let next = Next([link], transport: stub)
    let calls = (0..<10_000).map { index in
      let cancelsItself = random.withLock { Int.random(in: 0..<3, using: &$0) } == 0
      return Task {
        if cancelsItself { withUnsafeCurrentTask { $0?.cancel() } }
        let response = try await next(request(.get, [.accept: "\(index % 10)"]))
        #expect(response.body.data == Data("one".utf8), "seed \(seed)")
      }
    }
    for index in stride(from: 0, to: calls.count, by: 3) { calls[index].cancel() }
    var ended = 0
    for call in calls {
      if case .failure(let error) = await call.result {
        #expect(error is CancellationError, "seed \(seed)")
      } else {
        ended += 1
      }
    }
    #expect(ended > 0 && link.exchangesUnderWay == 0, "seed \(seed)")
  }

  @Test("its place, its words, and its option")
  func settings() throws {
    let link = CoalescingMiddleware(for: .client)
    #expect(link.stage == .answer)
    let stage = try #require(CoalescingMiddleware(for: .fields).stage)
    #expect(stage > .credentials && stage < .admission)
    #expect(link.explanation(for: request()) == "joins an identical request if one is under way")
    #expect(link.explanation(for: request(.post)) == "not combined: only GET and HEAD are")
    #expect(try CoalescingKey.value(from: false) == false)
    #expect(throws: MappingError.self) { try CoalescingKey.value(from: "no") }
  }
}

/// Something that tasks wait for until it is opened or they are cancelled.
private final class Gate: Sendable {
  private let state = Mutex((isOpen: false, wasCancelled: false))
  func open() { state.withLock { $0.isOpen = true } }

  func wait() async throws {
    while !state.withLock({ $0.isOpen }) {
      if Task.isCancelled {
        state.withLock { $0.wasCancelled = true }
        throw CancellationError()
      }
      await Task.yield()
    }
  }

  func cancelled() async throws { try await until { state.withLock({ $0.wasCancelled }) } }
}

extension CoalescingMiddleware {
  /// Waits until this many calls wait.
  fileprivate func calls(_ count: Int) async throws { try await until { callsUnderWay >= count } }
}
