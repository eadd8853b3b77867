public import HTTPTypes

/// The request of one call: the row it was made from, the HTTP head, the body, and the state of the whole call.
///
/// Middleware changes a copy and passes the copy on. Only `head` and `body` are sent; the rest never leaves the process.
public struct Request: Sendable {
  /// The row that this request was made from. Its name and template have low cardinality: log them instead of the URL.
  public let endpoint: Endpoint
  /// Method, scheme, authority, target and header fields.
  public var head: HTTPRequest {
    didSet { isValid = false }
  }
  /// The content, if there is any.
  public var body: Body? {
    didSet { isValid = false }
  }
  /// The options of the client, the model, the row, the operator and the call; a later one overrides an earlier one.
  public var options: Options
  /// What all attempts of this call share: number, clock, deadline, the attempts so far, and the values that plugins keep.
  public let context: CallContext
  /// How many retries there were before this request; 0 for the first.
  public private(set) var retryCount = 0
  /// Why this request is sent again; nil for the first.
  public private(set) var resendReason: ResendReason?
  /// The number of the attempt that led to this request, if it is sent again.
  private(set) var previousAttempt: Int?
  /// The number of this pass through the chain. It is unique within the call, also among passes that run at the same time.
  var pass: Int
  /// If the server gave the URL of this request (a link or a redirect), the path that the row itself has.
  var ownPath: String?
  /// Whether head and body are known to be normalized and valid, so that no further check is needed.
  private(set) var isValid: Bool

  /// Creates a request by hand. `Client.makeRequest(for:)` makes the request of a call.
  ///
  /// The option ``Options/timeout`` does not apply: the request has a time limit only if its context has one.
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

  /// The instant by which the whole call must end, if there is one. For a call that is read as a stream, it is the instant by
  /// which the head of the response must arrive, and nil once it has arrived: see ``CallContext/limitsOnlyHead``.
  public var deadline: Deadline? { context.deadline }

  /// The largest number of bytes of decoded content that a transport or a middleware takes from the response; nil for no limit.
  /// A streamed body has a limit only if the option ``Options/responseLimit`` is set.
  public var responseLimit: Int? {
    options.delivery == .whole ? options.responseLimit : options.explicit(ResponseLimitKey.self)
  }

  /// Records that this request is about to be sent again, and why. So its attempts are told apart from all others of the call,
  /// also from those that run at the same time.
  ///
  /// A middleware calls this on its copy of the request just before it passes the copy to `next`:
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
  ///   - reason: the cause. A ``ResendReason/retry(after:delay:)`` adds one to ``retryCount``.
  ///   - response: the response that led to it, if there is one.
  public mutating func resend(because reason: ResendReason, after response: Response? = nil) {
    pass = context.nextPass()
    resendReason = reason
    if case .retry = reason { retryCount += 1 }
    previousAttempt = context.attempt(before: response)
  }

  /// Records when the phases of this request's attempt ended. For transports; each report replaces the one before.
  public func report(_ times: AttemptTimes) { context.report(times, pass: pass) }

  /// The last attempt of this request; nil if it has not been sent. A copy that is sent again has an attempt of its own.
  public var attempt: Attempt? { context.attempt(ofPass: pass) }

  /// Records that this request begins or ends a wait for a place among the requests under way to its origin. For transports
  /// with a queue: ``Options/attemptTimeout`` does not include the wait. If the attempt fails while it waits, do not call it
  /// again.
  public func waitsForPlace(_ isWaiting: Bool) { context.attempt(of: pass, isQueued: isWaiting) }

  /// Whether this request can be sent twice with the effect of one. The option ``Options/idempotent`` of its row or call
  /// decides. Without the option, a request is idempotent if its method is (RFC 9110 section 9.2.2) or if it has an
  /// `Idempotency-Key` field.
  public var isIdempotent: Bool {
    if let declared = options.idempotent { return declared }
    return head.method.isIdempotent || head.headerFields[.idempotencyKeyField] != nil
  }

  /// Whether the content, if any, can be sent again.
  public var isReplayable: Bool { body?.isReplayable ?? true }
}

extension Request: Redacted {
  /// Row, method, URL and size: `Request(Person.read GET https://api.example/people/5, 2 header fields, no body)`.
  public var description: String {
    let url = Redaction().url(of: self)
    let fields = "\(head.headerFields.count) header fields"
    return
      "Request(\(Redaction.escaped(endpoint.name)) \(head.method.rawValue) \(url), \(fields), \(body?.shownSize ?? "no body"))"
  }
}
