#if ServiceLifecycle
  public import RefineryAuth
  import RefineryCore
  public import ServiceLifecycle

  /// Refreshes the credentials of a store while the app runs, so that calls do not wait for them.
  ///
  /// ```swift
  /// let client = try OAuth2Client("app", .basic(secret), tokenURL: url, via: next)
  /// let tokens = CredentialStore(try OAuth2Grant.clientCredentials(client))
  /// let services: [any Service] = [CredentialService(tokens), ClientService(api), server]
  /// ```
  /// The service fetches each credential when it starts, and again `RefreshPolicy.background` before it expires. If calls need
  /// the same credential at that time, the store makes one request for the service and the calls. After a failure, the service
  /// waits by the rules of ``FailurePolicy``, but at least for `RefreshPolicy.backOff`, and tries again. Each wait is at least
  /// 1 s. Calls use the current credential as long as it is valid.
  ///
  /// The service ends at graceful shutdown. A call that needs a credential later fetches it.
  public struct CredentialService: Service {
    /// How often the service checks a credential that does not expire: a call may have replaced it after a 401.
    private static let pause = Duration.seconds(60)
    /// The shortest wait, so that credentials that are always due do not keep the service busy.
    private static let shortestWait = Duration.seconds(1)

    private let store: CredentialStore
    private let keys: [String]
    private let policy: FailurePolicy
    private let onFailure: @Sendable (any Error) -> Void

    /// Creates the service of a store, whose clock it uses.
    ///
    /// - Parameters:
    ///   - store: the store that the clients use.
    ///   - keys: the credentials to keep fresh, by the keys that rows and calls name with `Authentication`. Default: the
    ///     credential without a key.
    ///   - failures: what to do when the provider fails.
    ///   - onFailure: called with each failure, for a log line. Must return quickly.
    public init(
      _ store: CredentialStore, keys: [String] = [""], failures: FailurePolicy = FailurePolicy(),
      onFailure: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
      self.store = store
      self.keys = keys
      policy = failures
      self.onFailure = onFailure
    }

    /// Refreshes the credentials until the graceful shutdown or until the task is cancelled.
    ///
    /// - Throws: the last error, after ``FailurePolicy/maximumFailures``.
    public func run() async throws {
      try await runUntilShutdown {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for key in keys { group.addTask { try await keepFresh(key) } }
          try await group.waitForAll()
          // Without keys there is nothing to do, but a service that returns early ends the app. So it waits.
          try await gracefulShutdown()
        }
      }
    }

    private func keepFresh(_ key: String) async throws {
      var failures = FailureCount(policy, clock: store.clock)
      while true {
        var wait: Duration
        do {
          wait = try await store.renewIfDue(key) ?? Self.pause
          failures.succeeded()
        } catch {
          try Task.checkCancellation()
          onFailure(error)
          // Until its back-off ends, the store throws the same failure again, which would be counted twice.
          wait = max(try failures.failed(error), store.policy.backOff)
        }
        try await store.clock.sleep(for: max(wait, Self.shortestWait))
      }
    }
  }
#endif
