extension SecretSearch {
  static let quotes = Alphabet("\"'`")
  static let blanks = Alphabet(" \t")
  static let operators = Alphabet("!<>=~+*/|^%")
  static let pairNames: Set<[UInt8]> = Set(
    ["name", "key", "field", "header", "param", "parameter", "path"].map { Array($0.utf8) })
  private static let gaps = Alphabet("\"', \t\r\n")

  /// The name that ends before an index: `name`, `"name"`, `settings["name"]`. Nil if there is none, or if it is in a value
  /// that was read.
  func name(before index: Int) -> (range: Range<Int>, isQuoted: Bool)? {
    var end = index
    while index - end < 3, Self.blanks.contains(text[end - 1]) { end -= 1 }
    if text[end - 1] == 0x5D, Self.quotes.contains(text[end - 2]) { end -= 1 }
    let quote = text[end - 1]
    let isQuoted = Self.quotes.contains(quote)
    if isQuoted { end -= 1 }
    var start = end
    while end - start <= 64, Alphabet.name.contains(text[start - 1]) { start -= 1 }
    guard end - start <= 64 else { return nil }
    while start < end, !Alphabet.alphanumeric.contains(text[start]), text[start] != 0x5F { start += 1 }
    guard start < end, start >= valueEnd, !isQuoted || text[start - 1] == quote else { return nil }
    return (start..<end, isQuoted)
  }

  /// The value that begins at an index: text in quotes, or text without quotes and white space. Nil if it has no end, is empty,
  /// or is an object or a list.
  mutating func value(from start: Int) -> Range<Int>? {
    let quote = text[start]
    guard Self.quotes.contains(quote) else {
      guard quote != 0x7B, quote != 0x5B else { return nil }
      // Nothing is read twice: a part of a value ends where the whole value does.
      if bare.run.contains(start) { return bare.end > start ? start..<bare.end : nil }
      var end = start
      while end - start < 4096, end < text.count, !Alphabet.endsValue.contains(text[end]) { end += 1 }
      // What is as long as this is no value, and its parts are none either.
      if end - start >= 4096 { valueEnd = max(valueEnd, end) }
      guard end > start, end - start < 4096 else { return nil }
      bare.run = start..<end
      // The end of a sentence is no part of a value.
      while end > start, text[end - 1] == 0x2E || text[end - 1] == 0x3A { end -= 1 }
      bare.end = end
      return end > start ? start..<end : nil
    }
    let width = text.width(at: start)
    // Nothing is read twice: there is no such mark before this index.
    var end = max(start + 1, unclosed[quote] ?? 0)
    var isUnclosed = true
    while end - start < 4096, end < text.count {
      let byte = text[end]
      // A quotation mark with an escape is a part of a text whose own mark has none.
      if byte == quote, text.width(at: end) <= width { return end > start + 1 ? start + 1..<end : nil }
      if byte == quote { isUnclosed = false }
      if byte == 0x0A, text.width(at: end) == 1 { return nil }
      end += 1
    }
    if isUnclosed { unclosed[quote] = end }
    return nil
  }

  /// Whether only white space, commas and quotation marks are between two members.
  func isAdjacent(_ end: Int, _ start: Int) -> Bool {
    end <= start && start - end <= 128 && (end..<start).allSatisfy { Self.gaps.contains(text[$0]) }
  }
}
