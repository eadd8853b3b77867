package import RefineryJSON
package import Tracing

/// A tracer that writes one JSON object for each span when it ends. A real app uses swift-otel instead.
package struct LineTracer: Tracer {
  private let write: @Sendable (JSONValue.Object) -> Void

  /// Creates a tracer. `write` is called from any thread.
  package init(to write: @escaping @Sendable (JSONValue.Object) -> Void) { self.write = write }

  package func startSpan<Instant: TracerInstant>(
    _ operationName: String, context: @autoclosure () -> InstrumentationContext, ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
  ) -> LineSpan {
    LineSpan(operationName, below: context(), kind, start: instant().nanosecondsSinceEpoch, write)
  }

  package func forceFlush() {}

  package func extract<Carrier, Extract: Extractor>(
    _ carrier: Carrier, into context: inout InstrumentationContext, using extractor: Extract
  ) where Extract.Carrier == Carrier {
    context.traceParent = extractor.extract(key: "traceparent", from: carrier).flatMap { TraceParent($0) }
  }

  package func inject<Carrier, Inject: Injector>(
    _ context: InstrumentationContext, into carrier: inout Carrier, using injector: Inject
  ) where Inject.Carrier == Carrier {
    guard let traceParent = context.traceParent else { return }
    injector.inject(traceParent.field, forKey: "traceparent", into: &carrier)
  }
}
