import HTTPTypes
import RefineryCore
import Testing

@testable import RefineryTransport

@Suite struct TimersTests {
  private func request(timeout: Duration?, idle: Duration?, body: Body? = nil) -> Request {
    Request(
      endpoint: Endpoint("Any", .post, "any"),
      head: HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/"), body: body,
      options: Options { $0.idleTimeout = idle }, context: CallContext(timeout: timeout))
  }

  @Test("M07: the next check is at the earlier of deadline and idle timeout")
  func next() throws {
    let now = AlarmClock.now
    let soon = AlarmClock.instant(after: .seconds(1000))
    for (timeout, idle) in [(100_000, 10), (10, 100_000)] {
      let timers = Timers(request(timeout: .seconds(timeout), idle: .seconds(idle)))
      #expect(try #require(timers.next(lastActivity: now)) < soon)
    }
    #expect(Timers(request(timeout: nil, idle: nil)).next(lastActivity: now) == nil)
    #expect(try #require(Timers(request(timeout: nil, idle: .seconds(10))).next(lastActivity: now)) < soon)
    #expect(try #require(Timers(request(timeout: .seconds(100_000), idle: nil)).next(lastActivity: now)) > soon)
  }

  @Test("M07: where the idle timeout is reached, too, the error names the deadline")
  func both() {
    let timers = Timers(request(timeout: .zero, idle: .seconds(1)))
    #expect(timers.expired(lastActivity: 0)?.timer == .total)
    #expect(Timers(request(timeout: .seconds(100_000), idle: .seconds(1))).expired(lastActivity: 0)?.timer == .idle)
    #expect(Timers(request(timeout: .seconds(100_000), idle: nil)).expired(lastActivity: 0) == nil)
  }

  @Test("a body of no bytes is no content; a body of unknown length may be some")
  func content() {
    #expect(!request(timeout: nil, idle: nil).hasContent)
    #expect(!request(timeout: nil, idle: nil, body: Body("")).hasContent)
    #expect(request(timeout: nil, idle: nil, body: Body("x")).hasContent)
    #expect(request(timeout: nil, idle: nil, body: Body(AsyncStream { $0.finish() })).hasContent)
  }

  @Test("a Content-Length without a digit is malformed", arguments: ["", " ", "5,", ",5"])
  func emptyLength(value: String) {
    var fields: HTTPFields = [.contentLength: value]
    #expect(throws: TransportError.self) { try fields.takeContentLength() }
  }
}
