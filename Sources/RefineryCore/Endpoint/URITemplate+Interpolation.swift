extension URITemplate: ExpressibleByStringInterpolation {
  /// A template with values written into it: each becomes part of one segment, percent-encoded.
  ///
  /// `"households/\(name)/people"` cannot leave its segment whatever `name` holds. A value that is empty, `.` or `..` makes the
  /// template malformed.
  public init(stringInterpolation: StringInterpolation) {
    let text = stringInterpolation.text
    let fault = stringInterpolation.fault.map { position in
      Malformed(template: text, position: position, reason: "a value written here is empty, `.` or `..`")
    }
    self.init(storage: Storage(text, problem: fault))
  }

  /// Collects the literal parts and the values of a template.
  public struct StringInterpolation: StringInterpolationProtocol {
    var text = ""
    /// Where the first value stands that no path may hold.
    var fault: Int?

    /// An empty template.
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    /// Appends template text.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Appends a value, percent-encoded.
    public mutating func appendInterpolation<Value: Hashable>(_ value: Value) {
      guard case .text(let value) = PathValue(id: value), !["", ".", ".."].contains(value) else {
        fault = fault ?? text.utf8.count
        return
      }
      text.append(percentEncoding: value, keeping: .unreserved, keepsTriplets: false)
    }
  }
}
