/// What a standard strategy asks a server for, and where it looks for the server's part. For servers of such requests.
package struct PageForm: Sendable, Equatable {
  /// A place where a link to another page is.
  package struct Link: Sendable, Equatable {
    /// `next`, `prev`, `first`, `last` or `self`.
    package let relation: String
    package let source: Pagination.Source

    package init(relation: String, source: Pagination.Source) {
      self.relation = relation
      self.source = source
    }
  }

  /// The key of the number of a page.
  package var numberKey: String?
  /// The number of the first page.
  package var base = 1
  /// The key of the number of elements before a page.
  package var offsetKey: String?
  /// The key of a cursor.
  package var cursorKey: String?
  /// The place of the next cursor.
  package var cursor: Pagination.Source?
  /// The cursor of the first page; nil for none.
  package var firstCursor: String?
  /// Whether the server sends one cursor with every page, and keeps the place itself.
  package var repeatsCursor = false
  /// The member that says whether there are more pages.
  package var more: MemberPath?
  /// The key of the number of elements on a page.
  package var sizeKey: String?
  /// The number of elements that the client asks for.
  package var size: Int?
  /// The place of the total.
  package var total: Pagination.Source?
  /// The places of the links to other pages.
  package var links: [Link] = []
  /// Whether pages are linked by `Link` header fields.
  package var usesLinkHeader = false
  /// The path of the object in the request's body that has the keys; nil if they are in the query.
  package var bodyPath: [String]?

  package init() {}
}

extension Pagination {
  /// The form of a standard strategy; nil for a strategy of an app.
  package var form: PageForm? {
    var form = PageForm()
    return form.add(strategy) ? form : nil
  }
}

extension PageForm {
  /// Adds what a strategy asks for. Returns whether it is a standard one.
  fileprivate mutating func add(_ strategy: any PageStrategy) -> Bool {
    switch strategy {
    case let pages as NumberedPages:
      (numberKey, base, total) = (pages.page, pages.base, pages.counting.total ?? total)
      (sizeKey, size) = (pages.perPage, pages.size)
    case let pages as OffsetPages:
      (offsetKey, total) = (pages.offset, pages.counting.total ?? total)
      (sizeKey, size) = (pages.limit, pages.size)
    case let pages as CursorPages:
      (cursorKey, cursor, firstCursor, more) = (pages.parameter, pages.source, pages.start, pages.more)
      (sizeKey, size, total, repeatsCursor) = (pages.sizeParameter, pages.size, pages.total, pages.repeatsSteps)
    case is HeaderLinkedPages: usesLinkHeader = true
    case let pages as LinkedPages: add(pages)
    case let pages as SteeredPages:
      add(pages.links)
      return add(pages.inner)
    case let pages as any BodyPlacedStrategy:
      bodyPath = pages.placeInBody
      return add(pages.inner)
    default: return false
    }
    return true
  }

  private mutating func add(_ pages: LinkedPages) {
    let sources: [(String, Pagination.Source?)] = [
      ("next", pages.next), ("prev", pages.previousLink), ("first", pages.firstLink), ("last", pages.lastLink),
      ("self", pages.currentLink),
    ]
    for (relation, source) in sources {
      if let source { links.append(Link(relation: relation, source: source)) }
    }
    total = pages.total ?? total
    // A first cursor is the only item that such a strategy asks for.
    if case .query(let items) = pages.first, let item = items.first { (cursorKey, firstCursor) = (item.key, item.value) }
  }
}

/// The pages of another strategy, requested by members of the body.
private protocol BodyPlacedStrategy: OuterStrategy {
  var placeInBody: [String] { get }
}

extension BodyPages: BodyPlacedStrategy {
  fileprivate var placeInBody: [String] { path.parts }
}

extension Pagination.Source {
  /// The name of the header field; nil for a member of the body.
  package var headerName: String? { if case .header(let name) = place { name } else { nil } }
  /// The path of the member of the body; nil for a header field.
  package var bodyMember: [String]? { if case .body(let path) = place { path.parts } else { nil } }
}
