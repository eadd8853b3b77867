import Testing

@testable import RefineryHedging

@Suite("The measured times of a row")
struct LatencySamplesTests {
  @Test("only the last 512 times count")
  func lastTimes() {
    var policy = HedgingPolicy()
    policy.percentile = 0.999
    var samples = LatencySamples()
    for _ in 0..<512 { samples.add(.seconds(9)) }
    for _ in 0..<512 { samples.add(.seconds(1)) }
    #expect(samples.delay(policy) == .seconds(1))
  }

  @Test("a second request waits at least for the minimum, however quick the row is")
  func minimum() {
    var policy = HedgingPolicy()
    policy.minimumDelay = .milliseconds(50)
    var samples = LatencySamples()
    for _ in 0..<512 { samples.add(.milliseconds(1)) }
    #expect(samples.delay(policy) == .milliseconds(50))
  }

  @Test("the percentile applies as soon as the minimum of requests is measured")
  func minimumSamples() {
    var samples = LatencySamples()
    for _ in 0..<99 { samples.add(.milliseconds(1)) }
    #expect(samples.delay(HedgingPolicy()) == nil)
    samples.add(.milliseconds(1))
    #expect(samples.delay(HedgingPolicy()) == .milliseconds(1))
  }

  @Test("the percentile is that of the policy", arguments: [(0.5, 51), (0.95, 96), (0.999, 100)])
  func percentile(percentile: Double, milliseconds: Int) {
    var policy = HedgingPolicy()
    policy.percentile = percentile
    var samples = LatencySamples()
    for time in (1...100).reversed() { samples.add(.milliseconds(time)) }
    #expect(samples.delay(policy) == .milliseconds(milliseconds))
  }

  @Test("the percentile is computed again after 16 requests")
  func again() {
    var samples = LatencySamples()
    for _ in 0..<100 { samples.add(.milliseconds(1)) }
    #expect(samples.delay(HedgingPolicy()) == .milliseconds(1))
    for _ in 0..<15 { samples.add(.seconds(9)) }
    #expect(samples.delay(HedgingPolicy()) == .milliseconds(1))
    samples.add(.seconds(9))
    #expect(samples.delay(HedgingPolicy()) == .seconds(9))
  }
}
