import RefineryCore
import Reports

extension Study {
  var claims: [Claim] { limitClaims + [tailClaim] + budgetClaims + [presetClaim, recoveryClaim] }

  private var limitClaims: [Claim] {
    Self.sizes.compactMap { workers in
      guard let limits = limits[workers] else { return nil }
      let best = limits.fixed.map(\.goodput).max() ?? 0
      return Claim(
        text: "At twice the capacity of \(workers) workers, the adaptive limit is within 20 % of the best fixed one",
        measured: "\(number(limits.adaptive.goodput)) beside \(number(best)) good calls a second",
        holds: limits.adaptive.goodput >= 0.8 * best)
    }
  }

  private var tailClaim: Claim {
    let (plain, hedged) = (tail.plain.percentile(0.99) ?? 0, tail.hedged.percentile(0.99) ?? .infinity)
    return Claim(
      text: "Hedging halves p99 for at most 5 % more requests",
      measured:
        "p99 \(seconds(plain)) without it, \(seconds(hedged)) with it, \(percent(tail.hedged.extraLoad - 1)) more requests",
      holds: hedged * 2 <= plain && tail.hedged.extraLoad <= 1.05)
  }

  private var budgetClaims: [Claim] {
    let budget = ClientKind.retryPolicy.budget
    return [ClientKind.retry, .preset, .presetWithLimit].compactMap { client in
      guard let outcome = outage[client] else { return nil }
      let retries = outcome.retries(in: Self.troubled)
      // What responses that were under way at the start put back, and the full budget.
      let allowed = (budget.tokens + outcome.successes(in: Self.troubled) * budget.refund) / budget.retryCost
      return Claim(
        text: "In an outage of 30 s, the extra load of \(client.title) stays within the budget",
        measured: "\(retries) retries, of \(allowed) that the budget allows", holds: retries <= allowed)
    }
  }

  private var presetClaim: Claim {
    let shares = (overload[.presetWithLimit] ?? []).map { $0.goodput / ($0.trial.plan.capacity * min(1, $0.trial.load)) }
    let least = shares.min() ?? 0
    return Claim(
      text: "The preset with an adaptive limit keeps at least 75 % of the possible goodput at every load",
      measured: "at least \(percent(least))", holds: least >= 0.75)
  }

  private var recoveryClaim: Claim {
    let clients = [ClientKind.adaptive, .preset, .presetWithLimit]
    let longest = clients.flatMap { [outage[$0], slowdown[$0]] }.map { outcome in
      outcome?.recovery(after: Self.trouble.upperBound) ?? .max
    }.max()
    return Claim(
      text: "The adaptive limit and the preset, with and without it, recover within 10 s of an outage and of a slowdown",
      measured: longest.flatMap { $0 == .max ? nil : "at most \($0) s" } ?? "not within the trial",
      holds: (longest ?? .max) <= 10)
  }
}

/// Formats a fraction.
func percent(_ value: Double) -> String { "\(fixed(max(0, value * 100), 1)) %" }

/// Formats a time in seconds.
func seconds(_ value: Double?) -> String {
  value.map { $0 < 1 ? "\(Int(($0 * 1_000).rounded())) ms" : "\(fixed($0, 2)) s" } ?? "-"
}
