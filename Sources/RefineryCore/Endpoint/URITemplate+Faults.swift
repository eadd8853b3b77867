extension URITemplate {
  /// A text that is not a URI template.
  public struct Malformed: SafelyDescribed, Equatable {
    /// The text. Its query may hold a secret.
    package let template: String
    /// The offset of the fault, in UTF-8 bytes.
    package let position: Int
    /// What is wrong.
    public let reason: String

    /// A fault of a template.
    init(template: String, position: Int, reason: String) {
      self.template = template
      self.position = position
      self.reason = reason
    }

    /// One line, safe to log. It hides user information and the literal text of the query and the fragment.
    public var description: String {
      "malformed template \"\(URITemplate.textForLogs(template))\" at byte \(position): \(reason)"
    }
  }

  /// A value is not allowed at its place in a template. The error does not contain the value.
  public struct Unsafe: SafelyDescribed, Equatable {
    /// Why the value is not allowed.
    package enum Reason: String, Sendable {
      /// A variable before the query has no value.
      case missing = "has no value, so the placeholder cannot be resolved"
      /// A value before the query is empty.
      case empty = "is empty, which is not allowed in a path"
      /// A segment of the path would be, or decode to, `.` or `..`.
      case dotSegment = "would make a path segment \".\" or \"..\""
      /// A `/` in the value would make an empty segment.
      case emptySegment = "would make an empty path segment"
      /// A value in the path contains NUL, a line break or another control character.
      case controlCharacter = "contains a control character, which is not allowed in a path"
      /// A value that is not encoded contains `?` or `#`.
      case delimiter = "contains \"?\" or \"#\", which would end its part of the URL"
      /// A value in the host contains a character that is not allowed there.
      case authority = "is part of the host and contains characters other than letters, digits, \"-\", \".\", \"_\" and \"~\""
      /// The template takes a prefix of a list or a map.
      case prefix = "is a list or a map, so it cannot have a prefix length"
    }

    /// The template's text. Its query may hold a secret.
    package let template: String
    /// The variable's name.
    public let variable: String
    /// Why its value is not allowed.
    package let reason: Reason

    /// A value that is not allowed in a template.
    init(template: String, variable: String, reason: Reason) {
      self.template = template
      self.variable = variable
      self.reason = reason
    }

    /// One line, safe to log. It hides user information and the literal text of the query and the fragment.
    public var description: String {
      "template \"\(URITemplate.textForLogs(template))\": \"\(Redaction.escaped(variable))\" \(reason.rawValue)"
    }
  }
}

extension URITemplate {
  private static let endsPlainText = ByteSet(":?#&")
  private static let endsAuthority = ByteSet("/?#")
  private static let endsExpression = ByteSet("{}=")

  /// Returns a template's text without user information, and without a literal query or fragment. The text may be malformed.
  static func textForLogs(_ text: String) -> String {
    // Most templates have neither a scheme nor a query nor a fragment.
    guard text.withBytes({ $0.contains(where: endsPlainText.contains) }) else { return Redaction.escaped(text) }
    var shown = text
    // Compares bytes, because a delimiter and a combining mark after it are one `Character`.
    if let mark = text.utf8.firstRange(of: "://".utf8), !text.utf8[..<mark.lowerBound].contains(UInt8(ascii: "/")) {
      let authority = text.utf8[mark.upperBound...].prefix { !endsAuthority.contains($0) }
      if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
        shown = "\(text[..<mark.upperBound])\(text[text.utf8.index(after: at)...])"
      }
    }
    var isQuery = false
    var index = shown.utf8.startIndex
    while index < shown.utf8.endIndex {
      switch shown.utf8[index] {
      case UInt8(ascii: "{"):
        guard let end = endOfExpression(in: shown.utf8, from: index) else { break }
        let first = shown.utf8[shown.utf8.index(after: index)]
        isQuery = isQuery || first == UInt8(ascii: "?") || first == UInt8(ascii: "&")
        index = end
      case UInt8(ascii: "#"): return Redaction.escaped(String(shown[..<index]))
      case UInt8(ascii: "?"): return Redaction.escaped("\(shown[..<index])?\(Redaction.mark)")
      case _ where isQuery: return Redaction.escaped("\(shown[..<index])\(Redaction.mark)")
      default: break
      }
      shown.utf8.formIndex(after: &index)
    }
    return Redaction.escaped(shown)
  }

  /// Returns the index of the brace that closes an expression; nil if there is no such brace. Also returns nil if the text
  /// between the braces contains a value, as in `{?key=secret}`, because it is then not an expression.
  private static func endOfExpression(in text: String.UTF8View, from start: String.Index) -> String.Index? {
    guard let stop = text[start...].dropFirst().firstIndex(where: endsExpression.contains), text[stop] == UInt8(ascii: "}")
    else { return nil }
    return stop
  }
}
