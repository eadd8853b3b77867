/// Pages that contain the token of the next page.
struct CursorPages: PageStrategy, CustomStringConvertible {
  let source: Pagination.Source
  let parameter: String
  let start: String?
  let size: Int?
  let sizeParameter: String
  /// The member of the response that says whether there are more pages, if there is one.
  let more: MemberPath?
  let total: Pagination.Source?
  let repeatsSteps: Bool

  var description: String { "cursor(\(parameter))" }
  var problem: String? { source.problem ?? total?.problem ?? (size.map { $0 < 1 } ?? false ? "its page size is below 1" : nil) }
  var first: PageStep { step(to: start) }

  func info(of page: PageResponse) -> PageInfo { Counting(total: total).info(of: page) }

  func next(after page: PageResponse) throws -> PageStep? {
    if isEnd(page) { return nil }
    if case .body(let path) = source.place, case .other? = try page.member(at: path) {
      guard try page.value(at: source) != nil else { return nil }
      throw PagingError.unusable(
        reason:
          "the cursor at \(source) is an object or an array, which a query cannot have: send it in the body of the call by "
          + ".cursor(...).inBody()")
    }
    return try page.text(at: source).map { step(to: $0) }
  }

  /// The step whose cursor is a member of a JSON body.
  func next(inBodyAfter page: PageResponse) throws -> PageStep? {
    if isEnd(page) { return nil }
    switch try page.value(at: source) {
    case nil: return nil
    case .string(let text)?: return step(to: text)
    case let value?:
      var members = [parameter: value]
      if let size { members[sizeParameter] = .number(size) }
      return .members(members)
    }
  }

  private func isEnd(_ page: PageResponse) -> Bool {
    if let more, page.flag(at: more) == false { return true }
    // If the cursor never changes, it does not say where the list ends.
    return repeatsSteps && page.count == 0
  }

  private func step(to cursor: String?) -> PageStep {
    var items: [String: String] = [:]
    if let cursor { items[parameter] = cursor }
    if let size { items[sizeParameter] = String(size) }
    return .query(items)
  }
}

/// Pages whose `Link` header fields link to other pages.
struct HeaderLinkedPages: PageStrategy, CustomStringConvertible {
  var description: String { "Link" }
  func next(after page: PageResponse) -> PageStep? { page.links.next.map { .link($0) } }
}

/// Pages with links to other pages at given places.
struct LinkedPages: PageStrategy, CustomStringConvertible {
  let next: Pagination.Source
  var first: PageStep = .query([:])
  var firstLink: Pagination.Source?
  var previousLink: Pagination.Source?
  var lastLink: Pagination.Source?
  var currentLink: Pagination.Source?
  var total: Pagination.Source?

  var description: String { "link(\(next))" }
  var problem: String? { [next, firstLink, previousLink, lastLink, currentLink, total].lazy.compactMap { $0?.problem }.first }

  func next(after page: PageResponse) throws -> PageStep? { try page.text(at: next).map { .link($0) } }

  func info(of page: PageResponse) -> PageInfo { Counting(total: total).info(of: page) }

  func links(of page: PageResponse) -> PageLinks {
    func link(_ source: Pagination.Source?) -> String? { source.flatMap { try? page.text(at: $0) } }
    return PageLinks(
      first: link(firstLink), previous: link(previousLink), next: link(next), last: link(lastLink),
      current: link(currentLink))
  }
}

/// Pages that are first requested by parameters, and whose responses may link to other pages.
struct SteeredPages: PageStrategy, OuterStrategy, PlacedStrategy, CustomStringConvertible {
  let links: LinkedPages
  /// Used if a response has no link to the next page, not even null.
  let otherwise: Pagination

  var description: String { "\(links) or \(otherwise)" }
  var problem: String? { links.problem ?? otherwise.strategy.problem }
  var first: PageStep { otherwise.strategy.first }
  var inner: any PageStrategy { otherwise.strategy }
  var placeKey: String { (inner as? any PlacedStrategy)?.placeKey ?? "" }

  func starting(at place: Int) -> Pagination {
    let moved = (inner as? any PlacedStrategy)?.starting(at: place) ?? otherwise
    return Pagination(SteeredPages(links: links, otherwise: moved))
  }

  func next(after page: PageResponse) throws -> PageStep? {
    guard case .body(let path) = links.next.place, try page.member(at: path) == nil else { return try links.next(after: page) }
    return try otherwise.strategy.next(after: page)
  }

  func info(of page: PageResponse) -> PageInfo { links.info(of: page) }
  func links(of page: PageResponse) -> PageLinks { links.links(of: page) }
}
