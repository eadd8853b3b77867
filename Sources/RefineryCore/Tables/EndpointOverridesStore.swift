public import FoundationEssentials
import Synchronization

/// Holds the overrides of any number of clients. They can be replaced while calls are in progress.
///
/// Each call reads the overrides once, when its request is made, and keeps them through all its attempts.
///
/// ```swift
/// let operations = EndpointOverridesStore()
/// let api = Client(baseURL: url, overrides: operations.overrides)
/// try operations.load(json: changed, for: table)  // from the next call on
/// ```
public final class EndpointOverridesStore: Sendable, Redacted {
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

  /// Replaces all overrides by those of a JSON document, from the next call on.
  ///
  /// - Parameters:
  ///   - json: an object with one member for each row: see ``EndpointOverrides``.
  ///   - table: the rows that can be overridden.
  ///   - keys: the options that can be overridden, in addition to `path` and `method`.
  /// - Throws: ``EndpointOverrides/Faults`` with every fault; the previous overrides stay.
  public func load(
    json: Data, for table: EndpointTable, keys: [any OverridableOption.Type]
  ) throws(EndpointOverrides.Faults) {
    replace(with: try EndpointOverrides(json: json, for: table, keys: keys))
  }
}
