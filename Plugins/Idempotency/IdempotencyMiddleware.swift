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
  /// How the key is written in the field.
  public enum Form: Sendable, Hashable {
    /// As a quoted string, as the draft requires: `"8e03978e-40d5-43dd-bc93-6894a57f9324"`.
    case quoted
    /// Without quotes, as Stripe and many other servers expect.
    case raw
  }

  private let form: Form
  private let methods: Set<HTTPRequest.Method>
  private let makeKey: @Sendable () -> String

  /// Creates middleware that adds keys.
  ///
  /// - Parameters:
  ///   - form: how the key is written. Default: quoted.
  ///   - methods: the methods whose requests get a key, unless the option ``IdempotencyKey`` of a row or call decides.
  ///     Default POST and PATCH, which are not idempotent.
  ///   - makeKey: makes the key of a call. It must never return the same key twice. Default: a random UUID.
  public init(
    _ form: Form = .quoted, methods: Set<HTTPRequest.Method> = [.post, .patch],
    makeKey: @escaping @Sendable () -> String = { UUID().uuidString.lowercased() }
  ) {
    self.form = form
    self.methods = methods
    self.makeKey = makeKey
  }

  /// Before retries, so that all attempts have the same key.
  public var stage: ChainStage? { .answer }

  /// Adds the key and passes the request on.
  ///
  /// - Throws: ``UnusableIdempotencyKey`` for a key that the field cannot hold (nothing is sent); errors of `next`.
  public func respond(to request: Request, next: Next) async throws -> Response {
    try await next(keyed(request) { () throws(UnusableIdempotencyKey) in try value(of: makeKey()) })
  }

  /// Returns `adds an Idempotency-Key`, or the reason why no key is added.
  public func explanation(for request: Request) -> String? {
    if request.head.headerFields[Idempotent.keyField] != nil { return "the request has an Idempotency-Key already" }
    if adds(to: request) { return "adds an Idempotency-Key" }
    if request.options[IdempotencyKey.self] == false { return "no key: off for this row" }
    guard methods.contains(request.head.method) else { return "no key: \(request.head.method.rawValue) needs none" }
    return "no key: the row is declared \(request.options[Idempotent.self] == true ? "idempotent" : "not idempotent")"
  }

  /// Returns the request with a placeholder for its key.
  public func explainedRequest(after request: Request) -> Request { keyed(request) { "\"\"" } }

  /// Returns the request with a key: its own, or else a key from the closure. A request that gets no key is returned unchanged.
  private func keyed<Failure>(_ request: Request, value: () throws(Failure) -> String) throws(Failure) -> Request {
    let field = Idempotent.keyField
    let isCallers = request.head.headerFields[field] != nil
    guard isCallers || adds(to: request) else { return request }
    var request = request
    if !isCallers { request.head.headerFields[field] = try value() }
    if !request.head.method.isIdempotent {
      request.options[RetriedStatuses.self] = (request.options[RetriedStatuses.self] ?? []).adding(409...409)
    }
    return request
  }

  private func adds(to request: Request) -> Bool {
    if let decided = request.options[IdempotencyKey.self] { return decided }
    return methods.contains(request.head.method) && request.options[Idempotent.self] == nil
  }

  private func value(of key: String) throws(UnusableIdempotencyKey) -> String {
    switch form {
    case .quoted:
      // A string of RFC 9651, section 3.3.3: printable ASCII, with a backslash before quotes and backslashes.
      guard !key.isEmpty, key.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { throw UnusableIdempotencyKey() }
      return "\"" + key.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    case .raw:
      guard !key.isEmpty, key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw UnusableIdempotencyKey() }
      return key
    }
  }
}

/// Whether a row or call gets an `Idempotency-Key`. Default nil: the method decides, and a row whose option `Idempotent` is
/// set gets no key.
///
/// A key that the caller sets as a header field is sent even if this option is false, and a 409 response to it is retried.
public enum IdempotencyKey: OverridableOption {
  /// The name in tables and reports: `idempotencyKey`.
  public static let name = "idempotencyKey"
  /// Nil: the method decides.
  public static let defaultValue: Bool? = nil
  /// False: the option applies to one request only.
  public static let isInherited = false

  /// Returns true or false, or nil for a null: the method decides.
  public static func value(from json: JSONValue) throws(InvalidSetting) -> Bool? {
    if json.isNull { return nil }
    guard let flag = json.bool else { throw InvalidSetting("must be true, false or null") }
    return flag
  }
}

extension Options {
  /// Whether a row or call gets an `Idempotency-Key`: see ``IdempotencyKey``.
  public var idempotencyKey: Bool? {
    get { self[IdempotencyKey.self] }
    set { self[IdempotencyKey.self] = newValue }
  }
}

extension ScopedCall {
  /// Sends this call with or without an `Idempotency-Key`. Nil: the method decides.
  public func idempotencyKey(_ isSent: Bool?) -> Self { option(IdempotencyKey.self, isSent) }

  /// Sends this key unchanged as the `Idempotency-Key`; the middleware then makes none. Store it with your own data if the app
  /// must send the same request again after a crash, or pass on the key of an incoming request.
  public func idempotencyKey(_ key: String) -> Self { header(Idempotent.keyField, key) }
}

/// A key that the header field cannot hold. It is empty, or contains a control character or a character outside ASCII.
/// Without quotes, it must not contain a space either.
public struct UnusableIdempotencyKey: SafelyDescribed, Equatable {
  /// One line, safe to log.
  public var description: String { "the idempotency key is empty or has a character that its header field cannot hold" }
}
