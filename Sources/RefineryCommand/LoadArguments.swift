#if CommandLine && Load
  import ArgumentParser
  import RefineryLoad

  /// The arguments of `load` that say when its calls start.
  struct LoadArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Calls a second, or those of several steps.", valueName: "calls"))
    var rate: String

    @Option(help: ArgumentHelp("How long each rate lasts: 500ms, 10s, 5m or 1h.", valueName: "time"))
    var step = "10s"

    @Option(help: ArgumentHelp("How long the first rate runs before the first step, without being counted.", valueName: "time"))
    var warmUp = "0s"

    @Option(
      help: ArgumentHelp("How the starts are spread: constant, or poisson for random gaps.", valueName: "arrival"),
      completion: .list(LoadPlan.Arrival.allCases.map(\.rawValue)))
    var arrival = LoadPlan.Arrival.constant.rawValue

    @Option(help: ArgumentHelp("The seed of random gaps and values: equal seeds give equal runs.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(
      help: ArgumentHelp(
        "The most calls under way. Those that are due beyond them are counted as not started.", valueName: "number"))
    var maxUnderWay = 10_000

    @Option(
      help: ArgumentHelp(
        "End the run when this share of the calls of the last 10 seconds failed, as in 5%.", valueName: "share"))
    var stopAtErrors: String?

    /// The plan that the arguments describe.
    func plan() throws(UsageError) -> LoadPlan {
      guard let rates = LoadPlan.rates(rate) else {
        throw UsageError("--rate is not a number, a list such as 100,200,400, or a range such as \"100..1000 by 100\"")
      }
      let duration = try time(step, "--step")
      var plan = LoadPlan(steps: rates.map { LoadPlan.Step(rate: $0, duration: duration) })
      plan.warmUp = try time(warmUp, "--warm-up")
      guard let arrival = LoadPlan.Arrival(rawValue: arrival) else {
        throw UsageError("--arrival is constant or poisson")
      }
      plan.arrival = arrival
      plan.seed = seed
      plan.maximumUnderWay = maxUnderWay
      if let stopAtErrors {
        guard let share = LoadPlan.share(stopAtErrors) else { throw UsageError("--stop-at-errors is not a share such as 5%") }
        plan.maximumErrorShare = share
      }
      if let problem = plan.problem { throw UsageError("load: \(problem)") }
      return plan
    }

    private func time(_ text: String, _ option: String) throws(UsageError) -> Duration {
      guard let time = LoadPlan.duration(text) else {
        throw UsageError("\(option) is not a time such as 500ms, 10s, 5m or 1h")
      }
      return time
    }
  }
#endif
