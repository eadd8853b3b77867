#if Tracing
  import HTTPTypes
  import RefineryCore
  import Synchronization
  import Tracing

  /// A span that ends exactly once: at the first call of ``end(_:)``, or when its last owner is released.
  final class OpenSpan: Sendable {
    let span: any Span
    private let isEnded = Atomic(false)

    init(_ span: any Span) { self.span = span }

    /// Ends the span after `finish` has written the result. Later calls do nothing.
    func end(_ finish: (any Span) -> Void = { _ in }) {
      guard !isEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
      finish(span)
      span.end()
    }

    deinit { end() }
  }

  extension Span {
    /// Writes the status and the HTTP version of a response. In client spans of OpenTelemetry, a status of 400 or above is an
    /// error.
    func describe(_ response: Response) {
      let status = response.head.status.code
      updateAttributes { attributes in
        attributes["http.response.status_code"] = status
        if let version = response.version { attributes["network.protocol.version"] = version.number }
        if status >= 400 { attributes["error.type"] = String(status) }
      }
      if status >= 400 { setStatus(SpanStatus(code: .error)) }
    }

    /// Writes a failure. A cancellation is an error only if the deadline of the call has passed.
    ///
    /// The error itself is not recorded, because its description may hold secrets.
    func fail(with error: any Error, of request: Request) {
      let isLate = error is CancellationError && request.deadline?.hasPassed == true
      guard isLate || !(error is CancellationError) else { return }
      attributes["error.type"] = isLate ? "TimedOut" : String(describing: type(of: error))
      let summary = isLate ? "the call's time was over" : ErrorSummary.text(of: error)
      setStatus(SpanStatus(code: .error, message: Redaction.escaped(summary)))
    }
  }

  extension TransportConfiguration.Version {
    fileprivate var number: String { rawValue.hasPrefix("HTTP/") ? String(rawValue.dropFirst(5)) : rawValue }
  }
#endif
