#if Load
  package import RefineryCore
  import Synchronization

  /// Starts calls by a plan, whether or not earlier ones have ended, and counts what becomes of them.
  package final class LoadGenerator: Sendable {
    /// What a run has done so far.
    package struct Progress: Sendable {
      /// Nanoseconds from the start of the first step; negative in the warm-up.
      package let now: Int64
      package let counts: LoadCounts
      package let underWay: Int
      /// The rate that the plan has now; nil after the last step.
      package let rate: Double?
      /// The last whole second, or the last interval of a long run; nil before its end.
      package let interval: LoadInterval?
      package let intervalSeconds: Int
    }

    private let plan: LoadPlan
    private let clock: CallClock
    private let tally: Mutex<LoadTally>
    private let send: @Sendable (Int) async -> LoadOutcome
    /// Receives the lines of ``LoadRecord`` without the first.
    private let record: (@Sendable (String) -> Void)?

    /// - Parameters:
    ///   - plan: a plan without a problem.
    ///   - clock: measures and waits.
    ///   - record: receives a line of CSV for each call, in any order; nil if nobody needs them.
    ///   - send: sends the call of a number, from 0.
    package init(
      _ plan: LoadPlan, clock: CallClock, record: (@Sendable (String) -> Void)? = nil,
      send: @escaping @Sendable (Int) async -> LoadOutcome
    ) {
      self.plan = plan
      self.clock = clock
      tally = Mutex(LoadTally(plan))
      self.record = record
      self.send = send
    }

    /// Runs the plan once. Cancellation of the task ends it early, together with the calls under way; failed calls above the
    /// share of the plan end it early, after the calls under way.
    ///
    /// - Parameters:
    ///   - interval: the time between two reports of progress.
    ///   - progress: receives them.
    package func run(
      every interval: Duration = .seconds(1), progress: (@Sendable (Progress) -> Void)? = nil
    ) async -> LoadReport {
      let origin = clock.now + plan.warmUp
      let ending = await withTaskGroup(of: Void.self, returning: LoadReport.Ending.self) { reporters in
        if let progress {
          reporters.addTask { [self] in
            while (try? await clock.sleep(for: interval)) != nil { progress(self.progress(at: nanoseconds(since: origin))) }
          }
        }
        let ending = await startCalls(origin)
        reporters.cancelAll()
        return ending
      }
      let elapsed = nanoseconds(since: origin)
      // The calls under way after the last start may have been interrupted, too.
      return tally.withLock { LoadReport($0, ending: Task.isCancelled ? .interrupted : ending, elapsed: elapsed) }
    }

    private func startCalls(_ origin: Duration) async -> LoadReport.Ending {
      await withDiscardingTaskGroup { calls in
        var burst = 0
        for entry in LoadSchedule(plan) {
          let wait = entry.intended - nanoseconds(since: origin)
          if wait > 0 {
            burst = 0
            do { try await clock.sleep(for: .nanoseconds(wait)) } catch { return .interrupted }
          } else {
            // Late starts come at once, and the started calls need a thread, too.
            burst += 1
            if burst % 32 == 0 { await Task.yield() }
          }
          if Task.isCancelled { return .interrupted }
          if let share = excessiveErrors(at: entry.intended) { return .errors(share: share, at: entry.intended) }
          guard tally.withLock({ $0.begin(entry) }) else {
            if entry.step != nil { record?(LoadRecord.unstarted(entry)) }
            continue
          }
          // Below the priority of this loop, so that the calls do not delay it.
          calls.addTask(priority: .medium) { [self] in await run(entry, origin) }
        }
        return .complete
      }
    }

    private func run(_ entry: LoadSchedule.Entry, _ origin: Duration) async {
      let start = nanoseconds(since: origin)
      let outcome = await send(entry.number)
      let end = nanoseconds(since: origin)
      tally.withLock { $0.end(entry, start: start, end: end, outcome) }
      if entry.step != nil { record?(LoadRecord.line(entry, start: start, end: end, outcome)) }
    }

    private func excessiveErrors(at now: Int64) -> Double? {
      guard let limit = plan.maximumErrorShare, let share = tally.withLock({ $0.errorShare(at: now) }) else { return nil }
      return share >= limit ? share : nil
    }

    private func nanoseconds(since origin: Duration) -> Int64 { (clock.now - origin).wholeNanoseconds }

    private func progress(at now: Int64) -> Progress {
      let tally = tally.withLock { $0 }
      var end: Int64 = 0
      let step = plan.steps.first { step in
        end += step.duration.wholeNanoseconds
        return now < end
      }
      let whole = Int(max(0, now) / 1_000_000_000) / tally.intervalSeconds - 1
      let intervals = tally.finishedIntervals()
      return Progress(
        now: now, counts: tally.total, underWay: tally.underWay, rate: step?.rate,
        interval: intervals.indices.contains(whole) ? intervals[whole] : nil,
        intervalSeconds: tally.intervalSeconds)
    }
  }
#endif
