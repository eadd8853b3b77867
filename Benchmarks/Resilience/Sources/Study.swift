import RefineryCore

/// All trials of the report.
struct Study: Sendable {
  static let loads = [0.5, 0.8, 1, 1.5, 2, 3]
  static let limits = [1, 2, 4, 8, 16, 32, 64, 128, 256]
  static let sizes = [2, 4, 10, 32]
  /// When the server is in trouble, and when the trial ends.
  static let trouble = Duration.seconds(60)..<Duration.seconds(90)
  static let end = Duration.seconds(180)

  /// By client, in the order of `loads`.
  private(set) var overload: [ClientKind: [Outcome]] = [:]
  private(set) var outage: [ClientKind: Outcome] = [:]
  private(set) var slowdown: [ClientKind: Outcome] = [:]
  /// At twice the capacity, by workers: the fixed limits in the order of `limits`, and the adaptive one.
  private(set) var limits: [Int: (fixed: [Outcome], adaptive: Outcome)] = [:]
  private(set) var tail: (plain: Outcome, hedged: Outcome)
  let seed: UInt64

  init(seed: UInt64, progress: (String) -> Void) throws {
    self.seed = seed
    for client in ClientKind.all {
      progress(client.title)
      overload[client] = try Self.loads.map { try Trial(client: client, load: $0, seed: seed).run() }
      outage[client] = try Self.trial(client, in: .outage, seed: seed).run()
      slowdown[client] = try Self.trial(client, in: .slowdown, seed: seed).run()
    }
    for workers in Self.sizes {
      progress("concurrency limits, \(workers) workers")
      func outcome(_ client: ClientKind) throws -> Outcome {
        var trial = Trial(client: client, load: 2, seed: seed)
        trial.plan.workers = workers
        return try trial.run()
      }
      limits[workers] = (try Self.limits.map { try outcome(.fixed($0)) }, try outcome(.adaptive))
    }
    progress("hedging")
    func tailed(_ client: ClientKind) throws -> Outcome {
      var trial = Trial(client: client, load: 0.3, attemptTimeout: ClientKind.patience, seed: seed)
      trial.plan.work = .longTail(percent: 4)
      return try trial.run()
    }
    tail = (try tailed(.timed), try tailed(.hedging))
  }

  static func trial(_ client: ClientKind, in kind: ServerPlan.Trouble.Kind, seed: UInt64) -> Trial {
    var trial = Trial(client: client, load: 0.8, length: end, seed: seed)
    trial.plan.trouble = ServerPlan.Trouble(kind, trouble)
    return trial
  }

  /// The seconds of the trouble.
  static var troubled: Range<Int> { wholeSeconds(trouble) }
}

/// The numbers of the seconds of a time.
func wholeSeconds(_ time: Range<Duration>) -> Range<Int> {
  Int(time.lowerBound / .seconds(1))..<Int(time.upperBound / .seconds(1))
}

/// A statement about the links, and whether it holds in this study.
struct Claim {
  let text: String
  let measured: String
  let holds: Bool
}
