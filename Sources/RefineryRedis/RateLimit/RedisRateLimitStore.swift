#if Redis
  import RefineryCore
  import RefineryParts
  public import RefineryRateLimit
  import Synchronization

  /// Keeps the buckets of rate limits in Redis, so that all instances of an app share one limit.
  ///
  /// ```swift
  /// let limit = try RateLimitMiddleware(RateLimitPolicy(500), store: RedisRateLimitStore(redis))
  /// ```
  ///
  /// Each attempt costs one script, and one more for each wait and for each response with a hint. The times are those of the
  /// server, so the clocks of the instances do not matter. Hints of responses, also `Retry-After`, slow all instances down.
  ///
  /// While the server is away, or refuses the script, each instance admits its share by buckets of its own: the limit divided
  /// by the number of instances that have used the limit within the last 15 seconds before. Hints then apply to the instance
  /// that got them. When the server is back, its buckets count again. The instances come back one after the other, within 1.5
  /// seconds; until then, the others still use their share. So an absence adds at most the tokens of 1.5 seconds and one
  /// burst of the policy's `capacity`, when it is over. An instance that starts during an absence takes itself for the only
  /// one.
  ///
  /// The names of buckets, by default origins, are readable in the server.
  public final class RedisRateLimitStore: RateLimitStore {
    private static let presenceInterval = Duration.seconds(5)
    /// After a late reply, the call asks again after this time.
    private static let pause = Duration.milliseconds(10)
    private let redis: RedisConnection
    private let clock: CallClock
    /// The buckets of this instance, for the time when the server is away.
    private let own: MemoryRateLimitStore
    private let presence = Mutex(Presence())
    /// The time of a test, instead of that of the server.
    private let time: (@Sendable () -> Duration)?

    private struct Presence {
      /// When this instance last told the server that it is there.
      var told: Duration?
      var instances = 1
      /// The buckets of this instance that were emptied at their first use in this absence of the server.
      var begun: Set<ExactText> = []
    }

    /// Creates a store.
    public convenience init(_ redis: RedisConnection) { self.init(redis, clock: .continuous, time: nil) }

    init(_ redis: RedisConnection, clock: CallClock, time: (@Sendable () -> Duration)?) {
      self.redis = redis
      self.clock = clock
      self.time = time
      own = MemoryRateLimitStore(clock: clock)
    }

    /// The number of instances that shared the limit when the server was last asked, this one included. For a metric.
    public var instances: Int { presence.withLock { $0.instances } }

    /// Takes a token, or returns how long to wait for one.
    public func take(from bucket: String, by policy: RateLimitPolicy) async -> (wait: Duration, interval: Duration) {
      let tells = presence.withLock { presence in
        let now = clock.now
        guard presence.told.map({ now - $0 >= Self.presenceInterval }) ?? true else { return false }
        presence.told = now
        return true
      }
      do throws(RedisError) {
        let reply = try await TokenBucketScript.take.run(
          on: redis, keys: [key(bucket), "{\(redis.prefix)}:instances", "{\(redis.prefix)}:turns:\(bucket)"]
        ) {
          command in
          command.add(Self.microseconds(policy.interval))
          command.add(policy.capacity)
          command.add(Self.microseconds(policy.maximumWait))
          command.add(redis.instance)
          command.add(tells ? "1" : "0")
          if let time { command.add(Self.wholeMicroseconds(time())) }
        }
        guard let parts = reply.array, parts.count == 3, let wait = parts[0].integer, let interval = parts[1].integer,
          let count = parts[2].integer
        else { throw RedisError.unexpected }
        presence.withLock { presence in
          if count > 0 { presence.instances = Int(clamping: count) }
          presence.begun = []
        }
        return (.microseconds(wait), .microseconds(interval))
      } catch {
        if tells { presence.withLock { $0.told = nil } }
        switch (error, redis.state) {
        // One late reply is no absence. The share of a large app would be a long wait.
        case (.late, .available), (.busy, .available): return (Self.pause, policy.interval)
        // A refusal, such as that of a user without permission, may last.
        default: break
        }
        let isFirst = presence.withLock { presence in
          // A bucket for each user must not take memory without end.
          if presence.begun.count >= 10_000 { presence.begun = [] }
          return presence.begun.insert(ExactText(bucket)).inserted
        }
        if isFirst { empty(bucket, policy) }
        return own.take(from: bucket, by: share(of: policy))
      }
    }

    /// Empties a bucket of this instance, because the tokens of the shared one may just have been used.
    private func empty(_ bucket: String, _ policy: RateLimitPolicy) {
      var (share, hint) = (share(of: policy), RateLimitHint())
      share.isAdaptive = false
      hint.isThrottled = true
      own.apply(hint, to: bucket, by: share)
    }

    /// Applies the hint of a response to a bucket.
    public func apply(_ hint: RateLimitHint, to bucket: String, by policy: RateLimitPolicy) async {
      // The buckets of this instance learn it, too, in case that the server goes away.
      own.apply(hint, to: bucket, by: share(of: policy))
      _ = try? await TokenBucketScript.apply.run(on: redis, keys: [key(bucket)]) { command in
        command.add(Self.microseconds(policy.interval))
        command.add(policy.capacity)
        command.add(Self.microseconds(policy.maximumPause))
        command.add(policy.isAdaptive ? "1" : "0")
        command.add("\(policy.rate)")
        command.add(hint.pause.map(Self.microseconds) ?? "")
        command.add(hint.remaining.map { "\($0)" } ?? "")
        command.add(hint.window.map(Self.microseconds) ?? "")
        command.add(hint.rate.map { "\($0)" } ?? "")
        command.add(hint.capacity.map { "\($0)" } ?? "")
        command.add(hint.isThrottled ? "1" : "0")
        if let time { command.add(Self.wholeMicroseconds(time())) }
      }
    }

    /// What one of several instances may admit.
    private func share(of policy: RateLimitPolicy) -> RateLimitPolicy {
      let count = max(1, instances)
      var own = policy
      own.rate = max(policy.rate / Double(count), 1.0 / 86_400)
      own.capacity = max(1, policy.capacity / count)
      return own
    }

    private func key(_ bucket: String) -> String { "{\(redis.prefix)}:limit:\(bucket)" }

    /// A time as a whole number, or with decimals for the interval of a high rate.
    private static func microseconds(_ duration: Duration) -> String { "\(duration / .microseconds(1))" }

    /// A time as that of a server.
    private static func wholeMicroseconds(_ time: Duration) -> Int64 {
      let (seconds, attoseconds) = time.components
      return (seconds % 1_000_000_000_000) * 1_000_000 + attoseconds / 1_000_000_000_000
    }
  }
#endif
