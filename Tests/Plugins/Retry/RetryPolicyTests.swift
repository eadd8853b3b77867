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
        "retries must not be negative, but is -1", "budget.tokens must not be negative, but is -500",
        "budget.timeoutCost must not be negative, but is -1", "retryAfterCap must not be negative, but is -1.0 seconds",
        "reserve must not be negative, but is -0.005 seconds", "delay of 30.0 seconds is above maximumDelay of 20.0 seconds",
        "throttledDelay of 21.0 seconds is above maximumDelay of 20.0 seconds",
        "statuses must not contain 501: a retry cannot help", "statuses must not contain 505: a retry cannot help",
        "statuses must not contain a success, 200 to 299",
      ])
    let error = #expect(throws: UnusableSettings.self) { try RetryMiddleware(policy) }
    #expect(error?.type == "RetryPolicy" && error?.problems == policy.problems)
    #expect(error?.description == "unusable settings of RetryPolicy: \(policy.problems.joined(separator: "; "))")
    #expect(error?.description.contains("\n") == false)
  }

  @Test("L05: operators give retries as a whole number or null; anything else is refused")
  func overrides() throws {
    #expect(try RetriesKey.value(from: 0) == 0)
    #expect(try RetriesKey.value(from: 4) == 4)
    #expect(try RetriesKey.value(from: nil) == nil)
    for json: JSONValue in [-1, 101, 1.5, "3", true, [], 1e300] {
      #expect(throws: MappingError.self, "\(json)") { try RetriesKey.value(from: json) }
    }
  }

  @Test("L05: a row that is to be retried but may not be sent twice is a fault of its table")
  func rowProblems() {
    let declared = Options { $0.idempotent = true }
    #expect(RetriesKey.problems(of: 2, in: Endpoint("Person.read", .get, "people/{id}")).isEmpty)
    #expect(RetriesKey.problems(of: 0, in: Endpoint("Person.create", .post, "people")).isEmpty)
    #expect(RetriesKey.problems(of: nil, in: Endpoint("Person.create", .post, "people")).isEmpty)
    #expect(RetriesKey.problems(of: 2, in: Endpoint("Person.create", .post, "people", declared)).isEmpty)
    #expect(RetriesKey.problems(of: 2, in: Endpoint("Person.create", .post, "people")).count == 1)
    #expect(RetriesKey.problems(of: -1, in: Endpoint("Person.read", .get, "people")).count == 1)
  }

  @Test("L05: no retries, or a budget of nothing, switch retries off")
  func off() async throws {
    let free: (inout RetryPolicy) -> Void = {
      $0.budget.tokens = 0
      $0.budget.retryCost = 0
    }
    for change in [{ $0.retries = 0 }, { $0.budget.tokens = 0 }, free] as [(inout RetryPolicy) -> Void] {
      let fixture = RetryFixture(StubTransport(.status(503)))
      try await fixture.send(by: .standard(change))
      #expect(fixture.stub.requests.count == 1)
    }
  }

  @Test("L05: an endless number of retries with endless waits neither overflows nor traps")
  func extremes() async throws {
    let stub = StubTransport { Response(status: $0.retryCount < 299 ? .internalServerError : .ok) }
    let fixture = RetryFixture(stub, chance: 1)
    let retry = try RetryMiddleware.standard {
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
}
