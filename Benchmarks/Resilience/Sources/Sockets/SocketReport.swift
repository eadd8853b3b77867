import RefineryCore
import Reports

extension SocketStudy {
  /// The part of RESULTS.md about sockets.
  var markdown: String {
    let plan = overload.first?.trial.plan ?? ServerPlan()
    return """
      ## On sockets

      Written by `swift run --package-path Benchmarks -c release Resilience sockets`.

      The same server on the real clock, in a process of its own, and \(Self.clients) client processes on the same machine. Each client has
      links and a budget of its own, and sends its share of the calls through URLSession. At most \(number(Double(plan.queue))) requests wait at the server. The
      trials are short, so the numbers vary from run to run.

      ### Overload on sockets

      At twice the capacity of \(number(plan.capacity)) requests a second:

      | Client | Good calls a second | p50 | p99 | Requests for each call |
      | --- | ---: | ---: | ---: | ---: |
      \(overload.map(overloadRow).joined(separator: "\n"))

      ### Outage on sockets

      At 0.8 times the capacity, the server responds to every request with status 503 for 8 s.

      \(troubleTable(outage))

      ### Slowdown on sockets

      At 0.8 times the capacity, all work takes five times as long for 8 s.

      \(troubleTable(slowdown))

      ### Hedging on sockets

      98 % of the requests take 10 to 20 ms, 2 % take 200 ms to 1 s. Calls come at 0.3 times the capacity.

      | Client | p50 | p99 | Requests for each call |
      | --- | ---: | ---: | ---: |
      \(tail.map(tailRow).joined(separator: "\n"))

      ### Claims on sockets

      | Claim | Measured | |
      | --- | --- | --- |
      \(claims.map { "| \($0.text) | \($0.measured) | \($0.holds ? "holds" : "**missed**") |" }.joined(separator: "\n"))

      """
  }

  private func overloadRow(_ outcome: Outcome) -> String {
    "| \(outcome.trial.client.title) | \(number(outcome.goodput)) | \(seconds(outcome.percentile(0.5))) | "
      + "\(seconds(outcome.percentile(0.99))) | \(fixed(outcome.extraLoad, 2)) |"
  }
}
