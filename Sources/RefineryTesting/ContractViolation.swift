public import RefineryCore

/// One violated rule of a contract.
public struct ContractViolation: SafelyDescribed, Equatable {
  /// The rule, as a sentence whose subject is the part under test.
  public let rule: String
  /// The required behaviour.
  public let expected: String
  /// The observed behaviour.
  public let seen: String

  /// A violated rule. The texts must be safe to log.
  package init(rule: String, expected: String, seen: String) {
    self.rule = rule
    self.expected = expected
    self.seen = seen
  }

  /// One line, safe to log.
  public var description: String { "\(rule): expected \(expected), saw \(seen)" }
}

/// A part violates its contract; every violated rule is listed.
public struct BrokenContract: SafelyDescribed, Equatable {
  /// The part that was checked.
  public let subject: String
  /// The violations, in the order of the contract's rules.
  public let violations: [ContractViolation]

  /// The violations found in `subject`.
  package init(subject: String, violations: [ContractViolation]) {
    self.subject = subject
    self.violations = violations
  }

  /// One line, safe to log.
  public var description: String {
    "\(subject) breaks its contract: \(violations.map(\.description).joined(separator: "; "))"
  }
}
