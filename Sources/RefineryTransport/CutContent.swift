package import FoundationEssentials
package import RefineryCore

/// The content of a response that is not a success and is longer than the call's limit: the bytes that were received, then the
/// error.
///
/// The status then decides what happens, as for a shorter response: a link may send the request again, and the call's error
/// names the status.
package struct CutContent: AsyncSequence, Sendable {
  private let received: Data
  private let error: any Error

  /// Returns nil for another error, and for a success: its call fails with `error`.
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
