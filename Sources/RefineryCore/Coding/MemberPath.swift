/// A path of member names in a document, such as `data.result`.
///
/// ```swift
/// let path: MemberPath = "data.result"              // the same as ["data", "result"]
/// let odd: MemberPath = ["file.name", "size"]       // names that contain a dot are written as a list
/// ```
public struct MemberPath: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  CustomStringConvertible
{
  /// The names, from the outside in. Empty for the document itself.
  public let parts: [String]

  /// A path with these names.
  package init(parts: [String]) { self.parts = parts }

  /// A path written with dots; an empty text is the document itself.
  public init(_ text: String) {
    parts = text.isEmpty ? [] : text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// A path written with dots.
  public init(stringLiteral text: String) { self.init(text) }

  /// A path with these names.
  public init(arrayLiteral parts: String...) { self.parts = parts }

  /// The names, joined by dots.
  public var description: String { parts.joined(separator: ".") }
}
