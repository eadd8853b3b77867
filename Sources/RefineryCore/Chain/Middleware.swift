/// A link of the chain. It sees each request before it is sent, and each response before the caller gets it.
///
/// Call `next` once, unless repeating is your job; change only what you own; keep a body and the header fields that
/// describe it in agreement; do not swallow cancellation. A printed link shows only its name, because it may hold secrets: see
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

  /// The name that ``Client/explain(_:)`` prints. Default: the name of the type.
  var name: String { get }

  /// Where in the chain this link belongs; nil for anywhere. ``Client/problems`` reports a wrong order.
  var stage: ChainStage? { get }

  /// Whether this link ends its own waits by the request's deadline. True by default, because a link that only calls `next` has
  /// no waits of its own; the waits of `next` end by the deadline.
  ///
  /// A link with other waits has three choices: it waits with ``CallContext/sleep(for:)``, it ends its wait by
  /// ``Request/deadline``, or it returns false. If it returns false, the client ends the whole chain with a timer, which costs
  /// two tasks for each call.
  var enforcesDeadline: Bool { get }

  /// Ends what this link does in the background, outside of any call, and returns when it has ended.
  /// ``Client/shutdown(grace:)`` calls it after the last call. Other clients may use the same link, so it must still work
  /// afterwards. Default: does nothing.
  func endBackgroundWork() async

  /// Describes what this link would do with a request, in a few words and without secrets, for ``Client/explain(_:)``.
  func explanation(for request: Request) -> String?

  /// Returns the request that this link would pass to `next`, for the explanations of the links after it. It sends nothing and
  /// changes no state; a value that only a real call has, such as a random key, may be any text. Default: the same request,
  /// which is right for each link whose changes no later link looks at.
  func explainedRequest(after request: Request) -> Request
}

extension Middleware {
  /// The type's own name.
  public var name: String { String(describing: Self.self) }
  /// The name of the link.
  public var description: String { name }
  /// Nil: the link may be anywhere in the chain.
  public var stage: ChainStage? { nil }
  /// True: the link has no waits of its own.
  public var enforcesDeadline: Bool { true }
  /// Does nothing: the link does nothing in the background.
  public func endBackgroundWork() async {}
  /// Nil: there is no explanation.
  public func explanation(for request: Request) -> String? { nil }
  /// The same request.
  public func explainedRequest(after request: Request) -> Request { request }
}
