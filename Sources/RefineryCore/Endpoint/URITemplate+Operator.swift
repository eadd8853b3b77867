extension URITemplate {
  /// The output of an expression: the table of RFC 6570, appendix A.
  enum Operator: Sendable {
    case simple, reserved, fragment, label, segment, parameter, query, continuation

    init?(_ scalar: Unicode.Scalar) {
      switch scalar {
      case "+": self = .reserved
      case "#": self = .fragment
      case ".": self = .label
      case "/": self = .segment
      case ";": self = .parameter
      case "?": self = .query
      case "&": self = .continuation
      default: return nil
      }
    }

    /// The text before the first value.
    var opening: Unicode.Scalar? {
      switch self {
      case .simple, .reserved: nil
      case .fragment: "#"
      case .query: "?"
      case .label, .segment, .parameter, .continuation: separator
      }
    }

    /// The text between two values.
    var separator: Unicode.Scalar {
      switch self {
      case .simple, .reserved, .fragment: ","
      case .label: "."
      case .segment: "/"
      case .parameter: ";"
      case .query, .continuation: "&"
      }
    }

    /// Whether values are written as `name=value`.
    var isNamed: Bool {
      switch self {
      case .parameter, .query, .continuation: true
      case .simple, .reserved, .fragment, .label, .segment: false
      }
    }

    /// Whether a name keeps its `=` when its value is empty.
    var keepsEquals: Bool { self != .parameter }

    /// Whether reserved characters and percent-encoded triplets are not encoded.
    var allowsReserved: Bool { self == .reserved || self == .fragment }

    var begins: Region? {
      switch self {
      case .segment: .path
      case .query, .continuation: .query
      case .fragment: .fragment
      case .simple, .reserved, .label, .parameter: nil
      }
    }
  }
}
