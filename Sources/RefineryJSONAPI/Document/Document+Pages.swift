public import RefineryCore

extension ScopedCall {
  /// The call that follows one of the links of the document that this call returned; nil if there is no such link, or it is
  /// null.
  ///
  /// ```swift
  /// let call = Article.enumerate().document
  /// let page = try await api.send(call)
  /// if let next = call.following(page.links.next) { try await api.send(next) }
  /// if let last = call.following(page.links["last"]) { try await api.send(last) }
  /// ```
  /// The link is followed with its query, as by `Call.following(_:adding:)`.
  public func following(_ link: ResourceLink?) -> Self? { link.map { following($0.href) } }
}

extension Document {
  /// Fetches the next page and appends its data and included resources to this document. The links of the new page replace
  /// those of this document, except `self`, `first` and `prev`. So the next use fetches the page after it. An included resource
  /// that the document already has is not replaced.
  ///
  /// ```swift
  /// let call = Article.enumerate().document
  /// var document = try await api.send(call)
  /// while let new = try await document.appendNext(by: api, following: call) { print(new.count) }
  /// ```
  /// - Parameters:
  ///   - client: the client that fetches the page.
  ///   - call: the call that returned this document.
  /// - Returns: the elements of the new page. If there is no next page, no request is sent, and the result is nil.
  /// - Throws: `CallError`; the document is then unchanged.
  public mutating func appendNext<Element: Sendable>(
    by client: Client, following call: Call<Document<Content>>
  ) async throws -> [Element]? where Content == [Element] {
    guard let next = call.following(links.next) else { return nil }
    let page = try await client.send(next)
    let new = page.data ?? []
    data = (data ?? []) + new
    let known = Set(included.map(\.resourceIdentifier))
    included += page.included.filter { !known.contains($0.resourceIdentifier) }
    meta = page.meta
    links = page.links.keeping(links, names: ["self", "first", "prev"])
    return new
  }
}
