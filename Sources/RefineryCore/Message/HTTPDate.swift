public import FoundationEssentials
import RefineryJSON

/// Dates in header fields (RFC 9110 section 5.6.7). The first form is written; all three are read:
///
///     Sun, 06 Nov 1994 08:49:37 GMT
///     Sunday, 06-Nov-94 08:49:37 GMT
///     Sun Nov  6 08:49:37 1994
public enum HTTPDate {
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let longDays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Returns the date; nil if the text has none of the three forms. `now` completes a year of two digits.
  public static func date(_ text: String, now: Date = Date()) -> Date? {
    seconds(text, now: seconds(of: now)).map { Date(timeIntervalSince1970: Double($0)) }
  }

  /// Returns the text of a date, rounded down to the second; nil outside the years 0 to 9999.
  public static func text(of date: Date) -> String? {
    let second = date.timeIntervalSince1970.rounded(.down)
    guard let iso = InternetDate.text(of: Date(timeIntervalSince1970: second)), let month = Int(iso.dropFirst(5).prefix(2))
    else { return nil }
    let daysSinceThursday = Int((second / 86_400).rounded(.down)) % 7
    let weekday = days[(daysSinceThursday + 11) % 7]
    return "\(weekday), \(iso.dropFirst(8).prefix(2)) \(months[month - 1]) \(iso.prefix(4)) \(iso.dropFirst(11).prefix(8)) GMT"
  }

  /// Returns the text of a date, or of the nearest date that has one: the end of 9999 if the date is after 1970, otherwise the
  /// start of 1970.
  static func nearestText(to date: Date) -> String {
    let seconds = date.timeIntervalSince1970
    return text(of: date) ?? (seconds > 0 ? "Fri, 31 Dec 9999 23:59:59 GMT" : "Thu, 01 Jan 1970 00:00:00 GMT")
  }

  /// Seconds since 1970, rounded; zero for a date that is out of range.
  static func seconds(of date: Date) -> Int64 {
    // The limit is 35 million years, so a sum with a date of the calendar cannot overflow.
    Int64(exactly: date.timeIntervalSince1970.rounded()).flatMap { $0.magnitude < 1 << 50 ? $0 : nil } ?? 0
  }

  /// Returns seconds since 1970; nil if the text has none of the three forms. `now` completes a year of two digits.
  static func seconds(_ text: String, now: Int64) -> Int64? {
    let words = text.split { $0 == " " || $0 == "\t" }
    guard let first = words.first else { return nil }
    if first.hasSuffix(",") {
      guard words.last == "GMT" else { return nil }
      let weekday = String(first.dropLast())
      switch words.count {
      case 6 where days.contains(weekday):
        return seconds(day: words[1], digits: 2, month: words[2], year: number(words[3], digits: 4), time: words[4])
      case 4 where longDays.contains(weekday):
        let date = words[1].split(separator: "-", omittingEmptySubsequences: false)
        guard date.count == 3, let year = number(date[2], digits: 2) else { return nil }
        return seconds(day: date[0], digits: 2, month: date[1], year: fullYear(year, now: now), time: words[2])
      default: return nil
      }
    }
    guard words.count == 5, days.contains(String(first)) else { return nil }
    return seconds(day: words[2], digits: words[2].count, month: words[1], year: number(words[4], digits: 4), time: words[3])
  }

  private static func seconds(day: Substring, digits: Int, month: Substring, year: Int64?, time: Substring) -> Int64? {
    let parts = time.split(separator: ":", omittingEmptySubsequences: false)
    let clock = parts.compactMap { number($0, digits: 2) }
    guard let year, let month = months.firstIndex(of: String(month)), digits <= 2, let day = number(day, digits: digits),
      (1...length(ofMonth: month, year)).contains(day), parts.count == 3, clock.count == 3, clock[0] < 24, clock[1] < 60,
      clock[2] <= 60
    else { return nil }
    return (daysBefore(year, month) + day - 1) * 86_400 + clock[0] * 3_600 + clock[1] * 60 + clock[2]
  }

  private static func number(_ text: Substring, digits: Int) -> Int64? {
    guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(text)
  }

  /// Returns the full year. If it would be more than 50 years in the future, it is the latest past year with the same two
  /// digits (RFC 9110 section 5.6.7).
  private static func fullYear(_ year: Int64, now: Int64) -> Int64 {
    let current = 1970 + now / 31_556_952
    let candidate = current / 100 * 100 + year
    return candidate > current + 50 ? candidate - 100 : candidate
  }

  private static func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  private static func length(ofMonth month: Int, _ year: Int64) -> Int64 {
    month == 1 ? (isLeap(year) ? 29 : 28) : [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month]
  }

  /// Returns the days from the start of 1970 to the start of a month.
  private static func daysBefore(_ year: Int64, _ month: Int) -> Int64 {
    let before = year - 1
    let years = 365 * (year - 1970) + (before / 4 - before / 100 + before / 400) - (1969 / 4 - 1969 / 100 + 1969 / 400)
    return (0..<month).reduce(years) { $0 + length(ofMonth: $1, year) }
  }
}
