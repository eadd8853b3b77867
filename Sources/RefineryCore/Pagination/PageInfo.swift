package import HTTPTypes

/// A page's number and size, and the total, as far as the server sends them.
public struct PageInfo: Sendable, Hashable {
  /// The number of the page, by the server's count.
  public var number: Int?
  /// The number of elements on a page.
  public var size: Int?
  /// The number of elements on all pages.
  public var total: Int?

  /// A page's number, size and total.
  public init(number: Int? = nil, size: Int? = nil, total: Int? = nil) {
    self.number = number
    self.size = size
    self.total = total
  }

  /// The values of header fields; names in any case. A value with other characters than digits, or one that does not fit, is
  /// nil.
  ///
  /// `X-Page` or `Page`; `X-Per-Page` or `Per-Page`; `X-Total`, `Total`, `X-Total-Count`, `Total-Count`, `Total-Objects`,
  /// `X-Total-Objects` or `Total-Records`.
  package init(_ fields: HTTPFields) {
    func first(of names: [HTTPField.Name]) -> Int? {
      names.lazy.compactMap { fields[values: $0].first.flatMap(Int.init(count:)) }.first
    }
    self.init(number: first(of: Self.numbers), size: first(of: Self.sizes), total: first(of: Self.totals))
  }

  /// Whether another page follows, for a server that counts from 1; nil if a value is missing.
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
  /// A count as digits; nil for anything else, and for one that does not fit.
  init?(count text: some StringProtocol) {
    let digits = text.utf8.drop { $0 == 0x20 }
    let trailing = digits.reversed().prefix { $0 == 0x20 }.count
    let number = digits.dropLast(trailing)
    guard !number.isEmpty, number.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    self.init(String(decoding: number, as: UTF8.self))
  }
}
