extension Redaction {
  /// Returns the ranges of a text that look like a credential. The name of the value does not matter.
  ///
  /// These are JSON Web Tokens, the word after `Bearer` or `Basic`, and words of 20 to 4,096 letters and digits that look
  /// random: they contain a digit, change often between small letters, capitals and digits, and have an entropy of about 3 bits
  /// per character or more. Hashes and short Base64 match. A UUID does not match, because most UUIDs are ids. A `data:` URL
  /// does not match either. Without ``hidesTokens`` only the first two kinds match.
  func tokens(in text: Substring) -> [Range<String.Index>] {
    guard text.utf8.count >= 8, !text.hasPrefix("data:") else { return [] }
    var found: [Range<String.Index>] = []
    var scheme = false
    let bytes = text.utf8
    var index = bytes.startIndex
    while index < bytes.endIndex {
      guard TokenBytes.isWord(bytes[index]) else {
        if bytes[index] != 0x20 { scheme = false }
        bytes.formIndex(after: &index)
        continue
      }
      var end = bytes[index...].firstIndex { !TokenBytes.isWord($0) } ?? bytes.endIndex
      let word = bytes[index..<end]
      // Base64 ends with up to two equal signs.
      for _ in 0..<2 where end < bytes.endIndex && bytes[end] == UInt8(ascii: "=") { bytes.formIndex(after: &end) }
      if let token = TokenBytes.token(word, afterScheme: scheme, findsMixed: hidesTokens, end: end) { found += token }
      let name = word.count <= 6 ? String(Substring(word)).lowercased() : ""
      scheme = name == "bearer" || name == "basic"
      index = end
    }
    return found
  }

  /// Whether a text contains something that looks like a token.
  func holdsToken(_ text: Substring) -> Bool { !tokens(in: text).isEmpty }

  /// Returns the text with a replacement for each part that looks like a credential.
  ///
  /// These are JSON Web Tokens, the word after `Bearer` or `Basic`, and, with ``hidesTokens``, words of 20 to 4,096 letters and
  /// digits that look random.
  package func replacingTokens(in text: String, with replacement: (Substring) -> String) -> String {
    let tokens = tokens(in: text[...])
    guard !tokens.isEmpty else { return text }
    var shown = ""
    var start = text.startIndex
    for token in tokens {
      shown += text[start..<token.lowerBound] + replacement(text[token])
      start = token.upperBound
    }
    return shown + text[start...]
  }
}

/// Recognizes tokens by their bytes.
private enum TokenBytes {
  static func isWord(_ byte: UInt8) -> Bool { kind(byte) != 0 || "-_.~+/".utf8.contains(byte) }

  /// 1 for a lower-case letter, 2 for a capital, 3 for a digit, 0 for anything else.
  private static func kind(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): 1
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): 2
    case UInt8(ascii: "0")...UInt8(ascii: "9"): 3
    default: 0
    }
  }

  /// Returns the tokens in a word: the whole word, or parts of it between slashes and dots.
  static func token(
    _ word: Substring.UTF8View, afterScheme: Bool, findsMixed: Bool, end: String.Index
  ) -> [Range<String.Index>]? {
    func range(of part: Substring.UTF8View) -> Range<String.Index> {
      part.startIndex..<(part.endIndex == word.endIndex ? end : part.endIndex)
    }
    if isWebToken(word) || (afterScheme && word.count >= 8) { return [word.startIndex..<end] }
    guard word.count >= 20 else { return nil }
    let segments = word.split(separator: UInt8(ascii: "/"))
    if segments.contains(where: isWebToken) {
      return segments.filter { isWebToken($0) || (findsMixed && isMixed($0)) }.map(range)
    }
    guard findsMixed else { return nil }
    let parts = word.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") }
    // A path contains words or ids; Base64 does not.
    let isPath =
      word.first == UInt8(ascii: "/") || parts.contains { isUUID($0) || ($0.count > 2 && $0.allSatisfy { kind($0) == 1 }) }
    if parts.count == 1 || !isPath, isMixed(word) { return [word.startIndex..<end] }
    return parts.filter(isMixed).map(range)
  }

  private static func isWebToken(_ word: Substring.UTF8View) -> Bool {
    word.starts(with: "eyJ".utf8) && word.count { $0 == UInt8(ascii: ".") } >= 2
  }

  private static func isMixed(_ bytes: some Collection<UInt8>) -> Bool {
    guard (20...4096).contains(bytes.count), !isUUID(bytes) else { return false }
    var counts: [UInt8: Int] = [:]
    var changes = 0
    var digits = 0
    var letters = 0
    var last: UInt8 = 0
    for byte in bytes {
      let kind = kind(byte)
      counts[byte, default: 0] += 1
      if kind == 3 { digits += 1 } else if kind != 0 { letters += 1 }
      // A change from a capital to a small letter is the normal start of a word, so it does not count.
      if kind != last, kind != 0, last != 0, !(last == 2 && kind == 1) { changes += 1 }
      last = kind
    }
    guard digits > 0, letters > 0, changes * 4 >= bytes.count - 1 else { return false }
    // Simpson's index of diversity: at least as varied as seven characters with equal frequency.
    return 7 * counts.values.reduce(0) { $0 + $1 * $1 } <= bytes.count * bytes.count
  }

  private static func isUUID(_ bytes: some Collection<UInt8>) -> Bool {
    guard bytes.count == 36 else { return false }
    return bytes.enumerated().allSatisfy { index, byte in
      [8, 13, 18, 23].contains(index)
        ? byte == UInt8(ascii: "-")
        : kind(byte) == 3 || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }
  }
}
