public import FoundationEssentials

/// Dates as RFC 3339 writes them, `2026-01-02T03:04:05.678+09:00`: read with any fraction and offset, written in UTC.
///
/// A ``JSONModelDecoder`` reads them so where ``JSONModelDecoder/readsInternetDates`` says.
public enum InternetDate {
  /// The date that text says; nil for what is no date of this form, or no such day.
  ///
  /// Also taken are a space in place of the `T`, small letters, a comma before the fraction, and offsets without colon or
  /// minutes. A leap second is the first second of the next minute.
  public static func date(_ text: String) -> Date? {
    var text = text
    return text.withUTF8 { date($0) }
  }

  /// The date in the form with `Z`, with milliseconds where it has a fraction of a second; nil beyond the years 0 to 9999.
  public static func text(of date: Date) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    return write(date) { bytes.append($0) } ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Milliseconds since 1970, rounded to the nearest; nil where `Int` has no room.
  public static func milliseconds(of date: Date) -> Int? {
    Int(exactly: (date.timeIntervalSince1970 * 1000).rounded())
  }
}

extension InternetDate {
  /// Writes a date byte by byte; false, and nothing written, beyond the years 0 to 9999.
  @inline(__always)
  static func write(_ date: Date, _ append: (UInt8) -> Void) -> Bool {
    guard let total = milliseconds(of: date) else { return false }
    let (days, time) = divided(total, by: 86_400_000)
    let (year, month, day) = civil(days)
    guard year >= 0, year <= 9999 else { return false }
    func two(_ number: Int) {
      append(UInt8(truncatingIfNeeded: 0x30 &+ number / 10))
      append(UInt8(truncatingIfNeeded: 0x30 &+ number % 10))
    }
    two(year / 100)
    two(year % 100)
    append(UInt8(ascii: "-"))
    two(month)
    append(UInt8(ascii: "-"))
    two(day)
    append(UInt8(ascii: "T"))
    two(time / 3_600_000)
    append(UInt8(ascii: ":"))
    two(time / 60_000 % 60)
    append(UInt8(ascii: ":"))
    two(time / 1000 % 60)
    let fraction = time % 1000
    if fraction != 0 {
      append(UInt8(ascii: "."))
      append(UInt8(truncatingIfNeeded: 0x30 &+ fraction / 100))
      two(fraction % 100)
    }
    append(UInt8(ascii: "Z"))
    return true
  }

  /// The date that bytes say. A position beyond their end reads as zero, which stands nowhere in a date.
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

  /// Less than one, from its digits. Fifteen of them and their power of ten are exact, so that the quotient is rounded once.
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
