import HTTPTypes
public import RefineryCore

/// How ``CacheMiddleware`` treats the calls of a row, in addition to the directives of the server and the request.
public struct CachePolicy: Sendable, Equatable {
  /// Whether responses are stored and used. If false, requests are sent as if there were no cache, but a successful unsafe
  /// request still makes stored responses invalid. Default: true.
  public var isEnabled = true
  /// The maximum of the heuristic lifetime, which applies if the server sends `Last-Modified` but no lifetime (RFC 9111 section
  /// 4.2.2). It is a tenth of the time since the last change. Default: a day. With zero, such a response is never fresh.
  public var maximumHeuristicLifetime: Duration = .seconds(86_400)
  /// How long after its lifetime a response may still be used while the cache validates it in the background. Applies if the
  /// server does not set this time (RFC 5861 section 3). Default: zero.
  public var staleWhileRevalidate: Duration = .zero
  /// How long after its lifetime a response may still be used when the server fails. Applies if neither the server nor the
  /// request sets this time (RFC 5861 section 4). Default: zero.
  public var staleIfError: Duration = .zero

  /// A policy with which nothing is stored or used.
  public static let off = CachePolicy { $0.isEnabled = false }

  /// Creates a policy by changing the standard one.
  public init(_ change: (inout CachePolicy) -> Void = { _ in }) { change(&self) }

  /// Whole seconds, limited so that no sum overflows.
  static func seconds(_ duration: Duration) -> Int {
    min(max(0, Int(clamping: duration.components.seconds)), CacheControl.maximumSeconds)
  }
}

extension Options {
  /// The cache policy of a row or a call.
  ///
  /// If a call has the field `Cache-Control: no-cache`, a stored response is validated before its use. If it has
  /// `Cache-Control: only-if-cached`, no request is sent. Other request directives of RFC 9111 section 5.2.1 also work.
  ///
  /// ```swift
  /// Endpoint("Rates.read", .get, "rates", Options { $0.caching = CachePolicy { $0.staleIfError = .seconds(3600) } })
  /// ```
  public var caching: CachePolicy {
    get { self[CachingKey.self] }
    set { self[CachingKey.self] = newValue }
  }
}

package enum CachingKey: OverridableOption {
  package static let name = "caching"
  package static let defaultValue = CachePolicy()
  package static let isInherited = false

  /// Warns if a row is never cached because of its method.
  package static func warnings(of value: CachePolicy, in row: Endpoint) -> [String] {
    guard value.isEnabled, row.method != .get, row.method != .head else { return [] }
    return ["caching is set, but responses to \(row.method) are not cached"]
  }

  /// Returns the default policy for true, and ``CachePolicy/off`` for false.
  package static func value(from json: JSONValue) throws(MappingError) -> CachePolicy {
    guard let isOn = json.bool else { throw MappingError(.invalid, expected: "true or false") }
    return isOn ? CachePolicy() : .off
  }
}
