#if CommandLine
  import Refinery
  import Synchronization

  /// Draws the progress of a transfer on one line of standard error, if that is a terminal. Otherwise nothing is drawn.
  final class ProgressBar: Sendable {
    private struct State {
      /// When the transfer began, and how many bytes it had then.
      var start: (instant: Duration, completed: Int)?
      /// When the line was drawn.
      var drawn: Duration?
      /// The number of characters of the line.
      var length = 0
    }

    /// The shortest time that a line is shown: a tenth of a second.
    private static let interval = Duration.milliseconds(100)

    private let console: Console
    private let clock: CallClock
    private let isQuiet: Bool
    private let state = Mutex(State())

    init(on console: Console, isQuiet: Bool = false, clock: CallClock = .continuous) {
      self.console = console
      self.clock = clock
      self.isQuiet = isQuiet
    }

    /// Draws the line anew, if it is time or the transfer is complete.
    func show(_ progress: FileProgress) {
      guard !isQuiet, let width = console.errorWidth() else { return }
      let now = clock.now
      state.withLock { state in
        let start = state.start ?? (now, progress.completed)
        // If a transfer begins again, its rate is measured from then on.
        state.start = progress.completed < start.completed ? (now, progress.completed) : start
        guard state.drawn.map({ now - $0 >= Self.interval }) ?? true || progress.completed == progress.total else { return }
        let seconds = (now - start.instant) / .seconds(1)
        let rate = seconds > 0 ? max(0, Double(progress.completed - start.completed) / seconds) : nil
        let line = Self.line(progress, rate: rate, width: width)
        console.draw("\r" + line + String(repeating: " ", count: max(0, state.length - line.count)))
        state.drawn = now
        state.length = line.count
      }
    }

    /// Ends the line, so that later output begins on a new line.
    func end() {
      state.withLock { state in
        if state.drawn != nil { console.draw("\n") }
        state = State()
      }
    }

    /// The line for a terminal of this many columns. The last column stays empty, because a character there moves some
    /// terminals to the next line.
    ///
    /// - Parameter rate: bytes per second, if they are known.
    static func line(_ progress: FileProgress, rate: Double?, width: Int) -> String {
      var facts = [size(Double(progress.completed)) + (progress.total.map { " of \(size(Double($0)))" } ?? "")]
      if let rate {
        facts.append("\(size(rate))/s")
        if let total = progress.total, total > progress.completed, rate > 0 {
          facts.append("\(time(Double(total - progress.completed) / rate)) left")
        }
      }
      let room = max(0, width - 1)
      // The percentage and two spaces come before the facts.
      let taken = progress.total == nil ? 0 : 6
      while facts.count > 1, facts.joined(separator: "  ").count > room - taken { facts.removeLast() }
      let text = facts.joined(separator: "  ")
      guard let fraction = progress.fraction else { return String(text.prefix(room)) }
      return bar(fraction, of: 40, text, width: width)
    }

    /// A percentage, a bar of at most so many columns if there is room for it, and a text.
    static func bar(_ fraction: Double, of most: Int, _ text: String, width: Int) -> String {
      let room = max(0, width - 1)
      let percent = "\(Int(fraction * 100))%"
      let share = String(repeating: " ", count: max(0, 4 - percent.count)) + percent
      // There are two brackets and three spaces around the bar.
      let columns = min(most, room - share.count - text.count - 5)
      guard columns >= 5 else { return String("\(share)  \(text)".prefix(room)) }
      let full = Int(fraction * Double(columns))
      return "\(share) [\(String(repeating: "#", count: full))\(String(repeating: "-", count: columns - full))]  \(text)"
    }

    /// A number of bytes in decimal units: `999 B`, `1.0 kB`, `12.3 MB`.
    private static func size(_ bytes: Double) -> String {
      var (value, unit) = (bytes, "B")
      for larger in ["kB", "MB", "GB", "TB"] where value >= 999.95 {
        value /= 1000
        unit = larger
      }
      guard unit != "B" else { return "\(Int(min(value.rounded(), 999))) B" }
      let tenths = Int(min(value * 10, 1e15).rounded())
      return "\(tenths / 10).\(tenths % 10) \(unit)"
    }

    /// Minutes and seconds, or hours: `0:07`, `2:03:04`.
    private static func time(_ seconds: Double) -> String {
      let whole = Int(min(seconds.rounded(.up), 3_599_999))
      func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      let rest = "\(padded(whole % 60))"
      return whole < 3600 ? "\(whole / 60):\(rest)" : "\(whole / 3600):\(padded(whole / 60 % 60)):\(rest)"
    }
  }
#endif
