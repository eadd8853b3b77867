import HTTPTypes

/// How a row's list is read page by page: one of the strategies here, or one of your own.
///
/// ```swift
/// extension Person: Enumerable {
///   static let pagination: Pagination? = .numbers(size: 20)      // now `api.items(of: Person.enumerate())` knows how
/// }
/// ```
public struct Pagination: Sendable, Equatable, CustomStringConvertible {
  /// The strategy.
  public let strategy: any PageStrategy

  /// Any strategy.
  public init(_ strategy: some PageStrategy) { self.strategy = strategy }

  /// Whether both are the same strategy with the same settings.
  public static func == (left: Pagination, right: Pagination) -> Bool { left.strategy.equals(right.strategy) }

  /// The strategy in a word, or its type's name.
  public var description: String {
    (strategy as? any CustomStringConvertible)?.description ?? String(describing: type(of: strategy))
  }
}

extension PageStrategy {
  fileprivate func equals(_ other: any PageStrategy) -> Bool { (other as? Self) == self }
}

/// How the list of a row or a call is read page by page. Default nil: `by:` has to say so.
///
/// A model says it by ``Enumerable/pagination``, for its list alone; a row of your own by this option.
public enum Paginated: OptionKey {
  /// `pagination`.
  public static let name = "pagination"
  /// Not said.
  public static let defaultValue: Pagination? = nil

  /// A row that has no pages, and a strategy that cannot work.
  public static func problems(of value: Pagination?, in row: Endpoint) -> [String] {
    guard let value else { return [] }
    var problems: [String] = []
    if row.method != .get {
      problems.append(
        "it is paginated, but \(row.method.rawValue) gives no pages: a model's `pagination` is for its list alone")
    } else if row.output == "Okay" || (row.operation.map { $0 != .enumerate } ?? false) {
      problems.append("it is paginated, but does not return a list: a model's `pagination` is for its list alone")
    }
    if let problem = value.strategy.problem { problems.append("its pagination cannot work: \(problem)") }
    return problems
  }

  /// A row whose output is no list.
  public static func warnings(of value: Pagination?, in row: Endpoint) -> [String] {
    guard value != nil, row.method == .get, row.operation == nil, let output = row.output, output != "Okay",
      !output.hasPrefix("[")
    else { return [] }
    return ["it is paginated and returns \(Redaction.escaped(output)), which is no list: its elements have to be told"]
  }
}

/// What keeps a reading from going on for ever. See ``Client/pages(of:by:from:)``.
public enum PageLimits: OptionKey {
  /// The limits.
  public struct Limits: Sendable, Hashable {
    /// The most pages of one reading, its tokens' readings included; one more ends it with ``PagingError``. Nil for no limit.
    public var pages: Int?
    /// The most pages in a row without an element that are gone through for the next that has one.
    public var emptyInARow: Int
    /// Whether a page asked for by number, offset or the like may be equal to the byte to the one before it. That is how a
    /// server looks which does not know the query's names, so it ends the reading with ``PagingError`` unless it is allowed.
    public var allowsRepeats: Bool

    /// Limits.
    public init(pages: Int? = nil, emptyInARow: Int = 100, allowsRepeats: Bool = false) {
      self.pages = pages
      self.emptyInARow = emptyInARow
      self.allowsRepeats = allowsRepeats
    }
  }

  /// `pageLimits`.
  public static let name = "pageLimits"
  /// Any number of pages; 100 empty ones in a row; none that repeats the one before it.
  public static let defaultValue = Limits()

  /// Limits that let nothing through.
  public static func problems(of value: Limits, in row: Endpoint) -> [String] {
    (value.pages ?? 1) < 1 ? ["its pageLimits let no page through"] : []
  }
}

/// Reading on is not possible. But for ``repeated``, nothing was sent for the page that ``CallError/page`` names.
public enum PagingError: SafelyDescribed, Equatable {
  /// Neither `by:` nor the row says how its list is paginated.
  case undeclared(row: String)
  /// The strategy cannot work, or not with this call; the reason says why.
  case unusable(reason: String)
  /// The next page is one that this reading has been to.
  case loop
  /// The page is the one before it again, to the byte: the server does not know the names that the pages are asked for by.
  case repeated
  /// There is a page more than ``PageLimits`` allow.
  case tooManyPages(limit: Int)
  /// More empty pages came in a row than ``PageLimits`` allow.
  case tooManyEmptyPages(limit: Int)

  /// One line, safe to log.
  public var description: String {
    switch self {
    case .undeclared(let row):
      "nothing says how \(Redaction.escaped(row)) is paginated: give `by:`, the model's `pagination`, or the row's option Paginated"
    case .unusable(let reason): "its pagination cannot work: \(reason)"
    case .repeated:
      "the page is the one before it again: does the server know the query's names? allowsRepeats of PageLimits lets it pass"
    case .loop: "the next page is one that has been read already"
    case .tooManyPages(let limit): "there are more than \(limit) pages; raise PageLimits for this row or call"
    case .tooManyEmptyPages(let limit):
      "more than \(limit) pages in a row were empty; raise PageLimits for this row or call"
    }
  }
}
