#if Redis
  import RefineryCore
  import RefineryRateLimit
  import RefineryTesting
  import TestSupport
  import Testing

  @testable import RefineryRedis

  /// The bucket exists twice: in Swift, and in Lua.
  @Suite(
    "Redis: the script of the bucket", .enabled(if: RedisServer.program != nil, "\(RedisServer.isMissing)"),
    .timeLimit(.minutes(5)))
  struct TokenBucketScriptTests {
    private static func policy(_ random: inout SeededRandom, isAdaptive: Bool) -> RateLimitPolicy {
      var policy = RateLimitPolicy(1)
      policy.rate = [0.5, 1, 4, 10, 100, 3][Int.random(in: 0..<6, using: &random)]
      policy.capacity = [1, 2, 5, 20][Int.random(in: 0..<4, using: &random)]
      policy.maximumPause = [.seconds(3_600), .seconds(20)][Int.random(in: 0..<2, using: &random)]
      // The script tells waiting callers different waits, which the memory store does not. With no wait allowed, it does not
      // either.
      policy.maximumWait = .zero
      policy.isAdaptive = isAdaptive
      return policy
    }

    private static func hint(_ random: inout SeededRandom) -> RateLimitHint {
      func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
      func time() -> Duration { .milliseconds(Int.random(in: 0..<8_000, using: &random)) }
      var hint = RateLimitHint()
      if one(in: 6) { hint.pause = time() }
      if one(in: 3) { (hint.remaining, hint.window) = (Int.random(in: 0..<6, using: &random), time()) }
      if one(in: 12) { hint.remaining = 1 }
      if one(in: 12) { hint.window = .seconds(2) }
      if one(in: 8) { hint.rate = [0, 0.25, 0.5, 2, 8, 1_000][Int.random(in: 0..<6, using: &random)] }
      if one(in: 8) { hint.capacity = Int.random(in: 0..<8, using: &random) }
      if one(in: 6) { hint.isThrottled = true }
      return hint
    }

    @Test("T02: the script and the memory store give the same tokens and waits", arguments: 0..<4)
    func same(_ part: Int) async throws {
      let setup = try await StoreContractTests.Setup()
      for seed in (part * 16)..<(part * 16 + 16) { try await same(seed, on: setup) }
    }

    private func isNear(_ left: Duration, _ right: Duration, _ tolerance: Duration) -> Bool {
      max(left, right) - min(left, right) <= tolerance
    }

    private func same(_ seed: Int, on setup: StoreContractTests.Setup) async throws {
      try await setup.undisturbed {
        var random = SeededRandom(seed: UInt64(seed))
        let clock = JumpingClock()
        let call = CallClock(clock)
        let memory = MemoryRateLimitStore(clock: call)
        let start = call.now
        // A time in whole microseconds, as that of a server.
        let redis = RedisRateLimitStore(
          setup.redis, clock: call, time: { .seconds(1_700_000_000) + (call.now - start) })
        let bucket = "random \(UInt64.random(in: 0 ... .max))"
        let policy = Self.policy(&random, isAdaptive: seed % 2 == 1)
        var differences: [String] = []
        // The script rounds waits up to microseconds.
        var tolerance = Duration.microseconds(2)
        for step in 0..<500 where differences.isEmpty {
          switch Int.random(in: 0..<10, using: &random) {
          case 0..<5:
            var (ours, theirs) = (memory.take(from: bucket, by: policy), await redis.take(from: bucket, by: policy))
            // Which of both has rounded to a token is chance: the other one gets it now. At a full bucket, that one has lost
            // the time, and a lower rate multiplies it.
            if (ours.wait <= .zero) != (theirs.wait <= .zero), max(ours.wait, theirs.wait) <= tolerance {
              clock.jump(by: tolerance)
              tolerance = .milliseconds(1)
              if ours.wait > .zero {
                ours = memory.take(from: bucket, by: policy)
              } else {
                theirs = await redis.take(from: bucket, by: policy)
              }
            }
            let isSame =
              (ours.wait <= .zero) == (theirs.wait <= .zero) && isNear(ours.wait, theirs.wait, tolerance)
              && isNear(ours.interval, theirs.interval, tolerance)
            if !isSame { differences.append("\(step): memory \(ours), script \(theirs)") }
          case 5:
            let hint = Self.hint(&random)
            memory.apply(hint, to: bucket, by: policy)
            await redis.apply(hint, to: bucket, by: policy)
          case 6: clock.jump(by: .milliseconds(Int.random(in: 0..<5_000, using: &random)))
          case 7 where Int.random(in: 0..<20, using: &random) == 0:
            clock.jump(by: .milliseconds(-Int.random(in: 0..<60_000, using: &random)))
          default: clock.jump(by: .microseconds(Int.random(in: 0..<400_000, using: &random)))
          }
        }
        try #require(differences == [], "seed \(seed), \(policy)")
      }
    }
  }
#endif
