import FoundationEssentials

extension Level {
  /// The date of RFC 3339 at an index of the tape.
  func internetDate(at index: Int, _ place: Place) throws -> Date {
    let word = tape.word(index)
    if Word.kind(word) == Word.plain, let date = tape.bytes.internetDate(Word.range(word)) { return date }
    guard let date = InternetDate.date(try string(at: index, place)) else {
      throw corrupted("Text is no date of RFC 3339.", place)
    }
    return date
  }
}

extension JSONReader {
  /// The date of RFC 3339 that stands here.
  mutating func internetDate() throws -> Date {
    let isText = skipSpace() == UInt8(ascii: "\"")
    let start = position &+ 1
    if isText, let (end, kind) = try? bytes.endOfString(from: start), kind == Word.plain,
      let date = bytes.internetDate(start..<end)
    {
      position = end &+ 1
      return date
    }
    return try byLevel(expecting: String.self) { level in try level.read(Date.self, at: 0, under: .none) }
  }
}

extension Sink {
  /// Writes a date of RFC 3339 between quotes; false, and nothing, if there is none.
  func write(internet date: Date) -> Bool {
    let start = count
    write(byte: 0x22)
    guard InternetDate.write(date, { write(byte: $0) }) else {
      count = start
      return false
    }
    write(byte: 0x22)
    return true
  }
}
