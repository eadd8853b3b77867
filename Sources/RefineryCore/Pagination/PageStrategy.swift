import HTTPTypes

/// Defines how a paginated list is read: the first page, and how each page leads to the next one.
///
/// ``Pagination`` has the usual strategies. A strategy of your own is a value with one method and no state:
///
/// ```swift
/// struct AfterLastID: PageStrategy {
///   func next(after page: PageResponse) -> PageStep? {
///     page.json?.array?.last?["id"]?.int.map { .query(["after": "\($0)"]) }
///   }
/// }
/// let people = api.items(of: Person.enumerate(), by: Pagination(AfterLastID()))
/// ```
public protocol PageStrategy: PageStrategyDeclaration, Sendable, Equatable {
  /// How the first page is requested; by default, by the unchanged call.
  var first: PageStep { get }

  /// How the page after this one is requested; nil after the last.
  ///
  /// - Throws: any error. This page is returned first; the next read throws the error as a ``CallError`` of stage mapping.
  func next(after page: PageResponse) throws -> PageStep?

  /// Returns the call for a page. By default, it adds a query or follows a link. Implement it if a cursor belongs in a header
  /// field or the body.
  func call<Output>(_ call: Call<Output>, at step: PageStep) -> Call<Output>

  /// The page's numbers and totals; by default from its header fields.
  func info(of page: PageResponse) -> PageInfo

  /// The page's links; by default from its `Link` header fields.
  func links(of page: PageResponse) -> PageLinks

  /// Whether two pages may be requested in the same way, as with a server that keeps the place itself and always sends the same
  /// cursor. If this is false, a second request of that kind ends the reading with ``PagingError/loop``. False by default.
  var repeatsSteps: Bool { get }

  /// Why the strategy cannot work, in a sentence, such as a page size of 0; nil if it can.
  var problem: String? { get }
}

extension PageStrategy {
  /// The call as it is.
  public var first: PageStep { .query([:]) }

  /// The call with the step's query merged into its own, with the step's members in its body, or with the step's link as its
  /// target.
  public func call<Output>(_ call: Call<Output>, at step: PageStep) -> Call<Output> {
    switch step {
    case .query(let items):
      items.isEmpty ? call : call.query(Query(items.sorted { $0.key < $1.key }.map { Query.Item($0.key, .string($0.value)) }))
    case .members(let members): call.adding(members, at: [])
    case .link(let link): call.following(link)
    }
  }

  /// The values of the header fields.
  public func info(of page: PageResponse) -> PageInfo { PageInfo(page.head.headerFields) }
  /// The links of the `Link` header fields.
  public func links(of page: PageResponse) -> PageLinks { PageLinks(page.webLinks) }
  /// False.
  public var repeatsSteps: Bool { false }
  /// Nil.
  public var problem: String? { nil }
}

/// How a page is requested.
public enum PageStep: Sendable, Hashable, Redacted {
  /// Query items, which replace those of the call.
  case query([String: String])
  /// Members of the call's JSON body, which replace those of the call. A value may be any JSON, such as the key of the last
  /// element. Use ``Pagination/inBody(at:)`` for the row to be a POST, and for another place in the body.
  case members([String: JSONValue])
  /// A link as the server wrote it: see ``ScopedCall/following(_:adding:)``.
  case link(String)

  /// Whether the page is requested by a link.
  var isLink: Bool { if case .link = self { true } else { false } }

  /// Whether nothing is added to the call.
  var isEmpty: Bool {
    switch self {
    case .query(let items): items.isEmpty
    case .members(let members): members.isEmpty
    case .link: false
    }
  }

  /// The value of an item of the query; nil for a link.
  subscript(name: String) -> String? {
    if case .query(let items) = self { items[name] } else { nil }
  }
}
