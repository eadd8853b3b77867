import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryRetry
import RefineryTesting
import Synchronization
import TestSupport
import Testing

@Suite("How long a retry waits", .timeLimit(.minutes(5)))
struct RetryWaitTests {
  @Test("L05: waits are random below a bound that doubles up to the cap, and start higher after 429 and 503")
  func fullJitter() async throws {
    let lost = StubTransport.StubResponse.failure(TransportError(.connectionLost, phase: .waiting))
    for (answer, bounds) in [
      (StubTransport.StubResponse.status(500), [100, 200, 400, 800, 1_000, 1_000]), (lost, [100, 200, 400, 800, 1_000, 1_000]),
      (.status(503), [1_000, 1_000, 1_000, 1_000, 1_000, 1_000]), (.status(429), [1_000, 1_000, 1_000, 1_000, 1_000, 1_000]),
    ] {
      for chance in [0, 0.25, 0.5] {
        let fixture = RetryFixture(StubTransport(answer), chance: chance)
        let retry = try RetryMiddleware.standard {
          $0.retries = 6
          $0.maximumDelay = .seconds(1)
        }
        _ = try? await fixture.send(by: retry)
        #expect(fixture.clock.slept == bounds.map { .milliseconds($0) * chance })
      }
    }
  }

  @Test("L05, N02: on a clock that moves by itself, a call that takes real time and waits is not ended by its limit")
  func limitOfCall() async throws {
    let clock = ManualClock(advancesByItself: true)
    let responses = StubTransport(.status(503, headers: [.retryAfter: "10"]), .status(204))
    // Sends while the timer of the call runs.
    let stub = StubTransport(
      .init { request in
        await clock.sleepers(1)
        return try await responses.send(request)
      })
    let api = Client(
      baseURL: "http://stub", middleware: [RetryMiddleware()], transport: stub,
      clock: CallClock(clock, random: { 0 }))
    try await api.send(Call<Okay>(Endpoint("Person.touch", .get, "people")).timeout(.seconds(60)))
    #expect(clock.slept == [.seconds(10)] && stub.requests.count == 2)
  }

  @Test("L05: a random source that strays from 0 to 1 neither traps nor waits beyond the bound")
  func strayRandomness() async throws {
    for (chance, expected) in [(Double.nan, 0), (-7, 0), (.infinity, 100), (9, 100)] {
      let fixture = RetryFixture(StubTransport(.status(502), .status(200)), chance: chance)
      try await fixture.send(by: .standard())
      #expect(fixture.clock.slept == [.milliseconds(expected)])
    }
  }

  @Test("L05: Retry-After in seconds or as a date wins over back-off, with a little jitter on top")
  func retryAfter() async throws {
    let cases: [(HTTPFields, Duration)] = [
      ([.retryAfter: "3"], .milliseconds(3_150)), ([.retryAfter: "0"], .milliseconds(50)),
      ([.retryAfter: "Sun, 06 Nov 1994 08:49:47 GMT", .date: "Sun, 06 Nov 1994 08:49:37 GMT"], .milliseconds(10_500)),
      ([.retryAfter: "Sun, 06 Nov 1994 08:49:37 GMT", .date: "Sun, 06 Nov 1994 09:00:00 GMT"], .milliseconds(50)),
      ([.retryAfter: "Thu, 01 Jan 1970 00:01:05 GMT"], .milliseconds(5_250)),
    ]
    for (headers, expected) in cases {
      let stub = StubTransport(.status(503, headers: headers), .status(200))
      let fixture = RetryFixture(stub, date: Date(timeIntervalSince1970: 60))
      try await fixture.send(by: .standard())
      #expect(fixture.clock.slept == [expected], "\(headers)")
    }
  }

  @Test(
    "L05: a malformed Retry-After is ignored, and the wait is that of a response without one",
    arguments: [
      "-1", "-0", "-4", "+3", "1.5", "3,5", "3, 5", "3s", "0x3", "1e1", "nan", "inf", "soon", "", "-", "\u{0663}",
      "Sun, 06 Nov 1994 08:49:37", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
      "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 -0100",
    ])
  func malformedRetryAfter(value: String) async throws {
    let stub = StubTransport(.status(503, headers: [.retryAfter: value]), .status(200))
    let fixture = RetryFixture(stub, date: Date(timeIntervalSince1970: 60))
    try await fixture.send(by: .standard())
    #expect(fixture.clock.slept == [.milliseconds(500)])
  }

  @Test(
    "A row says where error bodies hold the time to wait; Retry-After takes precedence, and other values are ignored",
    arguments: [
      (#"{"retry":{"ms":3000}}"#, [:], 3_150), (#"{"retry":{"ms":0}}"#, [:], 50), (#"{"retry":{"ms":12.5}}"#, [:], 62),
      (#"{"retry":{"ms":3000}}"#, [.retryAfter: "1"], 1_050),
      (#"{"retry":{"ms":-1}}"#, [:], 500), (#"{"retry":{"ms":"3000"}}"#, [:], 500), (#"{"retry":3000}"#, [:], 500),
      ("[]", [:], 500), ("no", [:], 500), ("", [:], 500),
    ] as [(String, HTTPFields, Int64)])
  func waitInBody(body: String, headers: HTTPFields, milliseconds: Int64) async throws {
    let fixture = RetryFixture(StubTransport(.status(503, headers: headers, body: Body(body)), .status(200)))
    let options = Options { $0.retryAfterMember = .init("retry.ms", unit: .milliseconds(1)) }
    try await fixture.send(fixture.request(options: options), by: .standard())
    #expect(fixture.clock.slept.map { Int64($0 / .milliseconds(1)) } == [milliseconds])
  }

  @Test("A row whose error bodies are read asks for them without content coding")
  func uncoded() async throws {
    let fixture = RetryFixture(StubTransport(.status(503, body: Body(#"{"ms":3000}"#)), .status(200)))
    let options = Options { $0.retryAfterMember = .init("ms", unit: .milliseconds(1)) }
    try await fixture.send(fixture.request(headers: [.acceptEncoding: "gzip"], options: options), by: .standard())
    #expect(fixture.stub.requests.map { $0.head.headerFields[.acceptEncoding] } == ["identity", "identity"])
  }

  @Test("A time to wait in a body that exceeds the cap ends the retries, however large it is")
  func largeWaitInBody() async throws {
    for number in ["60001", "1e300", "9223372036854775808"] {
      let fixture = RetryFixture(StubTransport(.status(503, body: Body(#"{"ms":\#(number)}"#)), .status(200)))
      let options = Options { $0.retryAfterMember = .init("ms", unit: .milliseconds(1)) }
      #expect(try await fixture.send(fixture.request(options: options), by: .standard()).head.status.code == 503)
    }
  }

  @Test("L05: dates and waits at the limits of their types neither trap nor overflow")
  func extremes() async throws {
    for now in [-9.2e18, 9.2e18, -1e300, .nan] {
      let date = Date(timeIntervalSince1970: now)
      let headers: HTTPFields = [.retryAfter: "Fri, 31 Dec 9999 23:59:59 GMT"]
      let fixture = RetryFixture(StubTransport(.status(503, headers: headers), .status(200)), date: date)
      _ = try await fixture.send(by: .standard())
      #expect((1...2).contains(fixture.stub.requests.count))
    }
    let patient = try RetryMiddleware.standard {
      $0.delay = .seconds(Int64.max / 4)
      $0.maximumDelay = .seconds(Int64.max / 4)
    }
    let fixture = RetryFixture(StubTransport(.status(500), .status(200)), chance: 1)
    let request = fixture.request()
    _ = try await fixture.send(request, by: patient)
    #expect(request.context.attempts.last?.reason?.description.hasPrefix("retry after ") == true)
  }

  @Test("L05: a retry whose wait and reserve take exactly the time that is left is not made; with more time it is")
  func reserveAtDeadline() async throws {
    for (timeout, sends) in [(Duration.seconds(2), 1), (.seconds(2) + .nanoseconds(1), 2)] {
      let fixture = RetryFixture(StubTransport(.status(503, headers: [.retryAfter: "1"]), .status(200)), chance: 0)
      try await fixture.send(fixture.request(timeout: timeout), by: .standard { $0.reserve = .seconds(1) })
      #expect(fixture.stub.requests.count == sends)
    }
  }

  @Test("L05: a Retry-After of exactly the cap is waited for; the cap is the last wait that is")
  func retryAfterAtCap() async throws {
    for (value, sends) in [("60", 2), ("61", 1)] {
      let fixture = RetryFixture(StubTransport(.status(503, headers: [.retryAfter: value]), .status(200)), chance: 0)
      try await fixture.send(by: .standard())
      #expect(fixture.clock.slept == (sends == 2 ? [.seconds(60)] : []))
      #expect(fixture.stub.requests.count == sends)
    }
  }

  @Test("L05: a Retry-After beyond the cap or the time left ends the call with that response, without a wait")
  func retryAfterBeyondReason() async throws {
    for (value, timeout) in [("61", nil), ("99999999999999999999", nil), ("5", Duration.seconds(5))] {
      let fixture = RetryFixture(StubTransport(.status(429, headers: [.retryAfter: value]), .status(200)))
      let response = try await fixture.send(fixture.request(timeout: timeout), by: .standard())
      #expect(response.head.status.code == 429)
      #expect(response.head.headerFields[.retryAfter] == value)
      #expect(fixture.clock.slept.isEmpty)
      #expect(fixture.stub.requests.count == 1)
    }
  }

  @Test("L05, M07: no retry starts that could not be before the deadline, and the failure at hand is the answer")
  func deadline() async throws {
    let fixture = RetryFixture(StubTransport(.status(500)), chance: 1)
    // Waits of 100, 200 and 400 ms: the third would end at 700 ms, too late for a call of 650 ms.
    let retry = try RetryMiddleware.standard { $0.retries = 9 }
    let response = try await fixture.send(fixture.request(timeout: .milliseconds(650)), by: retry)
    #expect(response.head.status.code == 500)
    #expect(fixture.clock.slept == [.milliseconds(100), .milliseconds(200)])

    let tight = RetryFixture(StubTransport(.failure(TimedOut(.attempt))), chance: 1)
    await #expect(throws: TimedOut(.attempt)) {
      try await tight.send(tight.request(timeout: .milliseconds(105)), by: .standard())
    }
    #expect(tight.stub.requests.count == 1)
  }

  @Test("L05, M07: each attempt has its own limit, and one that reached it is followed by another")
  func attemptTimeout() async throws {
    let clock = ManualClock()
    let stub = StubTransport(.never, .status(200))
    let plain = RetryFixture(stub).request()
    let request = Request(
      endpoint: plain.endpoint, head: plain.head, options: Options { $0.attemptTimeout = .seconds(3) },
      context: CallContext(clock: CallClock(clock, random: { 0.5 })))
    let call = Task { try await Next([RetryMiddleware.standard()], transport: stub)(request) }
    try await until { stub.requests.count == 1 }
    await clock.sleepers(1)
    clock.advance(by: .seconds(3))
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(50))
    #expect(try await call.value.head.status == .ok)
    #expect(
      request.context.attempts.map(\.reason) == [
        nil,
        .retry(
          after: .failure("timed out: the attempt limit of 3.0 seconds was reached"), delay: .milliseconds(50)),
      ])
  }

  @Test("L05, M07: a wait that lasted beyond the deadline opens no further request")
  func lateWakeUp() async throws {
    let clock = ManualClock()
    let stub = StubTransport(.status(500), .status(200))
    let context = CallContext(clock: CallClock(clock, random: { 0.5 }), timeout: .seconds(1))
    var request = RetryFixture(stub).request()
    request = Request(endpoint: request.endpoint, head: request.head, context: context)
    let call = Task { [request] in try await Next([RetryMiddleware.standard()], transport: stub)(request) }
    await clock.sleepers(1)
    clock.advance(by: .seconds(2))
    await #expect(throws: TimedOut(.total)) { try await call.value }
    #expect(stub.requests.count == 1)
  }

  @Test("L05: cancelling during a wait ends the call with CancellationError and opens no further request")
  func cancelledWait() async throws {
    let clock = ManualClock()
    let stub = StubTransport(.status(503))
    let plain = RetryFixture(stub).request()
    let context = CallContext(clock: CallClock(clock, random: { 0.5 }))
    let request = Request(endpoint: plain.endpoint, head: plain.head, context: context)
    let call = Task { try await Next([RetryMiddleware.standard()], transport: stub)(request) }
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(1))
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(stub.requests.count == 1)
    #expect(request.context.waits["retry"] == .milliseconds(1), "the part of the wait that has passed")
  }

  @Test("L05: a cancelled attempt is not retried, whatever the transport makes of it, and costs no token")
  func cancelledAttempt() async throws {
    let results: [Result<Response, any Error>] = [
      .failure(TransportError(.connectionLost, phase: .waiting)), .failure(CancellationError()),
      .success(Response(status: .serviceUnavailable)),
    ]
    for result in results {
      let stub = StubTransport { _ in
        withUnsafeCurrentTask { $0?.cancel() }
        return try result.get()
      }
      let retry = try RetryMiddleware.standard()
      let fixture = RetryFixture(stub)
      let call = Task { [request = fixture.request()] in try await Next([retry], transport: stub)(request) }
      await #expect(throws: CancellationError.self) { try await call.value }
      #expect(stub.requests.count == 1)
      #expect(retry.remainingBudget == 500)
    }
  }

  @Test("L05: the body of the dropped response is let go of before the next attempt")
  func droppedBody() async throws {
    final class Connection: Sendable {
      let isOpen: Gathered<Bool>
      init(_ isOpen: Gathered<Bool>) { self.isOpen = isOpen }
      deinit { isOpen.add(false) }
    }
    let closed = Gathered<Bool>()
    let closedBefore = Gathered<Int>()
    let stub = StubTransport { request in
      closedBefore.add(closed.all.count)
      guard request.retryCount == 0 else { return Response(status: .ok) }
      let connection = Connection(closed)
      return Response(
        status: .serviceUnavailable,
        body: Body(
          AsyncStream<Data> {
            _ = connection
            return Data("x".utf8)
          }))
    }
    let fixture = RetryFixture(stub)
    try await fixture.send(by: .standard())
    #expect(closedBefore.all == [0, 1])
  }

  @Test("L05, M07: each retry is on the record of the call and told as one event")
  func report() async throws {
    let events = Gathered<RetryEvent>()
    let lost = TransportError(.connectionLost, phase: .waiting)
    let fixture = RetryFixture(StubTransport(.status(502), .failure(lost), .status(200)), chance: 1)
    let request = fixture.request()
    try await fixture.send(request, by: .standard(onRetry: { events.add($0) }))
    #expect(
      request.context.attempts.map { $0.reason?.description } == [
        nil, "retry after 0.1 s: status 502", "retry after 0.2 s: connection lost while waiting for the response",
      ])
    #expect(request.context.attempts.map(\.started) == [.zero, .milliseconds(100), .milliseconds(300)])
    #expect(events.all.map(\.retry) == [1, 2])
    #expect(events.all.map(\.delay) == [.milliseconds(100), .milliseconds(200)])
    #expect(events.all.first?.outcome == .status(502))
    #expect(events.all.first?.endpoint == "Person.read")
    #expect(events.all.first?.call == 7)
  }
}
