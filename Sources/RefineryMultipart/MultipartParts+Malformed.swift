public import RefineryCore

extension MultipartParts {
  /// A body that is not multipart, breaks a rule of RFC 2046, or exceeds a limit.
  public struct Malformed: SafelyDescribed, Equatable {
    /// The kinds of faults.
    public enum Reason: String, Sendable {
      /// The media type does not begin with `multipart/`.
      case notMultipart = "the content type is not multipart"
      /// The media type has no parameter `boundary`.
      case missingBoundary = "the content type has no boundary"
      /// The boundary is empty, has more than 70 characters, or has one that is not visible ASCII.
      case invalidBoundary = "RFC 2046 does not allow the boundary"
      /// The body ended before the last boundary. A possible cause: its lines end with LF instead of CR LF.
      case missingFinalBoundary = "the body ends without the final boundary"
      /// A line of a part's head has no colon.
      case missingColon = "a header line of a part has no colon"
      /// The text before the colon is not the name of a header field.
      case invalidFieldName = "a header line of a part has an invalid name"
      /// A part's head contains NUL, another control character, or CR or LF without the other.
      case invalidCharacter = "the head of a part has a control character, or a line end that is not CR LF"
      /// The head of a part is larger than ``Limits/headBytes``, or has more than 5,000 fields.
      case headTooLarge = "the head of a part is too large"
      /// There are more parts than ``Limits/parts``.
      case tooManyParts = "the body has too many parts"
    }

    /// The kind of fault.
    public let reason: Reason
    /// The number of bytes of the body before the fault; nil for a fault of the content type.
    public let offset: Int?

    init(_ reason: Reason, at offset: Int?) {
      self.reason = reason
      self.offset = offset
    }

    /// One line, safe to log.
    public var description: String { "malformed multipart: \(reason.rawValue)\(offset.map { " (byte \($0))" } ?? "")" }
  }
}
