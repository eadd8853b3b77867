#if Metrics
  import FoundationEssentials
  import HTTPTypes
  import RefineryCore
  import RefineryMetrics
  import RefineryTesting
  import Testing

  @Suite(.timeLimit(.minutes(5))) struct StreamMetricsTests {
    private let backend = TextBackend()

    @Test("P03: a stream is an error if its head does not arrive in time, but not if its reader stops later")
    func errorType() async throws {
      let clock = ManualClock()
      let api = Client(
        baseURL: "https://stub", middleware: [MetricsMiddleware(factory: backend)],
        transport: StubTransport(.never, .status(200, body: Body(AsyncStream<Data> { _ in }))), clock: CallClock(clock))
      let call = Person.read(5).timeout(.seconds(2))
      let late = Task { _ = try await api.open(call) }
      await clock.sleepers(1)
      clock.advance(by: .seconds(2))
      await #expect(throws: CallError.self) { try await late.value }
      #expect(backend.counts("http.client.request.duration", by: "error.type") == ["timeout_total": 1])
      do {
        let response = try await api.open(call)
        clock.advance(by: .seconds(60))
        #expect(response.head.status == .ok)
      }
      #expect(backend.counts("http.client.request.duration", by: "error.type") == ["timeout_total": 1, "": 1])
    }
  }
#endif
