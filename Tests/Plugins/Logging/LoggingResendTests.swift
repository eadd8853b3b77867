import FoundationEssentials
import HTTPTypes
import Logging
import RefineryCore
import RefineryLogging
import RefineryTesting
import Synchronization
import Testing

@Suite struct LoggingResendTests {
  let log = Log()
  let sent = request(context: CallContext(number: 7, clock: CallClock(ManualClock(advancesByItself: true))))

  @Test("Before Retry one info line tells each re-send with reason and delay, also where debug is hidden")
  func beforeRetry() async throws {
    let stub = StubTransport(.status(503), .status(503), .status(200))

    _ = try await Next.send(sent, through: LoggingMiddleware(log.logger(.info)), Resender(), to: stub)

    #expect(log.messages == ["request sent again", "request sent again"])
    #expect(log.lines.allSatisfy { $0.level == .info })
    #expect(log.lines.map { $0["http.request.resend_count"] } == ["1", "2"])
    #expect(log.lines.map { $0["resend.delay_ms"] } == ["200.0", "200.0"])
    #expect(log.lines.allSatisfy { $0["resend.reason"] == "retry after 0.2 s: status 503" && $0["call.number"] == "7" })
  }

  @Test("A re-send is written when it happens, with the duration of the attempt before it")
  func atOnce() async throws {
    let clock = ManualClock(advancesByItself: true)
    let written = Mutex<[[String]]>([])
    let stub = StubTransport { [log] _ in
      // What is in the log when an attempt reaches the server.
      let count = written.withLock { seen in
        seen.append(log.messages)
        return seen.count
      }
      clock.advance(by: .milliseconds(30))
      return Response(status: count < 3 ? .serviceUnavailable : .ok)
    }
    let sent = request(context: CallContext(number: 7, clock: CallClock(clock)))
    _ = try await Next.send(sent, through: LoggingMiddleware(log.logger(.debug)), Resender(), to: stub)

    let again = "request sent again"
    #expect(written.withLock { $0 } == [["request"], ["request", again], ["request", again, again]])
    #expect(log.lines(again).map { $0["http.client.duration_ms"] } == ["30.0", "30.0"])
    #expect(log.lines(again).map { $0["resend.delay_ms"] } == ["200.0", "200.0"])
    #expect(log.lines("response").map { $0["http.client.duration_ms"] } == ["490.0"])
  }

  @Test("A logged call leaves nothing in memory")
  func released() async throws {
    weak var context: CallContext?
    do {
      let kept = CallContext(number: 7)
      context = kept
      let logging = LoggingMiddleware(log.logger())
      _ = try await Next.send(request(context: kept), through: logging, logging, to: StubTransport(.status(200)))
    }
    #expect(context == nil)
  }

  @Test("After Retry the re-send is told when it is sent, after its request line, and a second link does not tell it twice")
  func bothSides() async throws {
    let logging = LoggingMiddleware(log.logger(.debug))

    _ = try await Next.send(
      sent, through: logging, Resender(), logging, to: StubTransport(.status(503), .status(200)))

    #expect(
      log.messages == [
        "request", "request", "response", "request", "request sent again", "response", "response",
      ])
    #expect(log.lines("request").map { $0["call.retry_count"] } == ["0", "0", "1"])
    #expect(log.lines("request").map { $0["http.request.resend_count"] } == [nil, nil, "1"])
    #expect(log.lines("response").map { $0["http.request.resend_count"] } == [nil, "1", "1"])
  }

  @Test("A re-send without a reason is told with the status of the first response")
  func replay() async throws {
    struct Replay: Middleware {
      func respond(to request: Request, next: Next) async throws -> Response {
        _ = try await next(request)
        return try await next(request)
      }
    }
    _ = try await Next.send(
      sent, through: LoggingMiddleware(log.logger(.info)), Replay(), to: StubTransport(.status(401), .status(200)))
    #expect(log.lines.map { $0["resend.reason"] } == ["a link of the chain sent the request again"])
    #expect(log.lines.map { $0["http.response.status_code"] } == ["401"])
  }

  @Test("A row that is off tells no re-send")
  func off() async throws {
    let policy = LoggingPolicy(rows: ["Person.read": .init(level: .off)])
    _ = try await Next.send(
      sent, through: LoggingMiddleware(log.logger(), policy: policy), Resender(),
      to: StubTransport(.status(503), .status(200)))
    #expect(log.lines.isEmpty)
  }
}
