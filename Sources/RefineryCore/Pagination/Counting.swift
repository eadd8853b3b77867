import HTTPTypes

/// Decides when counted pages end.
struct Counting: Sendable, Equatable {
  /// The place of the total, besides the usual header fields.
  let total: PageSource?
  /// Whether a page with fewer elements than requested is the last, if the server sends no total.
  let endsOnShortPage: Bool

  var problem: String? { total.flatMap(\.problem) }

  func info(of page: PageResponse) -> PageInfo {
    var info = PageInfo(page.head.headerFields)
    if let total, let stated = page.count(at: total) { info.total = stated }
    return info
  }

  func goesOn(after answer: PageResponse, before: Int, asked: Int?) -> Bool {
    guard answer.count > 0 else { return false }
    // A total that is smaller than the elements so far counts something else.
    if let total = answer.info.total, let end = before.adding(answer.count), total >= end { return total > end }
    guard endsOnShortPage, let size = [asked, answer.info.size].compactMap(\.self).min() else { return true }
    return answer.count >= size
  }
}

extension PageResponse {
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
