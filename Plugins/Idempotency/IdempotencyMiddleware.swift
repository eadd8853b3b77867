public import FoundationEssentials
public import HTTPTypes
public import RefineryCore
import RefineryRetry

/// Adds an `Idempotency-Key` to each call that creates or changes something, so that the server can recognise a repeated
/// request.
///
/// Each call has its own key. All its attempts have this key, except a GET after a redirect that changed the method: it has no
/// key. A request with a key may be sent twice, so `RetryMiddleware` retries it after a lost connection. If the method is not
/// idempotent, `RetryMiddleware` also retries after a 409, which means that the first request is still in progress
/// (draft-ietf-httpapi-idempotency-key-header-07, section 2.7).
///
/// ```swift
/// let api = Client(
///   baseURL: url, middleware: [IdempotencyMiddleware(), RetryMiddleware(), AuthMiddleware(tokens)])
/// ```
///
/// Add this middleware only if the server supports the field: a server that ignores it executes a repeated request twice. If
/// the caller, the row or the client sets the field, its value is not changed. A key costs one random number and one header
/// field.
public struct IdempotencyMiddleware: Middleware {
  /// The option `idempotencyKey`, for the argument `keys` of the functions that read an overrides file.
  public static let overridableOptions: [any OverridableOption.Type] = [IdempotencyKeyOption.self]

  private let quotesKey: Bool
  private let methods: Set<HTTPRequest.Method>
  private let makeKey: @Sendable () -> String

  /// Creates middleware that adds keys.
  ///
  /// - Parameters:
  ///   - quotesKey: whether the key is written as a quoted string, as the draft requires. False: without quotes, as Stripe and
  ///     many other servers expect.
  ///   - methods: the methods whose requests get a key, unless the option `idempotencyKey` of a row or call decides.
  ///     Default POST and PATCH, which are not idempotent.
  ///   - makeKey: makes the key of a call. It must never return the same key twice. Default: a random UUID.
  public init(
    quotesKey: Bool = true, methods: Set<HTTPRequest.Method> = [.post, .patch],
    makeKey: @escaping @Sendable () -> String = { UUID().uuidString.lowercased() }
  ) {
    self.quotesKey = quotesKey
    self.methods = methods
    self.makeKey = makeKey
  }

  /// Before retries, so that all attempts have the same key.
  public var stage: ChainStage? { .answer }

  /// Adds the key and passes the request on.
  ///
  /// - Throws: `UnusableSettings` for a key that the field cannot hold (nothing is sent). A key must not be empty, and has only
  ///   visible ASCII characters; between quotes, it may also have spaces. Errors of `next`.
  public func respond(to request: Request, next: Next) async throws -> Response {
    try await next(keyed(request) { () throws(UnusableSettings) in try value(of: makeKey()) })
  }

  /// Returns `adds an Idempotency-Key`, or the reason why no key is added.
  public func explanation(for request: Request) -> String? {
    if request.head.headerFields[.idempotencyKeyField] != nil { return "the request has an Idempotency-Key already" }
    if adds(to: request) { return "adds an Idempotency-Key" }
    if request.options.idempotencyKey == false { return "no key: off for this row" }
    guard methods.contains(request.head.method) else { return "no key: \(request.head.method.rawValue) needs none" }
    return "no key: the row is declared \(request.options.idempotent == true ? "idempotent" : "not idempotent")"
  }

  /// Returns the request with a placeholder for its key.
  public func explainedRequest(after request: Request) -> Request { keyed(request) { "\"\"" } }

  /// Returns the request with a key: its own, or else a key from the closure. A request that gets no key is returned unchanged.
  private func keyed<Failure>(_ request: Request, value: () throws(Failure) -> String) throws(Failure) -> Request {
    let field = HTTPField.Name.idempotencyKeyField
    let isCallers = request.head.headerFields[field] != nil
    guard isCallers || adds(to: request) else { return request }
    var request = request
    if !isCallers { request.head.headerFields[field] = try value() }
    if !request.head.method.isIdempotent {
      request.options.retriedStatuses = (request.options.retriedStatuses ?? []).adding(409...409)
    }
    return request
  }

  private func adds(to request: Request) -> Bool {
    if let decided = request.options.idempotencyKey { return decided }
    return methods.contains(request.head.method) && request.options.idempotent == nil
  }

  private var unusableKey: UnusableSettings {
    let problem = "makeKey returned a key that is empty or has a character that the Idempotency-Key field cannot hold"
    return UnusableSettings(of: Self.self, problems: [problem])
  }

  private func value(of key: String) throws(UnusableSettings) -> String {
    let least: UInt8 = quotesKey ? 0x20 : 0x21
    guard !key.isEmpty, key.utf8.allSatisfy({ (least...0x7E).contains($0) }) else { throw unusableKey }
    guard quotesKey else { return key }
    // A string of RFC 9651, section 3.3.3: printable ASCII, with a backslash before quotes and backslashes.
    return "\"" + key.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

extension Options {
  /// Whether a row or call gets an `Idempotency-Key`. Default nil: the method decides, and a row whose option `idempotent` is
  /// set gets no key.
  ///
  /// A key that the caller sets as a header field is sent even if this option is false, and a 409 response to it is retried.
  public var idempotencyKey: Bool? {
    get { self[IdempotencyKeyOption.self] }
    set { self[IdempotencyKeyOption.self] = newValue }
  }
}

package enum IdempotencyKeyOption: OverridableOption {
  package static let name = "idempotencyKey"
  package static let defaultValue: Bool? = nil
  package static let isInherited = false
}

extension ScopedCall {
  /// Sends this key unchanged as the `Idempotency-Key`; the middleware then makes none. Store it with your own data if the app
  /// must send the same request again after a crash, or pass on the key of an incoming request.
  public func idempotencyKey(_ key: String) -> Self { header(.idempotencyKeyField, key) }
}
