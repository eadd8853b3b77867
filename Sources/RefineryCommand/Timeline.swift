#if CommandLine
  import RefineryCore

  /// Draws the attempts of a call: one bar for each phase, on the scale of the whole call.
  struct Timeline: CallObserver {
    private static let width = 40

    let write: @Sendable (String) -> Void

    func callEnded(_ event: CallEvent) {
      for line in Self.lines(of: event) { write(line) }
    }

    static func lines(of event: CallEvent) -> [String] {
      let count = event.attempts.count
      var lines = ["\(event.endpoint.name): \(count == 1 ? "1 attempt" : "\(count) attempts") in \(text(event.elapsed))"]
      for attempt in event.attempts {
        let outcome = attempt.outcome.map { "\($0) after \(text(attempt.duration))" } ?? "under way"
        lines.append("  \(attempt.number)  \(outcome)" + (attempt.reason.map { ", \($0)" } ?? ""))
        let reuse = attempt.times?.isConnectionReused.map { $0 ? "over a connection that was open" : "over a new connection" }
        if let reuse { lines.append("     \(reuse)") }
        let spans = attempt.times?.spans ?? []
        let end = spans.last?.end ?? .zero
        // Phases that the transport does not report are drawn as one.
        let rest = attempt.duration > end ? [("not reported", end, attempt.duration)] : []
        for (name, from, to) in spans.map({ ($0.phase.rawValue, $0.start, $0.end) }) + rest {
          let bar = bar(from: attempt.started + from, to: attempt.started + to, of: event.elapsed)
          lines.append("     \(padded(name, 24)) \(bar) \(text(to - from))")
        }
      }
      for (wait, duration) in event.waits.sorted(by: { $0.key < $1.key }) {
        lines.append("  waited \(text(duration)) for: \(wait)")
      }
      return lines
    }

    private static func bar(from start: Duration, to end: Duration, of whole: Duration) -> String {
      guard whole > .zero else { return String(repeating: " ", count: width) }
      func column(_ instant: Duration) -> Int { min(width, max(0, Int((instant / whole * Double(width)).rounded()))) }
      let first = min(column(start), width - 1)
      let last = max(column(end), first + 1)
      return String(repeating: "·", count: first) + String(repeating: "█", count: last - first)
        + String(repeating: "·", count: width - last)
    }

    private static func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func text(_ duration: Duration) -> String {
      let tenths = Int64(exactly: (duration / .microseconds(100)).rounded()) ?? .max
      return "\(tenths / 10).\(tenths % 10) ms"
    }
  }
#endif
