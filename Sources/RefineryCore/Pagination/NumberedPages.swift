/// Pages by their number.
struct NumberedPages: PageStrategy, CountedStrategy, PlacedStrategy, CustomStringConvertible {
  let page: String
  let perPage: String
  let size: Int?
  /// The number to start at; nil to leave it out of the first query.
  var start: Int?
  /// The number of the very first page.
  let base: Int
  let counting: Counting

  var description: String { "numbers(\(page))" }
  var problem: String? { counting.problem ?? (size.map { $0 < 1 } ?? false ? "its page size is below 1" : nil) }
  var first: PageStep { step(to: start) }
  var placeKey: String { page }

  func info(of page: PageResponse) -> PageInfo { counting.info(of: page) }

  func starting(at place: Int) -> Pagination {
    var pages = self
    pages.start = place
    return Pagination(pages)
  }

  func next(after answer: PageResponse) -> PageStep? {
    let begin = start ?? base
    // No list continues after the largest number.
    guard let number = answer.step[page].flatMap({ Int($0) }) ?? begin.adding(answer.number - 1), let next = number.adding(1)
    else { return nil }
    switch answer.statedNextNumber {
    case .some(nil): return nil
    case .some(let stated?) where stated > number: return step(to: stated)
    default: break
    }
    // Earlier pages count, even if they were not read.
    let unread = size.flatMap { begin.subtracting(base)?.times($0) } ?? 0
    let before = unread.adding(answer.offset) ?? answer.offset
    return counting.goesOn(after: answer, before: before, asked: size) ? step(to: next) : nil
  }

  private func step(to number: Int?) -> PageStep {
    var items: [String: String] = [:]
    if let number { items[page] = String(number) }
    if let size { items[perPage] = String(size) }
    return .query(items)
  }
}

/// Pages by the number of elements before them.
struct OffsetPages: PageStrategy, CountedStrategy, PlacedStrategy, CustomStringConvertible {
  let offset: String
  let limit: String
  let size: Int?
  /// The offset to start at; nil to leave it out of the first query.
  var start: Int?
  let counting: Counting

  var description: String { "offsets(\(offset))" }
  var problem: String? { counting.problem ?? (size.map { $0 < 1 } ?? false ? "its page size is below 1" : nil) }
  var first: PageStep { step(to: start) }
  var placeKey: String { offset }

  func info(of page: PageResponse) -> PageInfo { counting.info(of: page) }

  func starting(at place: Int) -> Pagination {
    var pages = self
    pages.start = place
    return Pagination(pages)
  }

  func next(after answer: PageResponse) -> PageStep? {
    guard let before = answer.step[offset].flatMap({ Int($0) }) ?? (start ?? 0).adding(answer.offset),
      let next = before.adding(answer.count), counting.goesOn(after: answer, before: before, asked: size)
    else { return nil }
    return step(to: next)
  }

  private func step(to place: Int?) -> PageStep {
    var items: [String: String] = [:]
    if let place { items[offset] = String(place) }
    if let size { items[limit] = String(size) }
    return .query(items)
  }
}
