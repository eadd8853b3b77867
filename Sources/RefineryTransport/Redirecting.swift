import HTTPTypes
package import RefineryCore

extension Request {
  /// Sends the request by `exchange` and follows the redirects that its options allow. Each hop is normalized, validated and
  /// noted. A streamed body of the response ends by the request's deadline, also where all of it has arrived before.
  ///
  /// - Throws: what `exchange` throws; `TransportError` of code `invalidRequest`; `RedirectRefused`.
  package func followingRedirects(by exchange: (Request) async throws -> Response) async throws -> Response {
    guard isNormalized else {
      var copy = self
      copy.normalize()
      return try await copy.sendAndFollow(by: exchange)
    }
    return try await sendAndFollow(by: exchange)
  }

  private func sendAndFollow(by exchange: (Request) async throws -> Response) async throws -> Response {
    try validate()
    let first = try await exchange(self)
    // Nearly all requests end here, without a copy.
    guard (300...399).contains(first.head.status.code) else { return first.enforcingDeadline(of: self) }
    return try await follow(first, by: exchange).enforcingDeadline(of: self)
  }

  private func follow(_ first: Response, by exchange: (Request) async throws -> Response) async throws -> Response {
    let policy = options[Redirects.self]
    var trail = RedirectTrail()
    var current = self
    var response = first
    while true {
      guard let next = try policy.follow(current, after: response, trail: &trail) else { return response }
      let status = response.head.status.code
      record.redirected(by: status, note: "redirect \(status) to \(Redaction.everything.url(of: next.head))")
      current = next
      try current.validate()
      response = try await exchange(current)
    }
  }

  /// Whether there may be content; a stream may still turn out to be empty.
  package var hasContent: Bool { body.map { $0.length != 0 } ?? false }

  /// Throws where the call's deadline has passed, so that nothing is sent.
  package func checkDeadline() throws(TimedOut) {
    if let deadline, deadline.hasPassed { throw deadlineHasPassed }
  }

  /// What a call whose deadline has passed ends with.
  package var deadlineHasPassed: TimedOut { TimedOut(.total, limit: options.explicit(Timeout.self) ?? nil) }
}
