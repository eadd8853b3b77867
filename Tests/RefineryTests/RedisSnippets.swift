#if Redis && Signing
  import Crypto
  import Foundation
  import Logging
  import Refinery
  import RefineryCache
  import RefineryCircuitBreaker
  import RefineryRateLimit
  import RefineryRedis
  import RefinerySigning

  // The Swift blocks of RefineryRedis.md. DocumentationTests compares them, imports included.

  func fleet(_ tokens: OAuth2Grant, _ secret: SymmetricKey, _ logger: Logger) throws -> Client {
    let redis = try RedisConnection("redis://cache.internal:6379") { state in
      logger.notice("Redis is \(state)")
    }
    let client = Client(
      baseURL: "https://api.example.com",
      middleware: [
        CacheMiddleware(for: .each { _ in "app" }),
        RetryMiddleware(),
        AuthMiddleware(tokens),
        try RateLimitMiddleware(RateLimitPolicy(500)),
        try CircuitBreakerMiddleware(),
      ])
    return try client.shared(through: redis, named: "billing", sealing: .aesGCM(secret))
  }

  /// What it needs of the app's client, such as INCRBY and PEXPIRE.
  protocol SharedCounter: Sendable {
    /// Adds to a number, which ends after a while, and returns the sum.
    func add(_ amount: Int, to key: String, endingAfter lifetime: Duration) async throws -> Int
  }

  struct WindowStore: RateLimitStore {
    let counter: any SharedCounter
    let clock = CallClock.continuous

    func take(from bucket: String, by policy: RateLimitPolicy) async throws -> (wait: Duration, interval: Duration) {
      let interval = Duration.seconds(1 / policy.rate)
      // A pause is a counter that is not zero until it ends.
      if try await counter.add(0, to: "pause \(bucket)", endingAfter: .zero) > 0 { return (.seconds(1), interval) }
      let now = clock.date.timeIntervalSince1970
      let count = try await counter.add(1, to: "\(bucket) \(Int(now))", endingAfter: .seconds(10))
      return Double(count) <= policy.rate ? (.zero, interval) : (.seconds(1 - now + now.rounded(.down)), interval)
    }

    func apply(_ hint: RateLimitHint, to bucket: String, by policy: RateLimitPolicy) async {
      guard let pause = hint.pause else { return }
      _ = try? await counter.add(1, to: "pause \(bucket)", endingAfter: min(pause, policy.maximumPause))
    }
  }
#endif
