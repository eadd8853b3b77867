import RefineryCore
import Reports

extension SocketStudy {
  var claims: [Claim] {
    overloadClaims + outage.filter { [.retry, .preset].contains($0.trial.client) }.map(Self.budgetClaim)
      + [endlessClaim, breakerClaim, recoveryClaim, tailClaim]
  }

  private static let limited = [ClientKind.adaptive, .presetWithLimit]

  private var overloadClaims: [Claim] {
    let capacity = overload.first?.trial.plan.capacity ?? 0
    let least = overload.filter { Self.limited.contains($0.trial.client) }.map(\.goodput).min() ?? 0
    let most = overload.filter { !Self.limited.contains($0.trial.client) }.map(\.goodput).max() ?? .infinity
    return [
      Claim(
        text: "At twice the capacity, clients with an adaptive limit get at least 75 % of it",
        measured: "at least \(number(least)) good calls a second, of \(number(capacity))", holds: least >= 0.75 * capacity),
      Claim(
        text: "At twice the capacity, clients without a limit get less than half of that",
        measured: "at most \(number(most)) good calls a second", holds: most < least / 2),
    ]
  }

  /// Each client process has a budget of its own.
  static func budgetClaim(_ outcome: Outcome) -> Claim {
    let budget = ClientKind.retryPolicy.budget
    let time = outcome.trial.plan.trouble.map { wholeSeconds($0.time) } ?? 0..<0
    let retries = outcome.retries(in: time)
    let allowed = (clients * budget.tokens + outcome.successes(in: time) * budget.refund) / budget.retryCost
    return Claim(
      text: "In an outage, the extra load of \(outcome.trial.client.title) stays within the budget",
      measured: "\(retries) retries, of \(allowed) that the budgets of \(clients) clients allow",
      holds: (1...allowed).contains(retries))
  }

  private func during(_ client: ClientKind) -> (requests: Double, retries: Int) {
    let outcome = outage.first { $0.trial.client == client }
    let time = wholeSeconds(Self.trouble)
    return (outcome?.extraLoad(in: time) ?? .nan, outcome?.retries(in: time) ?? 0)
  }

  private var endlessClaim: Claim {
    let (endless, limited) = (during(.endlessRetry).retries, during(.retry).retries)
    return Claim(
      text: "In an outage, retry without a budget sends at least three times as many retries as with one",
      measured: "\(endless) beside \(limited)", holds: limited > 0 && endless >= 3 * limited)
  }

  private var breakerClaim: Claim {
    let requests = during(.breaker).requests
    return Claim(
      text: "In an outage, the circuit breaker sends at most one request for five calls",
      measured: "\(fixed(requests, 2)) requests for each call", holds: requests <= 0.2)
  }

  /// A circuit that opens at the end of the slowdown stays open for 5 s. Then its probes have to pass through the queue.
  private var recoveryClaim: Claim {
    let recoveries = slowdown.map { ($0.trial.client, $0.recovery(after: Self.trouble.upperBound)) }
    let preset = recoveries.filter { $0.0 != .endlessRetry }.map { $0.1 ?? .max }.max() ?? .max
    let endless = recoveries.first { $0.0 == .endlessRetry }?.1 ?? .max
    func text(_ recovery: Int) -> String { recovery == .max ? "not within the trial" : "\(recovery) s" }
    return Claim(
      text: "After a slowdown, the preset recovers within 10 s, with and without the limit; retry without a budget does not",
      measured: "at most \(text(preset)); \(text(endless))", holds: preset <= 10 && endless > 10)
  }

  private var tailClaim: Claim {
    let (plain, hedged) = (tail.first?.percentile(0.99) ?? 0, tail.last?.percentile(0.99) ?? .infinity)
    let whole = 0..<Int((tail.last?.trial.length ?? .zero) / .seconds(1))
    let extra = (tail.last?.extraLoad(in: whole) ?? .infinity) - 1
    return Claim(
      text: "With one slow response in 50, hedging halves p99 for at most 5 % more requests",
      measured: "p99 \(seconds(plain)) without it, \(seconds(hedged)) with it, \(percent(extra)) more requests",
      holds: hedged * 2 <= plain && extra <= 0.05)
  }
}
