/// A link of the chain: sees every request on its way out and every response on its way back.
///
/// Call `next` once, unless repeating is your job; change only what you own; keep a body and the header fields that
/// describe it in agreement; let cancellation through. A printed link shows its name only, because it may hold secrets: see
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
public protocol Middleware: Sendable, Redacted {
  /// Passes the request on by `next`, or answers in its place.
  ///
  /// - Throws: your own error, or what `next` throws. The client wraps it once, outside the chain.
  func respond(to request: Request, next: Next) async throws -> Response

  /// The name that ``Client/explain(_:)`` prints. The type's own name unless you give one.
  var name: String { get }

  /// Where in the chain this link belongs. ``Client/problems`` reports a wrong order. Nil: anywhere.
  var stage: ChainStage? { get }

  /// Whether this link ends its own waits by the request's deadline. True by default, because a link that only calls `next` has no
  /// waits of its own: those of `next` end by the deadline.
  ///
  /// A link that waits for anything else sleeps by ``CallContext/sleep(for:)``, ends its wait by ``Request/deadline``, or returns
  /// false: the client then ends the whole chain by a timer, which costs two tasks a call.
  var enforcesDeadline: Bool { get }

  /// What this link would do with a request, in a few words without any secret, for ``Client/explain(_:)``.
  func explanation(for request: Request) -> String?
}

extension Middleware {
  /// The type's own name.
  public var name: String { String(describing: Self.self) }
  /// The name of the link.
  public var description: String { name }
  /// Anywhere.
  public var stage: ChainStage? { nil }
  /// True.
  public var enforcesDeadline: Bool { true }
  /// Nothing to say.
  public func explanation(for request: Request) -> String? { nil }
}
