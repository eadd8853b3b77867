import FoundationEssentials
public import RefineryCore
public import RefineryJSON

/// A request that matches a row. The closure of ``MockServer/respond(to:with:)`` receives it.
public struct MockRowRequest: Sendable, Redacted {
  /// The name of the row.
  public let row: String
  /// The values of the placeholders of the row's path, such as `id`.
  public let values: [String: String]
  /// The items of the query, in order, decoded.
  package let query: [MockQuery.Item]
  let request: MockRequest

  /// The content as JSON; null if it is not JSON.
  public var json: JSONValue { (try? JSONValue(parsing: request.content)) ?? .null }

  /// The first value of a key of the query; nil if there is none.
  public func query(_ key: String) -> String? { query.first { $0.key == key }?.value }
}
