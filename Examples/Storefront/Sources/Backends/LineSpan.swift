import RefineryJSON
import Synchronization
package import Tracing

/// A span of a ``LineTracer``.
package final class LineSpan: Span {
  private struct State {
    var name: String
    var attributes = SpanAttributes()
    var isError = false
    var isEnded = false
  }

  package let context: InstrumentationContext
  private let ids: TraceParent
  private let parent: TraceParent?
  private let kind: SpanKind
  private let start: UInt64
  private let state: Mutex<State>
  private let write: @Sendable (JSONValue.Object) -> Void

  init(
    _ name: String, below outer: InstrumentationContext, _ kind: SpanKind, start: UInt64,
    _ write: @escaping @Sendable (JSONValue.Object) -> Void
  ) {
    parent = outer.traceParent
    ids = TraceParent(below: parent)
    var inner = outer
    inner.traceParent = ids
    context = inner
    self.kind = kind
    self.start = start
    self.write = write
    state = Mutex(State(name: name))
  }

  package var isRecording: Bool { state.withLock { !$0.isEnded } }
  package var operationName: String {
    get { state.withLock { $0.name } }
    set { state.withLock { $0.name = newValue } }
  }
  package var attributes: SpanAttributes {
    get { state.withLock { $0.attributes } }
    set { state.withLock { $0.attributes = newValue } }
  }

  package func setStatus(_ status: SpanStatus) { state.withLock { $0.isError = status.code == .error } }
  package func addEvent(_ event: SpanEvent) {}
  package func addLink(_ link: SpanLink) {}
  package func recordError<Instant: TracerInstant>(
    _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
  ) {}

  package func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
    let ended = state.withLock { state -> State? in
      defer { state.isEnded = true }
      return state.isEnded ? nil : state
    }
    guard let ended else { return }
    var line: JSONValue.Object = [
      "trace_id": .string(ids.traceID), "span_id": .string(ids.spanID), "name": .string(ended.name), "kind": .string("\(kind)"),
      "is_error": .bool(ended.isError), "nanoseconds": .number(instant().nanosecondsSinceEpoch &- start),
    ]
    if let parent { line["parent_span_id"] = .string(parent.spanID) }
    ended.attributes.forEach { line[$0] = JSONValue($1.toSpanAttribute()) }
    write(line)
  }
}

extension JSONValue {
  fileprivate init(_ attribute: SpanAttribute) {
    switch attribute {
    case .string(let text): self = .string(text)
    case .int32(let integer): self = .number(integer)
    case .int64(let integer): self = .number(integer)
    case .bool(let flag): self = .bool(flag)
    case .stringConvertible(let value): self = .string(value.description)
    default: self = .string("\(attribute)")
    }
  }
}
