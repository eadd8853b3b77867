public import RefineryCore

/// The JSON:API query of a call. It is stored as an option, so that further queries can be merged with it.
private enum RequestedQuery: OptionKey {
  static let name = "jsonAPIQuery"
  static let defaultValue = JSONAPIQuery()
}

extension ScopedCall {
  /// Adds a query and merges it with the earlier one: see ``JSONAPIQuery``.
  public func query(_ query: JSONAPIQuery) -> Self {
    let before = options[RequestedQuery.self]
    let merged = before.merging(query)
    let kept = Set(merged.query.items.map(\.key))
    // Items can only be added to a call's query; a null value removes an item when the query is written.
    let gone = Set(before.query.items.map(\.key)).subtracting(kept).sorted().map { Query.Item($0, .null) }
    return options {
      $0[RequestedQuery.self] = merged
      $0.queryEncoding = JSONAPI.queryEncoder
    }
    .query(Query(gone + merged.query.items))
  }

  /// Includes related resources by their paths, such as `comments.author`.
  public func include(_ paths: String...) -> Self { query(JSONAPIQuery().include(paths)) }

  /// Sorts, most important field first: `.sort("title", "-created")`.
  public func sort(_ fields: SortField...) -> Self { query(JSONAPIQuery().sort(fields)) }

  /// Requests only some fields of the resources of a type.
  public func fields(_ type: String, _ names: [String]) -> Self { query(JSONAPIQuery().fields(type, names)) }

  /// Requests only some fields of the resources of these types.
  public func fields(_ fieldsets: [String: [String]]) -> Self { query(JSONAPIQuery().fields(fieldsets)) }

  /// Filters by `filter[key]=value` items.
  public func filter(_ values: KeyValuePairs<String, QueryValue>) -> Self { query(JSONAPIQuery().filter(values)) }

  /// Filters by a strategy of your own.
  public func filter(_ strategy: some QueryStrategy) -> Self { query(JSONAPIQuery().filter(strategy)) }

  /// Requests a page.
  public func page(_ page: PageQuery) -> Self { query(JSONAPIQuery().page(page)) }

  /// Requests a page by a strategy of your own.
  public func page(_ strategy: any QueryStrategy) -> Self { query(JSONAPIQuery().page(strategy)) }

  /// Appends query items as they are: in their order, even if a key exists already.
  public func queryItems(_ items: [Query.Item]) -> Self {
    options { $0.queryEncoding = JSONAPI.queryEncoder }.query(Query(query.items + items))
  }
}
