/// One step of the chain. It sees each request before it is sent, and each response before the caller gets it.
///
/// Call `next` once, unless repeating is your job; change only what you own; keep a body and the header fields that describe it
/// in agreement; do not swallow cancellation. A printed middleware shows only its name, because it may hold secrets: see
/// ``Redacted``.
///
/// ```swift
/// struct UserAgentMiddleware: Middleware {
///   let userAgent: String
///   func respond(to request: Request, next: Next) async throws -> Response {
///     var request = request
///     request.head.headerFields[.userAgent] = userAgent
///     return try await next(request)
///   }
/// }
/// ```
public protocol Middleware: MiddlewareDeclaration, Sendable, Redacted {
  /// Passes the request to `next`, or returns a response of its own.
  ///
  /// - Throws: your own error, or what `next` throws. The client wraps it once, outside the chain.
  func respond(to request: Request, next: Next) async throws -> Response

  /// The name that ``Client/explain(_:redaction:)`` prints. Default: the name of the type.
  var name: String { get }

  /// Where in the chain this middleware belongs; nil for anywhere. ``Client/problems`` reports a wrong order.
  var stage: ChainStage? { get }

  /// Whether this middleware ends its own waits by the request's deadline. True by default: a middleware that only calls `next`
  /// has no waits of its own, and the waits of `next` end by the deadline.
  ///
  /// A middleware with other waits has three choices: it waits with ``CallContext/sleep(for:)``, it ends its wait by
  /// ``Request/deadline``, or it returns false. If it returns false, the client ends the whole chain with a timer, which costs
  /// two tasks for each call.
  var enforcesDeadline: Bool { get }

  /// Ends the work that this middleware does in the background, outside of any call, and returns when that work has ended.
  /// ``Client/shutdown(grace:)`` calls it after the last call. The middleware must still work afterwards, because other clients
  /// may use it. Default: does nothing.
  func endBackgroundWork() async

  /// Describes what this middleware would do with a request, in a few words and without secrets, for
  /// ``Client/explain(_:redaction:)``.
  func explanation(for request: Request) -> String?

  /// Returns the request that this middleware would pass to `next`. Later middleware explains what it would do with that
  /// request. This method sends nothing and changes no state; a value that only a real call has, such as a random key, may be
  /// any text. Default: the same request, which is right unless a later middleware reads what this one changes.
  func explainedRequest(after request: Request) -> Request
}

extension Middleware {
  /// The type's own name.
  public var name: String { String(describing: Self.self) }
  /// The name of the middleware.
  public var description: String { name }
  /// Nil: the middleware may be anywhere in the chain.
  public var stage: ChainStage? { nil }
  /// True: the middleware has no waits of its own.
  public var enforcesDeadline: Bool { true }
  /// Does nothing: the middleware has no background work.
  public func endBackgroundWork() async {}
  /// Nil: there is no explanation.
  public func explanation(for request: Request) -> String? { nil }
  /// The same request.
  public func explainedRequest(after request: Request) -> Request { request }
}
