package import FoundationEssentials
package import RefineryCore

/// The content of an error response that is longer than the call's limit: the received bytes, then the error.
///
/// So the status decides what happens, as for a shorter response: middleware may send the request again, and the call's error
/// names the status.
package struct CutContent: AsyncSequence, Sendable {
  private let received: Data
  private let error: any Error

  /// Returns nil for another error and for a success; the call then fails with `error`.
  package static func body(
    _ received: @autoclosure () -> Data, then error: any Error, status: Int, of options: Options
  ) -> Body? {
    guard case BodyError.tooLarge = error, !options.successCodes.contains(status) else { return nil }
    return Body(CutContent(received: received(), error: error), isReplayable: true)
  }

  package func makeAsyncIterator() -> Iterator { Iterator(rest: received, error: error) }

  package struct Iterator: AsyncIteratorProtocol {
    fileprivate var rest: Data?
    fileprivate let error: any Error

    package mutating func next() async throws -> Data? {
      defer { rest = nil }
      guard let rest else { throw error }
      return rest
    }
  }
}
