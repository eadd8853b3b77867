import Synchronization

extension EndpointOverrides {
  /// Holds the overrides of any number of clients. They can be replaced while calls are in progress.
  ///
  /// Each call reads the overrides once, when its request is made, and keeps them through all its attempts.
  ///
  /// ```swift
  /// let operations = EndpointOverrides.Store()
  /// let api = Client(baseURL: url, overrides: operations.overrides)
  /// operations.replace(with: try EndpointOverrides(json: changed, for: table))  // from the next call on
  /// ```
  public final class Store: Sendable, Redacted {
    private let inForce: Mutex<EndpointOverrides>

    /// A store with overrides; by default empty.
    public init(_ overrides: EndpointOverrides = EndpointOverrides()) { inForce = Mutex(overrides.current) }

    /// Overrides for clients; each call uses the current ones.
    public var overrides: EndpointOverrides { EndpointOverrides(following: self) }

    var current: EndpointOverrides { inForce.withLock { $0 } }

    /// Replaces all overrides from the next call on.
    public func replace(with overrides: EndpointOverrides) {
      let fixed = overrides.current
      inForce.withLock { $0 = fixed }
    }
  }
}
