public import RefineryCore

/// One rule of a contract that was not kept.
public struct ContractViolation: SafelyDescribed, Equatable {
  /// The rule, as a sentence about what keeps it.
  public let rule: String
  /// What the rule asks for here.
  public let expected: String
  /// What was seen.
  public let seen: String

  /// A rule that was not kept. The texts must be safe to log.
  public init(rule: String, expected: String, seen: String) {
    self.rule = rule
    self.expected = expected
    self.seen = seen
  }

  /// One line, safe to log.
  public var description: String { "\(rule): expected \(expected), saw \(seen)" }
}

/// A part does not keep its contract; every violated rule is listed.
public struct BrokenContract: SafelyDescribed, Equatable {
  /// What was examined.
  public let subject: String
  /// The violations, in the order of the contract's rules.
  public let violations: [ContractViolation]

  /// The violations found in `subject`.
  public init(subject: String, violations: [ContractViolation]) {
    self.subject = subject
    self.violations = violations
  }

  /// One line, safe to log.
  public var description: String {
    "\(subject) breaks its contract: \(violations.map(\.description).joined(separator: "; "))"
  }
}
