import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@testable import RefineryMock

@Suite("S08: which requests have a fault") struct FaultSelectionTests {
  private let clock = ManualClock()
  private var callClock: CallClock {
    CallClock(clock, date: { Date(timeIntervalSince1970: 784_111_777) })
  }

  /// The faults of one request after another.
  private func faults(
    _ faults: MockFaults, _ rows: [String?], token: String? = nil
  ) -> [String] {
    var request = MockRequest(method: .get, target: "/")
    request.fields[.authorization] = token.map { "Bearer \($0)" }
    let clock = callClock
    return rows.map { row in
      faults.select(for: request, of: row, at: clock).faults.map(\.description).joined(separator: " + ")
    }
  }

  @Test("S08: a fault is for one row, for rows by prefix, or for all requests")
  func rows() throws {
    let plan = MockFaults()
    try plan.add(.empty, to: "Person.read")
    try plan.add(.delay(.seconds(1)), to: "Person.*")
    try plan.add(.reset)
    #expect(
      faults(plan, ["Person.read", "Person.create", "Pet.read", nil])
        == ["empty + delay 1s + reset", "delay 1s + reset", "reset", "reset"])
  }

  @Test("S08: a fault is for the next requests, or for every third")
  func often() throws {
    let plan = MockFaults()
    try plan.add(.empty, times: 2)
    try plan.add(.reset, every: 3)
    #expect(faults(plan, Array(repeating: "A", count: 6)) == ["empty", "empty", "reset", "", "", "reset"])
    let both = MockFaults()
    try both.add(.empty, times: 1, every: 2)
    #expect(faults(both, ["A", "A", "A", "A"]) == ["", "empty", "", ""])
  }

  @Test("S08: of two faults that exclude each other, the first applies, and the other waits")
  func order() throws {
    let plan = MockFaults()
    try plan.add(.status(503), to: "A", times: 2)
    try plan.add(.status(429), to: "A", times: 1)
    try plan.add(.malformed, to: "A", times: 1)
    #expect(faults(plan, ["A", "A", "A", "A"]) == ["status 503 + malformed", "status 503", "status 429", ""])
  }

  @Test("S08: a probability is kept, and an equal seed gives equal choices")
  func chance() throws {
    func run(_ seed: UInt64) throws -> [String] {
      let plan = MockFaults(seed: seed)
      try plan.add(.reset, probability: 0.25)
      let first = faults(plan, Array(repeating: "A", count: 2000))
      plan.removeAll()
      try plan.add(.reset, probability: 0.25)
      #expect(faults(plan, Array(repeating: "A", count: 2000)) == first)
      return first
    }
    let first = try run(1)
    #expect((400...600).contains(first.count { $0 == "reset" }))
    #expect(try run(1) == first)
    #expect(try run(2) != first)
  }

  @Test("S08: delays have the distribution that was asked for")
  func delays() throws {
    func sample(_ delay: MockFault.Delay) throws -> [Duration] {
      let plan = MockFaults(seed: 7)
      try plan.add(.delay(delay))
      let clock = callClock
      return (0..<4000).map { _ in plan.select(for: MockRequest(method: .get, target: "/"), of: nil, at: clock).delay }.sorted()
    }
    #expect(try sample(.fixed(.seconds(2))).allSatisfy { $0 == .seconds(2) })
    let uniform = try sample(.uniform(.seconds(1)...(.seconds(3))))
    #expect(uniform.first ?? .zero >= .seconds(1) && uniform.last ?? .zero <= .seconds(3))
    #expect(abs(uniform[2000] / .seconds(1) - 2) < 0.1)
    let logNormal = try sample(.logNormal(median: .seconds(1), sigma: 0.5))
    #expect(abs(logNormal[2000] / .seconds(1) - 1) < 0.1)
    // The quantile of 99 % is exp(2.326 * 0.5).
    #expect(abs(logNormal[3960] / .seconds(1) - 3.2) < 0.5)
    #expect(try sample(.logNormal(median: .seconds(86_400), sigma: 10)).allSatisfy { $0 <= .seconds(86_400) })
  }

  @Test("S08: a token expires for the requests that send it")
  func token() throws {
    let plan = MockFaults()
    try plan.add(.expiredToken("old"), to: "A")
    #expect(faults(plan, ["A"], token: "old") == ["expired-token <redacted>"])
    #expect(faults(plan, ["A"], token: "new") == [""])
    #expect(faults(plan, ["A"]) == [""])
  }

  @Test("S08: unused faults are listed")
  func unused() throws {
    let plan = MockFaults()
    try plan.add(.status(503), to: "A", times: 2)
    try plan.add(.delay(.seconds(1)), to: "B")
    #expect(plan.unused == ["A: status 503, times 2 (0 of 2)", "B: delay 1s (0 of 1)"])
    _ = faults(plan, ["A", "B", "B"])
    #expect(plan.unused == ["A: status 503, times 2 (1 of 2)"])
    _ = faults(plan, ["A"])
    #expect(plan.unused == [])
  }

  @Test("S08: a rate limit counts the requests of each row in a window, and states the rest")
  func rateLimit() throws {
    let plan = MockFaults()
    try plan.add(.rateLimit(quota: 2, window: .seconds(10)))
    let clock = callClock
    func take(_ row: String) -> (status: Int?, limit: String?, retryAfter: String?) {
      let selected = plan.select(for: MockRequest(method: .get, target: "/"), of: row, at: clock)
      let limit = HTTPField.Name("RateLimit").flatMap { selected.fields[$0] }
      return (selected.response?.status, limit, selected.fields[.retryAfter])
    }
    #expect(take("A") == (nil, "\"mock\";r=1;t=10", nil))
    self.clock.advance(by: .milliseconds(3500))
    #expect(take("A") == (nil, "\"mock\";r=0;t=7", nil))
    #expect(take("A") == (429, "\"mock\";r=0;t=7", "7"))
    #expect(take("B") == (nil, "\"mock\";r=1;t=10", nil))
    self.clock.advance(by: .milliseconds(6500))
    #expect(take("A") == (nil, "\"mock\";r=1;t=10", nil))
    #expect(plan.uses.map(\.applied) == [1])
  }

  @Test("S08: Retry-After is a number of seconds or a date")
  func retryAfter() throws {
    let plan = MockFaults()
    try plan.add(.status(503, retryAfter: .seconds(2)), times: 1)
    try plan.add(.status(503, retryAfter: .date(seconds: 60)), times: 1)
    let clock = callClock
    let fields = (0..<2).map { _ in
      plan.select(for: MockRequest(method: .get, target: "/"), of: nil, at: clock).response?.fields[.retryAfter]
    }
    #expect(fields == ["2", "Sun, 06 Nov 1994 08:50:37 GMT"])
  }
}
