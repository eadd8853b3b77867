import CoreMetrics
import Refinery
import RefineryMetrics
import RefineryTracing
import Synchronization
import Tracing

/// Measures the links for tracing and metrics, without a backend and with one that keeps only what the links write.
func compareObserving(_ request: @escaping @Sendable () -> Request, _ transport: any Transport) async throws -> [String] {
  func pass(_ links: any Middleware...) -> () async throws -> Void {
    let chain = Next(links, transport: transport)
    return { _ = try await chain(request()) }
  }
  func send(_ middleware: [any Middleware], _ observers: [any CallObserver]) -> () async throws -> Void {
    let api = Client(
      baseURL: "https://api.example.com/v1", middleware: middleware, transport: transport, observers: observers)
    return { _ = try await api.send(Person.read(5)) }
  }
  let metrics = MetricsMiddleware(factory: PlainFactory())
  let works = [
    ("no link", pass()),
    ("both links of tracing and metrics, no backend", pass(CallTracingMiddleware(), TracingMiddleware(), MetricsMiddleware())),
    ("a span with the same attributes, by hand", { handWrittenSpan(PlainTracer()) }),
    ("tracing", pass(TracingMiddleware(PlainTracer()))),
    ("metrics", pass(MetricsMiddleware(factory: PlainFactory()))),
    ("tracing and metrics", pass(TracingMiddleware(PlainTracer()), MetricsMiddleware(factory: PlainFactory()))),
    ("a whole call", send([], [])),
    ("a whole call, traced, counted and observed", send([TracingMiddleware(PlainTracer()), metrics], [metrics])),
  ]
  print("\nTracing and metrics, beside the chain without a link: the best of many short rounds")
  let costs = try await measureTogether(works.map(\.1))
  for ((name, _), cost) in zip(works, costs) { report(name, cost, beside: costs[0]) }
  let (none, silent, all) = (costs[0], costs[1], costs[5])
  for index in 3...5 {
    print("\(works[index].0): \(added(costs[index], to: none)) more")
  }
  print("\(works[7].0): \(added(costs[7], to: costs[6])) more")
  var failures: [String] = []
  if silent.allocations - none.allocations > 0.01 { failures.append("tracing or metrics allocate without a backend") }
  if max(all.allocations - none.allocations, costs[7].allocations - costs[6].allocations) > 20 {
    failures.append("tracing and metrics add more than 20 allocations")
  }
  return failures
}

private func added(_ cost: Cost, to base: Cost) -> String {
  let allocations = ((cost.allocations - base.allocations) * 100).rounded() / 100
  return "\(Int((cost.nanoseconds - base.nanoseconds).rounded())) ns and \(allocations) allocations"
}

/// Makes a span with the attributes that the link writes for the same request and response, and nothing else: a part of the
/// link's cost that only the tracer can change.
private func handWrittenSpan(_ tracer: some Tracer) {
  let span = tracer.startSpan("GET people/{id}", ofKind: .client)
  span.updateAttributes { attributes in
    attributes["http.request.method"] = "GET"
    attributes["server.address"] = "api.example.com"
    attributes["server.port"] = 443
    attributes["url.scheme"] = "https"
    attributes["url.full"] = "https://api.example.com/v1/people/5"
    attributes["url.template"] = "people/{id}"
    attributes["endpoint.name"] = "Person.read"
  }
  span.updateAttributes { attributes in
    attributes["http.response.status_code"] = 200
    attributes["http.response.body.size"] = 21
  }
  span.end()
}

/// A tracer whose spans keep what is written to them until they end.
private struct PlainTracer: Tracer {
  final class Span: Tracing.Span {
    let context: InstrumentationContext
    private let state: Mutex<(name: String, attributes: SpanAttributes)>

    init(_ name: String, _ context: InstrumentationContext) {
      self.context = context
      state = Mutex((name, [:]))
    }

    var operationName: String {
      get { state.withLock { $0.name } }
      set { state.withLock { $0.name = newValue } }
    }
    var attributes: SpanAttributes {
      get { state.withLock { $0.attributes } }
      set { state.withLock { $0.attributes = newValue } }
    }
    var isRecording: Bool { true }
    func setStatus(_ status: SpanStatus) {}
    func addEvent(_ event: SpanEvent) {}
    func recordError<Instant: TracerInstant>(
      _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {}
    func addLink(_ link: SpanLink) {}
    func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {}
  }

  func startSpan<Instant: TracerInstant>(
    _ operationName: String, context: @autoclosure () -> InstrumentationContext, ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
  ) -> Span {
    Span(operationName, context())
  }

  func forceFlush() {}

  func inject<Carrier, Inject: Injector>(
    _ context: InstrumentationContext, into carrier: inout Carrier, using injector: Inject
  ) where Inject.Carrier == Carrier {
    injector.inject("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", forKey: "traceparent", into: &carrier)
  }

  func extract<Carrier, Extract: Extractor>(
    _ carrier: Carrier, into context: inout InstrumentationContext, using extractor: Extract
  ) where Extract.Carrier == Carrier {}
}

/// A backend whose series add up what they are told.
private struct PlainFactory: MetricsFactory {
  final class Series: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    private let total = Atomic<Int64>(0)

    private func add(_ amount: Int64) { total.add(amount, ordering: .relaxed) }
    func increment(by amount: Int64) { add(amount) }
    func reset() { total.store(0, ordering: .relaxed) }
    func set(_ value: Int64) { total.store(value, ordering: .relaxed) }
    func set(_ value: Double) { set(Int64(value)) }
    func increment(by amount: Double) { add(Int64(amount)) }
    func decrement(by amount: Double) { add(-Int64(amount)) }
    func record(_ value: Int64) { add(value) }
    func record(_ value: Double) { add(Int64(value)) }
    func recordNanoseconds(_ duration: Int64) { add(duration) }
  }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler { Series() }
  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler { Series() }
  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler { Series() }
  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { Series() }
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyMeter(_ handler: any MeterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}
}
