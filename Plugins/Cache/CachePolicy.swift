import HTTPTypes
public import RefineryCore

/// What ``CacheMiddleware`` may do with the calls of a row, beyond what server and request say.
public struct CachePolicy: Sendable, Equatable {
  /// Whether responses are stored and used. If false, requests are sent as if there were no cache; a successful unsafe request
  /// still makes stored responses invalid. Default: true.
  public var isEnabled = true
  /// The longest time that a response is taken as fresh if the server only says when it last changed (RFC 9111 section 4.2.2). The
  /// guess is a tenth of the time since then. Default: a day; zero for no guess.
  public var maximumHeuristicLifetime: Duration = .seconds(86_400)
  /// How long after the end of its lifetime a response may be used while a fresh one is fetched in the background, if the server
  /// does not say (RFC 5861 section 3). Default: zero.
  public var staleWhileRevalidate: Duration = .zero
  /// How long after the end of its lifetime a response may be used if the server fails, if neither server nor request says (RFC
  /// 5861 section 4). Default: zero.
  public var staleIfError: Duration = .zero

  /// What server and request say.
  public static let standard = CachePolicy()
  /// Nothing is stored or used.
  public static let off = CachePolicy { $0.isEnabled = false }

  /// Creates a policy by changing the standard one.
  public init(_ change: (inout CachePolicy) -> Void = { _ in }) { change(&self) }

  /// Whole seconds, limited so that no sum overflows.
  static func seconds(_ duration: Duration) -> Int {
    min(max(0, Int(clamping: duration.components.seconds)), CacheControl.maximumSeconds)
  }
}

/// The cache policy of a row or a call.
///
/// To let one call use no stored response without a check, send `Cache-Control: no-cache` with it; to let it send no request at all,
/// `Cache-Control: only-if-cached`. Other request directives of RFC 9111 section 5.2.1 work as well.
///
/// ```swift
/// Endpoint("Rates.read", .get, "rates", Options().setting(Caching.self, CachePolicy { $0.staleIfError = .seconds(3600) }))
/// ```
public enum Caching: OptionKey {
  /// The name in tables, reports and override files: `caching`.
  public static let name = "caching"
  /// What server and request say.
  public static let defaultValue = CachePolicy.standard
  /// False: it is about one request.
  public static let isInherited = false

  /// Says that a row is never cached because of its method.
  public static func warnings(of value: CachePolicy, in row: Endpoint) -> [String] {
    guard value.isEnabled, row.method != .get, row.method != .head else { return [] }
    return ["caching is set, but responses to \(row.method) are not cached"]
  }
}

extension Caching: OverridableOption {
  /// True for the standard policy, false for no caching.
  public static func value(from json: JSONValue) throws(InvalidSetting) -> CachePolicy {
    guard let isOn = json.bool else { throw InvalidSetting("must be true or false") }
    return isOn ? .standard : .off
  }
}

extension Options {
  /// The cache policy: see ``Caching``.
  public var caching: CachePolicy {
    get { self[Caching.self] }
    set { self[Caching.self] = newValue }
  }
}
