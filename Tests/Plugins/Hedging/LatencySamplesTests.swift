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
}
