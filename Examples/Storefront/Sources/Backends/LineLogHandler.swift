package import Logging
package import RefineryJSON
import Tracing

/// A log handler that writes one JSON object for each log message, with the id of the current trace.
package struct LineLogHandler: LogHandler {
  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?
  private let write: @Sendable (JSONValue.Object) -> Void

  /// Creates a handler. `write` is called from any thread.
  package init(level: Logger.Level, to write: @escaping @Sendable (JSONValue.Object) -> Void) {
    logLevel = level
    self.write = write
  }

  package subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var line: JSONValue.Object = ["level": .string("\(event.level)"), "message": .string("\(event.message)")]
    if let traceParent = InstrumentationContext.current?.traceParent {
      line["trace_id"] = .string(traceParent.traceID)
      line["span_id"] = .string(traceParent.spanID)
    }
    let added = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
    for (key, value) in added.sorted(by: { $0.key < $1.key }) { line[key] = .string("\(value)") }
    write(line)
  }
}
