/// A URI template (RFC 6570): text with expressions such as `{id}` or `{?page,limit}` that values fill in.
public struct URITemplate: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The template as it was written.
  public let text: String

  /// A template known when the program is written.
  public init(stringLiteral text: String) { self.text = text }

  /// The template as it was written.
  public var description: String { text }
}
