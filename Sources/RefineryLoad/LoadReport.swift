#if Load
  /// What a run did.
  package struct LoadReport: Sendable {
    /// Why a run ended.
    package enum Ending: Sendable, Equatable {
      /// All its calls were due.
      case complete
      /// This share of the calls failed, at this time in nanoseconds.
      case errors(share: Double, at: Int64)
      /// It was cancelled.
      case interrupted
    }

    /// One step of the rate.
    package struct Step: Sendable {
      package let rate: Double
      /// How much of the step took place, with the end of its calls, in nanoseconds.
      package let duration: Int64
      package let counts: LoadCounts
      /// The calls that ended with success or failure in the time of the step.
      package let endedInTime: Int

      /// The calls that ended in the time of the step, a second.
      package var achievedRate: Double { duration > 0 ? Double(endedInTime) / (Double(duration) / 1e9) : 0 }
    }

    /// A percentile that contains a delay of the client.
    package struct ClientDelay: Sendable, Equatable {
      package let percentile: Double
      /// In nanoseconds.
      package let lateness: Int64
      package let latency: Int64
    }

    package static let percentiles = [50, 75, 90, 95, 99, 99.9, 99.99]

    package let plan: LoadPlan
    package let ending: Ending
    /// From the start of the first step to the end of the last call, in nanoseconds.
    package let elapsed: Int64
    package let steps: [Step]
    package let total: LoadCounts
    package let intervals: [LoadInterval]
    package let intervalSeconds: Int
    package let warmUpCalls: Int
    package let peakUnderWay: Int

    package init(_ tally: LoadTally, ending: Ending, elapsed: Int64) {
      let last =
        switch ending {
        case .complete: Int64.max
        case .errors(_, let at): at
        case .interrupted: elapsed
        }
      // After too many errors, the calls under way still end, and count in the time of their step.
      let measured = if case .errors = ending { elapsed } else { last }
      var start: Int64 = 0
      var steps: [Step] = []
      for (index, step) in tally.plan.steps.enumerated() where start < last || index == 0 {
        let duration = min(step.duration.wholeNanoseconds, max(0, measured - start))
        steps.append(
          Step(
            rate: step.rate, duration: duration, counts: tally.steps[index], endedInTime: tally.endedInTime[index]))
        start += step.duration.wholeNanoseconds
      }
      plan = tally.plan
      self.ending = ending
      self.elapsed = max(0, elapsed)
      self.steps = steps
      total = tally.total
      intervals = tally.finishedIntervals()
      intervalSeconds = tally.intervalSeconds
      warmUpCalls = tally.warmUpCalls
      peakUnderWay = tally.peakUnderWay
    }

    /// The percentile at which a delay of the client matters most: there, the starts were at least a millisecond and a tenth of
    /// the latency late. Nil if the client kept its schedule.
    package var clientDelay: ClientDelay? {
      var worst: ClientDelay?
      for percentile in [50, 90, 99, 99.9] {
        // A percentile needs some calls above it.
        guard Double(total.completed) * (100 - percentile) >= 1000 || percentile == 50,
          let lateness = total.lateness.value(at: percentile), let latency = total.latency.value(at: percentile),
          lateness >= 1_000_000, lateness >= latency / 10
        else { continue }
        let delay = ClientDelay(percentile: percentile, lateness: lateness, latency: latency)
        let share = worst.map { Double($0.lateness) / Double(max(1, $0.latency)) } ?? 0
        if Double(lateness) / Double(max(1, latency)) > share { worst = delay }
      }
      return worst
    }

    /// Whether the run took all its time and at least one call succeeded.
    package var isComplete: Bool { ending == .complete && total.succeeded > 0 }
  }
#endif
