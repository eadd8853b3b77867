import RefineryCore
import Reports

/// All trials on sockets, one after another. They take some six minutes.
struct SocketStudy {
  static let clients = 4
  static let trouble = Duration.seconds(5)..<Duration.seconds(13)

  /// At twice the capacity.
  private(set) var overload: [Outcome] = []
  private(set) var outage: [Outcome] = []
  private(set) var slowdown: [Outcome] = []
  /// With one slow response in 50: without hedging and with it.
  private(set) var tail: [Outcome] = []
  let seed: UInt64

  init(seed: UInt64, progress: (String) -> Void) throws {
    self.seed = seed
    func outcome(_ title: String, _ trial: Trial) throws -> Outcome {
      progress("\(title): \(trial.client.title)")
      return try trial.runOnSockets(clients: Self.clients)
    }
    for client in [ClientKind.naive, .endlessRetry, .retry, .adaptive, .preset, .presetWithLimit] {
      overload.append(try outcome("twice the capacity", Self.overload(client, seed: seed)))
    }
    for client in [ClientKind.endlessRetry, .retry, .breaker, .preset] {
      outage.append(try outcome("outage", Self.trial(client, in: .outage, seed: seed)))
    }
    for client in [ClientKind.endlessRetry, .preset, .presetWithLimit] {
      slowdown.append(try outcome("slowdown", Self.trial(client, in: .slowdown, seed: seed)))
    }
    for client in [ClientKind.timed, .hedging] {
      var trial = Trial(
        client: client, load: 0.3, length: .seconds(14), warmUp: .seconds(5), attemptTimeout: ClientKind.patience, seed: seed)
      trial.plan.work = .longTail(percent: 2)
      tail.append(try outcome("one slow response in 50", trial))
    }
  }

  /// Two short trials, which show that the processes work together. They take some 15 seconds.
  static func smoke(seed: UInt64) throws -> [Claim] {
    let limited = try overload(.adaptive, length: .seconds(6), warmUp: .seconds(3), seed: seed).runOnSockets(clients: clients)
    var trial = Trial(client: .retry, load: 0.8, length: .seconds(6), warmUp: .zero, seed: seed)
    trial.plan = plan
    trial.plan.trouble = ServerPlan.Trouble(.outage, .seconds(2)..<Duration.seconds(6))
    let failed = try trial.runOnSockets(clients: clients)
    return [
      Claim(
        text: "At twice the capacity, clients with an adaptive limit get at least half of it",
        measured: "\(number(limited.goodput)) good calls a second, of \(number(plan.capacity))",
        holds: limited.goodput >= 0.5 * plan.capacity),
      budgetClaim(failed),
    ]
  }

  /// A queue of at most 2.5 s of work.
  private static var plan: ServerPlan {
    var plan = ServerPlan()
    plan.queue = 500
    return plan
  }

  private static func overload(
    _ client: ClientKind, length: Duration = .seconds(18), warmUp: Duration = .seconds(9), seed: UInt64
  ) -> Trial {
    Trial(client: client, plan: plan, load: 2, length: length, warmUp: warmUp, seed: seed)
  }

  private static func trial(_ client: ClientKind, in kind: ServerPlan.Trouble.Kind, seed: UInt64) -> Trial {
    var trial = Trial(client: client, plan: plan, load: 0.8, length: .seconds(30), warmUp: .zero, seed: seed)
    trial.plan.trouble = ServerPlan.Trouble(kind, trouble)
    return trial
  }
}
