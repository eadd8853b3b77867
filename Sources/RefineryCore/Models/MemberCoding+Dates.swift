public import FoundationEssentials
import RefineryJSON

extension MemberCoding<Date> {
  /// Seconds since 1970, as a number. It is written as an integer if it is whole, otherwise with up to six decimal places.
  public static var unixTime: Self { Self(storage: unixTimes) }

  /// Milliseconds since 1970, as a number. It is written as an integer.
  public static var unixMilliseconds: Self { Self(storage: unixMillisecondTimes) }

  /// The dates of mail (RFC 5322): `Wed, 18 Aug 2010 20:01:40 +0000`. Any zone is read, and days with one digit. It is written
  /// in UTC, with `+0000`, without a fraction of a second.
  public static var rfc2822: Self { Self(storage: mailDates) }

  /// `/Date(1439434356790+0000)/`: milliseconds since 1970. The offset may be missing and does not change the time. RFC
  /// 3339 is read, too. It is written as `+0000`.
  public static var microsoftDate: Self { Self(storage: microsoftDates) }

  /// RFC 3339, whatever the coder's strategy for dates is. Any offset is read. It is written in UTC, with three or six digits
  /// of a fraction of a second, if there is one.
  public static var rfc3339: Self { Self(storage: internetDates) }
}

private typealias DateStorage = MemberCoding<Date>.Storage

private let unixTimes = DateStorage(
  ModelShape.Coding(name: "unixTime", wire: Double.self), isNumber: true,
  decode: { Date(timeIntervalSince1970: try seconds($0)) },
  encode: { date in
    let seconds = try finite(date)
    if let whole = Int(exactly: seconds) { return .number(whole) }
    // A Date near 1970 is less precise than the number. Six places hide that.
    return try number((seconds * 1_000_000).rounded() / 1_000_000)
  })

private let unixMillisecondTimes = DateStorage(
  ModelShape.Coding(name: "unixMilliseconds", wire: Double.self), isNumber: true,
  decode: { Date(timeIntervalSince1970: try seconds($0) / 1000) },
  encode: { .number(try milliseconds($0)) })

private let mailDates = DateStorage(
  ModelShape.Coding(name: "rfc2822", wire: String.self),
  decode: { json in
    guard let date = MailDate.date(try text(json)) else { throw CodingFault.invalid("The text is not a date of RFC 5322.") }
    return date
  },
  encode: { date in
    guard let text = MailDate.text(of: date) else { throw outOfRange }
    return .string(text)
  })

private let microsoftDates = DateStorage(
  ModelShape.Coding(name: "microsoftDate", wire: String.self),
  decode: { json in
    let text = try text(json)
    // Those who write this form often take RFC 3339, too, and their examples have both.
    if let date = InternetDate.date(text) { return date }
    guard text.hasPrefix("/Date("), text.hasSuffix(")/") else { throw CodingFault.invalid("The text is not a /Date()/.") }
    var digits = text.dropFirst(6).dropLast(2)
    if let sign = digits.dropFirst().lastIndex(where: { $0 == "+" || $0 == "-" }) {
      let offset = digits[digits.index(after: sign)...]
      guard offset.utf8.count == 4, offset.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else {
        throw CodingFault.invalid("The offset is not four digits.")
      }
      digits = digits[..<sign]
    }
    guard digits.first != "+", let milliseconds = Int(digits) else {
      throw CodingFault.invalid("The text is not a /Date()/.")
    }
    return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  },
  encode: { .string("/Date(\(try milliseconds($0))+0000)/") })

private let internetDates = DateStorage(
  ModelShape.Coding(name: "rfc3339", wire: String.self),
  decode: { json in
    guard let date = InternetDate.date(try text(json)) else {
      throw CodingFault.invalid("The text is not a date of RFC 3339.")
    }
    return date
  },
  encode: { date in
    guard let text = InternetDate.preciseText(of: date) else { throw outOfRange }
    return .string(text)
  })

extension InternetDate {
  /// The text of a date in UTC, with microseconds if milliseconds are not enough; nil outside the years 0 to 9999.
  fileprivate static func preciseText(of date: Date) -> String? {
    let microseconds = (date.timeIntervalSince1970 * 1_000_000).rounded()
    guard let total = Int(exactly: microseconds) else { return nil }
    let rest = (total % 1_000_000 + 1_000_000) % 1_000_000
    guard rest % 1000 != 0 else { return text(of: Date(timeIntervalSince1970: microseconds / 1_000_000)) }
    let second = Date(timeIntervalSince1970: Double((total - rest) / 1_000_000))
    return text(of: second).map { $0.dropLast() + "." + String("00000\(rest)".suffix(6)) + "Z" }
  }
}

private var outOfRange: CodingFault { .invalid("The date is out of range.") }

private func text(_ json: JSONValue) throws -> String {
  guard case .string(let text) = json else { throw CodingFault.kind(String.self, json) }
  return text
}

private func seconds(_ json: JSONValue) throws -> Double {
  guard case .number(let number) = json else { throw CodingFault.kind(Double.self, json) }
  guard let seconds = number.double else { throw CodingFault.invalid("The number does not fit in Double.") }
  return seconds
}

private func finite(_ date: Date) throws -> Double {
  let seconds = date.timeIntervalSince1970
  guard seconds.isFinite else { throw outOfRange }
  return seconds
}

private func milliseconds(_ date: Date) throws -> Int {
  guard let milliseconds = InternetDate.milliseconds(of: date) else { throw outOfRange }
  return milliseconds
}

private func number(_ double: Double) throws -> JSONValue {
  guard let number = JSONValue.Number(double) else { throw outOfRange }
  return .number(number)
}
