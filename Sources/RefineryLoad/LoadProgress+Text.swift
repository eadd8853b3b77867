#if Load
  extension LoadGenerator.Progress {
    /// One line for a terminal or a log: the time, the rate, what ended in the last second, and what is wrong.
    package var text: String {
      if now < 0 { return "warm-up, \(NumberText.fixed(Double(-now) / 1e9, 1)) s left" }
      var facts = ["\(NumberText.fixed(Double(now) / 1e9, 1)) s"]
      facts.append(rate.map { "\(NumberText.rate($0))/s" } ?? "waiting for \(NumberText.count(underWay))")
      if rate != nil, let interval {
        facts.append("done \(NumberText.rate(Double(interval.completed) / Double(intervalSeconds)))/s")
      }
      if let latency = counts.latency.value(at: 99) { facts.append("p99 \(NumberText.milliseconds(latency)) ms") }
      if counts.failed > 0 { facts.append("failed \(NumberText.count(counts.failed))") }
      if counts.refused > 0 { facts.append("refused \(NumberText.count(counts.refused))") }
      if counts.notStarted > 0 { facts.append("unstarted \(NumberText.count(counts.notStarted))") }
      return facts.joined(separator: "  ")
    }
  }
#endif
