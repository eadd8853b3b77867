public import HTTPTypes

/// One call on its way to the server: the row it came from, the HTTP head, the body, and what belongs to the whole call.
///
/// Middleware changes a copy and passes that on. `head` and `body` are what goes over the wire; the rest never leaves the
/// process.
public struct Request: Sendable {
  /// The row of the endpoint table this request was made from. Name and template are of low cardinality: log them, not the URL.
  public let endpoint: Endpoint
  /// Method, scheme, authority, target and header fields.
  public var head: HTTPRequest {
    didSet { isValid = false }
  }
  /// The content, if there is any.
  public var body: Body? {
    didSet { isValid = false }
  }
  /// The options in force: of the client, the model, the row, the operator and the call, the later over the earlier.
  public var options: Options
  /// What all attempts of this call share: number, clock, deadline, the attempts so far, and the values that plugins keep.
  public let context: CallContext
  /// How many retries of the retry link came before this request; 0 at first.
  public private(set) var retryCount = 0
  /// Why this request is sent again; nil for the first.
  public private(set) var resendReason: ResendReason?
  /// Tells this pass through the chain from others of the same call, also from those that overlap it.
  var pass: Int
  /// Whether head and body are known to be normalized and valid, so that nobody has to look again.
  private(set) var isValid: Bool

  /// A request made by hand; `Client.makeRequest(for:)` makes them from calls.
  public init(
    endpoint: Endpoint, head: HTTPRequest, body: Body? = nil, options: Options = Options(),
    context: CallContext = CallContext()
  ) {
    self.init(endpoint, head, body, options, context, isValid: false)
  }

  init(
    _ endpoint: Endpoint, _ head: HTTPRequest, _ body: Body?, _ options: Options, _ context: CallContext, isValid: Bool
  ) {
    self.endpoint = endpoint
    self.head = head
    self.body = body
    self.options = options
    self.context = context
    self.isValid = isValid
    pass = context.nextPass()
  }

  /// The instant by which the whole call must have ended, if it has one.
  public var deadline: Deadline? { context.deadline }

  /// Says that this request is about to be passed on once more, and why. The attempts that follow from it are told apart from
  /// all others of the call, also from those that run at the same time.
  ///
  /// A link calls this on its copy of the request just before it calls `next` with it:
  ///
  /// ```swift
  /// let first = try await next(request)
  /// guard first.head.status.code == 415 else { return first }
  /// var plain = request
  /// plain.body = uncompressed
  /// plain.resend(because: .other("without gzip: status 415"), after: first)
  /// return try await next(plain)
  /// ```
  ///
  /// - Parameters:
  ///   - reason: why. A ``ResendReason/retry(after:delay:)`` adds one to ``retryCount``.
  ///   - response: the response that is the cause, if there is one.
  public mutating func resend(because reason: ResendReason, after response: Response? = nil) {
    pass = context.nextPass()
    resendReason = reason
    if case .retry = reason { retryCount += 1 }
    context.tellReaders(of: reason, after: response)
  }

  /// Notes when the phases of this request's attempt ended. For transports; each report replaces the one before.
  public func report(_ times: AttemptTimes) { context.report(times, pass: pass) }

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
