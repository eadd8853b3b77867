import HTTPTypes
package import RefineryCore

extension Request {
  /// Sends the request by `exchange`, normalized and validated. A streamed body of the response ends by the request's deadline,
  /// also where all of it has arrived before.
  ///
  /// - Throws: what `exchange` throws; `TransportError` of code `invalidRequest`.
  package func exchanged(by exchange: (Request) async throws -> Response) async throws -> Response {
    guard isNormalized else {
      var copy = self
      copy.normalize()
      return try await copy.exchanged(by: exchange)
    }
    try validate()
    return try await exchange(self).enforcingDeadline(of: self)
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
