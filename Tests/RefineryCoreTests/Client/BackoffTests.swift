import RefineryCore
import Testing

@Suite struct BackoffTests {
  @Test("L05: the bound of a wait doubles up to its maximum")
  func bounds() {
    let backoff = Backoff(from: .milliseconds(100), to: .seconds(1))
    let waits = [0, 1, 2, 3, 4, .max].map { backoff.wait(after: $0, random: 1) }
    #expect(waits == [100, 200, 400, 800, 1_000, 1_000].map { .milliseconds($0) })
    #expect(backoff.wait(after: 2, random: 0.25) == .milliseconds(100))
  }

  @Test("L05: bounds of zero and below, and numbers outside the range, cause no negative wait")
  func faultyValues() {
    #expect(Backoff(from: .zero, to: .seconds(1)).wait(after: .max, random: 1) == .zero)
    #expect(Backoff(from: .seconds(-1), to: .seconds(-2)).wait(after: 3, random: 1) == .zero)
    let backoff = Backoff(from: .seconds(1), to: .seconds(1))
    #expect([-1, .nan, 0].allSatisfy { backoff.wait(after: 0, random: $0) == .zero })
    #expect(backoff.wait(after: 0, random: .infinity) == .seconds(1))
  }
}
