#if ServiceLifecycle
  public import RefineryCore
  public import RefineryStore
  public import ServiceLifecycle

  /// Synchronizes a repository with its server while the app runs: at the start, at an interval, and on request.
  ///
  /// ```swift
  /// let notes = SyncedRepository<Note>(api, store: try SQLiteStore("/var/lib/app/notes.sqlite"), settings: settings)
  /// let sync = SynchronizationService(notes, every: .seconds(60))
  /// let services: [any Service] = [ClientService(api), sync, server]
  /// // in a handler, where the settings write only to the outbox:
  /// try await notes.create(note)
  /// sync.synchronizeSoon()
  /// ```
  /// One synchronization runs at a time. If one fails, for example because the server cannot be reached, the next one starts on
  /// request, or after the wait of ``FailurePolicy``, which includes a `Retry-After`. At graceful shutdown, a running
  /// synchronization and an earlier request for one may end within the grace. After the grace, they are cancelled. Unsent
  /// changes stay in the outbox of the store, each with its `Idempotency-Key`, and are sent after the next start.
  ///
  /// Create one service for each repository and run it once. List it after the service of its client, so that it ends first.
  public final class SynchronizationService: Service {
    private let synchronize: @Sendable () async throws -> SynchronizationReport
    private let interval: Duration?
    private let grace: Duration
    private let policy: FailurePolicy
    private let clock: CallClock
    private let onResult: @Sendable (Result<SynchronizationReport, any Error>) -> Void
    /// Requests for a synchronization. Only the newest one is kept, because one run covers all earlier requests.
    private let requests: AsyncStream<Void>
    private let asking: AsyncStream<Void>.Continuation

    /// Creates the service of a repository.
    ///
    /// - Parameters:
    ///   - repository: the repository, or a copy of it.
    ///   - interval: the time between the end of a synchronization and the start of the next one. If nil, the service
    ///     synchronizes only at the start and on request.
    ///   - pull: what to fetch; by default everything.
    ///   - grace: how long a synchronization may take to end at graceful shutdown. Default 10 s.
    ///   - failures: what to do when a synchronization fails. A single record that fails is listed in the report and does not
    ///     count as a failure.
    ///   - clock: measures the waits, and makes their random part.
    ///   - onResult: called with the result of each synchronization, for a log line. Must return quickly.
    public init<Model>(
      _ repository: SyncedRepository<Model>, every interval: Duration?, pull: Pull = .everything,
      grace: Duration = .seconds(10), failures: FailurePolicy = FailurePolicy(), clock: CallClock = .continuous,
      onResult: @escaping @Sendable (Result<SynchronizationReport, any Error>) -> Void = { _ in }
    ) {
      synchronize = { try await repository.synchronize(pull) }
      self.interval = interval
      self.grace = grace
      policy = failures
      self.clock = clock
      self.onResult = onResult
      (requests, asking) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
      asking.yield()
    }

    /// Requests a synchronization and returns at once. If one is running, the next one starts after it.
    public func synchronizeSoon() { asking.yield() }

    /// Synchronizes until the graceful shutdown or until the task is cancelled.
    ///
    /// - Throws: the last error, after ``FailurePolicy/maximumFailures``.
    public func run() async throws {
      let (clock, grace) = (clock, grace)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await self.serve() }
        group.addTask {
          // Cancellation ends both waits.
          try? await gracefulShutdown()
          self.asking.finish()
          try? await clock.sleep(untilEndOfLimit: grace)
        }
        // The first task ends when there are no more requests, the second when the grace is over. The other one is then
        // cancelled.
        try await group.next()
        group.cancelAll()
        try await group.waitForAll()
      }
    }

    private func serve() async throws {
      var failures = FailureCount(policy, clock: clock)
      var timer: Task<Void, any Error>?
      defer { timer?.cancel() }
      for await _ in requests {
        timer?.cancel()
        var wait = interval
        do {
          let report = try await synchronize()
          failures.succeeded()
          onResult(.success(report))
        } catch {
          if Task.isCancelled { return }
          onResult(.failure(error))
          wait = try failures.failed(error)
        }
        guard let wait else { continue }
        timer = Task { [clock, asking] in
          try await clock.sleep(for: wait)
          asking.yield()
        }
      }
    }
  }
#endif
