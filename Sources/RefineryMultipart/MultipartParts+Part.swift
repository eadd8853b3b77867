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
    /// `%22`, `%0D` and `%0A` are decoded, because browsers encode these three characters. The same applies to ``filename``.
    public var name: String? { disposition?["name"].map(Self.unescaped) }

    /// The file name that the sender states; nil if there is none. It is text from another machine, so never use it as a path.
    public var filename: String? { disposition?["filename"].map(Self.unescaped) }

    /// The range of the whole content that this part contains, in `multipart/byteranges` (RFC 9110 section 14.6); nil if
    /// `Content-Range` is missing or malformed.
    public var contentRange: ContentRange? { fields[.contentRange].flatMap { ContentRange($0) } }

    private var disposition: ParameterizedValue? { fields[.contentDisposition].map { ParameterizedValue($0) } }

    private static func unescaped(_ text: String) -> String {
      guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
      var rest = text[...]
      var unescaped = ""
      while let mark = rest.firstIndex(of: "%") {
        unescaped += rest[..<mark]
        let code = rest[mark...].prefix(3)
        let character: String? =
          switch code.uppercased() {
          case "%22": "\""
          case "%0D": "\r"
          case "%0A": "\n"
          default: nil
          }
        unescaped += character ?? "%"
        rest = rest[mark...].dropFirst(character == nil ? 1 : 3)
      }
      return unescaped + rest
    }
  }
}
