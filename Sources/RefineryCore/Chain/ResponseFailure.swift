public import FoundationEssentials
public import HTTPTypes

/// An error of a middleware that refuses a response, such as a response with a wrong signature.
///
/// The ``CallError`` of the call has the stage ``CallError/Stage/sending``, and the status, the header fields and the content
/// of ``received``. With any other error of a middleware, the ``CallError`` has no response.
///
/// ```swift
/// struct WrongSignature: SafelyDescribed, ResponseFailure {
///   let received: ReceivedResponse
///   var description: String { "the signature of the response is wrong" }
/// }
/// // in `respond(to:next:)`:
/// throw WrongSignature(received: try await ReceivedResponse(response))
/// ```
public protocol ResponseFailure: Error {
  /// The response that the middleware refused.
  var received: ReceivedResponse { get }
}

/// What an error keeps of a response: its head and the first 64 KiB of its body. When it is printed, only the
/// status is shown.
public struct ReceivedResponse: Sendable, Hashable, Redacted {
  static let keptBytes = 64 * 1024

  /// Status and header fields. May hold secrets: do not log it.
  public let head: HTTPResponse
  /// The first 64 KiB of the body. May hold secrets: do not log it.
  public let body: Data
  /// Whether ``body`` is incomplete: the response's body is longer, or did not arrive completely.
  public let isBodyTruncated: Bool

  /// Reads a response. The rest of a longer body is not read, and its stream ends.
  ///
  /// - Throws: `CancellationError` when the task is cancelled. If reading fails in another way, the part of the body that has
  ///   arrived is kept.
  public init(_ response: Response) async throws(CancellationError) {
    var kept = Data()
    var isTruncated = false
    do {
      for try await chunk in response.body {
        isTruncated = chunk.count > Self.keptBytes - kept.count
        kept.append(chunk.prefix(Self.keptBytes - kept.count))
        if isTruncated { break }
      }
    } catch {
      if error is CancellationError || Task.isCancelled { throw CancellationError() }
      isTruncated = true
    }
    self.init(head: response.head, body: kept, isBodyTruncated: isTruncated)
  }

  init(head: HTTPResponse, body: Data, isBodyTruncated: Bool) {
    self.head = head
    self.body = body
    self.isBodyTruncated = isBodyTruncated
  }

  /// `a response with status 503`.
  public var description: String { "a response with status \(head.status.code)" }
}
