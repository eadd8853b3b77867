#if CommandLine && Load
  import Refinery
  import RefineryLoad
  import Synchronization

  /// Shows on standard error how far a run is: a bar if that is a terminal, and otherwise a line now and then.
  final class LoadProgress: Sendable {
    private struct State {
      /// The number of characters of the line.
      var length = 0
    }

    private let plan: LoadPlan
    private let console: Console
    private let state = Mutex(State())

    init(of plan: LoadPlan, on console: Console) {
      self.plan = plan
      self.console = console
    }

    /// The time between two reports: half a second on a terminal; elsewhere a second, or more for a run of more than a minute.
    var interval: Duration {
      if console.errorWidth() != nil { return .milliseconds(500) }
      return .seconds(max(1, (plan.warmUp + plan.duration).components.seconds / 60))
    }

    func begin(_ row: Endpoint, _ client: Client) {
      console.complain(Redaction.escaped("load: \(row.name) with \(client)"))
    }

    func show(_ progress: LoadGenerator.Progress) {
      guard let width = console.errorWidth() else { return console.complain(progress.text) }
      let total = plan.warmUp + plan.duration
      let line = Self.bar(progress, warmUp: plan.warmUp, total: total, width: width)
      state.withLock { state in
        console.draw("\r" + line + String(repeating: " ", count: max(0, state.length - line.count)))
        state.length = line.count
      }
    }

    /// Ends the bar, so that later output begins on a new line.
    func end() {
      state.withLock { state in
        if state.length > 0 { console.draw("\n") }
        state.length = 0
      }
    }

    /// The bar, at most one column shorter than the terminal.
    static func bar(_ progress: LoadGenerator.Progress, warmUp: Duration, total: Duration, width: Int) -> String {
      let done = min(1, max(0, (.nanoseconds(progress.now) + warmUp) / total))
      let percent = "\(Int(done * 100))%"
      let share = String(repeating: " ", count: max(0, 4 - percent.count)) + percent
      let facts = progress.text
      let room = max(0, width - 1)
      let columns = min(24, room - share.count - facts.count - 5)
      guard columns >= 5 else { return String("\(share)  \(facts)".prefix(room)) }
      let full = Int(done * Double(columns))
      return "\(share) [\(String(repeating: "#", count: full))\(String(repeating: "-", count: columns - full))]  \(facts)"
    }

  }
#endif
