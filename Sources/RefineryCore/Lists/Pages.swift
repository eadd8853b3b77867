import HTTPTypes

/// The pages of a list, one request each, sent when they are read: see ``Client/pages(of:by:from:)``.
///
/// A value: nothing is sent until the first `next()`, each iterator reads on its own, and iterating twice sends all requests
/// twice.
public struct Pages<Output: Sendable>: AsyncSequence, Sendable, Redacted {
  let client: Client
  let call: Call<Output>
  let pagination: Pagination?
  let start: PageToken?
  let count: @Sendable (Output) -> Int
  /// Identifies the elements of a page; see ``LoopGuard/identity(of:)``.
  let identity: @Sendable (Output) -> Int?

  /// Starts reading at the first page, or at the page of the token.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Reads one page: the first, or the page of the token.
  ///
  /// - Throws: the same as ``Iterator/next()``.
  public func first() async throws -> Page<Output> {
    var reading = makeAsyncIterator()
    return try await reading.page()
  }

  /// One reading of the pages.
  ///
  /// If a page fails, the next `next()` requests the same page again, so no page is lost and none is repeated.
  public struct Iterator: AsyncIteratorProtocol, Redacted {
    let pages: Pages
    /// The page that `next()` requests; nil before the first page, unless a token was given.
    var place: PageToken?
    var state = State.reading
    var guarding = LoopGuard()
    var emptyInARow = 0
    /// The declared pagination from the page on that the call itself names; nil if it names none.
    var moved: Pagination?
    /// Whether the server said that the page at ``place`` exists.
    var isPromised = false
    /// Whether the page before ``place`` had fewer elements than requested.
    var isAfterShortPage = false

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
    /// - Throws: ``CallError``, which names the page. If the page could not be requested, the underlying error is
    ///   ``PagingError`` or ``LinkRefused``. `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> Page<Output>? { try await next(isolation: #isolation) }

    /// The next page, or nil after the last, without leaving the caller's actor on the way.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Page<Output>? {
      if case .ended = state, !Task.isCancelled { return nil }
      do {
        return try await page()
      } catch let error as CallError where isPastEnd(error) {
        state = .ended
        return nil
      }
    }

    /// Requests the next page.
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
