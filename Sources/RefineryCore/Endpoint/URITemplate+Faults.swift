extension URITemplate {
  /// A text that is not a URI template.
  public struct Malformed: SafelyDescribed, Equatable {
    /// The text.
    public let template: String
    /// Where the fault is: UTF-8 bytes before it.
    public let position: Int
    /// What is wrong there.
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

  /// A value that cannot stand where a template puts it. The value itself is never part of this error.
  public struct Unsafe: SafelyDescribed, Equatable {
    /// Why it cannot.
    public enum Reason: String, Sendable {
      /// A variable before the query has no value.
      case missing = "has no value, so the placeholder cannot be resolved"
      /// A value before the query is empty.
      case empty = "is empty, which nothing in a path may be"
      /// A segment of the path would be, or decode to, `.` or `..`.
      case dotSegment = "would make a path segment \".\" or \"..\""
      /// A `/` of the value has nothing before or behind it.
      case emptySegment = "would make an empty path segment"
      /// A value in the path holds NUL, a line break or another control character.
      case controlCharacter = "holds a control character, which no path may"
      /// A value that is not encoded holds `?` or `#`.
      case delimiter = "holds \"?\" or \"#\", which would end the part of the URL it stands in"
      /// A value in the host holds something that does not belong in one.
      case authority = "stands in the host and holds more than letters, digits, \"-\", \".\", \"_\" and \"~\""
      /// The template asks for the first characters of a list or a map.
      case prefix = "is a list or a map, of which a template cannot take a prefix"
    }

    /// The template's text.
    public let template: String
    /// The variable's name.
    public let variable: String
    /// Why its value cannot stand there.
    public let reason: Reason

    /// A value that cannot stand in a template.
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
