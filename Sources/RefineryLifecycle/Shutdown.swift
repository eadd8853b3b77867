#if ServiceLifecycle
  import ServiceLifecycle

  /// Runs work until the graceful shutdown or until the task is cancelled. Either one cancels the work; the `CancellationError`
  /// of the work is not rethrown.
  func runUntilShutdown(_ work: @escaping @Sendable () async throws -> Void) async throws {
    do {
      try await cancelWhenGracefulShutdown(work)
    } catch is CancellationError {
      // The work throws this only when it is cancelled.
    }
  }
#endif
