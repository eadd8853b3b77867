/// The elements of a list, one by one, across all its pages: see ``Client/items(of:by:from:)``.
///
/// A page is requested when its first element is read. A value: iterating twice sends all requests twice.
public struct Items<Output: Sendable, Element: Sendable>: AsyncSequence, Sendable, Redacted {
  let pages: Pages<Output>
  let elements: @Sendable (Output) -> [Element]

  /// Begins to read at the first element.
  public func makeAsyncIterator() -> Iterator {
    Iterator(pages: pages.makeAsyncIterator(), elements: elements)
  }

  /// One reading of the elements.
  public struct Iterator: AsyncIteratorProtocol, Redacted {
    private var pages: Pages<Output>.Iterator
    private let elements: @Sendable (Output) -> [Element]
    private var page: [Element] = []
    private var index = 0

    init(pages: Pages<Output>.Iterator, elements: @escaping @Sendable (Output) -> [Element]) {
      self.pages = pages
      self.elements = elements
    }

    /// The next element, or nil after the last.
    ///
    /// - Throws: the same as ``Pages/Iterator/next()``; the next call requests the failed page again.
    public mutating func next() async throws -> Element? { try await next(isolation: #isolation) }

    /// The next element, or nil after the last, without leaving the caller's actor on the way.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
      try Task.checkCancellation()
      while index == page.count {
        // The returned elements are released before more are fetched.
        page = []
        index = 0
        guard let next = try await pages.next(isolation: actor) else { return nil }
        page = elements(next.value)
      }
      defer { index += 1 }
      return page[index]
    }
  }
}
