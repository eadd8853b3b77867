import HTTPTypes
package import RefineryCore

extension Request {
  /// Normalizes and validates the request, and sends it to its origin with `exchange`. The request's deadline also ends the
  /// reading of a streamed response body, even if the whole body has already arrived.
  ///
  /// - Throws: the error of `exchange`; `TransportError` of code `invalidRequest`.
  package func exchanged(by exchange: (Request, Origin) async throws -> Response) async throws -> Response {
    guard isNormalized else {
      var copy = self
      copy.normalize()
      return try await copy.exchanged(by: exchange)
    }
    try validate()
    guard let origin = Origin(head) else {
      throw TransportError(.invalidRequest, phase: .beforeSending, reason: "the URL has no origin")
    }
    return try await exchange(self, origin).enforcingDeadline(of: self)
  }

  /// Whether the request may have content. A stream may still be empty.
  package var hasContent: Bool { body.map { $0.length != 0 } ?? false }

  /// Throws if the call's deadline has passed, so that nothing is sent.
  package func checkDeadline() throws(TimedOut) {
    if let deadline, deadline.hasPassed { throw deadlineHasPassed }
  }

  /// The error of a call whose deadline has passed.
  package var deadlineHasPassed: TimedOut { TimedOut(.total, limit: options.explicit(TimeoutKey.self) ?? nil) }
}
