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

  /// Variables of variables can make a long text of a short one, and so can many lines with one variable.
  private static let longest = 1 << 20
  private static let deepest = 20
  /// The number of bytes that all values of the file may still have.
  private var left = HTTPFileVariables.longest

  /// The text with the values of its variables.
  mutating func expanded(_ text: String, line: Int) throws(TrafficError) -> String {
    try expanded(text, line: line, inside: [])
  }

  /// Text between braces that is not the name of a variable may be a part of a body.
  private static func shown(_ name: String) -> String {
    let isName = name.utf8.count <= 64 && name.utf8.allSatisfy { Alphabet.word.contains($0) || $0 == 0x2E || $0 == 0x24 }
    return isName ? "the variable {{\(name)}}" : "a variable"
  }

  private mutating func expanded(_ text: String, line: Int, inside names: [String]) throws(TrafficError) -> String {
    guard text.contains("{{") else { return text }
    guard names.count < Self.deepest else {
      throw TrafficError(.http, at: "line \(line)", "variables contain each other more than \(Self.deepest) times")
    }
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
        throw TrafficError(.http, at: "line \(line)", "\(Self.shown(name)) is part of its own value")
      }
      if let value = given[name] {
        output += value
      } else if let value = defined[name] {
        output += try expanded(String(value), line: line, inside: names + [name])
      } else {
        throw TrafficError(.http, at: "line \(line)", "\(Self.shown(name)) has no value: give it one")
      }
      // Also counts values without text, so that the number of steps is limited.
      left -= 1 + (given[name] ?? "").utf8.count + (defined[name]?.utf8.count ?? 0)
      guard left > 0 else {
        throw TrafficError(.http, at: "line \(line)", "the values of variables have more than \(Self.longest) bytes")
      }
      rest = rest[close.upperBound...]
    }
    return output + rest
  }
}
