public import HTTPTypes

/// What a server says about a page's place among all. Every part may be missing.
public struct PageInfo: Sendable, Hashable {
  /// The number of the page, as the server counts.
  public var number: Int?
  /// How many elements a page has.
  public var size: Int?
  /// How many elements there are in all.
  public var total: Int?

  /// These parts.
  public init(number: Int? = nil, size: Int? = nil, total: Int? = nil) {
    self.number = number
    self.size = size
    self.total = total
  }

  /// What the header fields say, their names in any case. What is no number of digits alone, or does not fit, is missing.
  ///
  /// `X-Page` or `Page`; `X-Per-Page` or `Per-Page`; `X-Total`, `Total`, `X-Total-Count`, `Total-Count`, `Total-Objects`,
  /// `X-Total-Objects` or `Total-Records`.
  public init(_ fields: HTTPFields) {
    func first(of names: [HTTPField.Name]) -> Int? {
      names.lazy.compactMap { fields[values: $0].first.flatMap(Int.init(count:)) }.first
    }
    self.init(number: first(of: Self.numbers), size: first(of: Self.sizes), total: first(of: Self.totals))
  }

  /// Whether another page follows this one, of a server that counts from 1; nil where a part is missing.
  public var more: Bool? {
    guard let number, let size, let total else { return nil }
    let (end, overflows) = number.multipliedReportingOverflow(by: size)
    return !overflows && end < total
  }

  private static let numbers = ["X-Page", "Page"].compactMap { HTTPField.Name($0) }
  private static let sizes = ["X-Per-Page", "Per-Page"].compactMap { HTTPField.Name($0) }
  private static let totals = [
    "X-Total", "Total", "X-Total-Count", "Total-Count", "Total-Objects", "X-Total-Objects", "Total-Records",
  ].compactMap { HTTPField.Name($0) }
}

extension Int {
  /// A number of things as digits; nil for anything else, and for one that does not fit.
  init?(count text: some StringProtocol) {
    let digits = text.utf8.drop { $0 == 0x20 }
    let trailing = digits.reversed().prefix { $0 == 0x20 }.count
    let number = digits.dropLast(trailing)
    guard !number.isEmpty, number.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    self.init(String(decoding: number, as: UTF8.self))
  }
}
