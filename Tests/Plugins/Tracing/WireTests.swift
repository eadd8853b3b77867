#if Tracing
  import HTTPTypes
  import InMemoryTracing
  import RefineryCore
  import RefineryRetry
  import RefineryContracts
  import RefineryTracing
  import RefineryURLSession
  import Testing
  import Tracing

  #if AsyncHTTPClient
    import AsyncHTTPClient
    import NIOPosix
    import RefineryAsyncHTTPClient
  #endif
  #if Curl
    import RefineryCurl
  #endif

  /// What a server receives.
  @Suite struct WireTests {
    enum Engine: String, CaseIterable {
      case urlSession
      #if AsyncHTTPClient
        case asyncHTTPClient
      #endif
      #if Curl
        case curl
      #endif

      var transport: any Transport {
        switch self {
        case .urlSession: URLSessionTransport()
        #if AsyncHTTPClient
          case .asyncHTTPClient: AsyncHTTPClientTransport()
        #endif
        #if Curl
          case .curl: CurlTransport()
        #endif
        }
      }
    }

    private func check(_ transport: any Transport, _ tracer: KeepingTracer) async throws {
      let server = try LoopbackServer()
      defer { server.stop() }
      let api = Client(
        baseURL: "http://\(server.authority)", middleware: [CallTracingMiddleware(tracer), TracingMiddleware(tracer)],
        transport: transport)
      _ = try await api.respond(to: Call<Okay>(Endpoint("Hop", .get, "redirect/307?to=/head")))
      let received = server.received
      #expect(received.map(\.path) == ["/redirect/307", "/head"])
      let attempts = tracer.attempts.filter { $0["endpoint.name"] == "Hop" }
      #expect(received.map { $0.fields[values: .traceParent] } == attempts.map { [$0.traceParent] })
      // Section 3.2.1: a sender should write the names in lower case.
      let names = received.flatMap(\.fields).map(\.name.rawName).filter { $0.lowercased().hasPrefix("trace") }
      #expect(Set(names) == ["traceparent", "tracestate"])
      #expect(received.map { $0.fields[values: .traceState] } == [["rojo=1,congo=2"], ["rojo=1,congo=2"]])
      #expect(attempts.map(\.parentSpanID) == Array(repeating: tracer.calls.first?.spanID, count: 2))
      await transport.shutdown(grace: .zero)
    }

    @Test(
      "P02: on each transport exactly one traceparent goes over the wire, that of the attempt's span",
      arguments: Engine.allCases)
    func oneField(engine: Engine) async throws {
      try await check(engine.transport, KeepingTracer(state: "rojo=1,congo=2"))
    }

    #if AsyncHTTPClient
      @Test("P02: with the app's own client that traces by itself too, the field is still one, that of the attempt's span")
      func tracingClient() async throws {
        let tracer = KeepingTracer(state: "rojo=1,congo=2")
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.tracing.tracer = tracer
        let client = HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
        try await check(AsyncHTTPClientTransport(client: client), tracer)
        // The engine writes spans of its own, outside of the trace: the page tells apps to switch them off.
        let others = tracer.attempts.filter { $0["endpoint.name"] == nil }
        #expect(others.count == 2)
        #expect(others.allSatisfy { $0.parentSpanID == nil })
        try await client.shutdown()
      }

      @Test("P02: with the app's own client that was told not to trace, only the spans of the attempts are written")
      func silentClient() async throws {
        let tracer = KeepingTracer(state: "rojo=1,congo=2")
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.tracing.tracer = nil
        let client = HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
        try await withTracer(tracer) { try await check(AsyncHTTPClientTransport(client: client), tracer) }
        #expect(tracer.attempts.count == 2)
        try await client.shutdown()
      }
    #endif
  }
#endif
