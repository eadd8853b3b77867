extension URITemplate {
  /// A text that is not a URI template.
  public struct Malformed: SafelyDescribed, Equatable {
    /// The text.
    public let template: String
    /// The offset of the fault, in UTF-8 bytes.
    public let position: Int
    /// What is wrong.
    public let reason: String

    /// A fault of a template.
    public init(template: String, position: Int, reason: String) {
      self.template = template
      self.position = position
      self.reason = reason
    }

    /// One line, safe to log.
    public var description: String {
      "malformed template \"\(Redaction.escaped(template))\" at byte \(position): \(reason)"
    }
  }

  /// A value is not allowed at its place in a template. The error does not contain the value.
  public struct Unsafe: SafelyDescribed, Equatable {
    /// Why the value is not allowed.
    public enum Reason: String, Sendable {
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
      case prefix = "is a list or a map, which has no prefix"
    }

    /// The template's text.
    public let template: String
    /// The variable's name.
    public let variable: String
    /// Why its value is not allowed.
    public let reason: Reason

    /// A value that is not allowed in a template.
    public init(template: String, variable: String, reason: Reason) {
      self.template = template
      self.variable = variable
      self.reason = reason
    }

    /// One line, safe to log.
    public var description: String {
      "template \"\(Redaction.escaped(template))\": \"\(Redaction.escaped(variable))\" \(reason.rawValue)"
    }
  }
}
