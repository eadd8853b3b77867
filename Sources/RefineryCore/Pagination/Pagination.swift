import HTTPTypes

/// How a row's list is read page by page: a standard strategy, or one of your own.
///
/// ```swift
/// extension Person: Enumerable {
///   static let pagination: Pagination? = .numbers(size: 20)      // used by `api.items(of: Person.enumerate())`
/// }
/// ```
public struct Pagination: Sendable, Equatable, CustomStringConvertible {
  /// The strategy.
  public let strategy: any PageStrategy

  /// A pagination with any strategy.
  public init(_ strategy: some PageStrategy) { self.strategy = strategy }

  /// Whether both have the same strategy with the same settings.
  public static func == (left: Pagination, right: Pagination) -> Bool { left.strategy.equals(right.strategy) }

  /// The strategy's description, or its type's name.
  public var description: String {
    (strategy as? any CustomStringConvertible)?.description ?? String(describing: type(of: strategy))
  }
}

extension PageStrategy {
  fileprivate func equals(_ other: any PageStrategy) -> Bool { (other as? Self) == self }
}

extension Pagination {
  /// Limits that stop an endless reading: see ``Options/pageLimits``.
  public struct Limits: Sendable, Hashable {
    /// The maximum number of pages of one reading. Readings that continue from its tokens count as the same reading. A further
    /// page throws ``PagingError``. Nil for no limit.
    public var pages: Int?
    /// The largest number of consecutive pages without an element.
    public var emptyInARow: Int
    /// Whether a page that was requested by number, offset or cursor may equal the page before it. A server that does not know
    /// the query's names returns such pages, so by default they throw ``PagingError``.
    public var allowsRepeats: Bool

    /// Limits.
    public init(pages: Int? = nil, emptyInARow: Int = 100, allowsRepeats: Bool = false) {
      self.pages = pages
      self.emptyInARow = emptyInARow
      self.allowsRepeats = allowsRepeats
    }
  }
}

/// Why a reading of pages cannot continue. ``CallError/page`` names the page. Its request was not sent, except in the case
/// ``repeated``.
public enum PagingError: SafelyDescribed, Equatable {
  /// Neither `by:` nor the row says how its list is paginated.
  case undeclared(row: String)
  /// The strategy cannot work, or cannot work with this call; the reason says why.
  case unusable(reason: String)
  /// The next page was already read.
  case loop
  /// The page equals the page before it: the server does not know the query's names.
  case repeated
  /// There are more pages than ``Pagination/Limits`` permits.
  case tooManyPages(limit: Int)
  /// There are more empty pages in a row than ``Pagination/Limits`` permits.
  case tooManyEmptyPages(limit: Int)

  /// One line, safe to log.
  public var description: String {
    switch self {
    case .undeclared(let row):
      "nothing says how \(Redaction.escaped(row)) is paginated: give `by:`, the model's `pagination`, or the row's option pagination; "
        + "a list that is one response is read by `stream(_:)` or `send(_:)`"
    case .unusable(let reason): "its pagination cannot work: \(reason)"
    case .repeated:
      "the page is equal to the page before it: check the query's names, or set allowsRepeats of Pagination.Limits to permit it"
    case .loop: "the next page has already been read"
    case .tooManyPages(let limit): "there are more than \(limit) pages; raise PageLimits for this row or call"
    case .tooManyEmptyPages(let limit):
      "more than \(limit) pages in a row were empty; raise PageLimits for this row or call"
    }
  }
}
