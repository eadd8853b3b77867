#if Tracing
  import HTTPTypes
  import InMemoryTracing
  import RefineryCore
  import RefineryRetry
  import RefineryTesting
  import RefineryTracing
  import Testing
  import Tracing

  /// The rules of W3C Trace Context for one that sends requests. Making and reading the values is the tracer's job.
  @Suite(.timeLimit(.minutes(5))) struct TraceContextTests {
    private static let own = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"

    @Test("P02: the context of an incoming request goes on in the outgoing one, with the attempt as the parent")
    func propagation() async throws {
      let tracer = KeepingTracer()
      var incoming = InstrumentationContext.topLevel
      tracer.extract(["traceparent": Self.own], into: &incoming, using: DictionaryExtractor())
      let stub = StubTransport(.status(200))
      let api = Client.stubbed(stub, TracingMiddleware(tracer))
      _ = try await InstrumentationContext.withValue(incoming) { try await api.respond(to: Person.read(5)) }
      let span = try #require(tracer.attempts.first)
      #expect(span.traceID == "4bf92f3577b34da6a3ce929d0e0e4736")
      #expect(span.parentSpanID == "00f067aa0ba902b7")
      #expect(stub.traceParents == [[span.traceParent]])
    }

    @Test("P02: what links and transport do within an attempt has its span as the current one")
    func current() async throws {
      let tracer = KeepingTracer()
      let stub = StubTransport { _ in
        Response(status: .ok, headers: [.server: InstrumentationContext.current?.inMemorySpanContext?.spanID ?? "none"])
      }
      let api = Client.stubbed(stub, CallTracingMiddleware(tracer), TracingMiddleware(tracer))
      let response = try await api.respond(to: Person.read(5))
      #expect(response.head.headerFields[.server] == tracer.attempts.first?.spanID)
      #expect(InstrumentationContext.current == nil)
    }

    @Test("P02: without a tracer there is no field, and a request goes through as it is")
    func noTracer() async throws {
      let stub = StubTransport(.status(200))
      let api = Client.stubbed(stub, CallTracingMiddleware(), TracingMiddleware())
      _ = try await api.respond(to: Person.read(5))
      _ = try await api.respond(to: Person.read(5).header(.traceParent, Self.own).header(.traceState, "a=1"))
      #expect(stub.traceParents == [[], [Self.own]])
      #expect(stub.requests.map { $0.head.headerFields[.traceState] } == [nil, "a=1"])
    }

    @Test("P02: the tracer of the task is found anew for each call, and a given one is preferred")
    func resolution() async throws {
      let (first, second, given) = (KeepingTracer(), KeepingTracer(), KeepingTracer())
      let api = Client.stubbed(StubTransport(.status(200)), CallTracingMiddleware(), TracingMiddleware())
      try await withTracer(first) { _ = try await api.respond(to: Person.read(5)) }
      try await withTracer(second) { _ = try await api.respond(to: Person.read(5)) }
      _ = try await api.respond(to: Person.read(5))
      #expect([first, second].map(\.finished.count) == [2, 2])
      let fixed = Client.stubbed(StubTransport(.status(200)), TracingMiddleware(given))
      try await withTracer(first) { _ = try await fixed.respond(to: Person.read(5)) }
      #expect(given.finished.count == 1 && first.finished.count == 2)
    }

    @Test("P02: a traceparent that the call sets stays, without another tracestate; told to, the link replaces both")
    func callersOwn() async throws {
      let tracer = KeepingTracer(state: "ours=1")
      let stub = StubTransport(.status(200))
      let call = Person.read(5).header(.traceParent, Self.own).header(.traceState, "theirs=1")
      _ = try await Client.stubbed(stub, TracingMiddleware(tracer)).respond(to: call)
      _ = try await Client.stubbed(stub, TracingMiddleware(tracer)).respond(to: call.header(.traceState, nil))
      _ = try await Client.stubbed(stub, TracingMiddleware(tracer, replacesContext: true)).respond(to: call)
      #expect(stub.traceParents == [[Self.own], [Self.own], [try #require(tracer.attempts.last).traceParent]])
      #expect(stub.requests.map { $0.head.headerFields[values: .traceState] } == [["theirs=1"], [], ["ours=1"]])
    }

    @Test("P02: a tracestate without a traceparent belongs to no trace and is not sent with ours (section 3.3)")
    func loneState() async throws {
      let stub = StubTransport(.status(200))
      _ = try await Client.stubbed(stub, TracingMiddleware(KeepingTracer())).respond(
        to: Person.read(5).header(.traceState, "stale=1"))
      #expect(stub.requests.first?.head.headerFields[.traceState] == nil)
      #expect(stub.traceParents.first?.count == 1)
    }

    @Test(
      "P02: a tracestate goes out letter by letter, as one field",
      arguments: [
        "a=1", "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE", "a@b=c,  d=e\t,f=g", "a= ~!\"#$%&'()*+-./:;<>?@[]^_`{|}",
        (1...32).map { "vendor\($0)=v\($0)" }.joined(separator: ","),
        String(repeating: "k", count: 256) + "=" + String(repeating: "v", count: 256),
      ])
    func states(state: String) async throws {
      let stub = StubTransport(.status(200))
      _ = try await Client.stubbed(stub, TracingMiddleware(KeepingTracer(state: state))).respond(to: Person.read(5))
      #expect(stub.requests.first?.head.headerFields[values: .traceState] == [state])
    }

    @Test("P02: what a tracer writes cannot end a field and begin another", arguments: ["a=1\r\nx-evil: 1", "a=\u{0}", "a=\n"])
    func splitting(state: String) async throws {
      let stub = StubTransport(.status(200))
      _ = try? await Client.stubbed(stub, TracingMiddleware(KeepingTracer(state: state))).respond(to: Person.read(5))
      for field in stub.requests.flatMap({ Array($0.head.headerFields) }) {
        #expect(!field.value.unicodeScalars.contains { ["\r", "\n", "\u{0}"].contains($0) })
      }
    }

    @Test("P02: an origin that is not trusted gets no context")
    func trust() async throws {
      let tracer = KeepingTracer()
      let stub = StubTransport(.status(307, headers: [.location: "https://other.example/people/5"]), .status(200))
      let link = TracingMiddleware(tracer) { $0.host == "api.example.com" }
      _ = try await Client.stubbed(stub, link).respond(to: Person.read(5).options { $0.redirects = .anyOrigin })
      #expect(stub.traceParents == [[try #require(tracer.attempts.first).traceParent], []])
      #expect(tracer.attempts.count == 2)
    }

    @Test("P02: calls at once keep their contexts apart")
    func concurrency() async throws {
      let tracer = KeepingTracer()
      let stub = StubTransport(.status(200))
      let api = Client.stubbed(stub, CallTracingMiddleware(tracer), TracingMiddleware(tracer))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 1...200 { group.addTask { _ = try await api.respond(to: Person.read(5)) } }
        try await group.waitForAll()
      }
      #expect(Set(stub.traceParents) == Set(tracer.attempts.map { [$0.traceParent] }))
      #expect(Set(tracer.attempts.map(\.traceID)).count == 200)
      #expect(Set(tracer.attempts.map(\.parentSpanID)) == Set(tracer.calls.map { $0.spanID }))
    }
  }

  private struct DictionaryExtractor: Extractor {
    func extract(key: String, from carrier: [String: String]) -> String? { carrier[key] }
  }
#endif
