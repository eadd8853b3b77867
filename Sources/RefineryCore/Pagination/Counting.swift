import HTTPTypes

/// Decides when counted pages end.
struct Counting: Sendable, Equatable {
  /// The place of the total, in addition to the usual header fields.
  let total: Pagination.Source?
  /// Whether a page with fewer elements than requested is the last, if the server sends no total. Nil: only if the server is
  /// known to fill each page.
  var endsOnShortPage: Bool?
  /// The statuses of a page after the last.
  var endStatuses: Set<Int> = [400, 404]

  var problem: String? { total.flatMap(\.problem) }

  func info(of page: PageResponse) -> PageInfo {
    var info = PageInfo(page.head.headerFields)
    if let total, let stated = page.count(at: total) { info.total = stated }
    return info
  }

  func goesOn(after answer: PageResponse, before: Int, asked: Int?) -> Bool {
    guard answer.count > 0 else { return false }
    // A total below the number of elements so far counts something else.
    if let total = answer.info.total, let end = before.adding(answer.count), total >= end { return total > end }
    guard let size = [asked, answer.info.size].compactMap(\.self).min(), answer.count < size else { return true }
    return !(endsOnShortPage ?? (answer.info.size != nil || answer.followsFullPages(of: size)))
  }
}

/// A strategy that requests pages without knowing whether they exist.
protocol CountedStrategy {
  var counting: Counting { get }
  /// The requested number of elements on a page; nil if the server decides.
  var size: Int? { get }
}

extension PageStrategy {
  /// This strategy, or the one that it uses, if it counts pages; nil if the server names each page.
  var counted: (any CountedStrategy)? {
    switch self {
    case let counted as any CountedStrategy: counted
    case let outer as any OuterStrategy: outer.inner.counted
    default: nil
    }
  }
}

/// A strategy that requests pages by a number in the query. A call that has this number itself says where its reading starts.
protocol PlacedStrategy {
  /// The query key of the number.
  var placeKey: String { get }
  /// This strategy, from another number on.
  func starting(at place: Int) -> Pagination
}

/// A strategy that uses another one.
protocol OuterStrategy {
  var inner: any PageStrategy { get }
}

extension PageResponse {
  /// Whether the server says that another page follows, by a total or by the number of the next page.
  var isFollowed: Bool {
    if case .some(.some) = statedNextNumber { return true }
    return info.total.map { total in offset.adding(count).map { total > $0 } ?? false } ?? false
  }

  /// Whether pages precede this one, and each of them had `size` elements: the server then grants the requested size.
  fileprivate func followsFullPages(of size: Int) -> Bool {
    guard number > 1, let full = size.times(number - 1) else { return false }
    return offset >= full
  }

  /// The number in `X-Next-Page` or `Next-Page`; an empty field means that there is no next page.
  var statedNextNumber: Int?? {
    for name in ["X-Next-Page", "Next-Page"] {
      guard let name = HTTPField.Name(name), let text = head.headerFields[values: name].first else { continue }
      if text.isEmpty { return .some(nil) }
      if let number = Int(count: text) { return number }
    }
    return nil
  }
}

extension Int {
  func adding(_ other: Int) -> Int? {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? nil : sum
  }
  func subtracting(_ other: Int) -> Int? {
    let (difference, overflows) = subtractingReportingOverflow(other)
    return overflows ? nil : difference
  }
  func times(_ other: Int) -> Int? {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? nil : product
  }
}
