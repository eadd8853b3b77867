extension Response {
  /// Whether this response is not from the origin of a request, because a redirect was followed. Such a response says nothing
  /// about the server of the request.
  package func isFromOtherOrigin(than request: Request) -> Bool {
    if let attempt = request.context.attempt(of: self) { return request.isLeft(by: attempt) }
    // Another call sent the request, as in a combined read.
    guard let url = redirectURL.flatMap({ URIReference($0) }) else { return false }
    return Origin(scheme: url.scheme, authority: url.authority) != Origin(request.head)
  }
}

extension Request {
  /// Whether the attempt that failed last was sent to another origin, because a redirect was followed. Such a failure says
  /// nothing about the server of this request.
  ///
  /// - Parameter attempts: how many attempts the call had made before this request was passed on: see
  ///   ``CallContext/attemptCount``.
  package func failedAtOtherOrigin(after attempts: Int) -> Bool {
    let failed = context.attempts.dropFirst(attempts).last { if case .failure? = $0.outcome { true } else { false } }
    return failed.map { isLeft(by: $0) } ?? false
  }

  /// Whether an attempt was sent to another origin by a redirect.
  fileprivate func isLeft(by attempt: Attempt) -> Bool {
    guard case .redirect(_, let target)? = attempt.reason else { return false }
    return target != Origin(head).map { Redaction.escaped($0.description) }
  }
}
