#if Tracing
  import FoundationEssentials
  import HTTPTypes
  import InMemoryTracing
  import RefineryAuth
  import RefineryCore
  import RefineryRetry
  import RefineryTesting
  import RefineryTracing
  import Testing
  import Tracing

  @Suite(.timeLimit(.minutes(5))) struct TracingMiddlewareTests {
    private let tracer = KeepingTracer()

    @Test("P01: three attempts of one call give three CLIENT spans, children of one INTERNAL span, with re-send counts 1 and 2")
    func attempts() async throws {
      let stub = StubTransport(.status(503), .status(502), .json(#"{"id":5,"name":"Ann"}"#))
      let api = Client.stubbed(stub, CallTracingMiddleware(tracer), RetryMiddleware(), TracingMiddleware(tracer))
      _ = try await api.send(Person.read(5))
      let attempts = tracer.attempts
      #expect(attempts.map(\.operationName) == Array(repeating: "GET people/{id}", count: 3))
      #expect(attempts.map { $0["http.request.resend_count"] } == [nil, "1", "2"])
      #expect(attempts.map { $0["http.response.status_code"] } == ["503", "502", "200"])
      let call = try #require(tracer.calls.first)
      #expect(tracer.calls.count == 1)
      #expect(call.operationName == "Person.read")
      #expect(call.parentSpanID == nil)
      #expect(attempts.allSatisfy { $0.parentSpanID == call.spanID && $0.traceID == call.traceID })
      #expect(call.texts == ["endpoint.name": "Person.read", "call.number": "1", "client.name": "crm", "call.attempts": "3"])
      #expect(call.status == nil)
      #expect(stub.traceParents == attempts.map { [$0.traceParent] })
      #expect(tracer.open.isEmpty)
    }

    @Test("P01: a span has the attributes that OpenTelemetry gives a client span, and those of the row")
    func attributes() async throws {
      let stub = StubTransport(.json(#"{"id":7,"name":"Ann"}"#, status: 201))
      let api = Client.stubbed(stub, TracingMiddleware(tracer))
      let call = Person.create(Person(id: 7)).query(["trace": 1])
      let request = try api.makeRequest(for: call)
      _ = try await api.send(call)
      let span = try #require(tracer.attempts.first)
      #expect(span.operationName == "POST people")
      #expect(
        span.texts == [
          "http.request.method": "POST", "server.address": "api.example.com", "server.port": "8443", "url.scheme": "https",
          "url.full": "https://api.example.com:8443/v1/people?trace=<redacted>", "url.template": "people",
          "endpoint.name": "Person.create", "http.request.body.size": String(try #require(request.body?.length)),
          "http.response.status_code": "201", "http.response.body.size": "21",
        ])
      #expect(span.status == nil)
      #expect(span.attributes.get("server.port") == .int64(8443))
    }

    @Test("P01: the default port and an IPv6 host are told as OpenTelemetry wants them, and the version where it is known")
    func addresses() async throws {
      let stub = StubTransport { _ in
        var response = Response(status: .ok)
        response.version = .http2
        return response
      }
      let api = Client(baseURL: "https://[::1]/", middleware: [TracingMiddleware(tracer)], transport: stub)
      _ = try await api.respond(to: Person.read(1))
      let span = try #require(tracer.attempts.first)
      #expect(span["server.address"] == "::1")
      #expect(span["server.port"] == "443")
      #expect(span["network.protocol.version"] == "2")
    }

    @Test("P01: a response that cannot be mapped is an error of the span of the call, and not of its attempt")
    func unmapped() async throws {
      let api = Client.stubbed(StubTransport(.json("[1,2")), CallTracingMiddleware(tracer), TracingMiddleware(tracer))
      await #expect(throws: CallError.self) { try await api.send(Person.read(5)) }
      let (attempt, call) = (try #require(tracer.attempts.first), try #require(tracer.calls.first))
      #expect(attempt["error.type"] == nil && attempt.status == nil)
      #expect(call["error.type"] == "MappingError" && call.status != nil && call["call.attempts"] == "1")
      #expect(tracer.open.isEmpty && tracer.calls.count == 1)
    }

    @Test("P01: the span of an attempt has the peer that the transport reports", arguments: [true, false])
    func peer(fails: Bool) async throws {
      let stub = StubTransport { request in
        var times = AttemptTimes()
        (times.peerAddress, times.peerPort) = ("192.0.2.1", 8443)
        request.report(times)
        if fails { throw TransportError(.connectionLost, phase: .waiting) }
        return Response(status: .ok)
      }
      _ = try? await Client.stubbed(stub, TracingMiddleware(tracer)).respond(to: Person.read(5))
      let span = try #require(tracer.attempts.first)
      #expect(span["network.peer.address"] == "192.0.2.1" && span["network.peer.port"] == "8443")
    }

    @Test("P01: a method that is not known is _OTHER, and a direct row has no template", arguments: [false, true])
    func names(isKnown: Bool) async throws {
      let method = try #require(HTTPRequest.Method("PURGE"))
      let api = Client.stubbed(StubTransport(.status(200)), TracingMiddleware(tracer, otherMethods: isKnown ? [method] : []))
      _ = try await api.respond(to: Call<Okay>(Endpoint("Cache.purge", method, "cache")))
      _ = try await api.respond(to: Call<Okay>(Endpoint.direct(method, "https://other.example/a/12345")))
      let spans = tracer.attempts
      #expect(spans.map(\.operationName) == (isKnown ? ["PURGE cache", "PURGE"] : ["HTTP cache", "HTTP"]))
      #expect(spans.map { $0["http.request.method"] } == Array(repeating: isKnown ? "PURGE" : "_OTHER", count: 2))
      #expect(spans.map { $0["http.request.method_original"] } == Array(repeating: isKnown ? nil : "PURGE", count: 2))
      #expect(spans.map { $0["url.template"] } == ["cache", nil])
    }

    @Test("P01: 4xx and 5xx are errors, other statuses are not", arguments: [200, 204, 304, 400, 404, 500, 503])
    func statuses(code: Int) async throws {
      let api = Client.stubbed(StubTransport(.status(code)), CallTracingMiddleware(tracer), TracingMiddleware(tracer))
      _ = try await api.respond(to: Person.read(5))
      let (attempt, call) = (try #require(tracer.attempts.first), try #require(tracer.calls.first))
      #expect(attempt["error.type"] == (code >= 400 ? String(code) : nil))
      #expect(attempt.status == (code >= 400 ? SpanStatus(code: .error) : nil))
      // The call is judged by its row, which does not declare 304 a success.
      #expect(call["error.type"] == (code >= 300 ? String(code) : nil))
    }

    @Test("P01: a failure is an error with its type, and its text only if that is safe")
    func failures() async throws {
      struct Leak: Error, CustomStringConvertible { let description = "password=hunter2" }
      let lost = TransportError(.connectionLost, phase: .waiting, reason: "reset")
      let stub = StubTransport(.failure(lost), .failure(TimedOut(.attempt, limit: .seconds(1))), .failure(Leak()))
      let api = Client.stubbed(stub, CallTracingMiddleware(tracer), TracingMiddleware(tracer))
      for _ in 1...3 {
        await #expect(throws: CallError.self) { try await api.send(Person.read(5)) }
      }
      for spans in [tracer.attempts, tracer.calls] {
        #expect(spans.map { $0["error.type"] } == ["connection_lost", "timeout_attempt", "Leak"])
        #expect(spans.allSatisfy { $0.status?.code == .error && $0["http.response.status_code"] == nil })
        #expect(spans.first?.status?.message == lost.description)
        #expect(spans.last?.status?.message == "Leak")
      }
      #expect(!tracer.finished.map(\.text).joined().contains("hunter2"))
    }

    @Test("P01: the caller's cancellation is no error; that the call's time is over is one")
    func cancellation() async throws {
      let clock = ManualClock()
      let api = Client(
        baseURL: "https://stub", middleware: [CallTracingMiddleware(tracer), TracingMiddleware(tracer)],
        transport: StubTransport(.never), clock: CallClock(clock))
      let cancelled = Task { try await api.send(Person.read(5)) }
      await clock.sleepers(1)
      cancelled.cancel()
      await #expect(throws: CancellationError.self) { try await cancelled.value }
      let late = Task { try await api.send(Person.read(5).timeout(.seconds(2))) }
      await clock.sleepers(1)
      clock.advance(by: .seconds(2))
      await #expect(throws: CallError.self) { try await late.value }
      for spans in [tracer.attempts, tracer.calls] {
        #expect(spans.map { $0["error.type"] } == [nil, "timeout_total"])
        #expect(spans.map { $0.status?.code } == [nil, .error])
      }
      #expect(tracer.open.isEmpty)
    }

    @Test("P01: a stream is an error if its head does not arrive in time, but not if its reader stops later")
    func lateHead() async throws {
      let clock = ManualClock()
      let api = Client(
        baseURL: "https://stub", middleware: [CallTracingMiddleware(tracer), TracingMiddleware(tracer)],
        transport: StubTransport(.never, .status(200, body: Body(AsyncStream<Data> { _ in }))), clock: CallClock(clock))
      let call = Person.read(5).timeout(.seconds(2))
      let late = Task { _ = try await api.open(call) }
      await clock.sleepers(1)
      clock.advance(by: .seconds(2))
      await #expect(throws: CallError.self) { try await late.value }
      do {
        let response = try await api.open(call)
        clock.advance(by: .seconds(60))
        #expect(response.head.status == .ok)
      }
      for spans in [tracer.attempts, tracer.calls] {
        #expect(spans.map { $0["error.type"] } == ["timeout_total", nil])
        #expect(spans.map { $0.status?.code } == [.error, nil])
      }
      #expect(tracer.open.isEmpty)
    }

    @Test("P01, P08: redirect hops and replays after a 401 are attempts of their own, with their count and their context")
    func hops() async throws {
      let stub = StubTransport(
        .status(401, headers: [.wwwAuthenticate: "Bearer"]), .status(307, headers: [.location: "/v2/people/5"]),
        .status(200))
      let provider = Tokens()
      let api = Client.stubbed(
        stub, CallTracingMiddleware(tracer), RetryMiddleware(), AuthMiddleware(provider), TracingMiddleware(tracer))
      _ = try await api.respond(to: Person.read(5))
      #expect(tracer.attempts.map { $0["http.request.resend_count"] } == [nil, "1", "2"])
      #expect(tracer.attempts.map { $0["http.response.status_code"] } == ["401", "307", "200"])
      #expect(tracer.attempts.last?["url.full"] == "https://api.example.com:8443/<redacted>")
      #expect(stub.traceParents == tracer.attempts.map { [$0.traceParent] })
      #expect(Set(stub.traceParents).count == 3)
      #expect(tracer.calls.first?["call.attempts"] == "3")
    }

    @Test("P01: the span ends with the last byte of a stream, and where the stream is not read, when it is released")
    func ends() async throws {
      let (chunks, source) = AsyncStream<Data>.makeStream()
      let stub = StubTransport(.status(200, body: Body(chunks)), .status(200, body: Body(AsyncStream<Data> { _ in })))
      let api = Client.stubbed(stub, CallTracingMiddleware(tracer), TracingMiddleware(tracer))
      let response = try await api.respond(to: Person.read(5))
      #expect(tracer.finished.isEmpty && tracer.open.count == 2)
      source.yield(Data("hello".utf8))
      source.finish()
      #expect(try await response.body.collect().count == 5)
      #expect(tracer.open.isEmpty)
      #expect(tracer.attempts.first?["http.response.body.size"] == "5")
      do { _ = try await api.respond(to: Person.read(5)) }
      #expect(tracer.open.isEmpty)
      #expect(tracer.attempts.count == 2)
      #expect(tracer.attempts.last?["http.response.body.size"] == nil)
      #expect(tracer.attempts.last?.status == nil)
    }

    @Test("P01: a stream that fails is an error of its attempt")
    func brokenStream() async throws {
      let lost = TransportError(.connectionLost, phase: .receiving)
      let broken = AsyncThrowingStream<Data, any Error> { $0.finish(throwing: lost) }
      let api = Client.stubbed(StubTransport(.status(200, body: Body(broken))), TracingMiddleware(tracer))
      let response = try await api.respond(to: Person.read(5))
      await #expect(throws: (any Error).self) { try await response.body.collect() }
      #expect(tracer.attempts.first?["error.type"] == "connection_lost")
      #expect(tracer.attempts.first?["http.response.status_code"] == "200")
    }

    @Test("P01: no secret of a request is in a span")
    func secrets() async throws {
      let stub = StubTransport(.status(500, headers: [.setCookie: "sid=s3cret"], body: Body("s3cret")))
      let api = Client(
        baseURL: "https://stub?key=s3cret",
        headers: [.authorization: "Bearer s3cret", .cookie: "s3cret"],
        middleware: [CallTracingMiddleware(tracer), TracingMiddleware(tracer)], transport: stub)
      _ = try? await api.send(Person.create(Person(id: 1, name: "s3cret")).query(["token": "s3cret", "sig": "s3cret"]))
      _ = try? await api.send(Call<Okay>(Endpoint.direct(.get, "https://user:s3cret@stub/a?key=s3cret")))
      _ = try? await api.send(Call<Okay>(Endpoint("Upload.append", .patch, "files")).following("/files/s3cret"))
      #expect(tracer.attempts.last?["url.full"] == "https://stub/files/<redacted>")
      #expect(!tracer.finished.map(\.text).joined().contains("s3cret"))
      let shown = TracingMiddleware(tracer, redaction: Redaction(queryKeys: ["page", "sig"]))
      _ = try await Client.stubbed(StubTransport(.status(200)), shown).respond(
        to: Person.read(5).query(["page": 2, "sig": "s3cret"]))
      #expect(tracer.attempts.last?["url.full"]?.hasSuffix("?page=2&sig=<redacted>") == true)
    }

    @Test("L04: both links keep the contract of every middleware")
    func contract() async throws {
      try await MiddlewareContract.verify(allowing: [.addsHeaders([.traceParent, .traceState])]) {
        TracingMiddleware(KeepingTracer(state: "a=1"))
      }
      try await MiddlewareContract.verify { CallTracingMiddleware(KeepingTracer()) }
      try await MiddlewareContract.verify { TracingMiddleware() }
      try await MiddlewareContract.verify { CallTracingMiddleware() }
    }

    @Test("L04: a retry before the link is the right order, one after it is reported")
    func order() {
      let stub = StubTransport(.status(200))
      #expect(Client.stubbed(stub, CallTracingMiddleware(), RetryMiddleware(), TracingMiddleware()).problems.isEmpty)
      #expect(Client.stubbed(stub, TracingMiddleware(), RetryMiddleware()).problems.count == 1)
    }
  }

  private struct Tokens: CredentialProvider {
    func credential(for context: CredentialContext) async throws -> Credential { .bearer("token") }
  }
#endif
