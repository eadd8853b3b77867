import HTTPTypes

extension CallError {
  /// The kinds of failure that callers handle differently.
  public enum Kind: Sendable, Equatable {
    /// The request could not be made: a bad base URL, path, header or body. Nothing was sent.
    case badRequest
    /// The resource has no id. Nothing was sent.
    case missingIdentifier
    /// A failure below HTTP: connection refused, connection lost, TLS.
    case transport(TransportError.Code)
    /// A time limit was reached.
    case timedOut(TimedOut.Timer)
    /// Status 404 or 410.
    case notFound
    /// Any other status from 400 to 499, or one that is not a success for another reason.
    case status(Int)
    /// A status from 500 to 599.
    case serverError(Int)
    /// The response is not HTTP, or its body could not be read to its end.
    case badResponse
    /// The response is a success, but its content is not what the call expects.
    case mapping
    /// The call was cancelled. Only a `Result` holds this kind; code that throws, throws `CancellationError`.
    case cancelled
    /// A middleware refused to send a request: a rate limit, a concurrency limit or an open circuit. ``CallError/retryAfter``
    /// says how long to wait. If it refused a retry, ``CallError/attempts`` holds the attempts before it.
    case refused
    /// Any other error, such as failed credentials. The type of ``CallError/underlying`` tells them apart.
    case other
  }

  /// What happened, for use in a `switch`.
  public var kind: Kind {
    switch underlying {
    case is MissingIdentifier: return .missingIdentifier
    case let timeout as TimedOut: return .timedOut(timeout.timer)
    case let failure as TransportError where failure.code == .malformedResponse: return .badResponse
    case let failure as TransportError where failure.code == .invalidRequest: return .badRequest
    case let failure as TransportError: return .transport(failure.code)
    case is BodyError: return .badResponse
    case is any Refusal: return .refused
    case is CancellationError: return .cancelled
    default: break
    }
    switch (stage, status) {
    case (.building, _): return .badRequest
    case (.status, 404?), (.status, 410?): return .notFound
    case (.status, .some(500...599)): return .serverError(status ?? 500)
    case (.status, let status?): return .status(status)
    case (.mapping, _): return .mapping
    default: return .other
    }
  }
}

extension CallError: SafelyDescribed {
  /// One line, safe to log: row, method, template, what happened, the notes of middleware, attempts and time. No header, query,
  /// body or token.
  public var description: String {
    var text = "\(Redaction.escaped(endpoint.name)) (\(endpoint.method.rawValue) \(endpoint.template))"
    text += " failed \(stage.phrase): \(ErrorSummary.text(of: underlying))"
    for note in notes { text += "; \(note)" }
    if let page { text += "; page \(page)" }
    if let place { text += "; item \(place.index), byte \(place.offset)" }
    if attempts.count > 1 { text += "; \(attempts.count) attempts" }
    if stage != .building { text += "; after \(Self.format(elapsed))" }
    if let requestID { text += "; request id \(Redaction.shortened(requestID, to: 128))" }
    return text
  }

  static func format(_ duration: Duration) -> String {
    let milliseconds = duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    return "\(milliseconds) ms"
  }
}

extension CallError.Stage {
  fileprivate var phrase: String {
    switch self {
    case .building: "while building the request"
    case .sending: "while sending"
    case .status: "by its status"
    case .mapping: "while mapping the response"
    }
  }
}
