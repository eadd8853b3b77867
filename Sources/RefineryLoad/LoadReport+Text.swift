#if Load
  extension LoadReport {
    /// The report for a terminal or a file: what happened by step, percentiles, a plot, and what to be careful about.
    ///
    /// - Parameters:
    ///   - title: what was called.
    ///   - width: the columns, at least 60.
    ///   - isColoured: whether the plot has colours.
    package func text(title: String, width: Int = 80, isColoured: Bool = false) -> String {
      var lines = [summary(title), ""] + stepTable
      lines += [""] + countLines.flatMap { Self.wrapped($0, to: width) }
      if total.latency.count > 0 {
        lines += [""] + percentileTable
        lines += [""] + PercentilePlot(self, width: width).lines(isColoured: isColoured)
      }
      let remarks = remarks
      if !remarks.isEmpty { lines += [""] + remarks.flatMap { Self.wrapped($0, to: width) } }
      return lines.joined(separator: "\n") + "\n"
    }

    private func summary(_ title: String) -> String {
      let gaps = plan.arrival == .constant ? "constant" : "Poisson"
      var text = "\(title): \(NumberText.count(total.intended)) calls in \(NumberText.seconds(elapsed)), \(gaps) arrival"
      if warmUpCalls > 0 { text += ", after a warm-up of \(NumberText.count(warmUpCalls))" }
      return text
    }

    private var stepTable: [String] {
      var table = TextTable(["rate/s", "done/s", "calls", "failed", "refused", "unstarted", "p50 ms", "p99 ms", "max ms"])
      for step in steps {
        let counts = step.counts
        table.append(
          [NumberText.rate(step.rate), NumberText.rate(step.achievedRate)]
            + [counts.intended, counts.failed, counts.refused, counts.notStarted].map(NumberText.count)
            + [counts.latency.value(at: 50), counts.latency.value(at: 99), counts.latency.maximum].map(NumberText.milliseconds))
      }
      return table.lines
    }

    private var countLines: [String] {
      var lines: [String] = []
      func add(_ name: String, _ counts: [(String, Int)]) {
        guard !counts.isEmpty else { return }
        lines.append(" \(name): " + counts.map { "\($0.0) \(NumberText.count($0.1))" }.joined(separator: ", "))
      }
      add("status", total.statuses.sorted { $0.key < $1.key }.map { (String($0.key), $0.value) })
      add("no usable response", Self.sorted(total.errors))
      add("refused by the client's own chain", Self.sorted(total.refusals))
      let overload = [429, 503].compactMap { status in total.statuses[status].map { (String(status), $0) } }
      add("refused by the server", overload)
      if total.cancelled > 0 { lines.append(" interrupted while under way: \(NumberText.count(total.cancelled))") }
      if total.local > 0 {
        lines.append(" responses of the chain itself, such as of a cache: \(NumberText.count(total.local))")
      }
      if total.attempts > total.completed + total.cancelled - total.local {
        lines.append(" requests sent, with those that were sent again: \(NumberText.count(total.attempts))")
      }
      lines.append(
        " content received: \(NumberText.bytes(total.bytes)); most calls under way: \(NumberText.count(peakUnderWay))")
      return lines
    }

    private static func sorted(_ counts: [String: Int]) -> [(String, Int)] {
      counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }

    private var percentileTable: [String] {
      let hasFailures = total.failed > 0
      var table = TextTable(["ms", "latency", "service"] + (hasFailures ? ["succeeded"] : []) + ["client late"])
      let histograms = [total.latency, total.service] + (hasFailures ? [total.success] : []) + [total.lateness]
      for percentile in Self.percentiles {
        table.append(
          [NumberText.percentile(percentile)] + histograms.map { NumberText.milliseconds($0.value(at: percentile)) })
      }
      table.append(["max"] + histograms.map { NumberText.milliseconds($0.maximum) })
      table.append(["mean"] + histograms.map { NumberText.milliseconds($0.mean.map { Int64($0) }) })
      return table.lines
    }

    /// What a reader of the numbers must know.
    package var remarks: [String] {
      var remarks: [String] = []
      switch ending {
      case .complete: break
      case .errors(let share, let at):
        remarks.append("Stopped after \(NumberText.seconds(at)): \(NumberText.percent(share)) of the latest calls failed.")
      case .interrupted: remarks.append("Interrupted after \(NumberText.seconds(elapsed)).")
      }
      if total.notStarted > 0 {
        remarks.append(
          "\(NumberText.count(total.notStarted)) calls were not started, because \(NumberText.count(plan.maximumUnderWay)) "
            + "were under way. The percentiles do not contain them, so they are too low.")
      }
      if total.refused > 0 {
        remarks.append("The percentiles do not contain the \(NumberText.count(total.refused)) refused calls.")
      }
      if let delay = clientDelay {
        remarks.append(
          "The client was late by \(NumberText.milliseconds(delay.lateness)) ms at its percentile "
            + "\(NumberText.percentile(delay.percentile)), where the latency is \(NumberText.milliseconds(delay.latency)) ms. "
            + "This machine could not keep the schedule, and the latencies contain its delay: do not blame the server for it. "
            + "Use a lower rate, a faster machine or a release build.")
      }
      return remarks
    }

    private static func wrapped(_ text: String, to width: Int) -> [String] {
      var lines = [""]
      for word in text.split(separator: " ") {
        let line = lines[lines.count - 1]
        if !line.isEmpty, line.count + word.count >= width - 2 {
          lines.append(String(word))
        } else {
          lines[lines.count - 1] = line.isEmpty ? String(word) : "\(line) \(word)"
        }
      }
      return lines.map { " \($0)" }
    }
  }
#endif
