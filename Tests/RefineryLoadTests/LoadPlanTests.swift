#if Load
  import RefineryLoad
  import Testing

  @Suite struct LoadPlanTests {
    @Test(
      "S11: rates are numbers, lists and ranges",
      arguments: [
        ("100", [100.0]), ("0.5", [0.5]), ("100,200,400", [100, 200, 400]), ("100..300 by 100", [100, 200, 300]),
        ("1.5..2.5 by 0.5", [1.5, 2, 2.5]), ("30..10 by 10", [30, 20, 10]), ("5,10..20 by 5", [5, 10, 15, 20]),
        ("100..350 by 100", [100, 200, 300]),
      ])
    func rates(text: String, rates: [Double]) {
      #expect(LoadPlan.rates(text) == rates)
    }

    @Test(
      "Other rates are refused",
      arguments: [
        "", "x", "100,", "-1", "1..2", "1..2 by 0", "1..2 by x", "..2 by 1", "1.. by 1", "1..1000000 by 1", "inf", "0x10",
      ])
    func faultyRates(text: String) {
      #expect(LoadPlan.rates(text) == nil)
    }

    @Test("Times have a unit or are in seconds")
    func times() {
      #expect(LoadPlan.duration("500ms") == .milliseconds(500))
      #expect(LoadPlan.duration("1.5m") == .seconds(90))
      #expect(LoadPlan.duration("10") == .seconds(10))
      #expect(LoadPlan.duration("2h") == .seconds(7200))
      for text in ["", "s", "1d", "-1s", "1e3", "999999999h", "1 s"] { #expect(LoadPlan.duration(text) == nil, "\(text)") }
      #expect(LoadPlan.share("5%") == 0.05)
      #expect(LoadPlan.share("0.5") == 0.5)
      #expect(LoadPlan.share("x%") == nil)
    }

    @Test("A plan that cannot be run says why")
    func problems() {
      let second = LoadPlan.Step(rate: 1, duration: .seconds(1))
      #expect(LoadPlan(steps: [second]).problem == nil)
      #expect(LoadPlan(steps: []).problem != nil)
      #expect(LoadPlan(steps: [LoadPlan.Step(rate: 0, duration: .seconds(1))]).problem?.contains("rate") == true)
      #expect(LoadPlan(steps: [LoadPlan.Step(rate: 1, duration: .zero)]).problem != nil)
      #expect(LoadPlan(steps: [LoadPlan.Step](repeating: second, count: 101)).problem?.contains("101") == true)
      var plan = LoadPlan(steps: [second])
      plan.maximumUnderWay = 0
      #expect(plan.problem != nil)
      plan.maximumUnderWay = 1
      plan.maximumErrorShare = 1.5
      #expect(plan.problem != nil)
    }
  }
#endif
