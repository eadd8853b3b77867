public import HTTPTypes

/// The response to a request: the HTTP head and the body.
///
/// Any status is a response. After the chain, the client turns a status outside the row's success codes into an error, so
/// middleware sees every response as it is.
public struct Response: Sendable {
  /// Status and header fields.
  public var head: HTTPResponse
  /// The content; ``Body/empty`` if there is none.
  public var body: Body
  /// The HTTP version of the response; nil if the transport does not report it.
  public var version: TransportConfiguration.Version?
  /// Where it came from. A middleware that responds in place of the server sets this; the chain sets it for a transport's
  /// response.
  public var source: ResponseSource = .middleware
  /// The absolute URL that it came from, if a redirect was followed; otherwise nil. It may be a secret.
  public internal(set) var redirectURL: String?
  /// The name of the recording, if this response was replayed; otherwise nil. Errors show it.
  package var recording: String?
  /// The attempt that returned the response, and the call of that attempt. See `CallContext.attempt(of:)`.
  var sender: (call: UInt64, attempt: Int)?

  /// Creates a response by hand, as a stub, a cache or another middleware does.
  public init(head: HTTPResponse, body: Body = .empty) {
    self.head = head
    self.body = body
  }

  /// The parts of a response that an observer gets.
  init(head: HTTPResponse, source: ResponseSource) {
    self.init(head: head)
    self.source = source
  }

  /// Creates a response with a status and, optionally, header fields and a body.
  public init(status: HTTPResponse.Status, headers: HTTPFields = [:], body: Body = .empty) {
    self.init(head: HTTPResponse(status: status, headerFields: headers), body: body)
  }
}

/// Where a response came from.
public struct ResponseSource: Sendable, Hashable, CustomStringConvertible {
  /// The name of the source, in a few words.
  public let description: String
  /// A source of your own, such as `cache (stale)`.
  public init(_ description: String) { self.description = description }

  /// A transport sent the request and returned the response.
  public static let network = ResponseSource("network")
  /// A middleware made it.
  public static let middleware = ResponseSource("middleware")
}

extension Response: Redacted {
  /// Status and size: `Response(200, 4 header fields, 12 bytes)`.
  public var description: String {
    "Response(\(head.status.code), \(head.headerFields.count) header fields, \(body.shownSize))"
  }
}
