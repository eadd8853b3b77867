#if Load
  /// When the calls of a run start, and when the run ends early.
  ///
  /// The load is open: a call starts at its time whether or not earlier calls have ended, so a slow server gets no rest.
  package struct LoadPlan: Sendable, Equatable {
    /// A part of a run with one rate.
    package struct Step: Sendable, Equatable {
      /// Calls a second.
      package let rate: Double
      package let duration: Duration

      package init(rate: Double, duration: Duration) {
        self.rate = rate
        self.duration = duration
      }
    }

    /// How the starts of a step are spread over its time.
    package enum Arrival: String, Sendable, CaseIterable {
      /// All gaps are equal.
      case constant
      /// The gaps are random, as between users who do not know of each other. Their mean is that of the rate.
      case poisson
    }

    package var steps: [Step]
    /// How long calls at the rate of the first step come before it. They are not counted.
    package var warmUp = Duration.zero
    package var arrival = Arrival.constant
    /// Decides the gaps of ``Arrival/poisson``.
    package var seed: UInt64 = 1
    /// The most calls under way. A call that is due beyond them is not started, and counts as not started.
    package var maximumUnderWay = 10_000
    /// The share of failed calls, from 0 to 1, at which the run ends. It is that of the calls that ended in the last ten
    /// seconds, or in the last interval if the run has longer ones, if there are at least ``minimumSample``. Nil for a run that
    /// failures do not end.
    package var maximumErrorShare: Double?

    /// The number of calls below which a share of failed calls means nothing.
    package static let minimumSample = 20
    /// The seconds before now that the share of failed calls is taken from.
    package static let errorWindow = 10

    package init(steps: [Step]) { self.steps = steps }

    /// The time of all steps, without the warm-up.
    package var duration: Duration { steps.reduce(.zero) { $0 + $1.duration } }

    /// Why the plan cannot be run; nil if it can.
    package var problem: String? {
      if steps.isEmpty { return "there is no rate" }
      // Each step has histograms of its own.
      if steps.count > 100 { return "there are \(steps.count) steps, and at most 100 are possible" }
      if let step = steps.first(where: { !($0.rate.isFinite && $0.rate > 0 && $0.rate <= 1e6) }) {
        return "the rate \(step.rate) is not above 0 and at most 1000000 calls a second"
      }
      if steps.contains(where: { $0.duration <= .zero }) { return "a step takes no time" }
      if warmUp < .zero { return "the warm-up takes less than no time" }
      if warmUp + duration > .seconds(7 * 86_400) { return "the run takes more than 7 days" }
      if maximumUnderWay < 1 { return "no call may be under way" }
      if let share = maximumErrorShare, !(share > 0 && share <= 1) { return "the error rate is not above 0 and at most 100 %" }
      return nil
    }
  }
#endif
