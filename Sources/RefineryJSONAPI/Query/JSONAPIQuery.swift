public import RefineryCore

/// The query parameters of JSON:API: related resources, order, fields, filter and page.
///
/// Repeated settings are merged: each included path and each field is written once, in the order in which they were first
/// added. The query is written as `include=a,b&sort=a,-b&fields[t]=x,y&filter[k]=v&page[size]=5`, always in this order, with
/// types sorted. Brackets and other characters that a URL cannot contain are percent-encoded.
///
/// ```swift
/// let query = JSONAPIQuery().include("author", "comments.author").sort("-created").fields("people", ["name"])
/// Article.enumerate().query(query)
/// ```
/// Calls have the same methods: `Article.enumerate().include("author").page(.number(1, size: 20))`.
public struct JSONAPIQuery: Sendable, Hashable {
  private var includes: [String] = []
  private var sorts: [SortField] = []
  private var fieldsets: [String: [String]] = [:]
  private var filters: [Query.Item] = []
  private var pages: [Query.Item] = []

  /// An empty query.
  public init() {}

  /// Includes related resources by their paths, such as `comments.author`.
  public func include(_ paths: String...) -> JSONAPIQuery { include(paths) }

  /// Includes related resources by their paths.
  public func include(_ paths: [String]) -> JSONAPIQuery { with { $0.includes.union(with: paths) } }

  /// Sorts, most important field first. If the field is already in the order, it keeps its place and takes the new direction.
  public func sort(_ fields: SortField...) -> JSONAPIQuery { sort(fields) }

  /// Sorts, most important field first.
  public func sort(_ fields: [SortField]) -> JSONAPIQuery {
    with { query in
      for field in fields {
        if let index = query.sorts.firstIndex(where: { $0.name == field.name }) {
          query.sorts[index] = field
        } else {
          query.sorts.append(field)
        }
      }
    }
  }

  /// Requests only these fields of the resources of a type. `fields("people", [])` requests resources without fields.
  public func fields(_ type: String, _ names: [String]) -> JSONAPIQuery {
    with { $0.fieldsets[type, default: []].union(with: names) }
  }

  /// Requests only these fields of the resources of these types.
  public func fields(_ fieldsets: [String: [String]]) -> JSONAPIQuery {
    fieldsets.reduce(self) { $0.fields($1.key, $1.value) }
  }

  /// Filters by `filter[key]=value` items. A repeated key takes the new value.
  public func filter(_ values: KeyValuePairs<String, QueryValue>) -> JSONAPIQuery {
    filter(FilterByKeys(items: values.map { Query.Item("filter[\($0.key)]", $0.value) }))
  }

  /// Filters by a strategy of your own: its items as they are, in their order. Repeated keys are replaced.
  public func filter(_ strategy: some QueryStrategy) -> JSONAPIQuery {
    with { $0.filters.replace(by: strategy.items) }
  }

  /// Requests a page. It replaces an earlier one.
  public func page(_ page: PageQuery) -> JSONAPIQuery { self.page(page as any QueryStrategy) }

  /// Requests a page by a strategy of your own. It replaces an earlier one.
  public func page(_ strategy: any QueryStrategy) -> JSONAPIQuery { with { $0.pages = strategy.items } }

  /// Merges two queries, as if all settings were made one after the other.
  public func merging(_ later: JSONAPIQuery) -> JSONAPIQuery {
    with {
      $0 = $0.include(later.includes).sort(later.sorts).fields(later.fieldsets)
      $0.filters.replace(by: later.filters)
      if !later.pages.isEmpty { $0.pages = later.pages }
    }
  }

  /// The items, in the order in which they are sent.
  public var query: Query {
    var items: [Query.Item] = []
    if !includes.isEmpty { items.append(Query.Item("include", includes.queryValue)) }
    if !sorts.isEmpty { items.append(Query.Item("sort", sorts.map(\.description).queryValue)) }
    for (type, names) in fieldsets.sorted(by: { $0.key < $1.key }) {
      items.append(Query.Item("fields[\(type)]", names.isEmpty ? .string("") : names.queryValue))
    }
    return Query(items + filters + pages)
  }

  private func with(_ change: (inout JSONAPIQuery) -> Void) -> JSONAPIQuery {
    var copy = self
    change(&copy)
    return copy
  }
}

extension JSONAPIQuery: CustomStringConvertible {
  /// Only the keys, because values may be secret.
  public var description: String { query.items.map(\.key).joined(separator: ",") }
}

extension [String] {
  fileprivate mutating func union(with names: [String]) {
    for name in names where !contains(name) { append(name) }
  }
}

extension [Query.Item] {
  fileprivate mutating func replace(by items: [Query.Item]) {
    let keys = Set(items.map(\.key))
    removeAll { keys.contains($0.key) }
    self += items
  }
}

/// A field to sort by, or a path to one: ascending, or descending with a `-` before it.
public struct SortField: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The field.
  public let name: String
  /// Whether the greatest value comes first.
  public let isDescending: Bool

  /// Smallest first.
  public static func ascending(_ name: String) -> SortField { SortField(name, isDescending: false) }
  /// Greatest first.
  public static func descending(_ name: String) -> SortField { SortField(name, isDescending: true) }

  /// `name`, or `-name` for greatest first.
  public init(stringLiteral text: String) {
    self.init(text.hasPrefix("-") ? String(text.dropFirst()) : text, isDescending: text.hasPrefix("-"))
  }

  private init(_ name: String, isDescending: Bool) {
    self.name = name
    self.isDescending = isDescending
  }

  /// The text that is sent.
  public var description: String { isDescending ? "-\(name)" : name }
}

/// Makes query items for filters and pages, which the standard leaves to the server.
public protocol QueryStrategy: Sendable {
  /// The items, in the order in which they are sent.
  var items: [Query.Item] { get }
}

private struct FilterByKeys: QueryStrategy {
  let items: [Query.Item]
}

/// The usual ways to request a page. A nil argument is left out.
///
/// ```swift
/// .number(2, size: 20)            // page[number]=2&page[size]=20
/// .offset(40, limit: 20)          // page[offset]=40&page[limit]=20
/// .cursor("abc", key: "p")        // p[cursor]=abc
/// ```
public struct PageQuery: QueryStrategy, Hashable {
  /// The items, in the order in which they are sent.
  public let items: [Query.Item]

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
