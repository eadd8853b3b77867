import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryRetry
import RefineryTesting
import Testing

@Suite("What is retried")
struct RetryRuleTests {
  @Test(
    "L05: an idempotent request is sent up to three times after a transient status, any other status is final",
    arguments: [
      (200, 1), (301, 1), (400, 1), (401, 1), (404, 1), (408, 3), (409, 1), (413, 1), (425, 1), (429, 3), (500, 3), (501, 1),
      (502, 3), (503, 3), (504, 3), (505, 1), (599, 1),
    ])
  func statuses(code: Int, sends: Int) async throws {
    let fixture = RetryFixture(StubTransport(.status(code, body: Body("answer \(code)"))))
    let response = try await fixture.send(by: .standard())
    #expect(response.head.status.code == code)
    #expect(try await response.body.collect() == Data("answer \(code)".utf8))
    #expect(fixture.stub.requests.count == sends)
  }

  @Test(
    "L05: methods that RFC 9110 calls idempotent are retried, POST, PATCH and CONNECT are sent once",
    arguments: [
      (HTTPRequest.Method.get, 2), (.head, 2), (.options, 2), (.trace, 2), (.put, 2), (.delete, 2), (.post, 1), (.patch, 1),
      (.connect, 1),
    ])
  func methods(method: HTTPRequest.Method, sends: Int) async throws {
    let failures: [StubTransport.StubResponse] = [
      .status(408), .status(429), .status(500), .status(503), .failure(TimedOut(.attempt)),
      .failure(TransportError(.connectionLost, phase: .waiting)),
    ]
    for failure in failures {
      let fixture = RetryFixture(StubTransport(failure, .status(200)))
      _ = try? await fixture.send(fixture.request(method, body: method == .post ? Body("{}") : nil), by: .standard())
      #expect(fixture.stub.requests.count == sends)
    }
  }

  @Test("L05: a POST with an Idempotency-Key or a row declared idempotent is retried, a GET declared otherwise is not")
  func declaredIdempotence() async throws {
    let cases: [(HTTPRequest.Method, HTTPFields, Options, Int)] = [
      (.post, [.idempotencyKey: "\"8e03978e\""], Options(), 2),
      (.post, [:], Options { $0.idempotent = true }, 2),
      (.get, [:], Options { $0.idempotent = false }, 1),
      (.post, [.idempotencyKey: "\"8e03978e\""], Options { $0.idempotent = false }, 1),
    ]
    for (method, headers, options, sends) in cases {
      let fixture = RetryFixture(StubTransport(.status(503), .status(200)))
      try await fixture.send(fixture.request(method, headers: headers, options: options), by: .standard())
      #expect(fixture.stub.requests.count == sends)
    }
  }

  @Test("L05: what certainly never left is sent again whatever the method")
  func unsent() async throws {
    for code in [TransportError.Code.cannotFindHost, .cannotConnect, .connectionLost, .init("breaker open")] {
      let stub = StubTransport(.failure(TransportError(code, phase: .beforeSending)), .status(201))
      let fixture = RetryFixture(stub)
      let response = try await fixture.send(fixture.request(.post, body: Body("{}")), by: .standard())
      #expect(response.head.status == .created)
      #expect(stub.requests.count == 2)
    }
  }

  @Test("L05: the error of the last attempt does not count as unsent if an earlier attempt was sent")
  func unsentAtLast() async throws {
    let unsent = TransportError(.cannotConnect, phase: .beforeSending, reason: "refused")
    let lost = TransportError(.connectionLost, phase: .waiting)
    let earlier: [(first: StubTransport.StubResponse, isUnsent: Bool)] = [
      (.failure(lost), false), (.status(503), false), (.failure(TimedOut(.attempt)), false), (.failure(unsent), true),
    ]
    for (first, isUnsent) in earlier {
      for last in [unsent, TransportError(.tlsFailed, phase: .beforeSending, reason: "refused")] {
        let fixture = RetryFixture(StubTransport(first, .failure(last), .failure(last)))
        let error = await #expect(throws: TransportError.self) { try await fixture.send(by: .standard()) }
        // The error says what happened in the last attempt, also if it does not count as unsent.
        #expect(error?.isUnsent == isUnsent && error?.description == last.description)
      }
    }
  }

  @Test(
    "L05: a limit that ends before there is a connection sent nothing, so a POST is sent again; another limit may have sent it",
    arguments: [
      (TimedOut(.connect), 3), (TimedOut(.attempt, during: .connect), 3), (TimedOut(.attempt, during: .handshake), 3),
      (TimedOut(.attempt, during: .queue), 3), (TimedOut(.attempt, during: .waiting), 1), (TimedOut(.attempt), 1),
      (TimedOut(.idle, during: .receiving), 1), (TimedOut(.queue), 1), (TimedOut(.connect).followingSentRequest(), 1),
    ])
  func unsentLimits(error: TimedOut, attempts: Int) async throws {
    let fixture = RetryFixture(StubTransport(.failure(error)))
    await #expect(throws: error) { try await fixture.send(fixture.request(.post, body: Body("{}")), by: .standard()) }
    #expect(fixture.stub.requests.count == attempts)
  }

  @Test("L05: a connect limit after a redirect does not send a POST again, because its first request was sent")
  func limitAfterRedirect() async throws {
    let stub = StubTransport(
      .status(307, headers: [.location: "/moved"]), .failure(TimedOut(.connect)), .status(200))
    let fixture = RetryFixture(stub)
    let chain = Next([try RetryMiddleware.standard(), RedirectMiddleware()], transport: stub)
    let error = await #expect(throws: TimedOut.self) { try await chain(fixture.request(.post, body: Body("{}"))) }
    #expect(error?.timer == .connect && error?.isUnsent == false && stub.requests.count == 2)
  }

  @Test("L05: errors that a second attempt cannot mend come out at once and unchanged")
  func hopelessErrors() async throws {
    struct Undecodable: Error, Equatable {}
    let errors: [any Error & Equatable] = [
      TransportError(.tlsFailed, phase: .beforeSending), TransportError(.invalidRequest, phase: .beforeSending),
      TransportError(.malformedResponse, phase: .receiving), TransportError(.bufferOverflow, phase: .receiving),
      TransportError(.unsupported, phase: .beforeSending), TransportError(.closed, phase: .beforeSending),
      TransportError(.other, phase: .waiting), TimedOut(.total), TimedOut(.queue), TimedOut(.refresh),
      BodyError.tooLarge(limit: 1, observed: 2), Undecodable(),
    ]
    for error in errors { try await expectOnce(error) }
  }

  private func expectOnce<Failure: Error & Equatable>(_ error: Failure) async throws {
    let fixture = RetryFixture(StubTransport(.failure(error)))
    await #expect(throws: error) { try await fixture.send(by: .standard()) }
    #expect(fixture.stub.requests.count == 1)
    #expect(fixture.clock.slept.isEmpty)
  }

  @Test("L05: an attempt that timed out, an idle connection and a lost connection are retried, and the last error comes out")
  func mendableErrors() async throws {
    let errors: [any Error] = [
      TimedOut(.attempt), TimedOut(.idle), TimedOut(.connect), TransportError(.cannotConnect, phase: .waiting),
      TransportError(.cannotFindHost, phase: .waiting),
    ]
    let last = TransportError(.connectionLost, phase: .receiving, reason: "third")
    for error in errors {
      let fixture = RetryFixture(StubTransport(.failure(error), .failure(error), .failure(last), .status(200)))
      await #expect(throws: last) { try await fixture.send(by: .standard()) }
      #expect(fixture.stub.requests.count == 3)
    }
  }

  @Test("L05: a one-shot body is sent once, and the first error is the one reported")
  func oneShotBody() async throws {
    let first = TransportError(.cannotConnect, phase: .beforeSending, reason: "first")
    let fixture = RetryFixture(StubTransport(.failure(first), .status(200)))
    let body = Body(AsyncStream { $0.finish() })
    await #expect(throws: first) { try await fixture.send(fixture.request(.put, body: body), by: .standard()) }
    #expect(fixture.stub.requests.count == 1)
  }

  @Test("L05: every attempt carries the same bytes")
  func replayedBytes() async throws {
    let stub = StubTransport { request in
      let bytes = try await request.body?.collect() ?? Data()
      return Response(status: request.retryCount == 2 ? .ok : .badGateway, body: Body(bytes))
    }
    let fixture = RetryFixture(stub)
    let response = try await fixture.send(fixture.request(.put, body: Body("the very same")), by: .standard())
    #expect(try await response.body.collect() == Data("the very same".utf8))
    #expect(stub.requests.map(\.retryCount) == [0, 1, 2])
  }

  @Test("L05: a row may add statuses, a call may change the number of retries, and the call wins over the row over the policy")
  func rowPolicy() async throws {
    let row = Options {
      $0.retriedStatuses = StatusSet(409...409, 501...501)
      $0.retries = 1
    }
    let cases: [(Options, Int, Int)] = [
      (row, 409, 2), (row, 501, 1), (row, 503, 2), (row.merging(Options { $0.retries = 4 }), 409, 5),
      (row.merging(Options { $0.retries = 0 }), 409, 1), (row.merging(Options { $0.retries = -3 }), 503, 1),
      (row.merging(Options { $0.retries = nil }), 503, 6), (Options(), 503, 6), (Options(), 409, 1),
    ]
    for (options, status, sends) in cases {
      let fixture = RetryFixture(StubTransport(.status(status)))
      try await fixture.send(fixture.request(options: options), by: .standard { $0.retries = 5 })
      #expect(fixture.stub.requests.count == sends, "\(options) after \(status)")
    }
  }

  @Test("L05: a status that the row calls a success is not retried")
  func successIsFinal() async throws {
    let fixture = RetryFixture(StubTransport(.status(503)))
    let options = Options { $0.successCodes = StatusSet(200...299, 503...503) }
    try await fixture.send(fixture.request(options: options), by: .standard())
    #expect(fixture.stub.requests.count == 1)
  }

  @Test("L05: what the server says in its own header wins over statuses and methods, but not over a success")
  func serverAdvice() async throws {
    let name = try #require(HTTPField.Name("stripe-should-retry"))
    let cases: [(HTTPRequest.Method, Int, String, Int)] = [
      (.get, 503, "false", 1), (.get, 409, "true", 2), (.post, 409, "TRUE", 2), (.get, 503, "perhaps", 2),
      (.get, 404, "", 1), (.get, 200, "true", 1),
    ]
    for (method, status, value, sends) in cases {
      let fixture = RetryFixture(StubTransport(.status(status, headers: [name: value]), .status(200)))
      try await fixture.send(fixture.request(method), by: .standard(advice: RetryMiddleware.advice(in: name)))
      #expect(fixture.stub.requests.count == sends, "\(status) \(value)")
    }
  }

  @Test("L05: the explanation says how often a request may be sent, and why")
  func explanations() throws {
    let fixture = RetryFixture(StubTransport())
    let retry = try RetryMiddleware.standard()
    func text(_ request: Request) -> String? { retry.explanation(for: request) }
    #expect(text(fixture.request()) == "up to 3 attempts: GET is idempotent")
    #expect(text(fixture.request(.post)) == "sent once: POST is not idempotent and carries no Idempotency-Key")
    #expect(
      text(fixture.request(.post, headers: [.idempotencyKey: "secret"])) == "up to 3 attempts: POST carries an Idempotency-Key")
    #expect(text(fixture.request(.put, body: Body(AsyncStream { $0.finish() }))) == "sent once: the body is a one-shot stream")
    #expect(text(fixture.request(options: Options { $0.retries = 0 })) == "sent once: retries are off")
    #expect(text(fixture.request(options: Options { $0.idempotent = false })) == "sent once: declared not idempotent")
    #expect(
      text(fixture.request(.post, options: Options { $0.idempotent = true }))
        == "up to 3 attempts: declared idempotent")
    #expect(
      text(fixture.request(options: Options { $0.retries = Int.max }))
        == "up to 9223372036854775808 attempts: GET is idempotent")
    #expect(retry.stage == .retry)
  }
}
