/// Why bytes are no JSON, and where. It stands under a `DecodingError.dataCorrupted`; it holds nothing of the document.
public struct JSONMalformed: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: String, Sendable {
    /// The document ends before its value does.
    case unexpectedEnd = "unexpected end"
    /// A byte that cannot stand there.
    case unexpectedByte = "unexpected byte"
    /// An escape that RFC 8259, section 7, does not know, or half of a surrogate pair.
    case invalidEscape = "invalid escape"
    /// A string that is not UTF-8.
    case invalidText = "invalid UTF-8"
    /// A control character in a string that is not escaped.
    case controlCharacter = "control character in a string"
    /// Something that begins like a number and is none by RFC 8259, section 6.
    case invalidNumber = "invalid number"
    /// More than 512 containers inside of each other.
    case tooDeep = "more than 512 levels"
    /// A document of 4 GiB or a string of 256 MiB, or more.
    case tooLarge = "too large"
    /// Bytes of UTF-16 or UTF-32 that are not valid.
    case invalidEncoding = "invalid encoding"
  }

  /// What is wrong.
  public let reason: Reason
  /// Where, in bytes from the start of the document (of its UTF-8, for other encodings).
  public let offset: Int

  init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// One line, safe to log.
  public var description: String { "\(reason.rawValue) at byte \(offset)" }
}

typealias Malformed = JSONMalformed
