public import RefineryCore

extension Call {
  /// The call that follows one of the links of the document that this call answered; nil where there is no such link, or it is
  /// null.
  ///
  /// ```swift
  /// let call = Article.enumerate().document
  /// let page = try await api.send(call)
  /// if let next = call.following(page.links.next) { try await api.send(next) }
  /// ```
  /// The whole link counts, query and all, as `Call.following(_:)` follows it.
  public func following(_ link: ResourceLink?) -> Call? { link.map { following($0.href) } }

  /// The first page of what a document is a page of; nil where the document does not say.
  public func first<Content>(of document: Document<Content>) -> Call? { following(document.links.first) }
  /// The page after a document; nil for the last one.
  public func next<Content>(after document: Document<Content>) -> Call? { following(document.links.next) }
  /// The page before a document; nil for the first one.
  public func previous<Content>(before document: Document<Content>) -> Call? { following(document.links.prev) }
  /// The last page of what a document is a page of; nil where the document does not say.
  public func last<Content>(of document: Document<Content>) -> Call? { following(document.links.last) }
  /// The document again, from where it says it is; this call itself where the document does not say.
  public func reload<Content>(_ document: Document<Content>) -> Call { following(document.links.itself) ?? self }
}

/// What ``Document/appendNext(by:following:)`` did.
public struct AppendedPage<Element: Sendable>: Sendable {
  /// What the document held before.
  public let old: [Element]
  /// What the next page brought.
  public let new: [Element]
  /// Both.
  public var all: [Element] { old + new }
}

extension Document {
  /// Fetches the next page and puts it behind what this document holds: data and included resources. The links become those
  /// of the new page, so that the next use brings the page after it, but for `self`, `first` and `prev`, which stay. An included
  /// resource that is there already is not added again, whatever the new page says of it.
  ///
  /// ```swift
  /// let call = Article.enumerate().document
  /// var document = try await api.send(call)
  /// while let page = try await document.appendNext(by: api, following: call) { print(page.new.count) }
  /// ```
  /// - Parameters:
  ///   - client: the client that fetches it.
  ///   - call: the call that returned this document.
  /// - Returns: what was there and what came; nil when there is no next page, and nothing is sent then.
  /// - Throws: `CallError`; the document is as it was then.
  public mutating func appendNext<Element: Sendable>(
    by client: Client, following call: Call<Document<Content>>
  ) async throws -> AppendedPage<Element>? where Content == [Element] {
    guard let next = call.next(after: self) else { return nil }
    let page = try await client.send(next)
    let appended = AppendedPage(old: data ?? [], new: page.data ?? [])
    data = appended.all
    let known = Set(included.map(\.resourceIdentifier))
    included += page.included.filter { !known.contains($0.resourceIdentifier) }
    meta = page.meta
    links = page.links.keeping(links, names: ["self", "first", "prev"])
    return appended
  }
}
