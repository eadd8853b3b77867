import FoundationEssentials

extension ValueDecoder {
  /// Reads the value at an index of the tape as an RFC 3339 date.
  func internetDate(at index: Int, _ step: PathStep) throws -> Date {
    let entry = tape[index]
    if entry.kind == .plain, let date = tape.bytes.internetDate(entry.range) { return date }
    guard let date = InternetDate.date(try string(at: index, step)) else {
      throw corrupted("The text is not a date of RFC 3339.", step)
    }
    return date
  }
}

extension OutputBuffer {
  /// Writes an RFC 3339 date in quotes, with milliseconds unless they are zero. For dates outside the years 0 to 9999, writes
  /// nothing and returns false.
  func write(internet date: Date) -> Bool { InternetDate.milliseconds(of: date).map(write(milliseconds:)) ?? false }

  /// Writes a date from 1970 to 9999 in quotes, without its fraction of a second. Returns false for any other date.
  func write(iso8601 date: Date) -> Bool {
    let time = date.timeIntervalSince1970.rounded(.down)
    guard time >= 0, let milliseconds = Int(exactly: time * 1000) else { return false }
    return write(milliseconds: milliseconds)
  }

  private func write(milliseconds total: Int) -> Bool {
    let (days, time) = InternetDate.divided(total, by: 86_400_000)
    let (year, month, day) = InternetDate.civil(days)
    guard year >= 0, year <= 9999 else { return false }
    write(byte: UInt8(ascii: "\""))
    write(year, digits: 4)
    write(byte: UInt8(ascii: "-"))
    write(month, digits: 2)
    write(byte: UInt8(ascii: "-"))
    write(day, digits: 2)
    write(byte: UInt8(ascii: "T"))
    write(time / 3_600_000, digits: 2)
    write(byte: UInt8(ascii: ":"))
    write(time / 60_000 % 60, digits: 2)
    write(byte: UInt8(ascii: ":"))
    write(time / 1000 % 60, digits: 2)
    let fraction = time % 1000
    if fraction != 0 {
      write(byte: UInt8(ascii: "."))
      write(byte: UInt8(truncatingIfNeeded: 0x30 &+ fraction / 100))
      write(fraction % 100, digits: 2)
    }
    write(0x225A, count: 2)
    return true
  }
}
