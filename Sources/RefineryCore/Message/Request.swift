public import HTTPTypes

/// One call on its way to the server: the row it came from, the HTTP head, the body, and what belongs to the whole call.
///
/// Middleware changes a copy and passes that on. `head` and `body` are what goes over the wire; the rest never leaves the
/// process.
public struct Request: Sendable {
  /// The row of the endpoint table this request was made from. Name and template are of low cardinality: log them, not the URL.
  public let endpoint: Endpoint
  /// Method, scheme, authority, target and header fields.
  public var head: HTTPRequest
  /// The content, if there is any.
  public var body: Body?
  /// The options in force: of the client, the model, the row, the operator and the call, the later over the earlier.
  public var options: Options
  /// Which try of the retry policy this is, from 1.
  public var attempt: Int
  /// What all attempts of this call share: number, clock, deadline and the record of what was sent.
  public let record: CallRecord

  /// A request made by hand; `Client.makeRequest(for:)` makes them from calls.
  public init(
    endpoint: Endpoint, head: HTTPRequest, body: Body? = nil, options: Options = Options(), attempt: Int = 1,
    record: CallRecord = CallRecord()
  ) {
    self.endpoint = endpoint
    self.head = head
    self.body = body
    self.options = options
    self.attempt = attempt
    self.record = record
  }

  /// The instant by which the whole call must have ended, if it has one.
  public var deadline: Deadline? { record.deadline }

  /// Whether sending this request once more asks for nothing new: its method is idempotent (RFC 9110 section 9.2.2), its
  /// row or call says so by ``Idempotent``, or it carries an `Idempotency-Key`.
  public var isIdempotent: Bool {
    if let declared = options[Idempotent.self] { return declared }
    return head.method.isIdempotent || head.headerFields[.idempotencyKey] != nil
  }

  /// Whether the content, if any, can be sent again.
  public var isReplayable: Bool { body?.isReplayable ?? true }
}

extension HTTPRequest.Method {
  /// Whether RFC 9110 section 9.2.2 calls the method idempotent.
  public var isIdempotent: Bool {
    switch self {
    case .get, .head, .options, .trace, .put, .delete: true
    default: false
    }
  }
}

extension HTTPField.Name {
  // Names the HTTP types package has no constant for; each is a token, so none of these can be nil. They are not public: apps
  // and server frameworks declare the same names.
  private static func named(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .contentType }

  static let idempotencyKey = named("Idempotency-Key")
  // The customary name of a server's or gateway's request id.
  static let requestID = named("X-Request-ID")
}
