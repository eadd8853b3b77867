#if Tracing
  import HTTPTypes
  import InMemoryTracing
  import RefineryCore
  import RefineryTesting
  import Synchronization
  import Tracing

  /// A tracer that keeps its spans and sends their context as W3C Trace Context says.
  struct KeepingTracer: Tracer {
    private let spans: InMemoryTracer
    /// The `tracestate` that it sends.
    private let state: String?

    init(state: String? = nil) {
      let ids = Counter()
      spans = InMemoryTracer(
        idGenerator: .init(nextTraceID: { ids.next(digits: 32) }, nextSpanID: { ids.next(digits: 16) }))
      self.state = state
    }

    var finished: [FinishedInMemorySpan] { spans.finishedSpans }
    var open: [InMemorySpan] { spans.activeSpans }
    var attempts: [FinishedInMemorySpan] { finished.filter { $0.kind == .client } }
    var calls: [FinishedInMemorySpan] { finished.filter { $0.kind == .internal } }

    func startSpan<Instant: TracerInstant>(
      _ operationName: String, context: @autoclosure () -> InstrumentationContext, ofKind kind: SpanKind,
      at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> InMemorySpan {
      spans.startSpan(
        operationName, context: context(), ofKind: kind, at: instant(), function: function, file: fileID, line: line)
    }

    func forceFlush() {}

    func inject<Carrier, Inject: Injector>(
      _ context: InstrumentationContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
      guard let span = context.inMemorySpanContext else { return }
      injector.inject("00-\(span.traceID)-\(span.spanID)-01", forKey: "traceparent", into: &carrier)
      if let state { injector.inject(state, forKey: "tracestate", into: &carrier) }
    }

    func extract<Carrier, Extract: Extractor>(
      _ carrier: Carrier, into context: inout InstrumentationContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
      guard let parts = extractor.extract(key: "traceparent", from: carrier)?.split(separator: "-"), parts.count == 4 else {
        return
      }
      context.inMemorySpanContext = InMemorySpanContext(
        traceID: String(parts[1]), spanID: String(parts[2]), parentSpanID: nil)
    }
  }

  private final class Counter: Sendable {
    private let count = Atomic(0)

    func next(digits: Int) -> String {
      let text = String(count.add(1, ordering: .relaxed).newValue, radix: 16)
      return String(repeating: "0", count: digits - text.count) + text
    }
  }

  extension FinishedInMemorySpan {
    /// The attributes as text.
    var texts: [String: String] {
      var texts: [String: String] = [:]
      attributes.forEach { key, value in
        switch value {
        case .string(let text): texts[key] = text
        case .int64(let number): texts[key] = String(number)
        default: texts[key] = "\(value)"
        }
      }
      return texts
    }

    subscript(key: String) -> String? { texts[key] }

    /// The field that names this span as the parent.
    var traceParent: String { "00-\(traceID)-\(spanID)-01" }

    /// Everything that a backend receives.
    var text: String { "\(operationName) \(texts) \(status.map { "\($0)" } ?? "") \(events) \(errors.map { "\($0.error)" })" }
  }

  extension HTTPField.Name {
    static let traceParent = HTTPField.Name("traceparent")!
    static let traceState = HTTPField.Name("tracestate")!
  }

  extension StubTransport {
    /// The `traceparent` of everything that was sent.
    var traceParents: [[String]] { requests.map { $0.head.headerFields[values: .traceParent] } }
  }

  struct Person: Codable, Identifiable, Sendable, Readable, Creatable, Deletable {
    static let path: URITemplate = "people"
    var id: Int
    var name = "Ann"
  }

  extension Client {
    /// A client on a stub whose clock never waits, so calls have no time limit.
    static func stubbed(_ transport: any Transport, _ middleware: any Middleware...) -> Client {
      Client(
        name: "crm", baseURL: "https://api.example.com:8443/v1", middleware: middleware, transport: transport,
        options: Options { $0.timeout = nil }, clock: CallClock(ManualClock(advancesByItself: true)))
    }
  }
#endif
