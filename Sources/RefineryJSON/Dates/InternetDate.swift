package import FoundationEssentials

/// Dates in the format of RFC 3339, `2026-01-02T03:04:05.678+09:00`: read with any fraction and offset, written in UTC.
/// ``JSONModelDecoder/readsInternetDates`` says what is accepted.
package enum InternetDate {
  /// Parses a date; returns nil if the text has another format or contains a day that does not exist.
  package static func date(_ text: String) -> Date? {
    var text = text
    return text.withUTF8 { date($0) }
  }

  /// Returns the text of a date in UTC, with milliseconds if it has a fraction of a second; nil outside the years 0 to 9999.
  package static func text(of date: Date) -> String? {
    let storage = OutputStorage(nesting: 0, capacity: 64)
    return storage.output.write(internet: date) ? storage.output.text(1..<storage.output.count - 1) : nil
  }

  /// Returns the milliseconds since 1970, rounded to the nearest; nil if `Int` cannot represent them.
  package static func milliseconds(of date: Date) -> Int? {
    Int(exactly: (date.timeIntervalSince1970 * 1000).rounded())
  }
}

extension InternetDate {
  /// Parses a date from bytes. A position after the end reads as zero, which no date contains.
  static func date<Text: RandomAccessCollection>(_ text: Text) -> Date? where Text.Element == UInt8, Text.Index == Int {
    let start = text.startIndex
    let count = text.count
    func byte(_ at: Int) -> UInt8 { at < count ? text[start &+ at] : 0 }
    func two(_ at: Int) -> Int? {
      let tens = byte(at) &- 0x30
      let ones = byte(at &+ 1) &- 0x30
      return tens < 10 && ones < 10 ? Int(tens) &* 10 &+ Int(ones) : nil
    }
    guard let century = two(0), let years = two(2), byte(4) == UInt8(ascii: "-"), let month = two(5),
      byte(7) == UInt8(ascii: "-"), let day = two(8), byte(10) | 0x20 == UInt8(ascii: "t") || byte(10) == UInt8(ascii: " "),
      let hour = two(11), byte(13) == UInt8(ascii: ":"), let minute = two(14), byte(16) == UInt8(ascii: ":"),
      let second = two(17)
    else { return nil }
    let year = century &* 100 &+ years
    guard month >= 1, month <= 12, day >= 1, day <= length(of: month, year), hour < 24, minute < 60, second < 61 else {
      return nil
    }
    var at = 19
    var fraction = 0.0
    if byte(at) == UInt8(ascii: ".") || byte(at) == UInt8(ascii: ",") {
      let first = at &+ 1
      at = first
      while byte(at) &- 0x30 < 10 { at &+= 1 }
      guard at > first else { return nil }
      fraction = self.fraction(text[start &+ first..<start &+ at])
    }
    var offset = 0
    if byte(at) | 0x20 == UInt8(ascii: "z") {
      at &+= 1
    } else {
      let isWest = byte(at) == UInt8(ascii: "-")
      guard isWest || byte(at) == UInt8(ascii: "+"), let hours = two(at &+ 1), hours < 24 else { return nil }
      at &+= 3
      let hasColon = byte(at) == UInt8(ascii: ":")
      if hasColon { at &+= 1 }
      var minutes = 0
      if hasColon || at < count {
        guard let number = two(at), number < 60 else { return nil }
        minutes = number
        at &+= 2
      }
      offset = (hours &* 60 &+ minutes) &* (isWest ? -60 : 60)
    }
    guard at == count else { return nil }
    let seconds = days(year, month, day) &* 86_400 &+ hour &* 3600 &+ minute &* 60 &+ second &- offset
    return Date(timeIntervalSince1970: Double(seconds) + fraction)
  }

  private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]

  /// Returns the fraction of a second for its digits. Fifteen digits and their power of ten are exact doubles, so the quotient
  /// is rounded once.
  private static func fraction<Text: RandomAccessCollection>(_ digits: Text) -> Double where Text.Element == UInt8 {
    guard digits.count < powers.count else { return Double("0." + String(decoding: digits, as: UTF8.self)) ?? 0 }
    var value = 0
    for digit in digits { value = value &* 10 &+ Int(digit &- 0x30) }
    return Double(value) / powers[digits.count]
  }

  private static func length(of month: Int, _ year: Int) -> Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
  }

  static func divided(_ value: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
    let remainder = value % divisor
    return remainder < 0 ? (value / divisor - 1, remainder + divisor) : (value / divisor, remainder)
  }

  // Days and dates are converted in eras of 400 Gregorian years that begin on the first of March. A leap day is then the last
  // day of its year, and the lengths of the months follow one linear formula.

  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let (era, yearOfEra) = divided(month > 2 ? year : year - 1, by: 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = divided(days + 719_468, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = (shifted + 2) % 12 + 1
    return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}
