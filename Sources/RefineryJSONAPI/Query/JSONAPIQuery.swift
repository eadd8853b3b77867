public import RefineryCore

/// What a request asks for beyond its resource: related resources, an order, some fields, a filter, a page.
///
/// Saying a thing twice merges: `include` once, each field once, in the order in which they were first said. It is written as
/// `include=a,b&sort=a,-b&fields[t]=x,y&filter[k]=v&page[size]=5`, always in this order, types sorted, brackets and whatever
/// else a URL may not hold percent-encoded.
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

  /// Nothing asked for.
  public init() {}

  /// Related resources by the path to them, such as `comments.author`.
  public func include(_ paths: String...) -> JSONAPIQuery { include(paths) }

  /// Related resources by the path to them.
  public func include(_ paths: [String]) -> JSONAPIQuery { with { $0.includes.union(with: paths) } }

  /// The order, most important first. A field that is sorted by already keeps its place and takes the new direction.
  public func sort(_ fields: SortField...) -> JSONAPIQuery { sort(fields) }

  /// The order, most important first.
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

  /// The only fields that resources of a type need have. None at all: `fields("people", [])` asks for empty resources.
  public func fields(_ type: String, _ names: [String]) -> JSONAPIQuery {
    with { $0.fieldsets[type, default: []].union(with: names) }
  }

  /// The only fields that resources of these types need have.
  public func fields(_ fieldsets: [String: [String]]) -> JSONAPIQuery {
    fieldsets.reduce(self) { $0.fields($1.key, $1.value) }
  }

  /// A filter of `filter[key]=value` each. A key that is there already takes the new value.
  public func filter(_ values: KeyValuePairs<String, QueryValue>) -> JSONAPIQuery {
    filter(FilterByKeys(items: values.map { Query.Item("filter[\($0.key)]", $0.value) }))
  }

  /// A filter by a strategy of your own: its items as they are and in their order. Keys that are there already are replaced.
  public func filter(_ strategy: some QueryStrategy) -> JSONAPIQuery {
    with { $0.filters.replace(by: strategy.items) }
  }

  /// The page. It takes the place of one that was asked for before.
  public func page(_ page: PageQuery) -> JSONAPIQuery { self.page(page as any QueryStrategy) }

  /// The page, by a strategy of your own. It takes the place of one that was asked for before.
  public func page(_ strategy: any QueryStrategy) -> JSONAPIQuery { with { $0.pages = strategy.items } }

  /// Both, merged as if everything had been said in turn.
  public func merging(_ later: JSONAPIQuery) -> JSONAPIQuery {
    with {
      $0 = $0.include(later.includes).sort(later.sorts).fields(later.fieldsets)
      $0.filters.replace(by: later.filters)
      if !later.pages.isEmpty { $0.pages = later.pages }
    }
  }

  /// The items, in their order.
  public var query: Query {
    var items: [Query.Item] = []
    if !includes.isEmpty { items.append(Query.Item("include", QueryValue(includes))) }
    if !sorts.isEmpty { items.append(Query.Item("sort", QueryValue(sorts.map(\.description)))) }
    for (type, names) in fieldsets.sorted(by: { $0.key < $1.key }) {
      items.append(Query.Item("fields[\(type)]", names.isEmpty ? .string("") : QueryValue(names)))
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
  /// The keys alone: values may be secret.
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

/// What to sort by: a field or a path to one, upwards, or downwards with a `-` before it.
public struct SortField: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The field.
  public let name: String
  /// Whether the largest comes first.
  public let isDescending: Bool

  /// Smallest first.
  public static func ascending(_ name: String) -> SortField { SortField(name, isDescending: false) }
  /// Largest first.
  public static func descending(_ name: String) -> SortField { SortField(name, isDescending: true) }

  /// `name`, or `-name` for largest first.
  public init(stringLiteral text: String) {
    self.init(text.hasPrefix("-") ? String(text.dropFirst()) : text, isDescending: text.hasPrefix("-"))
  }

  private init(_ name: String, isDescending: Bool) {
    self.name = name
    self.isDescending = isDescending
  }

  /// As it is sent.
  public var description: String { isDescending ? "-\(name)" : name }
}

/// A way to say something in a query that the standard leaves to the server: how to filter, how to number pages.
public protocol QueryStrategy: Sendable {
  /// The items, in the order in which they are sent.
  var items: [Query.Item] { get }
}

private struct FilterByKeys: QueryStrategy {
  let items: [Query.Item]
}

/// The usual ways to ask for a page. What is not given is left out.
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

  /// A page by the items before it.
  public static func offset(_ offset: Int?, limit: Int? = nil, key: String = "page") -> PageQuery {
    PageQuery(key, ["offset": offset.map { .int($0) }, "limit": limit.map { .int($0) }])
  }

  /// A page by what the server calls it.
  public static func cursor(_ cursor: String?, size: Int? = nil, key: String = "page") -> PageQuery {
    PageQuery(key, ["cursor": cursor.map { .string($0) }, "size": size.map { .int($0) }])
  }
}
