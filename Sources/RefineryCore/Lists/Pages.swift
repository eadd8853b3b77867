import HTTPTypes

/// The pages of a list, one request each, sent as they are asked for: see ``Client/pages(of:by:from:)``.
///
/// A value: nothing is sent until the first `next()`, each iterator reads for itself, and iterating twice sends again.
public struct Pages<Output: Sendable>: AsyncSequence, Sendable {
  /// A page.
  public typealias Element = Page<Output>

  let client: Client
  let call: Call<Output>
  let pagination: Pagination?
  let start: PageToken?
  let count: @Sendable (Output) -> Int

  /// Begins to read at the first page, or at the token's.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// One reading of the pages.
  ///
  /// It stays where it is when a page fails: another `next()` asks for the same page once more, so that nothing is lost and
  /// nothing comes twice.
  public struct Iterator: AsyncIteratorProtocol {
    let pages: Pages
    /// The page that `next()` will ask for; nil before the first, unless a token was given.
    var place: PageToken?
    var state = State.reading
    var guarding = LoopGuard()
    var emptyInARow = 0

    enum State {
      case reading, ended
      case failed(any Error, HTTPResponse)
    }

    init(_ pages: Pages) {
      self.pages = pages
      place = pages.start
    }

    /// The next page, or nil after the last.
    ///
    /// - Throws: ``CallError`` that names the page, underneath it ``PagingError`` or ``LinkRefused`` where the page could not
    ///   be asked for; `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> Page<Output>? { try await next(isolation: #isolation) }

    /// The next page, or nil after the last, without leaving the caller's actor on the way.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Page<Output>? {
      if case .ended = state, !Task.isCancelled { return nil }
      return try await page()
    }

    /// The next page, where there is one.
    mutating func page() async throws -> Page<Output> {
      try Task.checkCancellation()
      let number = place?.number ?? 1
      do {
        return try await read()
      } catch var error as CallError {
        error.page = number
        throw error
      }
    }
  }
}
