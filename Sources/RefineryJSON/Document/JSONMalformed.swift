/// Why data is not JSON, and where. It is the underlying error of a `DecodingError.dataCorrupted`. It contains no part of the
/// document.
public struct JSONMalformed: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault.
  package enum Reason: String, Sendable {
    /// The document ends inside a value.
    case unexpectedEnd = "unexpected end"
    /// A byte that is not allowed there.
    case unexpectedByte = "unexpected byte"
    /// An escape that RFC 8259, section 7, does not define, or half of a surrogate pair.
    case invalidEscape = "invalid escape"
    /// A string that is not UTF-8.
    case invalidText = "invalid UTF-8"
    /// A control character in a string without an escape.
    case controlCharacter = "control character in a string"
    /// A malformed number (RFC 8259, section 6).
    case invalidNumber = "invalid number"
    /// More than 512 nested arrays and objects.
    case tooDeep = "more than 512 levels"
    /// A document of 4 GiB or more, or a string or number of 256 MiB or more.
    case tooLarge = "too large"
    /// Invalid UTF-16 or UTF-32.
    case invalidEncoding = "invalid encoding"
  }

  /// The kind of fault.
  package let reason: Reason
  /// The offset in bytes from the start of the document, or of its UTF-8 if it has another encoding.
  public let offset: Int

  init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// One line, safe to log.
  public var description: String { "\(reason.rawValue) at byte \(offset)" }
}
