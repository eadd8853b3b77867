public import FoundationEssentials
public import HTTPTypes

/// The output of a call with the head of the response, the attempts and the time.
public struct Reply<Output: Sendable>: Sendable {
  /// The output.
  public let value: Output
  /// Status and header fields of the response.
  public let head: HTTPResponse
  /// Where the response came from.
  public let source: ResponseSource
  /// The absolute URL that the response came from, if a redirect was followed; otherwise nil. It may be a secret.
  public let redirectURL: String?
  /// Every attempt of the call, in the order of sending.
  public let attempts: [Attempt]
  /// How long the call took.
  public let elapsed: Duration
  /// The elements of a list that could not be read, if the call skips them.
  public let skipped: [SkippedElement]

  /// The status.
  public var status: HTTPResponse.Status { head.status }
  /// The header fields.
  public var headers: HTTPFields { head.headerFields }
  /// The entity tag as the server sent it, including the quotes.
  public var entityTag: String? { head.headerFields[.eTag] }
  /// The `Location` as the server sent it, such as the URL of a created resource: see ``ScopedCall/following(_:adding:)``.
  public var location: String? { head.headerFields[.location] }
  /// When the resource last changed, by the server's clock (RFC 9110 section 8.8.2): see ``ScopedCall/ifModifiedSince(_:)``.
  public var lastModified: Date? { head.headerFields[.lastModified].flatMap { HTTPDate.date($0) } }
}

extension Reply: Redacted {
  /// The type of the output and the status: `Reply<Person>(200)`.
  public var description: String { "Reply<\(Output.self)>(\(head.status.code))" }
}
