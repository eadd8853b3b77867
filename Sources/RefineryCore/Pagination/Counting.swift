import HTTPTypes

/// When counted pages end.
struct Counting: Sendable, Equatable {
  /// Where the number of all elements stands, beside the usual header fields.
  let total: PageSource?
  /// Whether a page with fewer elements than asked for is the last, where the server does not say how many there are.
  let endsOnShortPage: Bool

  var problem: String? { total.flatMap(\.problem) }

  func info(of page: PageAnswer) -> PageInfo {
    var info = PageInfo(page.head.headerFields)
    if let total, let stated = page.count(at: total) { info.total = stated }
    return info
  }

  func goesOn(after answer: PageAnswer, before: Int, asked: Int?) -> Bool {
    guard answer.count > 0 else { return false }
    // A total that leaves no room for what is here counts something else.
    if let total = answer.info.total, let end = before.adding(answer.count), total >= end { return total > end }
    guard endsOnShortPage, let size = [asked, answer.info.size].compactMap(\.self).min() else { return true }
    return answer.count >= size
  }
}

extension PageAnswer {
  /// What `X-Next-Page` or `Next-Page` says, where that is a number, or nothing as after the last page.
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
