public import FoundationEssentials
import RefineryJSON

/// A day of the calendar, without a time and a zone: `2026-01-31` (the full-date of RFC 3339).
///
/// ```swift
/// let due = CalendarDate(year: 2026, month: 1, day: 31)   // nil for a day that does not exist
/// let same = CalendarDate("2026-01-31")
/// ```
public struct CalendarDate: Sendable, Hashable, Codable, Comparable, LosslessStringConvertible, QueryConvertible {
  /// The year, from 0 to 9999.
  public let year: Int
  /// The month, from 1.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Creates a date; returns nil if there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month), (1...Self.length(of: month, year)).contains(day) else {
      return nil
    }
    self.init(checked: year, month, day)
  }

  private init(checked year: Int, _ month: Int, _ day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates a date from its text; returns nil for any other text.
  public init?(_ description: String) {
    let bytes = Array(description.utf8.prefix(11))
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      var number = 0
      for byte in bytes[range] {
        guard byte &- 0x30 < 10 else { return nil }
        number = number * 10 + Int(byte &- 0x30)
      }
      return number
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10) else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day in UTC that contains a point in time; nil outside the years 0 to 9999.
  public init?(utc date: Date) {
    let second = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    guard let text = InternetDate.text(of: second) else { return nil }
    self.init(String(text.prefix(10)))
  }

  /// A date that is read next.
  public init(_ unread: Unread) { self.init(checked: 1, 1, 1) }

  /// The start of the day in UTC.
  public var startInUTC: Date { InternetDate.date("\(description)T00:00:00Z") ?? .distantPast }

  /// The text, as in `2026-01-31`.
  public var description: String {
    func padded(_ number: Int, _ count: Int) -> String { String("000\(number)".suffix(count)) }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// The text.
  public var queryValue: QueryValue { .string(description) }

  /// Whether a day is earlier than another.
  public static func < (left: Self, right: Self) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// Reads the text of a date.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let date = CalendarDate(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "The text is not a day of the calendar.")
    }
    self = date
  }

  /// Writes the text of the date.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  private static func length(of month: Int, _ year: Int) -> Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
  }
}
