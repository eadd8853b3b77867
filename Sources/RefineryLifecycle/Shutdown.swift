#if ServiceLifecycle
  import ServiceLifecycle

  /// Runs work until the graceful shutdown or until the task is cancelled. Either one cancels the work; the `CancellationError`
  /// of the work is then not rethrown.
  func runUntilShutdown(_ work: @escaping @Sendable () async throws -> Void) async throws {
    do {
      try await cancelWhenGracefulShutdown(work)
    } catch let error as CancellationError {
      // A provider may throw this error although nothing was cancelled. It is then a failure like any other.
      guard Task.isCancelled || Task.isShuttingDownGracefully else { throw error }
    }
  }
#endif
