/// The form of one kind of token: literal texts, and runs of characters of an alphabet.
///
/// It is read once from left to right, and a run takes all that it may take, so reading never goes back.
struct TokenFormat: Sendable {
  /// What has to be true of a token, beyond its form.
  enum Check: Sendable {
    case none
    /// The last six characters are the CRC-32 of those between the prefix and them, in Base62.
    case checksum
    /// The text before the first period is a number in Base64.
    case number
    /// Contains the text by which OpenAI marks its keys.
    case openAI
    /// No letter, digit, `-`, `_`, `.` or `/` comes before it, and it is not certain.
    case alone
  }

  enum Part: Sendable {
    case text([UInt8])
    case run(Alphabet, ClosedRange<Int>)
  }

  let kind: String
  let parts: [Part]
  let check: Check
  /// The number of bytes before the first run.
  let prefix: Int
  /// A byte at a fixed distance from the start, by which most text is refused at once.
  let landmark: (offset: Int, byte: UInt8)?

  /// - Parameter form: literal text, and runs such as `{a36}` or `{w20-300}`; see `alphabets`.
  init(_ kind: String, _ form: String, _ check: Check = .none) {
    self.kind = kind
    self.check = check
    var parts: [Part] = []
    var literal: [UInt8] = []
    var rest = Array(form.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == 0x7B, let end = rest.firstIndex(of: 0x7D), let name = rest.first, let alphabet = Self.alphabets[name] else {
        literal.append(byte)
        continue
      }
      if !literal.isEmpty { parts.append(.text(literal)) }
      literal = []
      let counts = rest[(rest.startIndex + 1)..<end].split(separator: 0x2D).compactMap {
        Int(String(decoding: $0, as: UTF8.self))
      }
      let least = counts.first ?? 1
      parts.append(.run(alphabet, least...max(least, counts.last ?? least)))
      rest = rest[(end + 1)...]
    }
    if !literal.isEmpty { parts.append(.text(literal)) }
    self.parts = parts
    if case .text(let text)? = parts.first { prefix = text.count } else { prefix = 0 }
    landmark = Self.landmark(of: parts)
  }

  private static let alphabets: [UInt8: Alphabet] = [
    UInt8(ascii: "a"): .alphanumeric, UInt8(ascii: "w"): .word, UInt8(ascii: "h"): .lowerHex, UInt8(ascii: "x"): .hex,
    UInt8(ascii: "d"): .digits, UInt8(ascii: "b"): .base64, UInt8(ascii: "u"): .upperAndDigits, UInt8(ascii: "B"): .base32,
    UInt8(ascii: "n"): .lowerAndDigits, UInt8(ascii: "l"): .letters, UInt8(ascii: "e"): .wordAndEquals,
    UInt8(ascii: "t"): .wordAndTilde, UInt8(ascii: "="): .equals,
  ]

  private static func landmark(of parts: [Part]) -> (offset: Int, byte: UInt8)? {
    var offset = 0
    for part in parts {
      switch part {
      case .text(let text):
        // The first byte chose the format.
        let index = offset == 0 ? 1 : 0
        if index < text.count { return (offset + index, text[index]) }
        offset += text.count
      case .run(_, let counts):
        guard counts.lowerBound == counts.upperBound else { return nil }
        offset += counts.lowerBound
      }
    }
    return nil
  }

  /// Whether a token may begin with a byte.
  func begins(with byte: UInt8) -> Bool {
    switch parts.first {
    case .text(let text): text.first == byte
    case .run(let alphabet, _): alphabet.contains(byte)
    case nil: false
    }
  }

  /// The end of the token that begins at an index; nil if there is none.
  func end(in text: ScannedText, at start: Int) -> Int? {
    var index = start
    var last: Alphabet?
    for part in parts {
      switch part {
      case .text(let literal):
        for byte in literal {
          guard text[index] == byte else { return nil }
          index += 1
        }
        last = nil
      case .run(let alphabet, let counts):
        let begin = index
        while index - begin < counts.upperBound, alphabet.contains(text[index]) { index += 1 }
        guard index - begin >= counts.lowerBound else { return nil }
        last = alphabet
      }
    }
    let next = text[index]
    guard !Alphabet.alphanumeric.contains(next), last?.contains(next) != true else { return nil }
    return index
  }
}
