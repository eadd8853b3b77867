public import RefineryCore

extension ScopedCall {
  /// The call that follows one of the links of the document that this call returned; nil if there is no such link, or it is
  /// null.
  ///
  /// ```swift
  /// let call = Article.enumerate().document
  /// let page = try await api.send(call)
  /// if let next = call.following(page.links.next) { try await api.send(next) }
  /// ```
  /// The link is followed with its query, as by `Call.following(_:adding:)`.
  public func following(_ link: ResourceLink?) -> Self? { link.map { following($0.href) } }

  /// The first page; nil if the document has no such link.
  public func first<Content>(of document: Document<Content>) -> Self? { following(document.links.first) }
  /// The page after a document; nil for the last one.
  public func next<Content>(after document: Document<Content>) -> Self? { following(document.links.next) }
  /// The page before a document; nil for the first one.
  public func previous<Content>(before document: Document<Content>) -> Self? { following(document.links.prev) }
  /// The last page; nil if the document has no such link.
  public func last<Content>(of document: Document<Content>) -> Self? { following(document.links.last) }
  /// The same document again, by its `self` link; without one, this call.
  public func reload<Content>(_ document: Document<Content>) -> Self { following(document.links.itself) ?? self }
}

/// The result of ``Document/appendNext(by:following:)``.
public struct AppendedPage<Element: Sendable>: Sendable {
  /// The elements before the call.
  public let old: [Element]
  /// The elements of the next page.
  public let new: [Element]
  /// Both.
  public var all: [Element] { old + new }
}

extension Document {
  /// Fetches the next page and appends its data and included resources to this document. The links of the new page replace
  /// those of this document, except `self`, `first` and `prev`. So the next use fetches the page after it. An included resource
  /// that the document already has is not replaced.
  ///
  /// ```swift
  /// let call = Article.enumerate().document
  /// var document = try await api.send(call)
  /// while let page = try await document.appendNext(by: api, following: call) { print(page.new.count) }
  /// ```
  /// - Parameters:
  ///   - client: the client that fetches the page.
  ///   - call: the call that returned this document.
  /// - Returns: the elements before, and the new ones. If there is no next page, no request is sent, and the result is nil.
  /// - Throws: `CallError`; the document is then unchanged.
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
