import HTTPTypes
import RefineryCore
import RefineryRateLimit
import RefineryTesting

extension RateLimitStoreContract {
  static let hints: [Check] = [
    Check("a pause refuses although there are tokens, and ends") { trial in
      let policy = RateLimitPolicy(10)
      await trial.apply(policy, to: "long") { $0.pause = .seconds(3_600) }
      try await trial.expectLongWait(by: policy, from: "long", "in a pause")
      await trial.apply(policy, to: "short") { $0.pause = .milliseconds(300) }
      try await trial.advance(.milliseconds(310))
      try await trial.expectToken(by: policy, from: "short", "a token after the pause")
    },
    Check("a later hint does not shorten a pause") { trial in
      let policy = RateLimitPolicy(10)
      await trial.apply(policy) { $0.pause = .seconds(3_600) }
      await trial.apply(policy) { $0.pause = .seconds(1) }
      await trial.apply(policy) { _ in }
      try await trial.expectLongWait(by: policy, "in the longer pause")
    },
    Check("a pause is never longer than the policy's longest pause") { trial in
      var policy = RateLimitPolicy(10)
      policy.maximumPause = .seconds(10)
      await trial.apply(policy) { $0.pause = .seconds(86_400) }
      let wait = try await trial.take(by: policy).wait
      try trial.expect(wait <= .seconds(11), "a wait of at most 10 seconds", saw: wait)
    },
    Check("Retry-After of a response pauses the bucket") { trial in
      let policy = RateLimitPolicy(10)
      let host = "h\(UInt64.random(in: 0 ... .max)).example"
      let bucket = "https://\(host)"
      let response = StubTransport(.status(503, headers: [.retryAfter: "3600"]))
      let limit = try RateLimitMiddleware(policy, store: trial.store)
      let request = Request(
        endpoint: Endpoint("contract", .get, "/"),
        head: HTTPRequest(method: .get, scheme: "https", authority: host, path: "/"),
        context: CallContext(number: 1, clock: .continuous, timeout: nil))
      _ = try await Next([limit], transport: response)(request)
      let wait = try await trial.store.take(from: bucket, by: policy).wait
      try trial.expect((.seconds(3_500) ... .seconds(3_601)).contains(wait), "a wait of about 3600 seconds", saw: wait)
    },
    Check("a status 429 without a time empties the bucket") { trial in
      let policy = RateLimitTrial.slow(5)
      await trial.apply(policy) { $0.isThrottled = true }
      try await trial.expectLongWait(by: policy, "for the next token")
    },
    Check("a lower rate and a lower capacity of the server apply") { trial in
      let policy = RateLimitPolicy(10)
      await trial.apply(policy, to: "rate") { $0.rate = 0.01 }
      let interval = try await trial.take(by: policy, from: "rate").interval
      try trial.expect((.seconds(99) ... .seconds(101)).contains(interval), "an interval of 100 seconds", saw: interval)
      let slow = RateLimitTrial.slow(10)
      await trial.apply(slow, to: "capacity") { $0.capacity = 2 }
      for _ in 0..<2 { try await trial.expectToken(by: slow, from: "capacity", "a token") }
      try await trial.expectLongWait(by: slow, from: "capacity", "for the third token")
    },
    Check("a hint only slows down: it raises neither the rate nor the capacity, and gives no tokens") { trial in
      let policy = RateLimitTrial.slow(2)
      let generous: @Sendable (inout RateLimitHint) -> Void = { hint in
        (hint.rate, hint.capacity, hint.remaining, hint.window) = (1_000, 1_000, 1_000, .seconds(60))
      }
      await trial.apply(policy, generous)
      for _ in 0..<2 { try await trial.expectToken(by: policy, "a token") }
      await trial.apply(policy, generous)
      await trial.apply(policy) { $0.pause = .zero }
      try await trial.expectLongWait(by: policy, "for the third token")
      let interval = try await trial.take(by: policy).interval
      try trial.expect(interval >= .seconds(3_599), "the interval of the policy, 3600 seconds", saw: interval)
    },
  ]

  static let windows: [Check] = [
    Check("a quota that is used up refuses until its window ends") { trial in
      let policy = RateLimitPolicy(10)
      await trial.apply(policy, to: "long") { ($0.remaining, $0.window) = (0, .seconds(3_600)) }
      try await trial.expectLongWait(by: policy, from: "long", "until the window ends")
      await trial.apply(policy, to: "short") { ($0.remaining, $0.window) = (0, .milliseconds(300)) }
      try await trial.advance(.milliseconds(310))
      try await trial.expectToken(by: policy, from: "short", "a token after the window")
    },
    Check("no more tokens are given than the server's quota has left") { trial in
      let policy = RateLimitPolicy(10)
      await trial.apply(policy) { ($0.remaining, $0.window) = (2, .seconds(3_600)) }
      for _ in 0..<2 { try await trial.expectToken(by: policy, "a token") }
      try await trial.expectLongWait(by: policy, "until the window ends")
    },
    Check("of responses of one window, the one that leaves the fewest requests applies, in any order") { trial in
      let policy = RateLimitPolicy(10)
      await trial.apply(policy) { ($0.remaining, $0.window) = (0, .seconds(3_600)) }
      await trial.apply(policy) { ($0.remaining, $0.window) = (5, .seconds(3_600)) }
      try await trial.expectLongWait(by: policy, "until the window ends")
    },
    Check("a response of a later window starts a new quota") { trial in
      let policy = RateLimitPolicy(10)
      await trial.apply(policy) { ($0.remaining, $0.window) = (0, .seconds(1_800)) }
      await trial.apply(policy) { ($0.remaining, $0.window) = (5, .seconds(3_600)) }
      try await trial.expectToken(by: policy, "a token of the new quota")
    },
  ]
}
