#if Load
  import RefineryLoad
  import Testing

  @Suite struct LoadScheduleTests {
    private let second: Int64 = 1_000_000_000

    @Test("S11: a constant arrival has equal gaps, and steps follow each other")
    func constant() {
      let plan = LoadPlan(steps: [
        LoadPlan.Step(rate: 4, duration: .seconds(1)), LoadPlan.Step(rate: 2, duration: .seconds(2)),
      ])
      let entries = Array(LoadSchedule(plan))
      #expect(entries.map { $0.intended / 1_000_000 } == [0, 250, 500, 750, 1000, 1500, 2000, 2500])
      #expect(entries.map(\.step) == [0, 0, 0, 0, 1, 1, 1, 1])
      #expect(entries.map(\.number) == Array(0..<8))
    }

    @Test("A rate that does not divide a second does not drift")
    func drift() {
      let entries = Array(LoadSchedule(LoadPlan(steps: [LoadPlan.Step(rate: 7, duration: .seconds(1000))])))
      #expect(entries.count == 7000)
      #expect(entries[6993].intended == 999 * second)
    }

    @Test("The warm-up comes before the start and belongs to no step")
    func warmUp() {
      var plan = LoadPlan(steps: [LoadPlan.Step(rate: 2, duration: .seconds(1))])
      plan.warmUp = .seconds(1)
      let entries = Array(LoadSchedule(plan))
      #expect(entries.map { $0.intended / 1_000_000 } == [-1000, -500, 0, 500])
      #expect(entries.map(\.step) == [nil, nil, 0, 0])
    }

    @Test("S11: a Poisson arrival has random gaps of the rate's mean, equal for equal seeds")
    func poisson() throws {
      var plan = LoadPlan(steps: [LoadPlan.Step(rate: 1000, duration: .seconds(100))])
      plan.arrival = .poisson
      let starts = LoadSchedule(plan).map(\.intended)
      // The standard deviation of the count is 316.
      #expect(abs(starts.count - 100_000) < 1500)
      let gaps = zip(starts.dropFirst(), starts).map { Double($0 - $1) / 1e6 }
      let mean = gaps.reduce(0, +) / Double(gaps.count)
      let variance = gaps.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(gaps.count)
      // The deviation of an exponential distribution is its mean.
      #expect(abs(variance.squareRoot() / mean - 1) < 0.03)
      #expect(gaps.allSatisfy { $0 >= 0 })
      #expect(LoadSchedule(plan).map(\.intended) == starts)
      plan.seed = 2
      #expect(LoadSchedule(plan).map(\.intended) != starts)
    }
  }
#endif
