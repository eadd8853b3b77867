import HTTPTypes
import RefineryCore
import RefineryParts
import RefineryTesting
import Testing

@Suite struct ConnectionCountTests {
  private let row = Endpoint("Feed.events", .get, "feed")
  private let policy = Reconnection(retries: 2, delay: .seconds(1), maximumDelay: .seconds(3), retryAfterCap: .seconds(5))
  private var lost: CallError { CallError(.sending, row, underlying: TransportError(.connectionLost, phase: .receiving)) }

  /// The error of a link that refuses the call for this time.
  private func refused(for time: Duration) -> CallError {
    struct Busy: Refusal, SafelyDescribed {
      let retryAfter: Duration?
      let description = "busy"
    }
    return CallError(.sending, row, underlying: Busy(retryAfter: time))
  }

  @Test("the waits grow until a connection makes progress")
  func waits() throws {
    var count = ConnectionCount(policy)
    let waits = try (0..<3).map { _ in try count.wait(random: 1) }
    #expect(waits == [.seconds(1), .seconds(2), .seconds(3)])
    count.ended(isUseful: true)
    #expect(try count.wait(random: 1) == .seconds(3))
    count.progressed()
    #expect(try count.wait(random: 0.5) == .seconds(0.5))
  }

  @Test("the last error is thrown after the permitted number of failures in a row")
  func failures() throws {
    var count = ConnectionCount(policy)
    for _ in 0..<2 {
      count.ended()
      #expect(try count.wait(after: lost, random: 0) == .zero)
    }
    count.ended()
    #expect(!count.mayContinue && count.failures == 3)
    let error = #expect(throws: CallError.self) { try count.wait(after: lost, random: 0) }
    #expect(error?.underlying is TransportError)
    count.ended(isUseful: true)
    #expect(count.mayContinue)
  }

  @Test("only bytes beyond those of all earlier connections are progress")
  func positions() {
    var count = ConnectionCount(policy, at: 10)
    count.ended(at: 10)
    count.ended(at: 5)
    #expect(count.failures == 2)
    count.ended(at: 11)
    #expect(count.failures == 0)
    count.ended(at: 11)
    #expect(count.failures == 1)
  }

  @Test("the server's longer time is added, and one above the limit of the policy is the error")
  func asked() throws {
    var count = ConnectionCount(policy)
    #expect(try count.wait(after: refused(for: .seconds(4)), atLeast: .seconds(2), random: 0) == .seconds(4))
    #expect(try count.wait(after: refused(for: .seconds(1)), atLeast: .seconds(2), random: 0) == .seconds(2))
    #expect(throws: CallError.self) { try count.wait(after: refused(for: .seconds(6)), random: 0) }
  }
}
