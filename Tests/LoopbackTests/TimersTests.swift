import HTTPTypes
import RefineryCore
import Testing

@testable import RefineryTransport

@Suite struct TimersTests {
  private func request(
    timeout: Duration?, idle: Duration?, body: Body? = nil, limitsOnlyHead: Bool = false
  ) -> Request {
    Request(
      endpoint: Endpoint("Any", .post, "any"),
      head: HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/"), body: body,
      options: Options { $0.idleTimeout = idle }, context: CallContext(timeout: timeout, limitsOnlyHead: limitsOnlyHead))
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
    func timer(timeout: Duration, idle: Duration?) -> TimedOut.Timer? {
      Timers(request(timeout: timeout, idle: idle)).expired(lastActivity: 0, hasHead: false, during: .waiting)?.timer
    }
    #expect(timer(timeout: .zero, idle: .seconds(1)) == .total)
    #expect(timer(timeout: .seconds(100_000), idle: .seconds(1)) == .idle)
    #expect(timer(timeout: .seconds(100_000), idle: nil) == nil)
  }

  @Test("M07: the deadline of a stream's head counts until the head has arrived")
  func head() {
    let now = AlarmClock.now
    let stream = Timers(request(timeout: .zero, idle: nil, limitsOnlyHead: true))
    #expect(stream.expired(lastActivity: now, hasHead: false, during: .waiting)?.timer == .total)
    #expect(stream.expired(lastActivity: now, hasHead: true, during: .receiving) == nil)
    #expect(stream.next(lastActivity: now, hasHead: false) != nil && stream.next(lastActivity: now, hasHead: true) == nil)
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
