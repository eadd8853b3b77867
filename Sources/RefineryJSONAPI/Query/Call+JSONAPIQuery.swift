public import RefineryCore

/// What a call asks for so far. Calls carry it so that further requests merge with it.
private enum RequestedQuery: OptionKey {
  static let name = "jsonAPIQuery"
  static let defaultValue = JSONAPIQuery()
}

extension Call {
  /// Asks for more; what was asked for before is merged with it: see ``JSONAPIQuery``.
  public func query(_ query: JSONAPIQuery) -> Call {
    let before = options[RequestedQuery.self]
    let merged = before.merging(query)
    let kept = Set(merged.query.items.map(\.key))
    // A call's query only grows; what is null is not written.
    let gone = Set(before.query.items.map(\.key)).subtracting(kept).sorted().map { Query.Item($0, .null) }
    return option(RequestedQuery.self, merged).option(QueryEncoding.self, JSONAPI.queryEncoder)
      .query(Query(gone + merged.query.items))
  }

  /// Asks for related resources by the path to them, such as `comments.author`.
  public func include(_ paths: String...) -> Call { query(JSONAPIQuery().include(paths)) }

  /// Asks for an order, most important first: `.sort("title", "-created")`.
  public func sort(_ fields: SortField...) -> Call { query(JSONAPIQuery().sort(fields)) }

  /// Asks for some fields alone of the resources of a type.
  public func fields(_ type: String, _ names: [String]) -> Call { query(JSONAPIQuery().fields(type, names)) }

  /// Asks for some fields alone of the resources of these types.
  public func fields(_ fieldsets: [String: [String]]) -> Call { query(JSONAPIQuery().fields(fieldsets)) }

  /// Asks for what fits a filter: `filter[key]=value` each.
  public func filter(_ values: KeyValuePairs<String, QueryValue>) -> Call { query(JSONAPIQuery().filter(values)) }

  /// Asks for what fits a filter, by a strategy of your own.
  public func filter(_ strategy: some QueryStrategy) -> Call { query(JSONAPIQuery().filter(strategy)) }

  /// Asks for a page.
  public func page(_ page: PageQuery) -> Call { query(JSONAPIQuery().page(page)) }

  /// Asks for a page, by a strategy of your own.
  public func page(_ strategy: any QueryStrategy) -> Call { query(JSONAPIQuery().page(strategy)) }

  /// Puts items behind the query as it is: in their order, also where a key is there already, as often as it is given.
  public func queryItems(_ items: [Query.Item]) -> Call {
    option(QueryEncoding.self, JSONAPI.queryEncoder).query(Query(query.items + items))
  }
}
