public import RefineryCore
import Synchronization

/// Keeps the credentials of a provider and renews them: one request to the provider at a time, for all who wait.
///
/// The renewal belongs to the store, not to the call that began it: a cancelled call stops waiting, and nothing else changes.
/// A failure is kept for a short back-off only, and a credential that is still valid stays in use meanwhile. Share one
/// store between clients that use the same account.
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

  // What the running task is fetching, so that a provider whose own requests come through this store does not wait for itself.
  @TaskLocal private static var underway: [Flight] = []

  private let provider: any CredentialProvider
  private let policy: RefreshPolicy
  private let clock: CallClock
  private let onRefresh: (@Sendable (Refresh) -> Void)?
  // A lock, not an actor: the hot path is one look into a dictionary.
  private let entries = Mutex<[String: Entry]>([:])
  let fields: [String]

  /// A store that asks `provider` when `policy` says so, and tells `onRefresh` of each time, for logs and metrics.
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

  /// The credential as it stands, fetched first where there is none: for a use outside of HTTP calls.
  public func credential(for key: String = "") async throws -> Credential {
    guard let lease = try await lease(key) else {
      throw CredentialError.malformed("the provider asked its own store for the credential that it is to fetch")
    }
    return lease.credential
  }

  /// Drops the credential, so that the next call fetches one. What is being fetched at the moment still arrives.
  public func forget(_ key: String = "") {
    entries.withLock { $0[key]?.current = nil }
  }

  /// The credential to use; after a 401, one newer than the version that was refused. Nil within the provider's own requests.
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
  /// One time that a provider was asked.
  public struct Refresh: Sendable, Equatable {
    /// Which credential.
    public let key: String
    /// How long the provider took.
    public let duration: Duration
    /// Why it failed, in a line without secrets; nil where it did not.
    public let problem: String?
  }

  private enum Step {
    case own
    case ready(Lease)
    case wait(Flight)
    case failed(CredentialError)
  }

  /// What is known under one key. Times are the store's.
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
        // Another call's 401 may have had reasons of its own: let the server judge what has not ended yet.
        if let lease, refused != lease.version { return .ready(lease) }
        return .failed(refusal)
      }
      return .wait(start(at: now, begin))
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

    /// What the waiters get; nil when the flight had been given up.
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
  /// A little earlier than the whole call's, so that the error names the wait, not the call.
  var leavingTimeToSend: Deadline {
    let left = remaining
    return Deadline(after: left - min(left / 50, .milliseconds(20)), on: clock)
  }
}

/// One fetch and all who wait for it. A lock, since a cancelled waiter is let go by the cancellation handler itself.
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

  /// Waits for the outcome; ends at once, and alone, when the task is cancelled.
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

/// Whether a row or a call is authenticated, and with which of a store's credentials.
///
/// ```swift
/// Endpoint("Health.read", .get, "health", Options().setting(Authentication.self, .off))
/// ```
public enum Authentication: OptionKey {
  /// What a row or call may say.
  public enum Mode: Sendable, Equatable {
    /// With the only credential there is.
    case on
    /// Without.
    case off
    /// With the one that the provider gives for this key, such as a tenant.
    case named(String)

    var key: String { if case .named(let key) = self { key } else { "" } }
  }

  /// `authentication`.
  public static let name = "authentication"
  /// On.
  public static let defaultValue = Mode.on
}
