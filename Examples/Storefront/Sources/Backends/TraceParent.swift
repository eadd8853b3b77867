package import Tracing

/// The ids of a span and of its trace, as in the field `traceparent` (W3C Trace Context, section 3.2).
package struct TraceParent: Sendable, Equatable {
  /// The id of the trace: 32 hexadecimal digits.
  package let traceID: String
  /// The id of the span: 16 hexadecimal digits.
  package let spanID: String

  /// Creates the ids of a new span, in the trace of `parent` or in a new trace.
  init(below parent: TraceParent?) {
    traceID = parent?.traceID ?? Self.hexadecimal(words: 2)
    spanID = Self.hexadecimal(words: 1)
  }

  /// Reads version 00; nil for other text.
  package init?(_ field: String) {
    let parts = field.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "00", Self.isID(parts[1], digits: 32), Self.isID(parts[2], digits: 16) else {
      return nil
    }
    traceID = String(parts[1])
    spanID = String(parts[2])
  }

  /// The value of the field. Every span is sampled.
  package var field: String { "00-\(traceID)-\(spanID)-01" }

  private static func isID(_ text: Substring, digits: Int) -> Bool {
    text.utf8.count == digits && text.allSatisfy { $0.isASCII && $0.isHexDigit && !$0.isUppercase }
      && text.contains { $0 != "0" }
  }

  private static func hexadecimal(words: Int) -> String {
    (0..<words).map { _ in
      let digits = String(UInt64.random(in: 1 ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

extension InstrumentationContext {
  private enum Key: InstrumentationContextKey {
    typealias Value = TraceParent
  }

  /// The current span.
  package internal(set) var traceParent: TraceParent? {
    get { self[Key.self] }
    set { self[Key.self] = newValue }
  }
}
