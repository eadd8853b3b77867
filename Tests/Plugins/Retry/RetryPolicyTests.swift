import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@testable import RefineryRetry

@Suite("Retry policy and Retry-After")
struct RetryPolicyTests {
  @Test("L05: the defaults have no faults; a policy that cannot be used is refused with every fault")
  func problems() throws {
    #expect(RetryPolicy().problems.isEmpty)
    var policy = RetryPolicy()
    policy.retries = -1
    policy.delay = .seconds(30)
    policy.throttledDelay = .seconds(21)
    policy.retryAfterCap = .seconds(-1)
    policy.reserve = .milliseconds(-5)
    policy.budget.tokens = -500
    policy.budget.timeoutCost = -1
    policy.statuses = StatusSet(204...204, 500...599)
    #expect(
      policy.problems == [
        "retries must not be negative, not -1", "budget.tokens must not be negative, not -500",
        "budget.timeoutCost must not be negative, not -1", "retryAfterCap must not be negative, not -1.0 seconds",
        "reserve must not be negative, not -0.005 seconds", "delay of 30.0 seconds is above maximumDelay of 20.0 seconds",
        "throttledDelay of 21.0 seconds is above maximumDelay of 20.0 seconds",
        "statuses must not hold 501, which no retry can mend", "statuses must not hold 505, which no retry can mend",
        "statuses must not hold a success, 200 to 299",
      ])
    let error = #expect(throws: UnusableRetryPolicy.self) { try RetryMiddleware(policy) }
    #expect(error?.problems == policy.problems)
    #expect(error?.description.contains("\n") == false)
  }

  @Test("L05: operators give retries as a whole number or null; anything else is refused")
  func overrides() throws {
    #expect(try Retries.value(from: 0) == 0)
    #expect(try Retries.value(from: 4) == 4)
    #expect(try Retries.value(from: nil) == nil)
    for json: JSONValue in [-1, 101, 1.5, "3", true, [], 1e300] {
      #expect(throws: InvalidSetting.self, "\(json)") { try Retries.value(from: json) }
    }
  }

  @Test("L05: a row that is to be retried but may not be sent twice is a fault of its table")
  func rowProblems() {
    let declared = Options().setting(Idempotent.self, true)
    #expect(Retries.problems(of: 2, in: Endpoint("Person.read", .get, "people/{id}")).isEmpty)
    #expect(Retries.problems(of: 0, in: Endpoint("Person.create", .post, "people")).isEmpty)
    #expect(Retries.problems(of: nil, in: Endpoint("Person.create", .post, "people")).isEmpty)
    #expect(Retries.problems(of: 2, in: Endpoint("Person.create", .post, "people", declared)).isEmpty)
    #expect(Retries.problems(of: 2, in: Endpoint("Person.create", .post, "people")).count == 1)
    #expect(Retries.problems(of: -1, in: Endpoint("Person.read", .get, "people")).count == 1)
  }

  @Test("L05: no retries, or a budget of nothing, switch retries off")
  func off() async throws {
    let free: (inout RetryPolicy) -> Void = {
      $0.budget.tokens = 0
      $0.budget.retryCost = 0
    }
    for change in [{ $0.retries = 0 }, { $0.budget.tokens = 0 }, free] as [(inout RetryPolicy) -> Void] {
      let fixture = RetryFixture(StubTransport(.status(503)))
      try await fixture.send(by: .certain(change))
      #expect(fixture.stub.requests.count == 1)
    }
  }

  @Test("L05: an endless number of retries with endless waits neither overflows nor traps")
  func extremes() async throws {
    let fixture = RetryFixture(StubTransport { Response(status: $0.retryCount < 299 ? .internalServerError : .ok) })
    let retry = try RetryMiddleware.certain(chance: 1) {
      $0.retries = .max
      $0.delay = .nanoseconds(1)
      $0.maximumDelay = .seconds(1_000_000)
      $0.budget.retryCost = 0
    }
    #expect(try await fixture.send(by: retry).head.status == .ok)
    #expect(fixture.clock.slept.allSatisfy { (.zero ... .seconds(1_000_000)).contains($0) })
    #expect(fixture.clock.slept.last.map { $0 > .seconds(999_999) } == true)
    #expect(fixture.clock.slept.count == 299)
  }

  @Test(
    "L05: all three forms of an HTTP date are read",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
      ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Sun Nov 16 08:49:37 1994", 784_975_777),
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799),
      ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000), ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
      ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799), ("Mon, 01 Jan 1900 00:00:00 GMT", -2_208_988_800),
      // Seen from 2025, 76 is the last century's and 75 is half a century ahead.
      ("Friday, 01-Jan-76 00:00:00 GMT", 189_302_400), ("Tuesday, 01-Jan-75 00:00:00 GMT", 3_313_526_400),
    ])
  func dates(text: String, seconds: Int64) {
    #expect(HTTPDate.seconds(text, now: 1_750_000_000) == seconds)
  }

  @Test(
    "L05: what is no HTTP date is nothing, and never a trap",
    arguments: [
      "", " ", ",", "Sun,", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
      "Son, 06 Nov 1994 08:49:37 GMT", "Sun, 32 Nov 1994 08:49:37 GMT", "Tue, 29 Feb 2023 00:00:00 GMT",
      "Thu, 29 Feb 1900 00:00:00 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nop 1994 08:49:37 GMT",
      "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
      "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49:37:00 GMT",
      "Sun, 06 Nov 1994 08::37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 06--94 08:49:37 GMT",
      "Sun Nov 006 08:49:37 1994", "Sun Nov 6 08:49:37 99999999999999999999", "Sun, +6 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT", "Sun, ٠٦ Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z",
    ])
  func garbage(text: String) {
    #expect(HTTPDate.seconds(text, now: 1_750_000_000) == nil)
  }

  @Test("L05: a wall clock that is out of range does not trap")
  func brokenWallClock() {
    for seconds in [Double.nan, .infinity, -.infinity, 1e300] {
      let wait = RetryAfter.wait([.retryAfter: "Thu, 01 Jan 1970 00:00:09 GMT"]) { Date(timeIntervalSince1970: seconds) }
      #expect(wait == .seconds(9))
    }
    for text in ["12 ", " 12", "12"] { #expect(RetryAfter.wait([.retryAfter: text], now: Date.init) == .seconds(12)) }
    for text in ["1 2", "1.5", "+3", "--3", "3s"] { #expect(RetryAfter.wait([.retryAfter: text], now: Date.init) == nil) }
  }
}
