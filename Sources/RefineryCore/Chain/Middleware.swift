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

  /// Whether every wait of this link ends by the request's deadline. False by default.
  ///
  /// If all links and the transport return true, the client needs no timer of its own. Otherwise it runs a timer for each call,
  /// which costs two tasks.
  var keepsDeadline: Bool { get }

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
  /// False.
  public var keepsDeadline: Bool { false }
  /// Nothing to say.
  public func explanation(for request: Request) -> String? { nil }
}

/// The places of the chain, from the caller to the wire. A link before ``retry`` runs once for each call, a link after it once
/// for each attempt.
public struct ChainStage: Sendable, Hashable, Comparable, CustomStringConvertible {
  let rank: Int
  /// The name of the place.
  public let description: String
  /// Whether a second link of this stage in one chain is a mistake.
  let isSingle: Bool

  /// Responds without the server, such as a cache, or prepares the call, such as an idempotency key.
  public static let answer = ChainStage(rank: 1, description: "answer", isSingle: false)
  /// Changes content once, so that every attempt sends the same bytes.
  public static let content = ChainStage(rank: 2, description: "content", isSingle: true)
  /// Repeats what failed.
  public static let retry = ChainStage(rank: 3, description: "retry", isSingle: true)
  /// Adds credentials, fresh for each attempt.
  public static let credentials = ChainStage(rank: 4, description: "credentials", isSingle: false)
  /// Admits or holds back attempts: rate limits, circuit breakers.
  public static let admission = ChainStage(rank: 5, description: "admission", isSingle: false)
  /// Nearest the wire: redirects.
  public static let wire = ChainStage(rank: 6, description: "wire", isSingle: false)

  /// Orders the places from the caller to the wire.
  public static func < (left: ChainStage, right: ChainStage) -> Bool { left.rank < right.rank }
}
