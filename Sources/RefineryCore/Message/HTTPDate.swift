package import FoundationEssentials
import RefineryJSON

/// Dates in header fields (RFC 9110 section 5.6.7). The first form is written; all three are read:
///
///     Sun, 06 Nov 1994 08:49:37 GMT
///     Sunday, 06-Nov-94 08:49:37 GMT
///     Sun Nov  6 08:49:37 1994
package enum HTTPDate {
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let longDays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Returns the date; nil if the text has none of the three forms. `now` completes a year of two digits.
  public static func date(_ text: String, now: Date = Date()) -> Date? {
    seconds(text, now: seconds(of: now)).map { Date(timeIntervalSince1970: Double($0)) }
  }

  /// Returns the text of a date, rounded down to the second; nil outside the years 0 to 9999.
  package static func text(of date: Date) -> String? {
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
        return seconds(year: words[3], month: words[2], day: words[1], time: words[4])
      case 4 where longDays.contains(weekday):
        let date = words[1].split(separator: "-", omittingEmptySubsequences: false)
        guard date.count == 3, let year = fullYear(date[2], now: now) else { return nil }
        return seconds(year: year, month: date[1], day: date[0], time: words[2])
      default: return nil
      }
    }
    guard words.count == 5, days.contains(String(first)) else { return nil }
    let day = words[2].utf8.count == 1 ? "0" + words[2] : words[2]
    return seconds(year: words[4], month: words[1], day: day, time: words[3])
  }

  /// Returns the seconds of a date whose parts have four, three, two and eight characters.
  private static func seconds(year: Substring, month: Substring, day: Substring, time: Substring) -> Int64? {
    guard let index = months.firstIndex(of: String(month)), time.utf8.count == 8 else { return nil }
    let date = InternetDate.date("\(year)-\(index < 9 ? "0" : "")\(index + 1)-\(day)T\(time)Z")
    return date.map { Int64($0.timeIntervalSince1970) }
  }

  /// Returns the year with these two last digits. If it would be more than 50 years in the future, it is the latest past year
  /// with the same digits (RFC 9110 section 5.6.7).
  private static func fullYear(_ digits: Substring, now: Int64) -> Substring? {
    guard digits.utf8.count == 2, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let year = Int64(digits) else {
      return nil
    }
    let current = 1970 + now / 31_556_952
    let candidate = current / 100 * 100 + year
    return "\(candidate > current + 50 ? candidate - 100 : candidate)"
  }
}
