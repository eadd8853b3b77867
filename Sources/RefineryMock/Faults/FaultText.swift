import FoundationEssentials
import RefineryCore
import RefineryJSON

/// Reads rules of faults from text, one rule for each line:
///
///     # Comments and empty lines are ignored.
///     Person.read: status 503 retry-after 2s, times 2
///     Person.*: delay 100ms to 2s, probability 0.1
///     *: dribble 10 bytes every 50ms, every 3
///
/// The name of a row that contains a colon, or starts with `#` or a quotation mark, is written as a JSON string.
enum FaultText {
  /// What `description` shows instead of a token.
  static let hiddenToken = "<redacted>"

  /// Returns the rules of a text.
  ///
  /// - Throws: `UnusableSettings` with a sentence for each fault; it names the line and the column.
  static func rules(_ text: String, known: [String]? = nil) throws(UnusableSettings) -> [MockFaultRule] {
    // A line break of Windows is one character.
    try rules(lines: text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init), known: known)
  }

  /// Returns the rules of several lines.
  ///
  /// - Parameter unit: what error texts call a line.
  static func rules(
    lines: [String], unit: String = "line", known: [String]? = nil
  ) throws(UnusableSettings) -> [MockFaultRule] {
    var rules: [MockFaultRule] = []
    var problems: [String] = []
    for (index, line) in lines.enumerated() {
      let start = line.drop { $0 == " " || $0 == "\t" }
      guard let first = start.first, first != "#" else { continue }
      do throws(Problem) {
        rules.append(try rule(line, known: known))
      } catch {
        problems.append("\(unit) \(index + 1), column \(error.column): \(error.text)")
      }
    }
    guard problems.isEmpty else { throw UnusableSettings(of: MockFault.self, problems: problems) }
    return rules
  }

  /// The name of a row as rules write it.
  static func quoted(_ name: String) -> String {
    let isPlain =
      !name.isEmpty && !name.contains { $0 == ":" || $0.isNewline || $0 == "\\" } && name.first != "#" && name.first != "\""
      && name.first?.isWhitespace == false && name.last?.isWhitespace == false
    return isPlain ? name : JSONValue.string(name).text()
  }

  struct Problem: Error {
    let column: Int
    let text: String
  }

  private static func rule(_ line: String, known: [String]?) throws(Problem) -> MockFaultRule {
    guard line.utf8.count <= 1000 else { throw Problem(column: 1, text: "the rule has more than 1000 bytes") }
    let (rows, rest) = try rows(of: line)
    var clauses = rest.split(separator: ",", omittingEmptySubsequences: false).map { FaultClause($0, in: line) }
    var fault = clauses.removeFirst()
    var rule = MockFaultRule(try fault.fault(), rows: rows)
    try fault.ends()
    var seen: Set<String> = []
    for var clause in clauses {
      let word = try clause.next("times, every or probability")
      guard seen.insert(String(word.text)).inserted else {
        throw Problem(column: word.column, text: "\(word.text) is there twice")
      }
      switch word.text {
      case "times": rule.times = try clause.integer("a number of requests")
      case "every": rule.every = try clause.integer("a number of requests")
      case "probability": rule.probability = try clause.number("a number from 0 to 1")
      default:
        throw Problem(column: word.column, text: "\(word.shown) is not times, every or probability")
      }
      try clause.ends()
    }
    if let problem = rule.fault.problem { throw Problem(column: fault.column, text: problem) }
    if let problem = rule.problems(known: known).first { throw Problem(column: 1, text: problem) }
    return rule
  }

  /// The name of the rows before the colon, and the text after it.
  private static func rows(of line: String) throws(Problem) -> (String, Substring) {
    let start = line.drop { $0 == " " || $0 == "\t" }
    let column = line.distance(from: line.startIndex, to: start.startIndex) + 1
    let missing = Problem(column: column, text: "a rule must be the name of a row, a colon and a fault, as in *: status 503")
    guard start.first == "\"" else {
      guard let colon = start.firstIndex(of: ":") else { throw missing }
      let name = start[..<colon].reversed().drop { $0.isWhitespace }.reversed()
      return (String(name), start[start.index(after: colon)...])
    }
    var end = start.index(after: start.startIndex)
    while end < start.endIndex, start[end] != "\"" {
      if start[end] == "\\" { end = start.index(after: end) }
      if end < start.endIndex { end = start.index(after: end) }
    }
    guard end < start.endIndex, let name = (try? JSONValue(parsing: String(start[...end])))?.string else {
      throw Problem(column: column, text: "a name in quotation marks must be a JSON string")
    }
    let rest = start[start.index(after: end)...].drop { $0 == " " || $0 == "\t" }
    guard rest.first == ":" else { throw missing }
    return (name, rest.dropFirst())
  }
}
