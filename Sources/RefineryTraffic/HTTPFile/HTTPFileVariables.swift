import RefineryCore

/// The variables of an `.http` file.
struct HTTPFileVariables {
  private let given: [String: String]
  private var defined: [String: Substring] = [:]

  init(given: [String: String]) { self.given = given }

  /// Whether a line is `@name = value`.
  static func isDefinition(_ line: Substring) -> Bool { pair(line) != nil }

  private static func pair(_ line: Substring) -> (name: String, value: Substring)? {
    guard line.hasPrefix("@"), let equals = line.firstIndex(of: "=") else { return nil }
    let name = line[line.index(after: line.startIndex)..<equals].trimmingSpace
    guard !name.isEmpty, !name.contains(where: \.isWhitespace) else { return nil }
    return (String(name), line[line.index(after: equals)...].trimmingSpace)
  }

  /// Takes a definition. The first of two with one name counts.
  mutating func define(_ line: Substring) {
    guard let (name, value) = Self.pair(line), defined[name] == nil else { return }
    defined[name] = value
  }

  /// The text with the values of its variables.
  func expanded(_ text: String, line: Int) throws(TrafficError) -> String { try expanded(text, line: line, inside: []) }

  private func expanded(_ text: String, line: Int, inside names: [String]) throws(TrafficError) -> String {
    guard text.contains("{{") else { return text }
    var output = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "{{") {
      output += rest[..<open.lowerBound]
      guard let close = rest[open.upperBound...].firstRange(of: "}}") else {
        rest = rest[open.lowerBound...]
        break
      }
      let name = String(rest[open.upperBound..<close.lowerBound].trimmingSpace)
      guard !names.contains(name) else {
        throw TrafficError(.http, at: "line \(line)", "the variable \(name) is part of its own value")
      }
      if let value = given[name] {
        output += value
      } else if let value = defined[name] {
        output += try expanded(String(value), line: line, inside: names + [name])
      } else {
        throw TrafficError(.http, at: "line \(line)", "the variable {{\(name)}} has no value: give it one")
      }
      rest = rest[close.upperBound...]
    }
    return output + rest
  }
}
