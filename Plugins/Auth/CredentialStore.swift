public import RefineryCore
import Synchronization

/// Keeps the credentials of a provider and renews them. It makes one request to the provider at a time, for all calls that
/// wait.
///
/// A renewal does not depend on the call that started it: a cancelled call only stops waiting, and the provider sees neither
/// the call's deadline nor its task-local values. Keys with the same identity share one credential. A failure is kept only for
/// a short back-off; during it, a credential that is still valid stays in use. The store removes expired credentials, and the
/// least recently used ones beyond ``RefreshPolicy/maximumCredentials``. Share one store between clients that use the same
/// account.
///
/// ```swift
/// let client = try OAuth2Client("app", .basic(secret), tokenURL: url, via: next)
/// let store = CredentialStore(try OAuth2Grant.clientCredentials(client))
/// let api = Client(baseURL: base, middleware: [RetryMiddleware(), AuthMiddleware(store: store)])
/// ```
public final class CredentialStore: Sendable {
  struct Lease: Sendable {
    let credential: Credential
    let version: Int
  }

  private struct State {
    var entries = RecentValues<Entry>()
    /// The number of fetches under way. Their entries are not removed.
    var flights = 0
    /// The version of the latest credential of all entries. A version is not used again when an entry is removed and created
    /// again. So a 401 for the old credential does not count against the new one.
    var version = 0
    var nextSweep = Duration.zero
  }

  // The fetches of the running task. A provider whose own requests go through this store must not wait for itself.
  @TaskLocal private static var underway: [Flight<Lease>] = []

  private let provider: any CredentialProvider
  package let policy: RefreshPolicy
  package let clock: CallClock
  private let onRefresh: (@Sendable (String, Duration, String?) -> Void)?
  // A lock and not an actor, because the usual access is a look-up in a dictionary.
  private let state = Mutex(State())
  let fields: [String]
  private static let sweepInterval = Duration.seconds(60)

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - provider: fetches the credentials.
  ///   - policy: when the provider is called.
  ///   - clock: the clock that credentials expire by.
  ///   - onRefresh: called after each request to the provider, for logs and metrics: with the key of the credential, the time
  ///     that the provider took, and the problem if it failed, in one line without secrets.
  public init(
    _ provider: some CredentialProvider, policy: RefreshPolicy = RefreshPolicy(), clock: CallClock = .continuous,
    onRefresh: (@Sendable (_ key: String, _ duration: Duration, _ problem: String?) -> Void)? = nil
  ) {
    self.provider = provider
    self.policy = policy
    self.clock = clock
    self.onRefresh = onRefresh
    fields = provider.fields
  }

  /// Whether the instances of an app already share its credentials.
  var isShared: Bool { provider is SharedCredentials }

  /// Creates a store with the same settings that shares its credentials.
  func sharing(_ share: (any CredentialProvider) -> SharedCredentials) -> CredentialStore {
    CredentialStore(share(provider), policy: policy, clock: clock, onRefresh: onRefresh)
  }

  /// Returns the current credential. Fetches it first if there is none. For use outside of HTTP calls.
  public func credential(for key: String = "") async throws -> Credential {
    guard let lease = try await lease(key) else {
      throw CredentialError.malformed("the provider asked its own store for a credential: fetch it without the store")
    }
    return lease.credential
  }

  /// Fetches the next credential if there is none, or if the current one is due for its background refresh: see
  /// ``RefreshPolicy/background``. For a task that keeps credentials fresh, so that no call waits for a credential.
  ///
  /// - Returns: the time until the credential is due again; nil if it does not expire.
  /// - Throws: ``CredentialError`` if the refresh fails or is not permitted yet, even if the current credential is still valid.
  public func renewIfDue(_ key: String = "") async throws -> Duration? {
    let identity = provider.identity(for: key)
    let (step, version, left) = state.withLock { state in
      state.entries.use(identity, orCreate: Entry()) { entry in
        let now = clock.now
        let step = entry.renewal(at: now, policy: policy) { begin(key, identity, isEarly: $0, &state.flights) }
        return (step, entry.version, entry.left(at: now, policy))
      }
    }
    switch step {
    case .own, .ready: return left
    case .failed(let error): throw error
    case .wait(let flight):
      let lease = try await flight.landing()
      guard let entry = state.withLock({ $0.entries.peek(identity) }) else { return .zero }
      // After a failure, the waiting calls get the old credential if it is still valid.
      if lease.version == version, let failure = entry.failure { throw failure.error }
      return entry.left(at: clock.now, policy)
    }
  }

  /// Removes the credential, or the stored failure, so that the next call fetches a credential. A fetch that is under way is
  /// not cancelled.
  public func forget(_ key: String = "") {
    let identity = provider.identity(for: key)
    state.withLock { state in
      guard state.entries.peek(identity) != nil else { return }
      state.entries.use(identity, orCreate: Entry()) { $0.forget() }
    }
  }

  /// Returns the credential to use. After a 401, it is newer than the refused version. Returns nil within the provider's own
  /// requests.
  func lease(_ key: String, refused: Int? = nil, deadline: Deadline? = nil) async throws -> Lease? {
    let underway = Self.underway
    let identity = provider.identity(for: key)
    let step = state.withLock { state in
      state.entries.use(identity, orCreate: Entry()) { entry in
        if let flight = entry.flight, underway.contains(where: { $0 === flight }) { return Step.own }
        return entry.step(at: clock.now, refused: refused, policy: policy) { begin(key, identity, isEarly: $0, &state.flights) }
      }
    }
    switch step {
    case .own: return nil
    case .ready(let lease): return lease
    case .failed(let error): throw error
    case .wait(let flight):
      do {
        guard let deadline else { return try await flight.landing() }
        return try await deadline.leavingTimeToSend.enforce(.refresh) { try await flight.landing() }
      } catch let failure as CredentialError {
        // The 401 of another call may have another cause, so a credential that has not expired is sent: the server decides.
        let kept = state.withLock { $0.entries.peek(identity)?.lease(at: clock.now) }
        guard let kept, refused != kept.version else { throw failure }
        return kept
      }
    }
  }

  private func begin(_ key: String, _ identity: String, isEarly: Bool, _ flights: inout Int) -> Flight<Lease> {
    flights += 1
    let started = clock.now
    var context = CredentialContext(key: key, clock: clock, limit: policy.limit)
    context.isEarly = isEarly
    let flight = Flight<Lease>()
    let (underway, calls) = (Self.underway + [flight], EnclosingCalls.current)
    let land: @Sendable (Result<Credential, any Error>) -> Void = { [self] result in
      self.land(flight, key, identity, result, started: started)
    }
    // Detached, because the credential is for all calls: its request must not have a task-local value, such as a span, of the
    // call that started it.
    let work = Task.detached { [provider, context] in
      await calls.run {
        await Self.$underway.withValue(underway) {
          do {
            let credential = try await provider.credential(for: context)
            if let problem = credential.problem { throw CredentialError.malformed(problem) }
            if let lifetime = credential.lifetime, lifetime <= .zero {
              throw CredentialError.malformed("the provider returned a credential that has already expired")
            }
            land(.success(credential))
          } catch {
            land(.failure(error))
          }
        }
      }
    }
    flight.timer = Task.detached { [policy, clock] in
      try await clock.sleep(untilEndOfLimit: max(policy.limit, .zero))
      work.cancel()
      land(.failure(TimedOut(.refresh, limit: policy.limit)))
    }
    return flight
  }

  private func land(
    _ flight: Flight<Lease>, _ key: String, _ identity: String, _ result: Result<Credential, any Error>, started: Duration
  ) {
    let now = clock.now
    let outcome = state.withLock { state -> Result<Lease, any Error>? in
      // A fetch whose limit has passed has ended for its callers already, and its entry may be gone.
      guard state.entries.peek(identity)?.flight === flight else { return nil }
      state.version += 1
      state.flights -= 1
      let next = state.version
      let outcome = state.entries.use(identity, orCreate: Entry()) { entry in
        entry.land(result, as: next, started: started, now: now, policy: policy)
      }
      removeEntries(of: &state, at: now)
      return outcome
    }
    guard let outcome else { return }
    flight.land(outcome)
    let problem: String? = if case .failure(let error) = result { ErrorSummary.text(of: error) } else { nil }
    onRefresh?(key, now - started, problem)
  }

  /// Removes entries without effect, and the least recently used ones beyond the limit.
  private func removeEntries(of state: inout State, at now: Duration) {
    if now >= state.nextSweep {
      state.entries.removeAll { $0.isSpent(at: now, policy) }
      state.nextSweep = now + Self.sweepInterval
    }
    state.entries.trim(to: max(policy.maximumCredentials, 1), state.flights) { $0.flight != nil }
  }
}

extension CredentialStore: Redacted {}

extension Deadline {
  /// A deadline shortly before the call's own, so that the error names the refresh and not the call.
  var leavingTimeToSend: Deadline {
    let left = remaining
    return Deadline(after: left - min(left / 50, .milliseconds(20)), on: clock)
  }
}
