import RefineryCore
import Reports

extension Study {
  /// The whole of RESULTS.md.
  var markdown: String {
    let plan = ServerPlan()
    return """
      # Links that protect both sides, in simulation

      Written by `swift run --package-path Benchmarks -c release Resilience`. [Benchmarks/README.md](../README.md#resilience) describes the
      options.

      The links, the client and its time limits are the real ones; only the server and the clock are simulated. The server works on
      \(plan.workers) requests at once, for 50 ms each on average (exponential distribution), so it can do \(number(plan.capacity)) requests a second. \
      \(number(Double(plan.queue))) more
      requests can wait; further ones get status 503. It does not notice that a client has left. Calls are GET requests that come at
      random, whatever happens to earlier ones. A call is good if it succeeds within 2 s. Every client but the naive one gives up a call
      after 2 s and an attempt after 500 ms. Seed: \(seed). Equal seeds give equal results.

      ## Overload

      ![Goodput by load, and goodput during and after a slowdown](resilience.svg)

      Good calls a second, by the number of calls as a multiple of the capacity:

      \(overloadTable { number($0.goodput) })

      Median and 99th percentile of the time of successful calls:

      \(overloadTable { "\(seconds($0.percentile(0.5))), \(seconds($0.percentile(0.99)))" })

      Requests that reach the server, for each call:

      \(overloadTable { fixed($0.extraLoad, 2) })

      ## Outage

      At 0.8 times the capacity, the server responds to every request with status 503 for 30 s.

      \(troubleTable(ClientKind.all.compactMap { outage[$0] }))

      The recovery is the time from the end of the outage until 90 % of the calls are good for 5 seconds.

      ## Slowdown

      At 0.8 times the capacity, all work takes five times as long for 30 s.

      \(troubleTable(ClientKind.all.compactMap { slowdown[$0] }))

      ## Concurrency limits

      Good calls a second at twice the capacity, by the number of workers:

      \(limitTable)

      ## Hedging

      96 % of the requests take 10 to 20 ms, 4 % take 200 ms to 1 s. Calls come at 0.3 times the capacity.

      | Client | p50 | p99 | Requests for each call |
      | --- | ---: | ---: | ---: |
      \(tailRow(tail.plain))
      \(tailRow(tail.hedged))

      ## Claims

      | Claim | Measured | |
      | --- | --- | --- |
      \(claims.map { "| \($0.text) | \($0.measured) | \($0.holds ? "holds" : "**missed**") |" }.joined(separator: "\n"))

      """
  }

  /// Good calls a second, which is the main table.
  var goodputTable: String { overloadTable { number($0.goodput) } }

  private func overloadTable(_ cell: (Outcome) -> String) -> String {
    let head = "| Client | \(Self.loads.map { "\(number($0))x" }.joined(separator: " | ")) |"
    let rule = "| --- |\(String(repeating: " ---: |", count: Self.loads.count))"
    let rows = ClientKind.all.map { client in
      "| \(client.title) | \((overload[client] ?? []).map(cell).joined(separator: " | ")) |"
    }
    return ([head, rule] + rows).joined(separator: "\n")
  }

  private var limitTable: String {
    let head = "| Workers | \(Self.limits.map(String.init).joined(separator: " | ")) | adaptive |"
    let rule = "| ---: |\(String(repeating: " ---: |", count: Self.limits.count + 1))"
    let rows = Self.sizes.compactMap { workers -> String? in
      guard let row = limits[workers] else { return nil }
      let cells = (row.fixed + [row.adaptive]).map { number($0.goodput) }
      return "| \(workers) | \(cells.joined(separator: " | ")) |"
    }
    return ([head, rule] + rows).joined(separator: "\n")
  }
}

/// A table of trials in which the server has trouble for a while.
func troubleTable(_ outcomes: [Outcome]) -> String {
  let rows = outcomes.compactMap { outcome -> String? in
    guard let time = outcome.trial.plan.trouble?.time else { return nil }
    let rest = Int((outcome.trial.length - time.upperBound) / .seconds(1))
    let recovery = outcome.recovery(after: time.upperBound).map { "\($0) s" } ?? "not within \(rest) s"
    let troubled = wholeSeconds(time)
    return "| \(outcome.trial.client.title) | \(fixed(outcome.extraLoad(in: troubled), 2)) | "
      + "\(outcome.retries(in: troubled)) | \(recovery) | \(percent(outcome.share)) |"
  }
  return """
    | Client | Requests for each call, during | Retries, during | Recovery | Good calls, whole trial |
    | --- | ---: | ---: | ---: | ---: |
    \(rows.joined(separator: "\n"))
    """
}

/// A row of a table of response times.
func tailRow(_ outcome: Outcome) -> String {
  "| \(outcome.trial.client.title) | \(seconds(outcome.percentile(0.5))) | \(seconds(outcome.percentile(0.99))) | "
    + "\(fixed(outcome.extraLoad, 2)) |"
}
