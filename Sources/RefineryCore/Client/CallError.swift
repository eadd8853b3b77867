public import FoundationEssentials
public import HTTPTypes

/// A call failed. The one error that a client throws, beside `CancellationError` for a call that was cancelled and
/// ``Conflict``, which holds one, for a model that somebody else changed before it was saved.
///
/// It says where (``endpoint``), when (``stage``) and why (``underlying``), and keeps all that is known: what was sent, the
/// status, the header fields and the first 64 KiB of the body. ``description`` is one line, safe to log.
///
/// ```swift
/// do {
///   try await api.send(Person.read(5))
/// } catch let error as CallError where error.kind == .notFound {
///   print(error.problem?.title ?? "gone")
/// }
/// ```
public struct CallError: Error, Sendable {
  /// How far the call had come.
  public enum Stage: String, Sendable {
    /// The request could not be made; nothing was sent.
    case building
    /// The chain or the transport failed, or the body did not arrive whole.
    case sending
    /// The server answered with a status that is not a success of the row.
    case status
    /// The answer is not what was expected of a success.
    case mapping
  }

  /// How many bytes of a body are kept: 64 KiB.
  public static let keptBytes = 64 * 1024

  /// How far the call had come.
  public let stage: Stage
  /// The row.
  public let endpoint: Endpoint
  /// What was sent, as it left the client, before the chain; nil where no request could be made. Holds secrets: do not log it.
  public let request: Request?
  /// Status and header fields of the response, if there was one. May hold secrets: do not log it.
  public let response: HTTPResponse?
  /// The first 64 KiB of the response's body. May hold secrets: do not log it.
  public let body: Data
  /// Whether the body was longer than what is kept.
  public let isBodyTruncated: Bool
  /// Why it failed, as it was thrown.
  public let underlying: any Error
  /// Everything that was sent, in order, and why each was followed by another.
  public let attempts: [Attempt]
  /// How long the call took.
  public let elapsed: Duration
  /// The row's own error, read from the body, where the row or call declares one for this status and the body fits it.
  public let details: (any Error & Sendable)?
  /// Which page of a reading it was, from 1; nil where nothing was read page by page: see ``Client/pages(of:by:from:)``.
  public internal(set) var page: Int?
  /// Where in a streamed list it was; nil where nothing was streamed: see ``Client/stream(_:as:skipped:)``.
  public internal(set) var place: StreamPlace?

  init(
    _ stage: Stage, _ endpoint: Endpoint, request: Request? = nil, response: HTTPResponse? = nil, body: Data = Data(),
    isBodyTruncated: Bool = false, underlying: any Error, details: (any Error & Sendable)? = nil
  ) {
    self.stage = stage
    self.endpoint = endpoint
    self.request = request
    self.response = response
    // A copy: a slice would keep all of a large body alive.
    self.body = body.count > Self.keptBytes ? Data(body.prefix(Self.keptBytes)) : body
    self.isBodyTruncated = isBodyTruncated || body.count > Self.keptBytes
    self.underlying = underlying
    attempts = request?.record.attempts ?? []
    elapsed = request?.record.elapsed ?? .zero
    self.details = details
  }

  /// The status, if there was a response.
  public var status: Int? { response?.status.code }
  /// The header fields of the response, if there was one.
  public var headers: HTTPFields? { response?.headerFields }
  /// The URL without user information and with the values of its query hidden.
  public var url: String? { request.map { Redaction().url(of: $0.head) } }

  /// What the server's gateway or framework calls this request, for its operators.
  public var requestID: String? {
    let names: [HTTPField.Name] = [.requestID] + Self.requestIDNames
    return names.lazy.compactMap { headers?[$0] }.first.map(Redaction.escaped)
  }

  private static let requestIDNames = ["Request-Id", "X-Correlation-ID", "X-Amzn-RequestId", "X-Amz-Request-Id", "CF-Ray"]
    .compactMap { HTTPField.Name($0) }

  /// The error in the row's own type, where the row or call declares one for this status and the body fits it.
  public func details<Details: Error>(as type: Details.Type) -> Details? { details as? Details }

  /// The body read as problem details (RFC 9457), or as one of the common forms of error bodies.
  ///
  /// Reads the body at each use.
  public var problem: Problem? {
    guard let response else { return nil }
    return Problem(body: body, contentType: response.headerFields[.contentType], status: response.status.code)
  }
}

/// The server answered with a status that is not a success of the row.
public struct BadStatus: SafelyDescribed, Equatable {
  /// The status.
  public let status: Int

  /// A status that is not a success.
  public init(_ status: Int) { self.status = status }

  /// One line, safe to log.
  public var description: String {
    let reason = HTTPResponse.Status(code: status).reasonPhrase
    return reason.isEmpty ? "status \(status)" : "status \(status) \(reason)"
  }
}
