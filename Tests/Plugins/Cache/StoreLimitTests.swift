import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Synchronization
import TestSupport
import Testing

@testable import RefineryCache

/// No call waits for a slow store.
@Suite("A slow store", .timeLimit(.minutes(2)))
struct StoreLimitTests {
  /// A store in memory whose reads and changes a test can hold back.
  private final class HeldStore: CacheStore {
    let memory = MemoryCacheStore()
    let (reads, changes) = (Gate(), Gate())

    func responses(for key: CacheKey) async throws -> [StoredResponse] {
      await reads.pass()
      return memory.responses(for: key)
    }
    func store(_ response: StoredResponse, for key: CacheKey) async throws {
      await changes.pass()
      memory.store(response, for: key)
    }
    func remove(_ key: CacheKey) async throws {
      await changes.pass()
      memory.remove(key)
    }
    func removeAll(target: String) async throws {
      await changes.pass()
      memory.removeAll(target: target)
    }
  }

  /// Lets work pass, or holds it back until it is opened.
  private final class Gate: Sendable {
    private let latch = Mutex<Latch?>(nil)
    private let (entered, left) = (Counter(), Counter())

    var entries: Int { entered.count }
    var isEmpty: Bool { entered.count == left.count }

    func close() { latch.withLock { $0 = Latch() } }
    func open() { latch.withLock { $0.take() }?.open() }
    func pass() async {
      entered.add()
      await latch.withLock { $0 }?.wait()
      left.add()
    }
  }

  private struct Scene: Sendable {
    let store = HeldStore()
    let clock = ManualClock()
    let failures = Gathered<String>()
    let stub = StubTransport { request in
      let isRead = request.head.method == .get
      return isRead
        ? Response(status: .ok, headers: .control("max-age=60"), body: Body("one")) : Response(status: .noContent)
    }
    let next: Next

    /// The manual clock with a date that does not move.
    var time: CallClock { CallClock(clock, date: { Date(timeIntervalSince1970: Double(RuleCase.midnight)) }) }

    init() {
      let cache = CacheMiddleware(for: .client, store: store, onStoreFailure: { [failures] in failures.add("\($0)") })
      next = Next([cache], transport: stub)
    }

    func send(_ method: HTTPRequest.Method = .get, _ path: String = "/a", timeout: Duration? = nil) async throws -> Response {
      try await next(
        Request(
          endpoint: Endpoint("Person.read", method, "a"),
          head: HTTPRequest(method: method, scheme: "https", authority: "api.example", path: path),
          context: CallContext(clock: time, timeout: timeout)))
    }

    /// Sends a request that waits at a closed gate until a limit.
    func sendWaiting(
      at gate: KeyPath<HeldStore, Gate>, _ method: HTTPRequest.Method = .get, _ path: String = "/a", timeout: Duration? = nil
    ) async throws -> Response {
      let gate = store[keyPath: gate]
      let entries = gate.entries
      async let response = send(method, path, timeout: timeout)
      // Before that, only the timer of an earlier wait may sleep on the clock.
      try await until { gate.entries > entries }
      await clock.sleepers(1)
      clock.advance(by: min(.milliseconds(50), timeout ?? .seconds(1)))
      return try await response
    }

    /// Sends requests until the store is used again.
    func recover() async throws {
      store.reads.open()
      store.changes.open()
      try await until { store.reads.isEmpty && store.changes.isEmpty }
      try await until { try await send().source == .freshCache }
    }
  }

  @Test("a call waits for a slow read 50 ms, later calls do not wait, and the store is used again when a read is fast")
  func reads() async throws {
    let scene = Scene()
    _ = try await scene.send()
    #expect(try await scene.send().source == .freshCache)
    scene.store.reads.close()
    #expect(try await scene.sendWaiting(at: \.reads).source == .network)
    let reads = scene.store.reads.entries
    // Nobody advances the clock.
    for _ in 0..<50 { #expect(try await scene.send().source == .network) }
    #expect(scene.store.reads.entries == reads, "one read is under way, and the others are left out")
    try await scene.recover()
    #expect(scene.failures.all == ["timed out: the cache store limit of 0.05 seconds was reached"])
  }

  @Test("a call waits for a slow write 50 ms, later responses are not stored, and stored ones are still used")
  func writes() async throws {
    let scene = Scene()
    _ = try await scene.send(.get, "/old")
    scene.store.changes.close()
    #expect(try await scene.sendWaiting(at: \.changes, .get, "/new").text == "one")
    let changes = scene.store.changes.entries
    for number in 0..<50 {
      let response = try await scene.send(.get, "/\(number)")
      #expect(response.text == "one" && CacheStatus.members(of: response.head.headerFields).last?.isStored == false)
    }
    #expect(try await scene.send(.get, "/old").source == .freshCache)
    #expect(scene.store.changes.entries == changes && scene.store.memory.count == 1)
    try await scene.recover()
    #expect(try await scene.send(.get, "/new").source == .freshCache, "the slow write has ended")
    #expect(scene.failures.all.count == 1)
  }

  @Test("a call that has less time left waits for the store until its own limit only")
  func deadline() async throws {
    let scene = Scene()
    scene.store.reads.close()
    // The stub does not enforce the limit.
    #expect(try await scene.sendWaiting(at: \.reads, timeout: .milliseconds(20)).source == .network)
    #expect(scene.clock.slept.first == .milliseconds(20) && scene.failures.all.isEmpty)
    scene.store.reads.open()
  }

  @Test("many calls at once give a slow store at most 64 reads")
  func bounded() async throws {
    let scene = Scene()
    scene.store.reads.close()
    let done = Counter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          let response = try await scene.send(.get, "/\(number)")
          #expect(response.source == .network)
          done.add()
        }
      }
      try await until { scene.stub.requests.count >= 36 }
      try await until {
        scene.clock.advance(by: .milliseconds(50))
        return done.count == 100
      }
      try await group.waitForAll()
    }
    #expect(scene.store.reads.entries == 64)
    scene.store.reads.open()
  }

  @Test("what a change made invalid is not returned while the store is slow, and is removed when the store is fast again")
  func removals() async throws {
    let scene = Scene()
    for path in ["/a", "/b"] { _ = try await scene.send(.get, path) }
    scene.store.changes.close()
    #expect(try await scene.sendWaiting(at: \.changes, .delete, "/a").head.status == .noContent)
    for _ in 0..<3 { #expect(try await scene.send(.delete, "/b").head.status == .noContent) }
    for path in ["/a", "/b"] { #expect(try await scene.send(.get, path).source == .network) }
    #expect(scene.store.memory.count == 2)
    scene.store.changes.open()
    try await until { scene.store.memory.count == 0 }
    try await scene.recover()
    try await until { try await scene.send(.get, "/b").source == .freshCache }
  }

  @Test("a response that could not replace a stored one is not followed by the older one")
  func replaced() async throws {
    let scene = Scene()
    _ = try await scene.send()
    scene.store.changes.close()
    _ = try await scene.sendWaiting(at: \.changes, .get, "/slow")
    let validated = Request(
      endpoint: Endpoint("Person.read", .get, "a"),
      head: HTTPRequest(
        method: .get, scheme: "https", authority: "api.example", path: "/a", headerFields: [.cacheControl: "no-cache"]),
      context: CallContext(clock: scene.time))
    #expect(try await scene.next(validated).source == .network)
    #expect(try await scene.send().source == .network)
    try await scene.recover()
  }

  @Test("a write that ends after a change of its target leaves nothing behind")
  func lateWrite() async throws {
    let scene = Scene()
    scene.store.changes.close()
    _ = try await scene.sendWaiting(at: \.changes)
    #expect(try await scene.send(.delete).head.status == .noContent)
    scene.store.changes.open()
    try await until { scene.store.changes.isEmpty && scene.store.changes.entries >= 3 }
    #expect(scene.store.memory.count == 0)
    try await scene.recover()
  }

  @Test("a failure of the store is reported at most once a minute")
  func reported() async throws {
    struct BrokenStore: CacheStore {
      func responses(for key: CacheKey) throws -> [StoredResponse] { throw MappingError(.invalid, expected: "broken read") }
      func store(_ response: StoredResponse, for key: CacheKey) throws {
        throw MappingError(.invalid, expected: "broken write")
      }
      func remove(_ key: CacheKey) throws {}
      func removeAll(target: String) throws {}
      var returnsPromptly: Bool { true }
    }
    let (clock, failures) = (ManualClock(), Gathered<String>())
    let time = CallClock(clock)
    let cache = CacheMiddleware(for: .client, store: BrokenStore(), onStoreFailure: { failures.add("\($0)") })
    let next = Next([cache], transport: StubTransport(.answer("one", .control("max-age=60"))))
    for _ in 0..<2 {
      for _ in 0..<10 {
        let request = Request(
          endpoint: Endpoint("Person.read", .get, "a"),
          head: HTTPRequest(method: .get, scheme: "https", authority: "api.example", path: "/a"),
          context: CallContext(clock: time))
        #expect(try await next(request).text == "one")
      }
      clock.advance(by: .seconds(60))
    }
    #expect(failures.all.count == 4 && Set(failures.all).count == 2)
  }
}
