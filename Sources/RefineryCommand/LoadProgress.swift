#if CommandLine && Load
  import Refinery
  import RefineryLoad
  import Synchronization

  /// Shows on standard error how far a run is: a bar if that is a terminal, and otherwise a line now and then.
  final class LoadProgress: Sendable {
    private let plan: LoadPlan
    private let console: Console
    /// The number of characters of the line.
    private let length = Mutex(0)

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
      length.withLock { length in
        console.draw("\r" + line + String(repeating: " ", count: max(0, length - line.count)))
        length = line.count
      }
    }

    /// Ends the bar, so that later output begins on a new line.
    func end() {
      length.withLock { length in
        if length > 0 { console.draw("\n") }
        length = 0
      }
    }

    /// The bar, at most one column shorter than the terminal.
    static func bar(_ progress: LoadGenerator.Progress, warmUp: Duration, total: Duration, width: Int) -> String {
      let done = min(1, max(0, (.nanoseconds(progress.now) + warmUp) / total))
      return ProgressBar.bar(done, of: 24, progress.text, width: width)
    }
  }
#endif
