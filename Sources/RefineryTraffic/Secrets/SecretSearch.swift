/// Searches a text, of which more is added while it is searched.
///
/// Every step looks at a bounded number of bytes, and what a step has read as a value is not read as a value again, so the work
/// grows no faster than the text.
struct SecretSearch {
  /// What is searched in.
  enum Kind {
    case text
    /// Text that was in Base64; Base64 within it is not decoded.
    case decoded
    /// Only fixed formats are looked for.
    case binary
  }

  var text = ScannedText()
  var names = SecretNames()
  let kind: Kind
  var matches: [SecretMatch] = []
  /// Where the search goes on.
  private(set) var next = 0
  /// Names before this index are a part of a value that was read.
  var valueEnd = 0
  /// The members `name` and `value` that were read last, for the pairs of a HAR.
  var lastName: Range<Int>?
  var lastValue: Range<Int>?
  /// Where the rest of a long text in Base64 begins; a multiple of four letters from its start.
  private var encodedRest: Int?
  /// Whether that text in Base64 encodes text.
  private var encodesText = false
  /// The last value without quotes, and where the run of bytes ends that it is a part of.
  var bare: (run: Range<Int>, end: Int) = (0..<0, 0)
  /// For each quotation mark, the index before which there is none, if a search for it ended there.
  var unclosed: [UInt8: Int] = [:]

  /// The largest number of bytes that a step reads ahead.
  static let lookahead = 64 * 1024
  /// The number of bytes before the current one that a step may read.
  static let lookbehind = 8 * 1024
  private static let piece = 48 * 1024
  private static let overlap = 4 * 1024

  init(_ kind: Kind) { self.kind = kind }

  /// Searches to an index. If more text follows, the index has to be ``lookahead`` bytes before the end.
  mutating func search(upTo limit: Int) {
    while next < limit { step() }
  }

  /// Removes text from the start. All indices change by this count.
  mutating func removeFirst(_ count: Int) {
    text.removeFirst(count)
    next -= count
    valueEnd -= count
    bare = (bare.run.lowerBound - count..<bare.run.upperBound - count, bare.end - count)
    unclosed = unclosed.mapValues { $0 - count }
    encodedRest = encodedRest.map { $0 - count }
    lastName = lastName.flatMap { $0.lowerBound < count ? nil : $0.lowerBound - count..<$0.upperBound - count }
    lastValue = lastValue.flatMap { $0.lowerBound < count ? nil : $0.lowerBound - count..<$0.upperBound - count }
    for index in matches.indices {
      let range = matches[index].range
      matches[index].range = range.lowerBound - count..<range.upperBound - count
    }
  }

  private mutating func step() {
    let byte = text[next]
    let before = text[next - 1]
    if kind == .text { readEncoded(byte, before) }
    if Alphabet.alphanumeric.contains(byte) {
      if !Alphabet.alphanumeric.contains(before), let end = readToken(byte, before) {
        next = max(end, next + 1)
        return
      }
    } else if byte == 0x2D, before != 0x2D {
      if let end = readPrivateKey(at: next) {
        next = max(end, next + 1)
        return
      }
      if kind != .binary { readOption(at: next) }
    } else if kind != .binary {
      switch byte {
      case 0x3A where text[next + 1] == 0x2F && text[next + 2] == 0x2F: readUserInformation(at: next)
      case 0x3A, 0x3D: readNamed(at: next)
      case 0x3E: readElement(at: next)
      default: break
      }
    }
    next += 1
  }

  /// Reads a token that begins at the current index. Returns the end of what need not be searched again.
  private mutating func readToken(_ byte: UInt8, _ before: UInt8) -> Int? {
    var best: (end: Int, format: TokenFormat)?
    for format in TokenFormat.byFirstByte[Int(byte)] {
      if let landmark = format.landmark, text[next + landmark.offset] != landmark.byte { continue }
      if case .alone = format.check, Alphabet.wordAndTilde.contains(before) || before == 0x2F { continue }
      guard let end = format.end(in: text, at: next), end > best?.end ?? next else { continue }
      best = (end, format)
    }
    if let best {
      let token = text[next..<best.end]
      if let confidence = best.format.confidence(of: token) {
        matches.append(
          SecretMatch(
            range: next..<best.end, kind: best.format.kind, method: .format, confidence: confidence, secret: token))
        return best.end
      }
    }
    switch byte {
    case UInt8(ascii: "e") where !Alphabet.word.contains(before): return readWebToken(at: next)
    case UInt8(ascii: "b"), UInt8(ascii: "B"):
      if kind != .binary { readScheme(at: next) }
      return nil
    default: return nil
    }
  }

  /// Decodes Base64, and searches in what it encodes if that is text.
  private mutating func readEncoded(_ byte: UInt8, _ before: UInt8) {
    let start: Int
    let continues: Bool
    if let rest = encodedRest {
      guard next >= rest else { return }
      (start, continues) = (rest, true)
    } else {
      guard Alphabet.anyBase64.contains(byte), !Alphabet.anyBase64.contains(before) else { return }
      (start, continues) = (next, false)
    }
    let end = runEnd(of: .anyBase64, from: start, most: Self.piece + 1)
    let isLong = end - start > Self.piece
    encodedRest = isLong ? start + Self.piece - Self.overlap : nil
    guard end - start >= 16 || continues else { return }
    if !continues { encodesText = Self.isText(Alphabet.decoded(text[start..<start + 12])) }
    guard encodesText else { return }
    let decoded = Alphabet.decoded(text[start..<min(end, start + Self.piece)])
    var inner = SecretSearch(.decoded)
    swap(&inner.names, &names)
    inner.text = ScannedText(decoded)
    inner.search(upTo: inner.text.count)
    swap(&inner.names, &names)
    var (index, raw) = (0, 0)
    for var match in inner.takeMatches(endingBy: inner.text.count) {
      while index < match.range.lowerBound {
        raw += Int(inner.text.width(at: index))
        index += 1
      }
      let place = min(start + raw / 3 * 4, end - 1)
      match.range = place..<min(place + max(match.range.count / 3 * 4, 1), max(end, place + 1))
      matches.append(match)
    }
  }

  /// Whether the first nine bytes look like text.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    let printable = bytes.count { (0x20..<0x7F).contains($0) || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    return bytes.count >= 9 && printable >= 7 && bytes.allSatisfy { $0 >= 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
  }

  func runEnd(of alphabet: Alphabet, from start: Int, most: Int) -> Int {
    var end = start
    while end - start < most, alphabet.contains(text[end]) { end += 1 }
    return end
  }

  /// Removes matches that overlap a better one, and returns those that end before an index, in their order.
  mutating func takeMatches(endingBy end: Int) -> [SecretMatch] {
    var kept: [SecretMatch] = []
    for match in matches.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard let last = kept.last, last.range.overlaps(match.range) else {
        kept.append(match)
        continue
      }
      let isBetter = match.rank != last.rank ? match.rank > last.rank : match.range.count > last.range.count
      if isBetter { kept[kept.count - 1] = match }
    }
    matches = kept.filter { $0.range.upperBound > end }
    return kept.filter { $0.range.upperBound <= end }
  }
}
