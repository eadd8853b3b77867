#if Load
  import Foundation

  extension LatencyHistogram {
    /// A point of the curve of latencies by percentile.
    package struct Point: Sendable, Equatable {
      package let percentile: Double
      package let nanoseconds: Int64
    }

    /// How far the curve goes: to 90 % with 10 durations, to 99.9 % with 1,000, and at most to 99.999 %.
    var nines: Double { min(5, max(1, log10(Double(max(1, count))))) }

    /// Points at equal distances on the logarithmic axis, 10 for each nine; none without durations.
    func curve(pointsPerNine: Int = 10) -> [Point] {
      guard count > 0 else { return [] }
      let steps = Int((nines * Double(pointsPerNine)).rounded(.down))
      return (0...steps).compactMap { step in
        let percentile = PercentileTick.percentile(at: Double(step) / Double(pointsPerNine))
        return value(at: percentile).map { Point(percentile: percentile, nanoseconds: $0) }
      }
    }
  }

  /// The percentiles that name places of the logarithmic axis.
  enum PercentileTick {
    static let all = [0, 50, 75, 90, 95, 99, 99.9, 99.99, 99.999]

    /// The place on the logarithmic axis: 1 for 90 %, 2 for 99 %, 3 for 99.9 %.
    static func nines(_ percentile: Double) -> Double { percentile <= 0 ? 0 : -log10(1 - percentile / 100) }

    /// The percentile at a place of the logarithmic axis.
    static func percentile(at nines: Double) -> Double { 100 * (1 - pow(10, -nines)) }
  }

  /// Round numbers along an axis.
  enum AxisScale {
    /// A round number at or above the largest value, and the distance of about `count` ticks. For an axis that begins at 0.
    static func ticks(upTo largest: Double, count: Int) -> (top: Double, step: Double) {
      guard largest > 0, largest.isFinite else { return (1, 1) }
      let rough = largest / Double(max(1, count))
      let power = pow(10, log10(rough).rounded(.down))
      let step = [1, 2, 2.5, 5, 10].map { $0 * power }.first { $0 >= rough * 0.999_999 } ?? 10 * power
      return ((largest / step - 1e-9).rounded(.up) * step, step)
    }
  }
#endif
