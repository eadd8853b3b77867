public import RefineryCore

/// The JSON:API query of a call. It is stored as an option, so that further queries can be merged with it.
private enum RequestedQuery: OptionKey {
  static let name = "jsonAPIQuery"
  static let defaultValue = JSONAPIQuery()
}

/// The query parameters of JSON:API. Repeated settings are merged: each included path and each field is written once, in the
/// order in which they were first added.
///
/// ```swift
/// Article.enumerate().include("author", "comments.author").sort("-created").fields("people", ["name"])
/// ```
extension ScopedCall {
  /// Includes related resources by their paths, such as `comments.author`.
  public func include(_ paths: String...) -> Self { requesting { $0.include(paths) } }

  /// Sorts, most important field first, `-` for greatest first: `.sort("title", "-created")`. If a field is already in the
  /// order, it keeps its place and takes the new direction.
  public func sort(_ fields: String...) -> Self { requesting { $0.sort(fields) } }

  /// Requests only these fields of the resources of a type. `fields("people", [])` requests resources without fields.
  public func fields(_ type: String, _ names: [String]) -> Self { requesting { $0.fields(type, names) } }

  /// Filters by `filter[key]=value` items. A repeated key takes the new value.
  public func filter(_ values: KeyValuePairs<String, QueryValue>) -> Self {
    filter(values.map { Query.Item("filter[\($0.key)]", $0.value) })
  }

  /// Filters by items of your own, in their order. Repeated keys are replaced.
  public func filter(_ items: [Query.Item]) -> Self { requesting { $0.filter(items) } }

  /// Requests a page. It replaces an earlier one.
  public func page(_ page: PageQuery) -> Self { requesting { $0.page = page.items } }

  /// Appends query items as they are: in their order, even if a key exists already.
  public func queryItems(_ items: [Query.Item]) -> Self {
    options { $0.queryEncoding = JSONAPI.queryEncoder }.query(Query(query.items + items))
  }

  private func requesting(_ change: (inout JSONAPIQuery) -> Void) -> Self {
    let before = options[RequestedQuery.self]
    var requested = before
    change(&requested)
    let items = requested.items
    let kept = Set(items.map(\.key))
    // Items can only be added to a call's query; a null value removes an item when the query is written.
    let gone = Set(before.items.map(\.key)).subtracting(kept).sorted().map { Query.Item($0, .null) }
    return options {
      $0[RequestedQuery.self] = requested
      $0.queryEncoding = JSONAPI.queryEncoder
    }
    .query(Query(gone + items))
  }
}
