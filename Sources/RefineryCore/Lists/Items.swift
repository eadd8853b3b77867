/// The elements of a list, one by one, whether it has pages or not: see ``Client/items(of:by:from:)``.
///
/// A page is requested when its first element is read. A value: iterating twice sends all requests twice.
public struct Items<Output: Sendable, Element: Sendable>: AsyncSequence, Sendable {
  let pages: Pages<Output>
  let elements: @Sendable (Output) -> [Element]
  /// The list as one stream, if it has no pages.
  var whole: ItemStream<Element>?

  /// Begins to read at the first element.
  public func makeAsyncIterator() -> Iterator {
    Iterator(pages: pages.makeAsyncIterator(), elements: elements, whole: whole?.makeAsyncIterator())
  }

  /// One reading of the elements.
  public struct Iterator: AsyncIteratorProtocol {
    private var pages: Pages<Output>.Iterator
    private let elements: @Sendable (Output) -> [Element]
    private var page: [Element] = []
    private var index = 0
    private var whole: ItemStream<Element>.Iterator?

    init(
      pages: Pages<Output>.Iterator, elements: @escaping @Sendable (Output) -> [Element], whole: ItemStream<Element>.Iterator?
    ) {
      self.pages = pages
      self.elements = elements
      self.whole = whole
    }

    /// The next element, or nil after the last.
    ///
    /// - Throws: the same as ``Pages/Iterator/next()``; the next call requests the failed page again. For a list without pages, the
    ///   same as ``ItemStream/Iterator/next()``.
    public mutating func next() async throws -> Element? { try await next(isolation: #isolation) }

    /// The next element, or nil after the last, without leaving the caller's actor on the way.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
      try Task.checkCancellation()
      if whole != nil { return try await whole?.next(isolation: actor) }
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
