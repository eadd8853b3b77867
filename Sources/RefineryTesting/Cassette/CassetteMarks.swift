import FoundationEssentials
import HTTPTypes
import RefineryCore
import Synchronization

/// The marks that replace hidden values: `redacted-1`, `redacted-2`, in the order in which the values were first seen. A mark
/// is valid in a URL, a header field and JSON. It reveals only which hidden values are equal, so that a recorded link can be
/// followed in a replay.
final class CassetteMarks: Sendable {
  private let isRecording: Bool
  private let numbers = Mutex<[String: Int]>([:])
  /// The highest number of the marks in what is redacted; nil if it is new. Its marks are kept.
  private let earlier: Int?

  init(isRecording: Bool, after earlier: Int? = nil) {
    self.isRecording = isRecording
    self.earlier = earlier
  }

  /// The mark of a hidden value. An empty value gets no mark, because it often means the end of a list.
  ///
  /// In a replay, the marks of responses come back in requests and are kept. Any other value becomes `<redacted>`, which
  /// matches every hidden value.
  func mark(of value: some StringProtocol) -> String {
    guard isRecording else { return Self.isMark(value) ? String(value) : Redaction.mark }
    guard !value.isEmpty else { return "" }
    if earlier != nil, Self.isMark(value) { return String(value) }
    return numbers.withLock { numbers in
      let value = String(value)
      let number = numbers[value] ?? numbers.count + 1 + (earlier ?? 0)
      numbers[value] = number
      return "\(Self.prefix)\(number)"
    }
  }

  /// The pairs of a query or form (`a=b&c=d`), with a mark for each redacted value.
  ///
  /// - Parameter note: called with the name of each pair that gets a mark.
  func pairs(_ original: some StringProtocol, redacted: some StringProtocol, note: (String) -> Void) -> String {
    // Splits bytes, because a delimiter and a combining mark after it are one `Character`.
    let originals = String(original).utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    let others = String(redacted).utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    return zip(originals, others).map { bytes, redacted -> String in
      let original = Substring(bytes)
      let other = Substring(redacted)
      guard other.hasSuffix(Redaction.mark) else { return String(other) }
      let equals = original.utf8.firstIndex(of: UInt8(ascii: "="))
      note(equals.map { String(original[..<$0]) } ?? "without a name")
      // Decoded, so that a token has the same mark in a URL, a body and a header field.
      let value = equals.map { original[original.utf8.index(after: $0)...] } ?? original
      return other.dropLast(Redaction.mark.count) + mark(of: value.percentDecoded)
    }.joined(separator: "&")
  }

  private static let prefix = "redacted-"

  /// The highest number of the marks in a text; 0 if it has none.
  static func highest(in text: Data) -> Int {
    text.withUnsafeBytes { bytes in
      var highest = 0
      var position = 0
      while position < bytes.count {
        guard bytes[position] == UInt8(ascii: "r"), bytes[position...].starts(with: prefix.utf8) else {
          position += 1
          continue
        }
        position += prefix.utf8.count
        var number = 0
        // A number with more digits is not a mark that was written here.
        for _ in 0..<9 where position < bytes.count && (0x30...0x39).contains(bytes[position]) {
          number = number * 10 + Int(bytes[position] - 0x30)
          position += 1
        }
        highest = max(highest, number)
      }
      return highest
    }
  }

  private static func isMark(_ text: some StringProtocol) -> Bool { length(in: text[...]) == text.count && !text.isEmpty }

  /// The length of the mark at the start of a text, or 0.
  private static func length(in text: some StringProtocol) -> Int {
    guard text.hasPrefix(prefix) else { return 0 }
    let digits = text.dropFirst(prefix.count).prefix { ("0"..."9").contains($0) }.count
    return digits > 0 ? prefix.count + digits : 0
  }

  /// Whether a text of a replay, which was redacted, equals the recorded text. Hidden values are not compared.
  static func agree(_ wanted: String, _ recorded: String) -> Bool {
    var pieces = wanted.components(separatedBy: Redaction.mark)[...]
    var rest = recorded[...]
    guard let first = pieces.popFirst(), rest.hasPrefix(first) else { return false }
    rest = rest.dropFirst(first.count)
    for piece in pieces {
      // Older cassettes use the same mark as logs.
      let hidden = rest.hasPrefix(Redaction.mark) ? Redaction.mark.count : length(in: rest)
      rest = rest.dropFirst(hidden)
      guard rest.hasPrefix(piece) else { return false }
      rest = rest.dropFirst(piece.count)
    }
    return rest.isEmpty
  }
}

extension CassetteRequest {
  /// The request with the recorded marks in place of its matching hidden values, so that rules can compare the two requests.
  func aligned(with recorded: CassetteRequest) -> CassetteRequest {
    var headers = headers
    for name in Set(headers.map(\.name)) {
      let others = recorded.headers[values: name]
      headers[values: name] = headers[values: name].enumerated().map { index, value in
        others.indices.contains(index) && CassetteMarks.agree(value, others[index]) ? others[index] : value
      }
    }
    var content = content
    if let text, text.contains(Redaction.mark),
      CassetteMarks.agree(content.fingerprint, recorded.content.fingerprint)
    {
      content = recorded.content
    }
    let target = CassetteMarks.agree(target, recorded.target) ? recorded.target : target
    return CassetteRequest(row: row, method: method, url: origin + target, headers: headers, content: content)
  }
}
