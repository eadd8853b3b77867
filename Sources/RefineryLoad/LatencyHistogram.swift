#if Load
  import Histogram

  /// How often each duration occurred, with 3 significant digits: a percentile is at most 0.1 % above the exact one. Its size
  /// depends on the longest duration, at most 300 KB, and not on the number of durations.
  package struct LatencyHistogram: Sendable {
    /// A day. Longer durations count as one.
    private static let longest: Int64 = 86_400_000_000_000

    /// In nanoseconds.
    private var histogram = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
    private var sum = 0.0
    private var largest: Int64 = 0

    package init() {}

    package var count: Int { Int(clamping: histogram.totalCount) }

    /// Adds a duration in nanoseconds. A negative one counts as zero.
    package mutating func record(_ nanoseconds: Int64) {
      let value = min(max(0, nanoseconds), Self.longest)
      histogram.record(UInt64(value))
      sum += Double(value)
      largest = max(largest, value)
    }

    /// Adds the durations of another histogram.
    package mutating func merge(_ other: LatencyHistogram) {
      histogram.add(other.histogram)
      sum += other.sum
      largest = max(largest, other.largest)
    }

    /// Removes all durations.
    mutating func reset() {
      histogram.reset()
      (sum, largest) = (0, 0)
    }

    /// The smallest duration, in nanoseconds, that at least this share of the durations do not exceed.
    ///
    /// - Parameter percentile: from 0 to 100.
    /// - Returns: nil without durations.
    package func value(at percentile: Double) -> Int64? {
      guard count > 0 else { return nil }
      // The histogram returns the highest value of a bucket, which may be above the largest value.
      return min(Int64(clamping: histogram.valueAtPercentile(percentile)), largest)
    }

    /// The exact mean in nanoseconds; nil without durations.
    package var mean: Double? { count > 0 ? sum / Double(count) : nil }

    /// The exact largest duration in nanoseconds; nil without durations.
    package var maximum: Int64? { count > 0 ? largest : nil }
  }
#endif
