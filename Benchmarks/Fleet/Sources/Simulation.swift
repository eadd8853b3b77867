import Foundation
import RefineryAuth
import RefineryCache
import RefineryCore
import RefineryRateLimit
import RefineryRedis
import Synchronization

/// Instances of an app in one process. Each has its own connection, stores and credentials; the provider of tokens and the
/// upstream server are functions.
///
/// All of them together want twice as many calls as the limit admits, and each asks for cached responses by a Zipf
/// distribution.
struct Simulation {
  /// Together, a second.
  private static let rate = 500
  /// The keys of cached responses.
  private static let keys = 2_000
  private static let tokenLifetime = Duration.seconds(5)

  private let count: Int
  private let length: Duration
  private let server: RedisProcess

  init(instances: Int, length: Duration, _ server: RedisProcess) {
    count = instances
    self.length = length
    self.server = server
  }

  /// What all instances counted.
  private final class Tally: Sendable {
    struct Counts: Sendable {
      var renewals = 0
      var renewing = 0
      var mostRenewing = 0
      var tokenFailures = 0
      var admitted = 0
      var hits = 0
      var misses = 0
      var localHits = 0
      var absences = 0
    }
    let counts = Mutex(Counts())
  }

  struct Result: CustomStringConvertible {
    let instances: Int
    let renewals: Int
    /// How many a single instance would have made.
    let needed: Int
    let hits: Double
    let ownHits: Double
    let scripts: Int
    let cpu: Double

    static let header = """
      | Instances | Renewals (needed) | At once | Admitted a second (limit) | Hits, shared | Hits, each its own | Scripts a second | CPU of Redis | Absences |
      | --- | --- | --- | --- | --- | --- | --- | --- | --- |
      """
    let description: String
  }

  func run() async throws -> Result {
    let tally = Tally()
    let instances = try (0..<count).map { _ in
      try Instance(server.url, onAbsence: { tally.counts.withLock { $0.absences += 1 } })
    }
    // All have connected.
    while instances.contains(where: { $0.redis.state != .available }) { try await Task.sleep(for: .milliseconds(10)) }
    let before = server.usage()
    let start = ContinuousClock.now
    let end = start + length
    await withTaskGroup { group in
      for (number, instance) in instances.enumerated() {
        group.addTask { await useTokens(instance, tally, until: end, number) }
        group.addTask { await useLimit(instance, tally, until: end, number) }
        group.addTask { await useCache(instance, tally, until: end, number) }
      }
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let after = server.usage()
    for instance in instances { await instance.redis.shutdown() }
    let counts = tally.counts.withLock { $0 }
    func share(_ part: Int) -> Double { Double(part) / Double(max(1, counts.hits + counts.misses)) }
    func percent(_ share: Double) -> String { "\(Int(share * 100)) %" }
    let (scripts, cpu) = (Int(Double(after.scripts - before.scripts) / seconds), (after.seconds - before.seconds) / seconds)
    let needed = Int((seconds / (Self.tokenLifetime / .seconds(1) * 0.9)).rounded(.up))
    let columns = [
      "\(count)", "\(counts.renewals) (\(needed))", "\(counts.mostRenewing)",
      "\(Int(Double(counts.admitted) / seconds)) (\(Self.rate))", percent(share(counts.hits)),
      percent(share(counts.localHits)), "\(scripts)", percent(cpu), "\(counts.absences)",
    ]
    return Result(
      instances: count, renewals: counts.renewals, needed: needed, hits: share(counts.hits), ownHits: share(counts.localHits),
      scripts: scripts, cpu: cpu, description: "| " + columns.joined(separator: " | ") + " |")
  }

  /// One instance of the app.
  private struct Instance: Sendable {
    let redis: RedisConnection
    let limits: RedisRateLimitStore
    let cache: RedisCacheStore
    /// Of the same size, for the comparison.
    let ownCache = MemoryCacheStore()

    init(_ url: String, onAbsence: @escaping @Sendable () -> Void) throws {
      redis = try RedisConnection(url) { if case .away = $0 { onAbsence() } }
      limits = RedisRateLimitStore(redis)
      cache = RedisCacheStore(redis, sealing: .plainText)
    }
  }

  private func useTokens(_ instance: Instance, _ tally: Tally, until end: ContinuousClock.Instant, _ number: Int) async {
    let provider = Provider(tally)
    let shared = SharedCredentials(provider, named: "sim", in: RedisCredentialVault(instance.redis), sealing: .plainText)
    let store = CredentialStore(shared)
    while ContinuousClock.now < end {
      if (try? await store.credential()) == nil { tally.counts.withLock { $0.tokenFailures += 1 } }
      try? await Task.sleep(for: .milliseconds(100))
    }
  }

  private struct Provider: CredentialProvider {
    let tally: Tally
    init(_ tally: Tally) { self.tally = tally }

    func credential(for context: CredentialContext) async throws -> Credential {
      let number = tally.counts.withLock { counts in
        counts.renewals += 1
        counts.renewing += 1
        counts.mostRenewing = max(counts.mostRenewing, counts.renewing)
        return counts.renewals
      }
      try await Task.sleep(for: .milliseconds(80))
      tally.counts.withLock { $0.renewing -= 1 }
      return .bearer("token-\(number)").lasting(Simulation.tokenLifetime)
    }
  }

  private func useLimit(_ instance: Instance, _ tally: Tally, until end: ContinuousClock.Instant, _ number: Int) async {
    var policy = RateLimitPolicy(Self.rate)
    policy.capacity = 10
    // Twice the limit, by all together.
    let pause = Duration.seconds(Double(count) / Double(2 * Self.rate))
    var next = ContinuousClock.now + pause * Double.random(in: 0..<1)
    while true {
      let now = ContinuousClock.now
      guard now < end else { return }
      if next > now { try? await Task.sleep(for: min(next - now, end - now)) }
      next += pause
      while ContinuousClock.now < end {
        let turn = await instance.limits.take(from: "https://api.example.com", by: policy)
        if turn.wait <= .zero {
          tally.counts.withLock { $0.admitted += 1 }
          break
        }
        try? await Task.sleep(for: turn.wait)
      }
      // A call that waits longer than its turn does not make up for the calls before it.
      next = max(next, ContinuousClock.now - pause)
    }
  }

  private func useCache(_ instance: Instance, _ tally: Tally, until end: ContinuousClock.Instant, _ number: Int) async {
    let pause = Duration.seconds(Double(count) / Double(2 * Self.rate))
    var next = ContinuousClock.now + pause * Double.random(in: 0..<1)
    while ContinuousClock.now < end {
      let now = ContinuousClock.now
      if next > now { try? await Task.sleep(for: min(next - now, end - now)) }
      next = max(next + pause, now - pause)
      // Zipf, as a power of a uniform number: a tenth of the keys gets about half of the requests.
      let key = CacheKey(
        target: "https://api.example.com/\(Int(pow(Double.random(in: 0..<1), 3) * Double(Self.keys)))", identity: "app")
      let found = (try? await instance.cache.responses(for: key)) ?? []
      let own = instance.ownCache.responses(for: key)
      tally.counts.withLock { counts in
        if found.isEmpty { counts.misses += 1 } else { counts.hits += 1 }
        if !own.isEmpty { counts.localHits += 1 }
      }
      if found.isEmpty { try? await instance.cache.store(Self.answer, for: key) }
      if own.isEmpty { instance.ownCache.store(Self.answer, for: key) }
    }
  }

  static var answer: StoredResponse {
    StoredResponse(
      requestTime: Date(), responseTime: Date(),
      head: .init(status: .ok, headerFields: [.cacheControl: "max-age=60", .contentType: "application/json"]),
      body: Data(repeating: UInt8(ascii: "x"), count: 1_000), variant: [:])
  }
}
