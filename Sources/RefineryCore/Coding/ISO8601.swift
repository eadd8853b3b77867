import FoundationEssentials

/// Dates as RFC 3339 writes them. Read with any offset and fraction, written in UTC.
enum ISO8601 {
  /// Nil beyond the years 0 to 9999, which the form has no room for.
  static func text(of date: Date) -> String? {
    guard let total = milliseconds(of: date) else { return nil }
    let (days, time) = divided(total, by: 86_400_000)
    let (year, month, day) = civil(days)
    guard (0...9999).contains(year) else { return nil }
    var text = ""
    func append(_ number: Int, width: Int) {
      let digits = String(number)
      text += String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    append(year, width: 4)
    for part in [month, day] {
      text += "-"
      append(part, width: 2)
    }
    var separator = "T"
    for part in [time / 3_600_000, time / 60_000 % 60, time / 1000 % 60] {
      text += separator
      append(part, width: 2)
      separator = ":"
    }
    if time % 1000 != 0 {
      text += "."
      append(time % 1000, width: 3)
    }
    return text + "Z"
  }

  /// Nil for what is no date of this form, or no such day.
  static func date(_ text: String) -> Date? {
    var rest = text.utf8[...]
    func number(_ digits: Int) -> Int? {
      guard rest.count >= digits, rest.prefix(digits).allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
      defer { rest = rest.dropFirst(digits) }
      return rest.prefix(digits).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    func take(_ marks: String) -> Bool {
      guard let first = rest.first, marks.utf8.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2), take("Tt "),
      let hour = number(2), take(":"), let minute = number(2), take(":"), let second = number(2),
      (1...12).contains(month), (1...length(of: month, year)).contains(day), hour < 24, minute < 60, second < 61
    else { return nil }
    var fraction = 0.0
    if take(".,") {
      let digits = rest.prefix { $0 &- 0x30 < 10 }
      guard !digits.isEmpty, let value = Double("0." + String(Substring(digits))) else { return nil }
      fraction = value
      rest = rest.dropFirst(digits.count)
    }
    var offset = 0
    if !take("Zz") {
      let isWest = rest.first == UInt8(ascii: "-")
      guard take("+-"), let hours = number(2), hours < 24 else { return nil }
      let hasColon = take(":")
      guard let minutes = rest.isEmpty && !hasColon ? 0 : number(2), minutes < 60 else { return nil }
      offset = (hours * 60 + minutes) * (isWest ? -60 : 60)
    }
    guard rest.isEmpty else { return nil }
    let seconds = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset
    return Date(timeIntervalSince1970: Double(seconds) + fraction)
  }

  /// Milliseconds since 1970, rounded to the nearest; nil where `Int` has no room.
  static func milliseconds(of date: Date) -> Int? {
    Int(exactly: (date.timeIntervalSince1970 * 1000).rounded())
  }

  private static func length(of month: Int, _ year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  private static func divided(_ value: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
    let remainder = value % divisor
    return remainder < 0 ? (value / divisor - 1, remainder + divisor) : (value / divisor, remainder)
  }

  // Both ways between days and dates count in eras of 400 Gregorian years that begin on the first of March, so that the
  // leap day comes last and the lengths of the months follow one straight line.

  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let (era, yearOfEra) = divided(month > 2 ? year : year - 1, by: 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = divided(days + 719_468, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = (shifted + 2) % 12 + 1
    return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}
