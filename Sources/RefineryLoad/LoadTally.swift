#if Load
  /// The state of a run: what became of the calls, by step and by time. Its size does not depend on the number of calls.
  package struct LoadTally: Sendable {
    package let plan: LoadPlan
    /// One for each step.
    package private(set) var steps: [LoadCounts]
    /// The calls that ended in the time of each step, whichever step they belong to.
    package private(set) var endedInTime: [Int]
    package private(set) var warmUpCalls = 0
    package private(set) var underWay = 0
    package private(set) var peakUnderWay = 0
    package private(set) var intervals: [LoadInterval] = []
    /// A second, or more for a run of more than an hour.
    package let intervalSeconds: Int
    /// The latencies of the newest interval.
    private var newest = LatencyHistogram()
    private var newestIndex = 0
    /// When each step ends, in nanoseconds.
    private let ends: [Int64]

    package init(_ plan: LoadPlan) {
      self.plan = plan
      steps = plan.steps.map { _ in LoadCounts() }
      endedInTime = plan.steps.map { _ in 0 }
      intervalSeconds = max(1, Int((plan.duration.wholeNanoseconds / 1_000_000_000 + 3599) / 3600))
      var (ends, end): ([Int64], Int64) = ([], 0)
      for step in plan.steps {
        end += step.duration.wholeNanoseconds
        ends.append(end)
      }
      self.ends = ends
    }

    /// A call is due. Returns whether it may start.
    package mutating func begin(_ entry: LoadSchedule.Entry) -> Bool {
      let starts = underWay < plan.maximumUnderWay
      if starts {
        underWay += 1
        peakUnderWay = max(peakUnderWay, underWay)
      }
      guard let step = entry.step else {
        warmUpCalls += 1
        return starts
      }
      steps[step].intended += 1
      let interval = self.interval(at: entry.intended)
      intervals[interval].attempted += 1
      if !starts {
        steps[step].notStarted += 1
        intervals[interval].notStarted += 1
      }
      return starts
    }

    /// A call ended. Times are in nanoseconds from the start of the first step.
    package mutating func end(_ entry: LoadSchedule.Entry, start: Int64, end: Int64, _ outcome: LoadOutcome) {
      underWay -= 1
      guard let step = entry.step else { return }
      steps[step].add(outcome, intended: entry.intended, start: start, end: end)
      guard outcome.result != .cancelled else { return }
      let interval = self.interval(at: end)
      advance(to: interval)
      if case .refusal = outcome.result {
        intervals[interval].refused += 1
        return
      }
      if let index = ends.firstIndex(where: { end < $0 }) { endedInTime[index] += 1 }
      intervals[interval].completed += 1
      intervals[interval].bytes += outcome.bytes
      if outcome.result != .success { intervals[interval].failed += 1 }
      newest.record(end - entry.intended)
    }

    /// The share of failed calls among those of the last seconds; nil if there are too few.
    package func errorShare(at now: Int64) -> Double? {
      let last = Int(max(0, now) / 1_000_000_000) / intervalSeconds
      let recent = intervals.dropFirst(max(0, last + 1 - max(1, LoadPlan.errorWindow / intervalSeconds)))
      let completed = recent.reduce(0) { $0 + $1.completed }
      guard completed >= LoadPlan.minimumSample else { return nil }
      return Double(recent.reduce(0) { $0 + $1.failed }) / Double(completed)
    }

    /// The intervals, with the percentiles of the newest.
    package func finishedIntervals() -> [LoadInterval] {
      var copy = self
      copy.close()
      return copy.intervals
    }

    /// The counts of all steps.
    package var total: LoadCounts {
      steps.reduce(into: LoadCounts()) { $0.merge($1) }
    }

    private mutating func interval(at time: Int64) -> Int {
      let index = Int(max(0, time) / 1_000_000_000) / intervalSeconds
      while intervals.count <= index { intervals.append(LoadInterval(start: intervals.count * intervalSeconds)) }
      return index
    }

    private mutating func advance(to interval: Int) {
      // Threads report ends slightly out of order. Such a late latency counts to the newest interval.
      guard interval > newestIndex else { return }
      close()
      newestIndex = interval
    }

    private mutating func close() {
      guard newestIndex < intervals.count, newest.count > 0 else { return }
      intervals[newestIndex].median = newest.value(at: 50)
      intervals[newestIndex].percentile99 = newest.value(at: 99)
      intervals[newestIndex].maximum = newest.maximum
      newest.reset()
    }
  }

  /// What happened in one second of a run, or in several of a long run. Times are in nanoseconds.
  package struct LoadInterval: Sendable, Equatable {
    /// Seconds from the start of the first step.
    package let start: Int
    /// The calls that the schedule has in the interval.
    package var attempted = 0
    package var notStarted = 0
    /// The calls that succeeded or failed in the interval, whenever they started.
    package var completed = 0
    package var failed = 0
    package var refused = 0
    package var bytes = 0
    /// Of the latencies of the completed calls.
    package var median: Int64?
    package var percentile99: Int64?
    package var maximum: Int64?
  }
#endif
