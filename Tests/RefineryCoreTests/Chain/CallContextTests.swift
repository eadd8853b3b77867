import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct CallContextTests {
  private func request(_ context: CallContext = CallContext(), _ options: Options = Options(), path: String = "/a") -> Request {
    Request(
      endpoint: Endpoint("A", .get, "a"),
      head: HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: path), options: options, context: context)
  }

  @Test("P07: a plugin keeps a value for each call; keys of the same type do not share one")
  func values() {
    let (one, other) = (CallContextKey(0), CallContextKey(0))
    let (context, second) = (CallContext(), CallContext())
    context.update(one) { $0 += 2 }
    let before = context.update(one) { count in
      defer { count += 1 }
      return count
    }
    #expect(before == 2)
    #expect(context[one] == 3 && context[other] == 0 && second[one] == 0)
  }

  @Test("P07: every reader is told of every re-send, before it happens, with the attempt that led to it")
  func readers() async throws {
    let clock = ManualClock()
    let seen = Mutex<[String]>([])
    let stub = StubTransport { request in
      clock.advance(by: .seconds(2))
      seen.withLock { $0.append("sent") }
      return Response(status: request.retryCount < 2 ? .serviceUnavailable : .ok)
    }
    var sent = request(CallContext(clock: CallClock(clock)))
    for name in ["a", "b"] {
      sent.context.onResend { resend in
        let previous = resend.previous.map { "\($0.number) took \($0.duration)" } ?? "none"
        seen.withLock { $0.append("\(name): \(resend.reason), after \(previous), at \(resend.time)") }
      }
    }
    let next = Next(transport: stub)
    var response = try await next(sent)
    for _ in 0..<2 {
      clock.advance(by: .seconds(1))
      sent.resend(because: .retry(after: .status(503), delay: .seconds(1)), after: response)
      response = try await next(sent)
    }
    #expect(
      seen.withLock { $0 } == [
        "sent", "a: retry after 1 s: status 503, after 1 took 2.0 seconds, at 3.0 seconds",
        "b: retry after 1 s: status 503, after 1 took 2.0 seconds, at 3.0 seconds",
        "sent", "a: retry after 1 s: status 503, after 2 took 2.0 seconds, at 6.0 seconds",
        "b: retry after 1 s: status 503, after 2 took 2.0 seconds, at 6.0 seconds", "sent",
      ])
    #expect(sent.retryCount == 2 && sent.context.attemptCount == 3)
  }

  @Test("P07: a re-send that a link answers without sending is not told")
  func unsent() async throws {
    struct Refusing: Middleware {
      func respond(to request: Request, next: Next) async throws -> Response {
        request.retryCount == 0 ? try await next(request) : Response(status: .unauthorized)
      }
    }
    let told = Mutex(0)
    var sent = request()
    sent.context.onResend { _ in told.withLock { $0 += 1 } }
    let next = Next([Refusing()], transport: StubTransport(.status(401)))
    let first = try await next(sent)
    sent.resend(because: .retry(after: .status(401), delay: .zero), after: first)
    #expect(try await next(sent).head.status == .unauthorized)
    #expect(told.withLock { $0 } == 0 && sent.context.attemptCount == 1)
  }

  @Test("P07: a response that a link keeps is an attempt of its own call only")
  func keptResponse() async throws {
    let stub = StubTransport(.status(503), .status(503))
    let earlier = request()
    let kept = try await Next(transport: stub)(earlier)
    #expect(earlier.context.attempt(of: kept)?.number == 1)

    var later = request()
    let previous = Mutex<[Int?]>([])
    later.context.onResend { resend in previous.withLock { $0.append(resend.previous?.number) } }
    #expect(later.context.attempt(of: kept) == nil)
    #expect(later.context.attempt(of: Response(status: .ok)) == nil)
    // Nothing of this call was sent before it, so no attempt led to the re-send.
    later.resend(because: .other("the kept response is too old"), after: kept)
    _ = try await Next(transport: stub)(later)
    #expect(previous.withLock { $0 } == [nil])
  }

  @Test("P07: two attempts that overlap keep their own reason, outcome and times")
  func overlapping() async throws {
    let slow = Latch()
    let stub = StubTransport { request in
      var times = AttemptTimes()
      guard request.resendReason != nil else {
        // The first attempt ends after the second.
        await slow.wait()
        times.admitted = .milliseconds(1)
        request.report(times)
        throw TransportError(.connectionLost, phase: .waiting)
      }
      times.admitted = .milliseconds(2)
      request.report(times)
      return Response(status: .ok)
    }
    let first = request()
    var second = first
    second.resend(because: .hedge(delay: .milliseconds(50)))
    let next = Next(transport: stub)
    let lost = Task { try await next(first) }
    try await until { first.context.attemptCount > 0 }
    let response = try await next(second)
    #expect(first.context.attempt(of: response)?.number == 2 && response.source == .network)
    slow.open()
    await #expect(throws: TransportError.self) { try await lost.value }

    let attempts = first.context.attempts
    #expect(attempts.map(\.number) == [1, 2])
    #expect(attempts.map(\.reason) == [nil, .hedge(delay: .milliseconds(50))])
    #expect(attempts.map(\.outcome) == [.failure("connection lost while waiting for the response"), .status(200)])
    #expect(attempts.map(\.times?.admitted) == [.milliseconds(1), .milliseconds(2)])
  }

  @Test("P07: a link that sends a request again without saying so makes an attempt of its own")
  func unstated() async throws {
    struct Twice: Middleware {
      func respond(to request: Request, next: Next) async throws -> Response {
        _ = try await next(request)
        return try await next(request)
      }
    }
    let sent = request()
    _ = try await Next([Twice()], transport: StubTransport(.status(500), .status(200)))(sent)
    #expect(sent.context.attempts.map(\.outcome) == [.status(500), .status(200)])
    #expect(sent.context.attempts.map(\.reason) == [nil, .other("a link of the chain sent the request again")])
  }

  @Test("P07: waits of the same kind add up; very short ones are left out")
  func waits() {
    let context = CallContext()
    context.waited(.milliseconds(20), for: "credentials")
    context.waited(.milliseconds(5), for: "credentials")
    context.waited(.microseconds(99), for: "retry")
    #expect(context.waits == ["credentials": .milliseconds(25)])
  }

  @Test("P07: a link that sleeps by the context wakes up at the call's deadline")
  func sleeping() async throws {
    let clock = ManualClock(advancesByItself: true)
    let context = CallContext(clock: CallClock(clock), timeout: .seconds(5))
    try await context.sleep(for: .seconds(3))
    await #expect(throws: TimedOut(.total)) { try await context.sleep(for: .seconds(3)) }
    #expect(context.elapsed == .seconds(5))
  }

  @Test("The times of an attempt are spans without gaps, and those that are not known are left out")
  func spans() {
    var times = AttemptTimes()
    times.admitted = .milliseconds(2)
    times.secured = .milliseconds(9)
    times.firstByte = .milliseconds(20)
    #expect(times.spans.map(\.phase) == [.queue, .handshake, .waiting])
    #expect(times.spans.map(\.start) == [.zero, .milliseconds(2), .milliseconds(9)])
    #expect(times.spans.map(\.end) == [.milliseconds(2), .milliseconds(9), .milliseconds(20)])
  }
}
