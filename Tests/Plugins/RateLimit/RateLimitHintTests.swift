import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryRateLimit
import RefineryTesting
import TestSupport
import Testing

@Suite("RateLimitMiddleware: the server's hints", .timeLimit(.minutes(5)))
struct RateLimitHintTests {
  /// Sends one call that gets the response, then `count` more; returns how long the bucket held each of them back.
  private func waits(
    after status: Int = 200, _ fields: HTTPFields, count: Int = 1, _ change: (inout RateLimitPolicy) -> Void = { _ in }
  ) async throws -> [Duration] {
    let manual = ManualClock(advancesByItself: true)
    let clock = CallClock(manual, date: { Date(timeIntervalSince1970: 1_700_000_000) })
    var policy = RateLimitPolicy(1_000)
    policy.maximumWait = .seconds(86_400)
    change(&policy)
    let limit = try RateLimitMiddleware(policy, clock: clock)
    let next = Next([limit], transport: StubTransport(.status(status, headers: fields), .status(200)))
    return try await (0...count).asyncMap { _ in
      let started = clock.now
      _ = try await next(personRequest(clock: clock))
      return clock.now - started
    }.dropFirst().map { $0 }
  }

  private let limit = HTTPField.Name.named("RateLimit")
  private let policies = HTTPField.Name.named("RateLimit-Policy")
  private let retryAfter = HTTPField.Name.named("Retry-After")

  @Test("Q02: RateLimit: no more requests than remain, until the time it names")
  func remaining() async throws {
    #expect(try await waits([limit: #""default";r=0;t=30"#]) == [.seconds(30)])
    #expect(try await waits([limit: #""default";r=2;t=30"#], count: 4) == [.zero, .zero, .seconds(30), .zero])
    // Of several limits, the one that leaves the fewest requests applies.
    #expect(
      try await waits([limit: #""day";r=900;t=3600, "burst";r=1;t=5;pk=:cHNr:"#], count: 2) == [.zero, .seconds(5)])
    // If several limits have the fewest remaining requests, the one with the longest window applies, in any order.
    #expect(try await waits([limit: #""burst";r=0;t=1, "day";r=0;t=90"#]) == [.seconds(90)])
    #expect(try await waits([limit: #""day";r=0;t=90, "burst";r=0;t=1"#]) == [.seconds(90)])
    #expect(try await waits([limit: #""a\"b\\";t=7;r=0;x;y=?1;z=1.5;v=token/1"#]) == [.seconds(7)])
  }

  @Test("Q02: RateLimit-Policy: the bucket is not faster than the slowest policy, and never faster than configured")
  func policy() async throws {
    let slow = try await waits([policies: #""burst";q=2;w=1,"minute";q=60;w=60"#], count: 4)
    #expect(slow == [.zero, .zero, .seconds(1), .seconds(1)])
    // A quota of a day may be used up at once: it sets no rate.
    #expect(try await waits([policies: #""day";q=2;w=86400"#], count: 4) == [.zero, .zero, .zero, .zero])
    let paused = try await waits([policies: #""minute";q=1;w=60"#], count: 3) { $0.maximumPause = .seconds(5) }
    #expect(paused == [.zero, .seconds(5), .seconds(5)], "no token takes longer than the longest pause")
    #expect(try await waits([policies: #""fast";q=1000000;w=1"#]) { $0 = RateLimitPolicy(1) } == [.seconds(1)])
    #expect(try await waits([policies: #""bytes";q=1;w=60;qu="content-bytes""#], count: 3) == [.zero, .zero, .zero])
    // A quota of bytes does not limit the number of requests.
    #expect(
      try await waits(
        [policies: #""bytes";q=9;w=90;qu="content-bytes""#, limit: #""bytes";r=1;t=30, "all";r=2;t=5"#], count: 3)
        == [.zero, .zero, .seconds(5)])
    #expect(try await waits([policies: #""none";q=0;w=60"#, limit: #""none";r=5"#], count: 3) == [.zero, .zero, .zero])
  }

  @Test("Q02: Retry-After of 429 and 503 pauses the bucket for all calls, and takes precedence")
  func pause() async throws {
    #expect(try await waits(after: 429, [retryAfter: "20"]) == [.seconds(20)])
    #expect(try await waits(after: 503, [retryAfter: "20"]) == [.seconds(20)])
    #expect(try await waits(after: 429, [retryAfter: "20", limit: #""default";r=0;t=90"#]) == [.seconds(20)])
    #expect(
      try await waits(after: 429, [retryAfter: "Tue, 14 Nov 2023 22:13:30 GMT"]) == [.seconds(10)], "the injected date counts")
    // A time of zero leaves a quota that is used up as it is.
    #expect(try await waits(after: 429, [retryAfter: "0", limit: #""default";r=0;t=30"#]) == [.seconds(30)])
    // Of another status, it says where the client should look later, not that it sends too much.
    #expect(try await waits(after: 301, [retryAfter: "20"]) == [.zero])
    // A pause that a server exaggerates ends by the policy.
    #expect(try await waits(after: 429, [retryAfter: "999999999999"]) == [.seconds(3_600)])
    // A refusal without a time empties the bucket.
    #expect(try await waits(after: 429, [:]) { $0 = RateLimitPolicy(10) } == [.milliseconds(100)])
  }

  @Test("Q02: X-RateLimit fields count only when the policy names them; a reset is a number of seconds or a Unix time")
  func legacy() async throws {
    let remaining = HTTPField.Name.named("X-RateLimit-Remaining"), reset = HTTPField.Name.named("X-RateLimit-Reset")
    #expect(try await waits([remaining: "0", reset: "30"]) == [.zero])
    for (value, expected) in [("30", 30), ("1700000045", 45), ("1600000000", 0), ("-5", 0), ("soon", 0), ("", 0)] {
      let waits = try await waits([remaining: "0", reset: value]) { $0.hints = [.legacyFields] }
      #expect(waits == [.seconds(expected)], "\(value)")
    }
    #expect(try await waits([limit: #""default";r=0;t=30"#]) { $0.hints = [.legacyFields] } == [.zero])
    let both: HTTPFields = [limit: #""default";r=5;t=30"#, remaining: "0", reset: "60"]
    #expect(try await waits(both) { $0.hints = [.fields, .legacyFields] } == [.zero], "the standard field takes precedence")
  }

  @Test("Q02: what another origin says after a redirect does not change the bucket", arguments: [429, 503])
  func elsewhere(status: Int) async throws {
    let clock = CallClock(ManualClock(advancesByItself: true))
    let stub = StubTransport { request in
      guard request.head.authority == "api.example" else {
        return Response(status: HTTPResponse.Status(code: status), headers: [.retryAfter: "20"])
      }
      return Response(status: .found, headers: [.location: "https://other.example/"])
    }
    let middleware = try RateLimitMiddleware(RateLimitPolicy(1_000), clock: clock)
    var request = personRequest(clock: clock)
    request.options = request.options.merging(Options { $0.redirects = .anyOrigin })
    #expect(try await Next([middleware, RedirectMiddleware()], transport: stub)(request).head.status.code == status)
    let started = clock.now
    _ = try await Next([middleware], transport: StubTransport(.status(200)))(personRequest(clock: clock))
    #expect(clock.now == started)
  }

  @Test(
    "Q02: a malformed hint changes nothing",
    arguments: [
      #"default;r=0;t=30"#, #""default";r=0;t=30,"#, #""default";r=0;t=30;"#, #""default;r=0;t=30"#, #""default" r=0;t=30"#,
      #""default";r=-1;t=30"#, #""default";r=0;t=-30"#, #""default";r=0.0;t=30"#, #""default";r="0";t=30"#,
      #""default";r;t=30"#,
      #""default";r=0"#, #""default";R=0;t=30"#, #"("default");r=0;t=30"#, #""default";r=0;t=9999999999999999"#,
      #""default";r=0;t=30.1234"#, #""default";r=;t=30"#, #""default";r=0;t=30;x=@"#, #""def\ault";r=0;t=30"#, "", " ", ";",
      ",",
      #"limit=100, remaining=0, reset=30"#, #""default";r=0;t=30;y=?2"#, #""default";r=0;t=30;b=:a"#, #""dé";r=0;t=30"#,
      #""default";r=0;t=0"#, #""default";q=1;w=60"#,
    ])
  func malformed(text: String) async throws {
    #expect(try await waits([limit: text]) == [.zero])
    let rate = text.replacing(";r=", with: ";q=").replacing(";t=", with: ";w=")
    if rate != #""default";q=1;w=60"# { #expect(try await waits([policies: rate], count: 3) == [.zero, .zero, .zero]) }
  }

  @Test("no field, however random, traps the parser or holds a call back longer than the policy allows")
  func random() async throws {
    var random = SeededRandom(seed: 14)
    let alphabet = Array(#""";;;===,rtqw0159-.?:@%()*\ ax"#)
    for _ in 0..<3_000 {
      let text = String((0..<Int.random(in: 0...24, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "a" })
      let waits = try await waits([limit: text, policies: text, retryAfter: text])
      #expect(waits.allSatisfy { $0 <= .seconds(86_400) })
    }
  }

  @Test("aws-sdk-go-v2#3550: the adaptive rate falls after refusals, and rises again when the server takes more", .afterTheRush)
  func adaptive() async throws {
    let manual = ManualClock(advancesByItself: true)
    let clock = CallClock(manual)
    var policy = RateLimitPolicy(1_000)
    policy.isAdaptive = true
    let limit = try RateLimitMiddleware(policy, clock: clock)
    let server = Server(clock)
    let next = Next([limit], transport: StubTransport { _ in try await server.respond() })
    func send(for duration: Duration) async throws -> (taken: Double, refused: Double) {
      let end = clock.now + duration
      var taken = 0.0, refused = 0.0
      while clock.now < end {
        if try await next(personRequest(clock: clock)).head.status == .ok { taken += 1 } else { refused += 1 }
      }
      return (taken / (duration / .seconds(1)), refused / (duration / .seconds(1)))
    }
    server.rate.add(20)
    let first = try await send(for: .seconds(60))
    #expect(first.taken > 12 && first.refused < 8, "\(first)")
    server.rate.add(80)
    _ = try await send(for: .seconds(60))
    let second = try await send(for: .seconds(60))
    #expect(second.taken > 40, "\(second)")
    // A long pause without a call does not end the limit's tokens.
    try await clock.sleep(for: .seconds(600))
    let third = try await send(for: .seconds(60))
    #expect(third.taken > 30, "\(third)")
  }

  /// A server that takes a number of requests a second, each of which takes 5 ms.
  private final class Server: Sendable {
    let clock: CallClock
    let rate = Gathered<Double>()
    private let taken = Gathered<Duration>()

    init(_ clock: CallClock) { self.clock = clock }

    func respond() async throws -> Response {
      try await clock.sleep(for: .milliseconds(5))
      let now = clock.now
      let recent = taken.all.reversed().prefix { $0 > now - .seconds(1) }.count
      guard Double(recent) < rate.all.last ?? 0 else { return Response(status: .tooManyRequests) }
      taken.add(now)
      return Response(status: .ok)
    }
  }
}

extension Sequence {
  fileprivate func asyncMap<Output>(_ transform: (Element) async throws -> Output) async rethrows -> [Output] {
    var output: [Output] = []
    for element in self { output.append(try await transform(element)) }
    return output
  }
}
