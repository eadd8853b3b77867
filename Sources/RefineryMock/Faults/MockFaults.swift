import FoundationEssentials
import HTTPTypes
public import RefineryCore
import RefineryTesting
import Synchronization

/// The faults of a mock server. They can be changed while it runs.
///
/// ```swift
/// try server.faults.add(.status(503), to: "Person.read", times: 2)
/// #expect(try await api.send(Person.read(5)).name == "Ann")  // the third attempt
/// #expect(server.faults.unused.isEmpty)
/// ```
///
/// A request has the faults of all its rules together: a delay, a status and a slow body, for example. If two faults exclude
/// each other, such as two statuses, the request has only the one that was added first. For the other one, the request does not
/// count. So `.status(503)` with `times: 2`, and then `.status(429)` with `times: 1`, give the responses 503, 503 and 429.
///
/// Random choices depend on the seed, so that a failed test can be repeated.
public final class MockFaults: Sendable, Redacted {
  private struct Entry: Sendable {
    let rule: MockFaultRule
    /// How many requests the rule had a chance at.
    var requests = 0
    /// How many of them had the fault.
    var applied = 0
    /// The windows of a rate limit, by row.
    var windows: [String: RateLimitWindow] = [:]
  }

  private struct State {
    var entries: [Entry] = []
    var random: SeededRandom
  }

  private let state: Mutex<State>
  private let seed: UInt64
  /// The names of all rows; nil if rules may have any.
  private let known: [String]?

  /// No faults yet.
  ///
  /// - Parameters:
  ///   - known: the names of all rows, to find misspelled ones; nil if rules may have any.
  ///   - seed: the seed of all random choices.
  package init(known: [String]? = nil, seed: UInt64 = 1) {
    self.known = known
    self.seed = seed
    state = Mutex(State(random: SeededRandom(seed: seed)))
  }

  /// Adds a fault, after those that were added before.
  ///
  /// - Parameters:
  ///   - fault: the fault.
  ///   - rows: the name of a row, such as `Person.read`; the beginning of names and `*`, such as `Person.*`; or `*` for all
  ///     requests, including those that fit no row.
  ///   - times: how many requests have the fault; nil for all.
  ///   - every: with 3, only every third request of these rows has the fault.
  ///   - probability: the probability that a request has the fault.
  /// - Throws: `UnusableSettings` if a value is out of its range, or if no row has such a name.
  public func add(
    _ fault: MockFault, to rows: String = "*", times: Int? = nil, every: Int = 1, probability: Double = 1
  ) throws(UnusableSettings) {
    let rule = MockFaultRule(fault, rows: rows, times: times, every: every, probability: probability)
    let problems = rule.problems(known: known)
    guard problems.isEmpty else { throw UnusableSettings(of: MockFault.self, problems: problems) }
    append([rule])
  }

  /// Adds the faults of a text, one rule for each line: `Person.read: status 503, times 2`. The page <doc:Faults> describes it.
  ///
  /// - Throws: `UnusableSettings` with a sentence for each wrong line. Then none of the rules is added.
  public func add(parsing text: String) throws(UnusableSettings) {
    append(try FaultText.rules(text, known: known))
  }

  /// Adds the rules of lines, or replaces all rules by them. Error texts call a line `unit`.
  func set(_ lines: [String], unit: String, keepingOthers: Bool) throws(UnusableSettings) {
    let entries = try FaultText.rules(lines: lines, unit: unit, known: known).map { Entry(rule: $0) }
    state.withLock { $0.entries = keepingOthers ? $0.entries + entries : entries }
  }

  /// Removes all faults, and starts the random choices again.
  public func removeAll() {
    state.withLock { $0 = State(random: SeededRandom(seed: seed)) }
  }

  /// The rules whose fault was made never, or fewer times than `times`: `Person.read: status 503, times 2 (1 of 2)`. Check at
  /// the end of a test that it is empty.
  public var unused: [String] {
    uses.compactMap { use in
      let wanted = use.rule.times ?? 1
      return use.applied < wanted ? "\(use.rule) (\(use.applied) of \(wanted))" : nil
    }
  }

  /// The rules, and how many requests had their faults, in the order in which they were added.
  var uses: [(rule: MockFaultRule, requests: Int, applied: Int)] {
    state.withLock { $0.entries.map { ($0.rule, $0.requests, $0.applied) } }
  }

  /// The rules: `Person.read: status 503, times 2; *: delay 1s`. Tokens are hidden.
  public var description: String {
    let rules = uses.map { "\($0.rule)" }
    return rules.isEmpty ? "no faults" : rules.joined(separator: "; ")
  }

  private func append(_ rules: [MockFaultRule]) {
    state.withLock { $0.entries += rules.map { Entry(rule: $0) } }
  }

  /// Selects the faults of a request, and counts it.
  func select(for request: MockRequest, of row: String?, at clock: CallClock) -> SelectedFaults {
    let (now, date) = (clock.now, clock.date)
    return state.withLock { state in
      var selected = SelectedFaults()
      for index in state.entries.indices {
        let rule = state.entries[index].rule
        guard rule.applies(to: row), !selected.has(rule.fault.aspect), rule.fault.isFor(request) else { continue }
        guard state.entries[index].applied < rule.times ?? .max else { continue }
        state.entries[index].requests += 1
        guard state.entries[index].requests.isMultiple(of: rule.every) else { continue }
        if rule.probability < 1, Double.random(in: 0..<1, using: &state.random) >= rule.probability { continue }
        if case .rateLimit(let quota, let window) = rule.fault {
          let limit = state.entries[index].windows[row ?? "", default: RateLimitWindow()].take(quota, window, at: now)
          selected.fields.append(contentsOf: limit.fields)
          guard limit.isExceeded else { continue }
        }
        selected.append(rule.fault, date: date, random: &state.random)
        state.entries[index].applied += 1
      }
      return selected
    }
  }
}

extension MockFault {
  /// Whether the fault is for this request: the faults of a token are for requests that send it.
  fileprivate func isFor(_ request: MockRequest) -> Bool {
    guard case .expiredToken(let token?) = self else { return true }
    let words = (request.fields[.authorization] ?? "").split(separator: " ")
    return words.count == 2 && words[0].lowercased() == "bearer" && words[1] == token[...]
  }
}
