public import RefineryCore
import Synchronization

/// Keeps the credentials of a provider and renews them. It makes one request to the provider at a time, for all calls that wait.
///
/// A renewal does not depend on the call that started it: a cancelled call only stops waiting. A failure is kept only for a short
/// back-off, and a credential that is still valid stays in use during it. Share one store between clients that use the same
/// account.
///
/// ```swift
/// let store = CredentialStore(try OAuth2ClientCredentials(tokenURL: url, clientID: "app", clientSecret: secret, via: next))
/// let api = Client(baseURL: base, middleware: [RetryMiddleware(), AuthMiddleware(store: store)])
/// ```
public final class CredentialStore: Sendable {
  struct Lease: Sendable {
    let credential: Credential
    let version: Int
  }

  // The fetches of the running task. A provider whose own requests go through this store must not wait for itself.
  @TaskLocal private static var underway: [Flight] = []

  private let provider: any CredentialProvider
  /// When credentials are fetched.
  public let policy: RefreshPolicy
  /// The clock that credentials expire by.
  public let clock: CallClock
  private let onRefresh: (@Sendable (Refresh) -> Void)?
  // A lock and not an actor, because the usual access is one look-up in a dictionary.
  private let entries = Mutex<[String: Entry]>([:])
  let fields: [String]

  /// Creates a store that calls `provider` as `policy` says. `onRefresh` is called after each refresh, for logs and metrics.
  public init(
    _ provider: some CredentialProvider, policy: RefreshPolicy = RefreshPolicy(), clock: CallClock = .continuous,
    onRefresh: (@Sendable (Refresh) -> Void)? = nil
  ) {
    self.provider = provider
    self.policy = policy
    self.clock = clock
    self.onRefresh = onRefresh
    fields = provider.fields
  }

  /// Returns the current credential. Fetches it first if there is none. For use outside of HTTP calls.
  public func credential(for key: String = "") async throws -> Credential {
    guard let lease = try await lease(key) else {
      throw CredentialError.malformed("the provider asked its own store for the credential that it is to fetch")
    }
    return lease.credential
  }

  /// Fetches the next credential if there is none, or if the current one is due for its refresh in the background: see
  /// ``RefreshPolicy/background``. For a task that keeps credentials fresh, so that no call waits for one.
  ///
  /// - Returns: the time until the credential is due again; nil if it does not expire.
  /// - Throws: ``CredentialError`` if the refresh fails or is not permitted yet, even if the current credential is still valid.
  public func renewIfDue(_ key: String = "") async throws -> Duration? {
    let (step, version) = entries.withLock { entries in
      let version = entries[key]?.version ?? 0
      return (entries[key, default: Entry()].renewal(at: clock.now, policy) { begin(key) }, version)
    }
    switch step {
    case .fresh(let left): return left
    case .failed(let error): throw error
    case .wait(let flight):
      let lease = try await flight.landing()
      return try entries.withLock { entries in
        let entry = entries[key, default: Entry()]
        // After a failure the calls that wait get the old credential, if it is still valid.
        if lease.version == version, let failure = entry.failure { throw failure.error }
        return entry.left(at: clock.now, policy)
      }
    }
  }

  /// Removes the credential, so that the next call fetches one. A fetch that is under way is not cancelled.
  public func forget(_ key: String = "") {
    entries.withLock { $0[key]?.current = nil }
  }

  /// Returns the credential to use; after a 401, one that is newer than the refused version. Returns nil within the provider's
  /// own requests.
  func lease(_ key: String, refused: Int? = nil, deadline: Deadline? = nil) async throws -> Lease? {
    let underway = Self.underway
    let step = entries.withLock { entries in
      if let flight = entries[key]?.flight, underway.contains(where: { $0 === flight }) { return Step.own }
      return entries[key, default: Entry()].step(at: clock.now, refused: refused, policy: policy) { begin(key) }
    }
    switch step {
    case .own: return nil
    case .ready(let lease): return lease
    case .failed(let error): throw error
    case .wait(let flight):
      guard let deadline else { return try await flight.landing() }
      return try await deadline.leavingTimeToSend.enforce(.refresh) { try await flight.landing() }
    }
  }

  private func begin(_ key: String) -> Flight {
    let started = clock.now
    let context = CredentialContext(key: key, clock: clock, limit: policy.limit)
    let flight = Flight()
    let work = Task {
      await Self.$underway.withValue(Self.underway + [flight]) {
        do {
          let credential = try await provider.credential(for: context)
          if let problem = credential.problem { throw CredentialError.malformed(problem) }
          if let lifetime = credential.lifetime, lifetime <= .zero {
            throw CredentialError.malformed("the provider gave a credential whose lifetime is over already")
          }
          land(flight, key, .success(credential), started: started)
        } catch {
          land(flight, key, .failure(error), started: started)
        }
      }
    }
    flight.timer = Task { [policy, clock] in
      try await clock.sleep(for: max(policy.limit, .zero))
      work.cancel()
      land(flight, key, .failure(TimedOut(.refresh, limit: policy.limit)), started: started)
    }
    return flight
  }

  private func land(_ flight: Flight, _ key: String, _ result: Result<Credential, any Error>, started: Duration) {
    let now = clock.now
    let outcome = entries.withLock { entries in
      entries[key, default: Entry()].land(flight, result, started: started, now: now, policy: policy)
    }
    guard let outcome else { return }
    flight.land(outcome)
    onRefresh?(Refresh(key: key, duration: now - started, problem: Self.problem(of: result)))
  }

  private static func problem(of result: Result<Credential, any Error>) -> String? {
    if case .failure(let error) = result { ErrorSummary.text(of: error) } else { nil }
  }
}

extension CredentialStore: Redacted {
  /// One request to the provider.
  public struct Refresh: Sendable, Equatable {
    /// The key of the credential.
    public let key: String
    /// How long the provider took.
    public let duration: Duration
    /// Why it failed, in one line without secrets; nil if it succeeded.
    public let problem: String?
  }

  private enum Step {
    case own
    case ready(Lease)
    case wait(Flight)
    case failed(CredentialError)
  }

  private enum Renewal {
    case fresh(Duration?)
    case wait(Flight)
    case failed(CredentialError)
  }

  /// The state of one key. Times are those of the store's clock.
  private struct Entry {
    var version = 0
    var flight: Flight?
    var starts: [Duration] = []
    var current: Credential?
    var end: Duration?
    var isRefused = false
    var failure: (error: CredentialError, until: Duration)?

    func lease(at now: Duration) -> Lease? {
      guard let current, end.map({ $0 > now }) ?? true else { return nil }
      return Lease(credential: current, version: version)
    }

    mutating func step(at now: Duration, refused: Int?, policy: RefreshPolicy, begin: () -> Flight) -> Step {
      if refused == version { isRefused = true }
      let lease = lease(at: now)
      if let lease, !isRefused {
        let left = end.map { $0 - now }
        if isBeyond(policy.wait, of: 20, left) {
          if !isBeyond(policy.background, of: 10, left), flight == nil, refusal(at: now, policy) == nil {
            start(at: now, begin)
          }
          return .ready(lease)
        }
      }
      if let flight { return .wait(flight) }
      if let refusal = refusal(at: now, policy) {
        // The 401 of another call may have another cause. The server decides about a credential that has not expired.
        if let lease, refused != lease.version { return .ready(lease) }
        return .failed(refusal)
      }
      return .wait(start(at: now, begin))
    }

    mutating func renewal(at now: Duration, _ policy: RefreshPolicy, begin: () -> Flight) -> Renewal {
      if lease(at: now) != nil, !isRefused {
        let left = left(at: now, policy)
        if left.map({ $0 > .zero }) ?? true { return .fresh(left) }
      }
      if let flight { return .wait(flight) }
      if let refusal = refusal(at: now, policy) { return .failed(refusal) }
      return .wait(start(at: now, begin))
    }

    /// The time until the refresh in the background is due; nil if the credential does not expire.
    func left(at now: Duration, _ policy: RefreshPolicy) -> Duration? {
      guard let end, let lifetime = current?.lifetime else { return nil }
      return end - min(max(policy.background, .zero), lifetime / 10) - now
    }

    @discardableResult private mutating func start(at now: Duration, _ begin: () -> Flight) -> Flight {
      starts.append(now)
      let begun = begin()
      flight = begun
      return begun
    }

    private func isBeyond(_ skew: Duration, of parts: Int, _ left: Duration?) -> Bool {
      guard let left, let lifetime = current?.lifetime else { return true }
      return left >= min(max(skew, .zero), lifetime / parts)
    }

    private mutating func refusal(at now: Duration, _ policy: RefreshPolicy) -> CredentialError? {
      if let failure, now < failure.until { return failure.error }
      starts.removeAll { now - $0 >= policy.window }
      let most = max(policy.maximumRefreshes, 1)
      return starts.count < most ? nil : .refreshThrottled(refreshes: most, window: policy.window)
    }

    /// Returns the result for the calls that wait; nil if the fetch was given up before.
    mutating func land(
      _ landed: Flight, _ result: Result<Credential, any Error>, started: Duration, now: Duration, policy: RefreshPolicy
    ) -> Result<Lease, any Error>? {
      guard flight === landed else { return nil }
      flight = nil
      switch result {
      case .success(let credential):
        version += 1
        current = credential
        end = credential.lifetime.map { started + $0 }
        isRefused = false
        failure = nil
        return .success(Lease(credential: credential, version: version))
      case .failure(let error):
        let failed = CredentialError.refreshFailed(error)
        failure = (failed, now + max(policy.backOff, .zero))
        guard !isRefused, let lease = lease(at: now) else { return .failure(failed) }
        return .success(lease)
      }
    }
  }
}

extension Deadline {
  /// A deadline shortly before that of the call, so that the error names the refresh and not the call.
  var leavingTimeToSend: Deadline {
    let left = remaining
    return Deadline(after: left - min(left / 50, .milliseconds(20)), on: clock)
  }
}

/// One fetch and the calls that wait for it. It uses a lock, because the cancellation handler itself resumes a cancelled call.
private final class Flight: Sendable {
  private struct State {
    var outcome: Result<CredentialStore.Lease, any Error>?
    var nextID = 0
    var waiters: [Int: CheckedContinuation<CredentialStore.Lease, any Error>] = [:]
    var cancelled: Set<Int> = []
    var timer: Task<Void, any Error>?
  }

  private let state = Mutex(State())

  var timer: Task<Void, any Error>? {
    get { state.withLock { $0.timer } }
    set { state.withLock { $0.timer = newValue } }
  }

  /// Waits for the outcome. If the task is cancelled, only this wait ends, at once.
  func landing() async throws -> CredentialStore.Lease {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let known: Result<CredentialStore.Lease, any Error>? = state.withLock { state in
          if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
          if let outcome = state.outcome { return outcome }
          state.waiters[id] = continuation
          return nil
        }
        if let known { continuation.resume(with: known) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        let waiter = state.waiters.removeValue(forKey: id)
        if waiter == nil { state.cancelled.insert(id) }
        return waiter
      }
      waiter?.resume(throwing: CancellationError())
    }
  }

  func land(_ outcome: Result<CredentialStore.Lease, any Error>) {
    let (waiters, timer) = state.withLock { state in
      state.outcome = outcome
      let waiters = state.waiters.values
      state.waiters = [:]
      return (waiters, state.timer)
    }
    timer?.cancel()
    waiters.forEach { $0.resume(with: outcome) }
  }
}

/// Whether a row or a call is authenticated, and with which credential of a store.
///
/// ```swift
/// Endpoint("Health.read", .get, "health", Options().setting(Authentication.self, .off))
/// ```
public enum Authentication: OptionKey {
  /// The choices of a row or call.
  public enum Mode: Sendable, Equatable {
    /// With the default credential.
    case on
    /// Without credentials.
    case off
    /// With the credential that the provider returns for this key, such as a tenant.
    case named(String)

    var key: String { if case .named(let key) = self { key } else { "" } }
  }

  /// The name in tables and reports: `authentication`.
  public static let name = "authentication"
  /// The call is authenticated.
  public static let defaultValue = Mode.on
}
