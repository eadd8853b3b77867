public import RefineryCore
import Synchronization

/// Keeps the credentials of a provider and renews them. It makes one request to the provider at a time, for all calls that wait.
///
/// A renewal does not depend on the call that started it: a cancelled call only stops waiting, and the provider sees neither the
/// call's deadline nor its task-local values. Keys that the provider gives the same identity share one credential. A failure is kept only for a short
/// back-off, and a credential that is still valid stays in use during it. Share one store between clients that use the same
/// account.
///
/// ```swift
/// let store = CredentialStore(try OAuth2ClientCredentials(OAuth2Client("app", .basic(secret), tokenURL: url, via: next)))
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
    let identity = provider.identity(for: key)
    let (step, version) = entries.withLock { entries in
      let version = entries[identity]?.version ?? 0
      return (entries[identity, default: Entry()].renewal(at: clock.now, policy) { begin(key, identity) }, version)
    }
    switch step {
    case .fresh(let left): return left
    case .failed(let error): throw error
    case .wait(let flight):
      let lease = try await flight.landing()
      return try entries.withLock { entries in
        let entry = entries[identity, default: Entry()]
        // After a failure the calls that wait get the old credential, if it is still valid.
        if lease.version == version, let failure = entry.failure { throw failure.error }
        return entry.left(at: clock.now, policy)
      }
    }
  }

  /// Removes the credential, or the failure to fetch it, so that the next call fetches one. A fetch that is under way is not
  /// cancelled.
  public func forget(_ key: String = "") {
    entries.withLock { $0[provider.identity(for: key)]?.forget() }
  }

  /// Returns the credential to use; after a 401, one that is newer than the refused version. Returns nil within the provider's
  /// own requests.
  func lease(_ key: String, refused: Int? = nil, deadline: Deadline? = nil) async throws -> Lease? {
    let underway = Self.underway
    let identity = provider.identity(for: key)
    let step = entries.withLock { entries in
      if let flight = entries[identity]?.flight, underway.contains(where: { $0 === flight }) { return Step.own }
      return entries[identity, default: Entry()].step(at: clock.now, refused: refused, policy: policy) { begin(key, identity) }
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

  private func begin(_ key: String, _ identity: String) -> Flight {
    let started = clock.now
    let context = CredentialContext(key: key, clock: clock, limit: policy.limit)
    let flight = Flight()
    let (underway, calls) = (Self.underway + [flight], EnclosingCalls.current)
    let land: @Sendable (Result<Credential, any Error>) -> Void = { [self] result in
      self.land(flight, key, identity, result, started: started)
    }
    // Detached: the credential is for all calls, so its request takes no task-local value, such as a span, of the first of them.
    let work = Task.detached { [provider] in
      await calls.run {
        await Self.$underway.withValue(underway) {
          do {
            let credential = try await provider.credential(for: context)
            if let problem = credential.problem { throw CredentialError.malformed(problem) }
            if let lifetime = credential.lifetime, lifetime <= .zero {
              throw CredentialError.malformed("the provider gave a credential whose lifetime is over already")
            }
            land(.success(credential))
          } catch {
            land(.failure(error))
          }
        }
      }
    }
    flight.timer = Task.detached { [policy, clock] in
      try await clock.sleep(for: max(policy.limit, .zero))
      work.cancel()
      land(.failure(TimedOut(.refresh, limit: policy.limit)))
    }
    return flight
  }

  private func land(
    _ flight: Flight, _ key: String, _ identity: String, _ result: Result<Credential, any Error>, started: Duration
  ) {
    let now = clock.now
    let outcome = entries.withLock { entries in
      entries[identity, default: Entry()].land(flight, result, started: started, now: now, policy: policy)
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
}

extension Deadline {
  /// A deadline shortly before that of the call, so that the error names the refresh and not the call.
  var leavingTimeToSend: Deadline {
    let left = remaining
    return Deadline(after: left - min(left / 50, .milliseconds(20)), on: clock)
  }
}
