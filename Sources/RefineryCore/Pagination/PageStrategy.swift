import HTTPTypes

/// How a list that comes in pages is read on: where it begins, and where each page says that the next one is.
///
/// ``Pagination`` has the usual ones. One of your own is a value with one method, and knows its place by what it is given:
///
/// ```swift
/// struct AfterLastID: PageStrategy {
///   func next(after page: PageAnswer) -> PageStep? {
///     page.json?.array?.last?["id"]?.int.map { .query(["after": "\($0)"]) }
///   }
/// }
/// let people = api.items(of: Person.enumerate(), by: Pagination(AfterLastID()))
/// ```
public protocol PageStrategy: Sendable, Equatable {
  /// How the first page is reached. The call as it is, unless you say.
  var first: PageStep { get }

  /// How the page after this one is reached; nil after the last.
  ///
  /// - Throws: what the next reading throws, as a ``CallError`` of stage mapping; this page is given out before.
  func next(after page: PageAnswer) throws -> PageStep?

  /// The call for a page. Adds a query or follows a link, unless you say: a cursor may have to go into a header or the body.
  func call<Output>(_ call: Call<Output>, at step: PageStep) -> Call<Output>

  /// What the page says about its place among all. Its header fields, unless you say.
  func info(of page: PageAnswer) -> PageInfo

  /// Where the page says that others are. Its `Link` header fields, unless you say.
  func links(of page: PageAnswer) -> PageLinks

  /// Why it cannot work, in a sentence, such as pages of no size; nil for a sound one.
  var problem: String? { get }
}

extension PageStrategy {
  /// The call as it is.
  public var first: PageStep { .query([:]) }

  /// The call with the step's query laid over its own, or sent to where the step's link leads.
  public func call<Output>(_ call: Call<Output>, at step: PageStep) -> Call<Output> {
    switch step {
    case .query(let items):
      items.isEmpty ? call : call.query(Query(items.sorted { $0.key < $1.key }.map { Query.Item($0.key, .string($0.value)) }))
    case .link(let link): call.following(link)
    }
  }

  /// What the header fields say.
  public func info(of page: PageAnswer) -> PageInfo { PageInfo(page.head.headerFields) }
  /// What the `Link` header fields say.
  public func links(of page: PageAnswer) -> PageLinks { PageLinks(page.webLinks) }
  /// None.
  public var problem: String? { nil }
}

/// What leads to a page.
public enum PageStep: Sendable, Hashable {
  /// Items of the query, over those of the call.
  case query([String: String])
  /// A link as the server wrote it: see ``Call/following(_:)``.
  case link(String)

  /// The value of an item of the query; nil for a link.
  public subscript(name: String) -> String? {
    if case .query(let items) = self { items[name] } else { nil }
  }
}

/// Where something that a strategy needs stands in an answer.
public struct PageSource: Sendable, Hashable, CustomStringConvertible {
  enum Place: Hashable { case header(String), body(KeyPathText) }
  let place: Place

  /// In a header field, its name in any case.
  public static func header(_ name: String) -> PageSource { PageSource(place: .header(name)) }
  /// In the body, at the end of this path of members.
  public static func body(_ path: KeyPathText) -> PageSource { PageSource(place: .body(path)) }

  /// Why it cannot be read, in a sentence.
  var problem: String? {
    switch place {
    case .header(let name): HTTPField.Name(name) == nil ? "'\(Redaction.escaped(name))' is no name of a header field" : nil
    case .body(let path): path.parts.isEmpty ? "the path to a member of the body is empty" : nil
    }
  }

  /// `header X-Total` or `body meta.total`.
  public var description: String {
    switch place {
    case .header(let name): "header \(name)"
    case .body(let path): "body \(path)"
    }
  }
}
