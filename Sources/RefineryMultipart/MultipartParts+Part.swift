public import HTTPTypes
public import RefineryCore

extension MultipartParts {
  /// One part of a multipart body.
  public struct Part: Sendable, Redacted {
    /// The header fields of the part, in their order.
    public let fields: HTTPFields
    /// The content, which is read while it arrives. Read it only once, and before you ask for the next part. Its length is not
    /// known.
    public let body: Body

    /// The name of the form's field (RFC 7578 section 4.2); nil if there is none.
    ///
    /// `%22`, `%0D` and `%0A` are decoded, because browsers encode these three characters. A backslash is kept, except one
    /// before a quotation mark (RFC 2183). The names of a ``MultipartForm`` are read as they were, with two exceptions: a line
    /// end becomes CR LF, and a name that contains one of these three escapes is decoded. The same applies to ``filename``.
    public var name: String? { disposition?["name"].map(Self.unescaped) }

    /// The file name that the sender states; nil if there is none. It is text from another machine, so never use it as a path.
    public var filename: String? { disposition?["filename"].map(Self.unescaped) }

    /// The range of the whole content that this part contains, in `multipart/byteranges` (RFC 9110 section 14.6); nil if
    /// `Content-Range` is missing or malformed.
    public var contentRange: ContentRange? { fields[.contentRange].flatMap { ContentRange($0) } }

    private var disposition: ParameterizedValue? { fields[.contentDisposition].map { ParameterizedValue($0) } }

    private static func unescaped(_ text: String) -> String {
      guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
      // Reads bytes, because a digit and a combining mark after it are one `Character`.
      var rest = text.utf8[...]
      var unescaped: [UInt8] = []
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%"), let decoded = Self.decoded(rest.prefix(2)) else {
          unescaped.append(byte)
          continue
        }
        unescaped.append(decoded)
        rest = rest.dropFirst(2)
      }
      return String(decoding: unescaped, as: UTF8.self)
    }

    private static func decoded(_ digits: Substring.UTF8View) -> UInt8? {
      switch String(decoding: digits, as: UTF8.self) {
      case "22": UInt8(ascii: "\"")
      case "0D", "0d": 0x0D
      case "0A", "0a": 0x0A
      default: nil
      }
    }
  }
}
