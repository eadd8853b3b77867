public import FoundationEssentials
public import HTTPTypes

/// The error of a failed call. A client throws only this error, `CancellationError` for a cancelled call, and `Conflict`, which
/// holds a `CallError`, for a model that somebody else changed before it was saved.
///
/// It says where (``endpoint``), when (``stage``) and why (``underlying``) the call failed. It keeps the request, the status,
/// the header fields and the first 64 KiB of the body. ``description`` is one line, safe to log.
///
/// ```swift
/// do {
///   try await api.send(Person.read(5))
/// } catch let error as CallError where error.kind == .notFound {
///   print(error.problem?.title ?? "gone")
/// }
/// ```
public struct CallError: Error, Sendable {
  /// The step at which a call failed.
  public enum Stage: String, Sendable {
    /// The request could not be made; nothing was sent.
    case building
    /// The chain or the transport failed, or the body did not arrive completely.
    case sending
    /// The status of the response is not a success of the row.
    case status
    /// The response is a success, but its content is not what the call expects.
    case mapping
  }

  /// The maximum size of the part of a body that is kept: 64 KiB.
  package static let keptBytes = ReceivedResponse.keptBytes

  /// The step at which the call failed.
  public let stage: Stage
  /// The row.
  public let endpoint: Endpoint
  /// The request as the client made it, before the chain; nil if none could be made. Its parts hold secrets: do not log them.
  public let request: Request?
  /// Status and header fields of the response, if there was one. May hold secrets: do not log it.
  public let response: HTTPResponse?
  /// The first 64 KiB of the response's body. May hold secrets: do not log it.
  public let body: Data
  /// Whether ``body`` is incomplete: the response's body is longer than 64 KiB, or did not arrive completely.
  public let isBodyTruncated: Bool
  /// The cause, as it was thrown.
  public let underlying: any Error
  /// What middleware did to the call and the caller may not expect: see ``CallContext/note(_:)``.
  public let notes: [String]
  /// Every attempt of the call, in order, and why each was sent.
  public let attempts: [Attempt]
  /// How long the call took.
  public let elapsed: Duration
  /// The row's own error type, decoded from the body; nil unless the row or call declares one for this status and the body fits
  /// it.
  package let details: (any Error & Sendable)?
  /// The number of the page that failed, from 1; nil unless the call reads pages: see ``Client/pages(of:by:from:)``.
  public internal(set) var page: Int?
  /// Where a streamed list failed; nil unless the call streams: see ``Client/stream(_:as:skipped:)``.
  ///
  /// `index` is that of the item at fault or of the first incomplete item, from 0. It is also the number of items read before.
  /// `offset` counts bytes from the start of the decoded body: to the byte at fault, to the start of the item, or to the end of
  /// the bytes that had arrived.
  public internal(set) var place: (index: Int, offset: Int)?

  /// Creates an error of a module that sends calls of its own, for a failure without a request or a response.
  public init(_ stage: Stage, _ endpoint: Endpoint, underlying: any Error) {
    self.init(stage, endpoint, request: nil, underlying: underlying)
  }

  init(
    _ stage: Stage, _ endpoint: Endpoint, request: Request? = nil, response: HTTPResponse? = nil,
    received: ReceivedResponse? = nil, underlying: any Error, details: (any Error & Sendable)? = nil
  ) {
    let content = received?.body ?? Data()
    self.stage = stage
    self.endpoint = endpoint
    self.request = request
    self.response = received?.head ?? response
    // A copy: a slice would keep all of a large body in memory.
    body = content.count > Self.keptBytes ? Data(content.prefix(Self.keptBytes)) : content
    isBodyTruncated = received?.isBodyTruncated == true || content.count > Self.keptBytes
    self.underlying = underlying
    attempts = request?.context.attempts ?? []
    notes = request?.context.notes ?? []
    elapsed = request?.context.elapsed ?? .zero
    self.details = details
  }

  /// The kind of failure in one word, for `error.type` in logs, metrics and spans: the status if it is not a success; the
  /// code of a ``TransportError``, such as `cannot_find_host`; the limit of a ``TimedOut``, such as `timeout_attempt`; the name
  /// of the type of any other cause.
  public var errorType: String {
    if stage == .status, let status { return (100...599).contains(status) ? String(status) : "_OTHER" }
    return ErrorSummary.type(of: underlying)
  }

  /// The status, if there was a response.
  public var status: Int? { response?.status.code }
  /// The header fields of the response, if there was one.
  public var headers: HTTPFields? { response?.headerFields }
  /// The URL without user information. The values of its query are hidden. If the server gave the URL, the segments of its path
  /// that the row does not have are hidden, too.
  public var url: String? { request.map { Redaction().url(of: $0) } }

  /// The id that the server or its gateway gave this request, for the operators of the server.
  public var requestID: String? {
    let names: [HTTPField.Name] = [.requestID] + Self.requestIDNames
    return names.lazy.compactMap { headers?[$0] }.first.map(Redaction.escaped)
  }

  private static let requestIDNames = ["Request-Id", "X-Correlation-ID", "X-Amzn-RequestId", "X-Amz-Request-Id", "CF-Ray"]
    .compactMap { HTTPField.Name($0) }

  /// How long to wait until another call can succeed: the estimate of the middleware that refused the call, or `Retry-After` of
  /// a response that is not a success. Nil if neither exists.
  public var retryAfter: Duration? {
    if let refusal = underlying as? any Refusal { return refusal.retryAfter }
    return stage == .status ? headers.flatMap { RetryAfter.wait($0) } : nil
  }

  /// Returns `details` as this type; nil unless the row or call declares it for this status and the body fits it.
  public func details<Details: Error>(as type: Details.Type) -> Details? { details as? Details }

  /// The body read as problem details (RFC 9457), or as one of the common forms of error bodies.
  ///
  /// The body is parsed on each access.
  public var problem: ProblemDetails? {
    guard let response else { return nil }
    return ProblemDetails(body: body, contentType: response.headerFields[.contentType], status: response.status.code)
  }
}

/// The status of a response is not a success of the row.
package struct BadStatus: SafelyDescribed, Equatable {
  /// The status.
  package let status: Int
  /// The recording that the response was replayed from.
  private let recording: String?

  /// A status that is not a success.
  package init(_ status: Int, recording: String? = nil) {
    self.status = status
    self.recording = recording
  }

  /// One line, safe to log.
  package var description: String {
    "status \(status)\(recording.map { ", replayed from \(Redaction.escaped($0)); delete the file to record it again" } ?? "")"
  }

  /// Two errors are equal if their statuses are.
  package static func == (left: Self, right: Self) -> Bool { left.status == right.status }
}
