import HTTPTypes

extension Options {
  /// How the list of a row or a call is read page by page. Default nil: then `by:` is required.
  ///
  /// A model sets it by ``Enumerable/pagination``, which applies to its list only; a custom row sets it by this option.
  public var pagination: Pagination? {
    get { self[PaginationKey.self] }
    set { self[PaginationKey.self] = newValue }
  }

  /// The limits that stop an endless reading. Default: any number of pages, up to 100 empty ones in a row, no repeated page.
  /// See ``Client/pages(of:by:from:)``.
  public var pageLimits: Pagination.Limits {
    get { self[PageLimitsKey.self] }
    set { self[PageLimitsKey.self] = newValue }
  }

  /// The members that a page adds to the JSON body of its call.
  var bodyMembers: [BodyMember] {
    get { self[BodyMembersKey.self] }
    set { self[BodyMembersKey.self] = newValue }
  }
}

package enum PaginationKey: OptionKey {
  package static let name = "pagination"
  package static let defaultValue: Pagination? = nil

  /// Reports a row that has no pages, and a strategy that cannot work.
  package static func problems(of value: Pagination?, in row: Endpoint) -> [String] {
    guard let value else { return [] }
    var problems: [String] = []
    if row.method != .get, !(value.strategy is any BodyStrategy) {
      problems.append(
        "it is paginated, but \(row.method.rawValue) has no pages: a model's `pagination` applies only to its list")
    } else if row.output == "Okay" || (row.operation.map { $0 != .enumerate } ?? false) {
      problems.append("it is paginated, but does not return a list: a model's `pagination` applies only to its list")
    }
    if let problem = value.strategy.problem { problems.append("its pagination cannot work: \(problem)") }
    return problems
  }

  /// Reports a row whose output is not a list.
  package static func warnings(of value: Pagination?, in row: Endpoint) -> [String] {
    guard value != nil, row.method == .get, row.operation == nil, let output = row.output, output != "Okay",
      !output.hasPrefix("[")
    else { return [] }
    return ["it is paginated and returns \(Redaction.escaped(output)), which is not a list: pass `elements:` when you read it"]
  }
}

package enum PageLimitsKey: OptionKey {
  package static let name = "pageLimits"
  package static let defaultValue = Pagination.Limits()

  /// Reports limits that permit no page.
  package static func problems(of value: Pagination.Limits, in row: Endpoint) -> [String] {
    (value.pages ?? 1) < 1 ? ["its pageLimits must permit at least one page"] : []
  }
}

enum BodyMembersKey: OptionKey {
  static let name = "bodyMembers"
  static let defaultValue: [BodyMember] = []
  static let isInherited = false
}
