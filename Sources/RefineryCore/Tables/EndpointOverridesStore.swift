public import FoundationEssentials
import Synchronization

/// Holds the overrides of any number of clients; they can be replaced while calls are under way.
///
/// Every call asks once, when its request is made, and keeps what it began with, through all its attempts.
///
/// ```swift
/// let operations = EndpointOverridesStore()
/// let api = Client(baseURL: url, overrides: operations.overrides)
/// try operations.load(json: changed, for: table)  // from the next call on
/// ```
public final class EndpointOverridesStore: Sendable {
  private let inForce: Mutex<EndpointOverrides>

  /// A store of overrides; of none unless given.
  public init(_ overrides: EndpointOverrides = EndpointOverrides()) { inForce = Mutex(overrides.current) }

  /// Overrides for clients, which are whatever is in force at the time of a call.
  public var overrides: EndpointOverrides { EndpointOverrides(following: self) }

  var current: EndpointOverrides { inForce.withLock { $0 } }

  /// Puts other overrides in force from the next call on, in place of all there were.
  public func replace(with overrides: EndpointOverrides) {
    let fixed = overrides.current
    inForce.withLock { $0 = fixed }
  }

  /// Puts the overrides of a JSON document in force from the next call on, in place of all there were.
  ///
  /// - Parameters:
  ///   - json: an object by row name of objects by setting; see ``EndpointOverrides``.
  ///   - table: the rows that can be overridden.
  ///   - keys: the options that can be, beside `path` and `method`.
  /// - Throws: ``EndpointOverrides/Faults`` with every fault; what was in force stays.
  public func load(
    json: Data, for table: EndpointTable, keys: [any OverridableOption.Type]
  ) throws(EndpointOverrides.Faults) {
    replace(with: try EndpointOverrides(json: json, for: table, keys: keys))
  }
}
