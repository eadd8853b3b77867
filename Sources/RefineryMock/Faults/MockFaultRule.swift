import RefineryCore

/// A fault, the rows that have it, and how often.
struct MockFaultRule: Sendable, Hashable, Redacted {
  var fault: MockFault
  /// The name of a row, such as `Person.read`; the start of names and `*`, such as `Person.*`; or `*` for all requests.
  var rows: String
  /// How many requests have the fault; nil for no limit.
  var times: Int?
  /// 3: every third request has the fault.
  var every: Int
  /// The probability that a request has the fault.
  var probability: Double

  init(_ fault: MockFault, rows: String = "*", times: Int? = nil, every: Int = 1, probability: Double = 1) {
    self.fault = fault
    self.rows = rows
    self.times = times
    self.every = every
    self.probability = probability
  }

  /// Whether the rule is for a row. A request for no row has only the faults of all requests.
  func applies(to row: String?) -> Bool {
    if rows == "*" { return true }
    guard let row else { return false }
    return rows.hasSuffix("*") ? row.hasPrefix(rows.dropLast()) : row == rows
  }

  /// What is wrong, one sentence each; empty if the rule can be used.
  ///
  /// - Parameter known: the names of all rows; nil if any name is permitted.
  func problems(known: [String]?) -> [String] {
    var problems: [String] = []
    if let problem = fault.problem { problems.append(problem) }
    if let times, times < 1 { problems.append("times must be at least 1, but is \(times)") }
    if every < 1 { problems.append("every must be at least 1, but is \(every)") }
    // A NaN is in no range.
    if !(0...1).contains(probability) { problems.append("probability must be from 0 to 1, but is \(probability)") }
    if rows.isEmpty {
      problems.append("the name of a row is missing; * means all rows")
    } else if let known, rows != "*", !known.contains(where: { applies(to: $0) }) {
      let hint = EndpointTable.nearest(to: rows, among: known).map { "; did you mean \($0)?" } ?? ""
      problems.append("no row has the name \(Redaction.escaped(rows))\(hint)")
    }
    return problems
  }

  /// The text form without tokens.
  var description: String { text(showsToken: false) }

  /// The text form, which ``FaultText`` reads.
  func text(showsToken: Bool) -> String {
    var text = "\(FaultText.quoted(rows)): \(fault.text(showsToken: showsToken))"
    if let times { text += ", times \(times)" }
    if every != 1 { text += ", every \(every)" }
    if probability != 1 { text += ", probability \(probability)" }
    return text
  }
}
