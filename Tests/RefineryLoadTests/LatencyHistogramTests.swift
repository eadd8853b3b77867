#if Load
  import RefineryLoad
  import RefineryTesting
  import Testing

  @Suite struct LatencyHistogramTests {
    /// The exact percentile: the value of the rank that is rounded up.
    private func exact(_ sorted: [Int64], _ percentile: Double) -> Int64 {
      let rank = (percentile / 100 * Double(sorted.count) - 1e-6).rounded(.up)
      return sorted[max(0, min(sorted.count, Int(rank)) - 1)]
    }

    @Test("S11: percentiles of any latencies are at most 0.1 % above the exact ones", arguments: [1, 10, 999, 20_000])
    func error(count: Int) throws {
      var random = SeededRandom(seed: UInt64(count))
      var histogram = LatencyHistogram()
      // From a microsecond to an hour, on a logarithmic scale.
      var values = (0..<count).map { _ in
        Int64(1000 << Int64.random(in: 0...31, using: &random)) + .random(in: 0..<999, using: &random)
      }
      for value in values { histogram.record(value) }
      values.sort()
      for percentile in [0.1, 50, 75, 90, 95, 99, 99.9, 99.99, 100] {
        let found = try #require(histogram.value(at: percentile))
        let expected = exact(values, percentile)
        #expect(found >= expected, "\(percentile)")
        #expect(Double(found) <= Double(expected) * 1.001, "\(percentile): \(found) instead of \(expected)")
      }
      #expect(histogram.maximum == values.last)
      let mean = values.reduce(0) { $0 + Double($1) } / Double(count)
      #expect(abs(try #require(histogram.mean) / mean - 1) < 1e-9)
    }

    @Test("Without durations there are no percentiles, and odd durations do not trap")
    func odd() {
      var histogram = LatencyHistogram()
      #expect(histogram.value(at: 50) == nil && histogram.maximum == nil && histogram.mean == nil)
      histogram.record(-5)
      histogram.record(.max)
      #expect(histogram.count == 2)
      #expect(histogram.value(at: 50) == 0)
      #expect(histogram.maximum == 86_400_000_000_000)
      #expect(histogram.value(at: 100) == 86_400_000_000_000)
    }

    @Test("Merged histograms are those of all durations")
    func merge() {
      var (small, large, both) = (LatencyHistogram(), LatencyHistogram(), LatencyHistogram())
      for value in stride(from: Int64(1000), to: 2_000_000, by: 1000) {
        small.record(value)
        both.record(value)
      }
      for value in stride(from: Int64(1_000_000_000), to: 60_000_000_000, by: 1_000_000_000) {
        large.record(value)
        both.record(value)
      }
      small.merge(large)
      for percentile in [10, 50, 97, 99.9, 100] { #expect(small.value(at: percentile) == both.value(at: percentile)) }
      #expect(small.count == both.count)
    }
  }
#endif
