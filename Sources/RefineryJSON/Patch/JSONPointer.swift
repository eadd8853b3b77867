/// The place of a value in a JSON document, written as `/people/0/name` (RFC 6901).
///
/// ```swift
/// let pointer = try JSONPointer("/paths/~1people/get")      // the same as ["paths", "/people", "get"]
/// let value = pointer.value(in: document)
/// ```
///
/// Names of members are compared as in `JSONValue.Object`.
public struct JSONPointer: Sendable, Hashable {
  /// The names of members and the indexes of elements, beginning with the outermost. Empty for the whole document.
  public let tokens: [String]

  /// The whole document.
  package static let root = JSONPointer(tokens: [])

  /// A pointer with these tokens, which are not escaped.
  public init(tokens: [String]) { self.tokens = tokens }

  /// A pointer as RFC 6901 writes it: empty, or each token after a `/`, with `~0` for `~` and `~1` for `/`.
  ///
  /// - Throws: ``Malformed``.
  public init(_ text: String) throws(Malformed) {
    guard !text.isEmpty else {
      tokens = []
      return
    }
    let parts = text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    guard parts[0].isEmpty else { throw Malformed(reason: "a pointer must be empty or begin with a slash") }
    var tokens: [String] = []
    for part in parts.dropFirst() { tokens.append(try Self.unescaped(part)) }
    self.tokens = tokens
  }

  private static func unescaped(_ part: Substring.UnicodeScalarView) throws(Malformed) -> String {
    guard part.contains("~") else { return String(part) }
    var token = String.UnicodeScalarView()
    var rest = part
    while let scalar = rest.popFirst() {
      guard scalar == "~" else {
        token.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "0": token.append("~")
      case "1": token.append("/")
      default: throw Malformed(reason: "a ~ in a pointer must be followed by 0 or 1")
      }
    }
    return String(token)
  }

  /// Text that is not a pointer. The error contains the reason, but never the text.
  public struct Malformed: Error, Equatable, CustomStringConvertible {
    /// What is wrong.
    package let reason: String

    /// One line, safe to log.
    public var description: String { "malformed JSON pointer: \(reason)" }
  }
}

extension JSONPointer {
  /// Returns the pointer to a member or an element of the value at this pointer.
  package func appending(_ token: String) -> JSONPointer { JSONPointer(tokens: tokens + [token]) }

  /// Whether the other pointer leads into the value at this pointer.
  package func contains(_ other: JSONPointer) -> Bool {
    other.tokens.count > tokens.count && other.tokens.starts(with: tokens)
  }

  /// Returns the value at this place in a document; nil if there is none. Indexes have no leading zeros.
  public func value(in document: JSONValue) -> JSONValue? {
    var current = document
    for token in tokens {
      let next = if case .array = current { Self.index(token).flatMap { current[$0] } } else { current[token] }
      guard let next else { return nil }
      current = next
    }
    return current
  }

  /// Returns the array index in a token: digits without a leading zero. Nil for any other token, including `-`.
  static func index(_ token: String) -> Int? {
    let digits = token.utf8
    guard !digits.isEmpty, digits.allSatisfy({ $0 &- 0x30 < 10 }), digits.count == 1 || digits.first != 0x30 else { return nil }
    return Int(token)
  }

  func prefixed(by prefix: [String]) -> JSONPointer { JSONPointer(tokens: prefix + tokens) }
}

extension JSONPointer: CustomStringConvertible, ExpressibleByArrayLiteral {
  /// The pointer as RFC 6901 writes it.
  public var description: String {
    tokens.reduce(into: "") { text, token in
      text += "/"
      for scalar in token.unicodeScalars {
        switch scalar {
        case "~": text += "~0"
        case "/": text += "~1"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
  }

  /// A pointer with these tokens, which are not escaped.
  public init(arrayLiteral tokens: String...) { self.init(tokens: tokens) }

  /// The pointer for logs: long names are shortened, and characters that control a terminal or reorder text are escaped.
  var safeText: String {
    guard !tokens.isEmpty else { return "the root" }
    let shown = JSONPointer(
      tokens: tokens.prefix(16).map { token in
        // Counts scalars, because one character can have any number of them.
        let start = String(String.UnicodeScalarView(token.unicodeScalars.prefix(64)))
        return start.utf8.count < token.utf8.count ? start + "..." : start
      })
    let text = shown.description.unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: scalar.escaped(asASCII: true)
      default: String(scalar)
      }
    }
    return text.joined() + (tokens.count > 16 ? "/..." : "")
  }
}
