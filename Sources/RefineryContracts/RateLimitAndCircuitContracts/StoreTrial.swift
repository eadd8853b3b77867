import RefineryTesting

/// A running check of a store.
protocol SharedStateTrial: Sendable {
  var rule: String { get }
}

extension SharedStateTrial {
  func expect(_ holds: Bool, _ expected: String, saw seen: Any) throws(ContractViolation) {
    if !holds { throw ContractViolation(rule: rule, expected: expected, seen: "\(seen)") }
  }

  func expect<Value: Equatable>(_ seen: Value, _ expected: Value, _ what: String) throws(ContractViolation) {
    try expect(seen == expected, "\(what) \(expected)", saw: seen)
  }

  /// Returns the results of calls that run at once.
  func atOnce<Output: Sendable>(
    _ count: Int, _ body: @escaping @Sendable () async throws -> Output
  ) async throws -> [Output] {
    try await withThrowingTaskGroup(of: Output.self) { group in
      for _ in 0..<count { group.addTask { try await body() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}

/// Runs a check, which is violated if it takes longer than `patience`.
func bounded(_ rule: String, by patience: Duration, _ check: @escaping @Sendable () async throws -> Void) async throws {
  do { try await bounded(by: patience, check) } catch is RanTooLong {
    throw ContractViolation(rule: rule, expected: "an end within \(patience)", seen: "none")
  }
}
