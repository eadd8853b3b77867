#if Tracing
  import HTTPTypes
  import RefineryCore
  import Synchronization
  import Tracing

  /// A span that ends exactly once: at the first call of ``end(_:)``, or when its last owner is released.
  final class OpenSpan: Sendable {
    private struct State {
      var status: Int?
      var version: TransportConfiguration.Version?
      var isEnded = false
    }

    let span: any Span
    private let state = Mutex(State())

    init(_ span: any Span) { self.span = span }

    /// Keeps the status and the HTTP version of a response until the end of the span: each change of a span's attributes costs
    /// a copy of all its attributes.
    func keep(_ response: Response) {
      state.withLock { state in
        state.status = response.head.status.code
        state.version = response.version
      }
    }

    /// Writes the response, lets `finish` write the result, and ends the span. Later calls do nothing.
    func end(_ finish: (any Span, inout SpanAttributes) -> Void = { _, _ in }) {
      let last = state.withLock { state -> State? in
        guard !state.isEnded else { return nil }
        state.isEnded = true
        return state
      }
      guard let last else { return }
      span.updateAttributes { attributes in
        if let status = last.status { describe(status, last.version, in: &attributes) }
        finish(span, &attributes)
      }
      span.end()
    }

    deinit { end() }

    /// In client spans of OpenTelemetry, a status of 400 or above is an error.
    private func describe(_ status: Int, _ version: TransportConfiguration.Version?, in attributes: inout SpanAttributes) {
      attributes.set("http.response.status_code", value: .int64(Int64(status)))
      switch version {
      case .http1?: attributes.set("network.protocol.version", value: "1.1")
      case .http2?: attributes.set("network.protocol.version", value: "2")
      case nil: break
      }
      guard status >= 400 else { return }
      attributes.set("error.type", value: .string(String(status)))
      span.setStatus(SpanStatus(code: .error))
    }
  }

  extension (any Tracer)? {
    /// The tracer, or else the tracer of the task or process. Nil if that tracer creates no spans.
    var orCurrent: (any Tracer)? {
      // Without an instrument there is no tracer, and this check costs less than a search for one.
      if self == nil, InstrumentationSystem.instrument is NoOpInstrument { return nil }
      let tracer = self ?? InstrumentationSystem.tracer
      return tracer is NoOpTracer ? nil : tracer
    }
  }

  extension Span {
    /// Writes a failure. A cancellation is an error only if the deadline of the call has passed.
    ///
    /// The error itself is not recorded, because its description may hold secrets.
    func fail(with error: any Error, of request: Request, in attributes: inout SpanAttributes) {
      fail(with: error, isLate: error is CancellationError && request.deadline?.hasPassed == true, in: &attributes)
    }

    /// Writes a failure of an attempt, or of a call (`CallError`).
    func fail(with error: any Error, isLate: Bool, in attributes: inout SpanAttributes) {
      guard isLate || !(error is CancellationError) else { return }
      let type = (error as? CallError)?.errorType ?? ErrorSummary.type(of: isLate ? TimedOut(.total) : error)
      attributes.set("error.type", value: .string(type))
      let cause = (error as? CallError)?.underlying ?? error
      let summary = isLate ? "the call's deadline had passed" : ErrorSummary.text(of: cause)
      setStatus(SpanStatus(code: .error, message: Redaction.escaped(summary)))
    }
  }
#endif
