public import HTTPTypes

/// What came back for a request: the HTTP head and the body.
///
/// Any status is a response; the client turns one outside the row's success codes into an error after the chain, so every
/// middleware sees it as it is.
public struct Response: Sendable {
  /// Status and header fields.
  public var head: HTTPResponse
  /// The content; ``Body/empty`` where there is none.
  public var body: Body
  /// The version of HTTP it came by, where the transport reports that.
  public var version: TransportConfiguration.Version?
  /// Where it came from. A link that responds in place of the server names itself; the chain marks what a transport returned.
  public var source: ResponseSource = .middleware
  /// The number of the attempt that it came from; nil if no attempt of this call led to it.
  public internal(set) var attempt: Int?

  /// A response made by hand, as a stub, a cache or a middleware that answers itself would.
  public init(head: HTTPResponse, body: Body = .empty) {
    self.head = head
    self.body = body
  }

  /// Only what an observer is told of a response.
  init(head: HTTPResponse, source: ResponseSource) {
    self.init(head: head)
    self.source = source
  }

  /// A response of a status and, if wanted, header fields and a body.
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
  /// A link of the chain made it.
  public static let middleware = ResponseSource("middleware")
}
