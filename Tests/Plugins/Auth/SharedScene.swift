import FoundationEssentials
import RefineryAuth
import RefineryCore
import RefineryTesting
import Synchronization
import TestSupport

/// A vault that a test can take away.
final class FaultyVault: CredentialVault {
  struct Away: SafelyDescribed { var description: String { "away" } }

  enum Fault: Sendable {
    case away
    /// Steps take place when the latch opens.
    case slow(Latch)
    case unsaved
    /// Entries are saved, but the instance does not learn that.
    case lostResponse
  }

  let steps = Counter()
  let endedSteps = Counter()
  private let clock: CallClock
  private let current: Mutex<MemoryCredentialVault>
  private let fault = Mutex<Fault?>(nil)

  init(clock: CallClock) {
    self.clock = clock
    current = Mutex(MemoryCredentialVault(clock: clock))
  }

  var memory: MemoryCredentialVault { current.withLock { $0 } }

  /// Removes everything.
  func clear() { current.withLock { $0 = MemoryCredentialVault(clock: clock) } }

  func set(_ fault: Fault?) { self.fault.withLock { $0 = fault } }

  private func pass(isSave: Bool = false) async throws {
    steps.add()
    switch fault.withLock({ $0 }) {
    case nil: break
    case .away: throw Away()
    case .slow(let latch): await latch.wait()
    case .unsaved: if isSave { throw Away() }
    case .lostResponse: break
    }
  }

  func checkOut(_ identity: String, seen: Int64?, lease: Duration) async throws -> CredentialCheckout {
    defer { endedSteps.add() }
    try await pass()
    return try await memory.checkOut(identity, seen: seen, lease: lease)
  }
  func extend(_ lease: CredentialLease, by duration: Duration) async throws -> Bool {
    defer { endedSteps.add() }
    try await pass()
    return try await memory.extend(lease, by: duration)
  }
  func save(_ data: Data, lifetime: Duration?, retention: Duration?, under lease: CredentialLease) async throws -> Bool {
    defer { endedSteps.add() }
    try await pass(isSave: true)
    let isSaved = try await memory.save(data, lifetime: lifetime, retention: retention, under: lease)
    if case .lostResponse = fault.withLock({ $0 }) {
      set(nil)
      throw Away()
    }
    return isSaved
  }
  func fail(_ lease: CredentialLease, because reason: String, pause: Duration) async throws {
    defer { endedSteps.add() }
    try await pass()
    try await memory.fail(lease, because: reason, pause: pause)
  }
}

/// Instances of an app with one vault and one clock.
struct Fleet: Sendable {
  let clock = ManualClock()
  let vault: FaultyVault
  let problems = Gathered<String?>()

  /// The first wait of an instance for another one is 2.5 ms.
  var time: CallClock { CallClock(clock, random: { 0 }) }

  init() { vault = FaultyVault(clock: CallClock(clock)) }

  func shared(
    _ provider: some CredentialProvider, named name: String = "app", sealing: Sealing = .plainText
  ) -> SharedCredentials {
    SharedCredentials(provider, named: name, in: vault, sealing: sealing) { [problems] in problems.add($0) }
  }

  /// An instance of the app.
  func instance(
    _ provider: some CredentialProvider, named name: String = "app", sealing: Sealing = .plainText
  ) -> CredentialStore {
    CredentialStore(shared(provider, named: name, sealing: sealing), clock: time)
  }

  /// Waits until instances wait for another one this often.
  func waits(_ count: Int) async throws {
    try await until { clock.slept.filter { $0 == .microseconds(2_500) }.count >= count }
  }
}

/// A server that issues `t1`, `t2` and so on.
final class Issuer: Sendable {
  private let issued = Counter()
  private let lifetime: Duration?
  private let gate: Latch?

  init(lifetime: Duration? = .seconds(3_600), gate: Latch? = nil) {
    self.lifetime = lifetime
    self.gate = gate
  }

  /// How many it has issued.
  var count: Int { issued.count }

  /// A provider that requests credentials.
  var provider: CountingProvider {
    CountingProvider { _, _ in
      self.issued.add()
      let number = self.issued.count
      await self.gate?.wait()
      return .bearer("t\(number)").lasting(self.lifetime)
    }
  }
}
