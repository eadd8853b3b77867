public import RefineryCore

/// The query parameters of JSON:API: related resources, order, fields, filter and page.
///
/// The query is written as `include=a,b&sort=a,-b&fields[t]=x,y&filter[k]=v&page[size]=5`, always in this order, with types
/// sorted. Brackets and other characters that a URL cannot contain are percent-encoded.
struct JSONAPIQuery: Sendable, Equatable {
  private var includes: [String] = []
  private var sorts: [String] = []
  private var fieldsets: [String: [String]] = [:]
  private var filters: [Query.Item] = []
  var page: [Query.Item] = []

  mutating func include(_ paths: [String]) { includes.append(new: paths) }

  mutating func sort(_ fields: [String]) {
    for field in fields {
      if let index = sorts.firstIndex(where: { Self.name(of: $0) == Self.name(of: field) }) {
        sorts[index] = field
      } else {
        sorts.append(field)
      }
    }
  }

  private static func name(of field: String) -> Substring { field.hasPrefix("-") ? field.dropFirst() : field[...] }

  mutating func fields(_ type: String, _ names: [String]) { fieldsets[type, default: []].append(new: names) }

  mutating func filter(_ items: [Query.Item]) {
    let keys = Set(items.map(\.key))
    filters.removeAll { keys.contains($0.key) }
    filters += items
  }

  /// The items, in the order in which they are sent.
  var items: [Query.Item] {
    var items: [Query.Item] = []
    if !includes.isEmpty { items.append(Query.Item("include", includes.queryValue)) }
    if !sorts.isEmpty { items.append(Query.Item("sort", sorts.queryValue)) }
    for (type, names) in fieldsets.sorted(by: { $0.key < $1.key }) {
      items.append(Query.Item("fields[\(type)]", names.isEmpty ? .string("") : names.queryValue))
    }
    return items + filters + page
  }
}

extension JSONAPIQuery: CustomStringConvertible {
  /// Only the keys, because values may be secret.
  var description: String { items.map(\.key).joined(separator: ",") }
}

extension [String] {
  fileprivate mutating func append(new names: [String]) {
    for name in names where !contains(name) { append(name) }
  }
}

/// A request for a page. A nil argument is left out.
///
/// ```swift
/// .number(2, size: 20)            // page[number]=2&page[size]=20
/// .offset(40, limit: 20)          // page[offset]=40&page[limit]=20
/// .cursor("abc", key: "p")        // p[cursor]=abc
/// ```
public struct PageQuery: Sendable {
  let items: [Query.Item]

  /// A page by items of your own, such as `page[after]`. They are sent in this order.
  public init(_ items: [Query.Item]) { self.items = items }

  private init(_ key: String, _ parts: KeyValuePairs<String, QueryValue?>) {
    items = parts.compactMap { name, value in value.map { Query.Item("\(key)[\(name)]", $0) } }
  }

  /// A page by its number.
  public static func number(_ number: Int?, size: Int? = nil, key: String = "page") -> PageQuery {
    PageQuery(key, ["number": number.map { .int($0) }, "size": size.map { .int($0) }])
  }

  /// A page by the number of items before it.
  public static func offset(_ offset: Int?, limit: Int? = nil, key: String = "page") -> PageQuery {
    PageQuery(key, ["offset": offset.map { .int($0) }, "limit": limit.map { .int($0) }])
  }

  /// A page by the server's cursor.
  public static func cursor(_ cursor: String?, size: Int? = nil, key: String = "page") -> PageQuery {
    PageQuery(key, ["cursor": cursor.map { .string($0) }, "size": size.map { .int($0) }])
  }
}
