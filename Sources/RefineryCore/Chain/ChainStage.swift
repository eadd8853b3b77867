/// The stages of the chain, from the caller to the network. Middleware before ``retry`` runs once for each call. Middleware
/// after ``retry`` also runs for each retry, and middleware after ``redirect`` runs for each attempt.
///
/// To add a stage of your own, put it between two others:
///
/// ```swift
/// extension ChainStage {
///   static let quota = ChainStage("quota", between: .retry, and: .hedge)
/// }
/// ```
public struct ChainStage: Sendable, Hashable, Comparable, CustomStringConvertible {
  private let rank: Double
  /// The name of the stage.
  public let description: String
  /// Whether a second middleware of this stage in one chain is a mistake.
  let isSingle: Bool

  private init(_ rank: Double, _ description: String, isSingle: Bool = false) {
    self.rank = rank
    self.description = description
    self.isSingle = isSingle
  }

  /// Creates a stage between two others.
  ///
  /// - Parameters:
  ///   - name: the name that ``Client/problems`` prints.
  ///   - outer: the stage before it.
  ///   - inner: the stage after it.
  ///   - isSingle: whether a second middleware of this stage in one chain is a mistake.
  public init(_ name: String, between outer: ChainStage, and inner: ChainStage, isSingle: Bool = false) {
    self.init((outer.rank + inner.rank) / 2, name, isSingle: isSingle)
  }

  /// Responds without the server, as a cache does, or prepares the call, for example with an idempotency key.
  public static let answer = ChainStage(1, "answer")
  /// Changes content once, so that every attempt sends the same bytes.
  public static let content = ChainStage(2, "content", isSingle: true)
  /// Limits how many calls are under way, once for each call.
  public static let limit = ChainStage(3, "limit")
  /// Repeats failed requests.
  public static let retry = ChainStage(4, "retry", isSingle: true)
  /// Sends a second request while a slow one is still under way.
  public static let hedge = ChainStage(5, "hedge", isSingle: true)
  /// Adds credentials, fresh for each retry.
  public static let credentials = ChainStage(6, "credentials")
  /// Admits, delays or refuses each retry: rate limits, circuit breakers.
  public static let admission = ChainStage(7, "admission")
  /// Follows redirects. The client adds ``RedirectMiddleware`` to a chain that has no middleware of this stage.
  public static let redirect = ChainStage(8, "redirect", isSingle: true)
  /// Signs each attempt, after all middleware that changes it.
  public static let signing = ChainStage(9, "signing")
  /// Observes each attempt as it is sent, and changes nothing: logs, spans, metrics.
  public static let observe = ChainStage(10, "observe")

  /// Orders the stages from the caller to the network.
  public static func < (left: ChainStage, right: ChainStage) -> Bool { left.rank < right.rank }
}
