#if ServiceLifecycle && Configuration
  public import RefineryConfiguration
  public import RefineryCore
  public import ServiceLifecycle

  /// Applies changes of the configuration while the app runs.
  ///
  /// ```swift
  /// let watcher = SettingsWatcher(config: config, settings: settings, logger: logger)
  /// let services: [any Service] = [file, SettingsService(watcher), ClientService(api), server]
  /// ```
  /// The watcher refuses a changed snapshot with faults; this does not count as a failure. If a provider fails, the service
  /// waits by the rules of ``FailurePolicy``, and watches again. The settings in force do not change. The service ends at
  /// graceful shutdown.
  public struct SettingsService: Service {
    private let watcher: SettingsWatcher
    private let policy: FailurePolicy
    private let clock: CallClock
    private let onFailure: @Sendable (any Error) -> Void

    /// Creates the service of a watcher.
    ///
    /// - Parameters:
    ///   - watcher: applies the changes.
    ///   - failures: what to do when a provider fails.
    ///   - clock: measures the waits after failures, and makes their random part.
    ///   - onFailure: called with each failure, for a log line. Must return quickly.
    public init(
      _ watcher: SettingsWatcher, failures: FailurePolicy = FailurePolicy(), clock: CallClock = .continuous,
      onFailure: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
      self.watcher = watcher
      policy = failures
      self.clock = clock
      self.onFailure = onFailure
    }

    /// Watches until the graceful shutdown or until the task is cancelled. If a watch lasts longer than
    /// ``FailurePolicy/maximumDelay`` before it fails, the failure counts as the first in a row.
    ///
    /// - Throws: the last error of a provider, after ``FailurePolicy/maximumFailures``.
    public func run() async throws {
      try await runUntilShutdown {
        var failures = FailureCount(policy, clock: clock)
        while true {
          let start = clock.now
          do {
            try await watcher.run()
            // The providers report no more changes, but a service that returns early ends the app. So it waits.
            return try await gracefulShutdown()
          } catch {
            try Task.checkCancellation()
            onFailure(error)
            // The provider worked for a while, so this failure is the first in a row.
            if clock.now - start > policy.maximumDelay { failures.succeeded() }
            try await clock.sleep(for: try failures.failed(error))
          }
        }
      }
    }
  }
#endif
