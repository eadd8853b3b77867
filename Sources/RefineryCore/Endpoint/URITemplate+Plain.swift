extension URITemplate {
  /// A literal of a path and the variable after it.
  struct PlainStep: Sendable {
    let literal: String
    let variable: String?

    /// Returns the whole template as steps; empty unless it is a relative path of only literals and `{name}`.
    static func steps(of parts: [Part]) -> [PlainStep] {
      var steps: [PlainStep] = []
      var literal = ""
      for part in parts {
        switch part {
        case .literal(let next):
          guard next.region == .path else { return [] }
          literal = next.text
        case .expression(let expression):
          guard expression.region == .path, expression.operation == .simple, expression.variables.count == 1,
            let variable = expression.variables.first, variable.modifier == .none
          else { return [] }
          steps.append(PlainStep(literal: literal, variable: variable.name))
          literal = ""
        }
      }
      return literal.isEmpty ? steps : steps + [PlainStep(literal: literal, variable: nil)]
    }
  }

  /// Writes the target of the most common calls: a plain path, and values without special characters.
  ///
  /// Returns false, and writes nothing, in all other cases.
  func appendPlain(_ values: PathValues, to string: inout String) -> Bool {
    guard let first = storage.plainSteps.first else { return false }
    for step in storage.plainSteps {
      guard let variable = step.variable else { continue }
      guard case .text(let text) = values[variable], text.isPlainPathValue else { return false }
    }
    string.reserveCapacity(string.utf8.count + 1 + storage.literalLength + values.expectedLength)
    let slash = UInt8(ascii: "/")
    let startsWithSlash = first.literal.utf8.first == slash
    let baseEndsWithSlash = string.utf8.last == slash
    if !string.isEmpty, !startsWithSlash, !baseEndsWithSlash { string += "/" }
    var dropsSlash = startsWithSlash && baseEndsWithSlash
    for step in storage.plainSteps {
      if dropsSlash { string += String(step.literal.unicodeScalars.dropFirst()) } else { string += step.literal }
      dropsSlash = false
      if let variable = step.variable, case .text(let text) = values[variable] { string += text }
    }
    return true
  }
}

extension String {
  /// Whether every byte is unreserved and at least one is not a dot, so that nothing is encoded and no dot segment can result.
  var isPlainPathValue: Bool {
    let isPlain = utf8.withContiguousStorageIfAvailable { bytes in
      var hasOther = false
      for byte in bytes {
        guard ByteSet.unreserved.contains(byte) else { return false }
        hasOther = hasOther || byte != UInt8(ascii: ".")
      }
      return hasOther
    }
    return isPlain ?? false
  }
}
