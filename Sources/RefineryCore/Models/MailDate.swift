import FoundationEssentials
import RefineryJSON

/// Dates of mail (RFC 5322, section 3.3), as in `Wed, 18 Aug 2010 20:01:40 +0000`.
enum MailDate {
  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
  private static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
  /// Minutes east of Greenwich of the zones with names (RFC 5322, section 4.3).
  private static let zones = [
    "ut": 0, "utc": 0, "gmt": 0, "z": 0, "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420, "mdt": -360,
    "pst": -480, "pdt": -420,
  ]

  /// Returns the date; nil if the text has another form. The day of the week and the seconds may be missing.
  static func date(_ text: String) -> Date? {
    // No date is longer. The limit keeps the work for a long text small.
    guard text.utf8.count <= 64 else { return nil }
    var words = text.lowercased().split { $0 == " " || $0 == "\t" || $0 == "," }[...]
    if let first = words.first, days.contains(String(first.prefix(3))), first.utf8.count <= 9 { words.removeFirst() }
    guard words.count == 5 || words.count == 4 else { return nil }
    let parts = Array(words)
    guard let day = digits(parts[0], 1...2), let month = months.firstIndex(of: String(parts[1])), let year = year(parts[2]),
      let time = time(parts[3]), let offset = parts.count == 5 ? offset(parts[4]) : 0
    else { return nil }
    let iso = "\(four(year))-\(two(month + 1))-\(two(day))T\(time)Z"
    return InternetDate.date(iso).map { $0.addingTimeInterval(Double(-60 * offset)) }
  }

  /// Returns the text of a date in UTC, rounded down to the second; nil outside the years 0 to 9999.
  static func text(of date: Date) -> String? { HTTPDate.text(of: date).map { $0.dropLast(3) + "+0000" } }

  private static func digits(_ text: Substring, _ count: ClosedRange<Int>) -> Int? {
    guard count.contains(text.utf8.count), text.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    return Int(text)
  }

  /// A year of two or three digits is one of the years from 1950 (RFC 5322, section 4.3).
  private static func year(_ text: Substring) -> Int? {
    guard let year = digits(text, 2...4) else { return nil }
    switch text.utf8.count {
    case 4: return year
    case 3: return year + 1900
    default: return year < 50 ? year + 2000 : year + 1900
    }
  }

  private static func time(_ text: Substring) -> String? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 else { return nil }
    var numbers: [String] = []
    for part in parts {
      guard let number = digits(part, 1...2) else { return nil }
      numbers.append(two(number))
    }
    if numbers.count == 2 { numbers.append("00") }
    return numbers.joined(separator: ":")
  }

  private static func offset(_ text: Substring) -> Int? {
    if let known = zones[String(text)] { return known }
    guard let sign = text.first, sign == "+" || sign == "-", let number = digits(text.dropFirst(), 4...4), number % 100 < 60
    else { return nil }
    return (number / 100 * 60 + number % 100) * (sign == "-" ? -1 : 1)
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  private static func four(_ number: Int) -> String { String("000\(number)".suffix(4)) }
}
