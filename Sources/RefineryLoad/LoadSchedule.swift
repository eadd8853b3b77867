#if Load
  import Foundation

  /// The intended starts of a plan's calls, in order. It keeps only its place, so a long run needs no more memory.
  package struct LoadSchedule: Sequence, IteratorProtocol, Sendable {
    /// One call of a plan.
    package struct Entry: Sendable, Equatable {
      /// The number of the call, from 0, with those of the warm-up.
      package let number: Int
      /// The index of its step; nil for a call of the warm-up.
      package let step: Int?
      /// When the call is to start, in nanoseconds from the start of the first step. Negative in the warm-up.
      package let intended: Int64

      package init(number: Int, step: Int?, intended: Int64) {
        self.number = number
        self.step = step
        self.intended = intended
      }
    }

    /// A time with one rate, in nanoseconds.
    private struct Part {
      let step: Int?
      let rate: Double
      let start: Int64
      let end: Int64
    }

    private let parts: [Part]
    private let arrival: LoadPlan.Arrival
    private var random: LoadRandom
    private var part = 0
    /// The calls of the part so far.
    private var count = 0
    /// When the last call of the part starts, in seconds from the start of the part.
    private var last = 0.0
    private var number = 0

    package init(_ plan: LoadPlan) {
      var parts: [Part] = []
      if let first = plan.steps.first, plan.warmUp > .zero {
        parts.append(Part(step: nil, rate: first.rate, start: -plan.warmUp.wholeNanoseconds, end: 0))
      }
      var start: Int64 = 0
      for (index, step) in plan.steps.enumerated() {
        let end = start + step.duration.wholeNanoseconds
        parts.append(Part(step: index, rate: step.rate, start: start, end: end))
        start = end
      }
      self.parts = parts
      arrival = plan.arrival
      random = LoadRandom(seed: plan.seed)
    }

    package mutating func next() -> Entry? {
      while part < parts.count {
        let current = parts[part]
        switch arrival {
        // From the count, because a sum of gaps would drift.
        case .constant: last = Double(count) / current.rate
        case .poisson: last -= log(1 - Double.random(in: 0..<1, using: &random)) / current.rate
        }
        let intended = current.start + Int64((Swift.min(last, 1e9) * 1e9).rounded())
        if intended < current.end {
          count += 1
          number += 1
          return Entry(number: number - 1, step: current.step, intended: intended)
        }
        part += 1
        (count, last) = (0, 0)
      }
      return nil
    }
  }

  extension Duration {
    /// Nanoseconds, at most those of some centuries.
    package var wholeNanoseconds: Int64 {
      let (seconds, attoseconds) = components
      let most: Int64 = 9_000_000_000
      return Swift.min(Swift.max(seconds, -most), most) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
  }
#endif
