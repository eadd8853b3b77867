extension Client {
  /// Tracks the calls that begin from now on, of this client and all its copies, so that ``shutdown(grace:)`` can wait for them and
  /// end them.
  ///
  /// Call this when the client is made. From then on, each call runs in a child task, and so does each wait for a chunk of a
  /// streamed body.
  public func prepareForShutdown() { calls.startTracking() }

  /// Refuses new calls, waits until the calls under way and their streamed bodies have ended, and cancels those that have not when
  /// the grace is over. Applies to this client and all its copies. It cannot be undone.
  ///
  /// A new call throws a ``CallError`` with ``TransportError/Code/closed`` and sends nothing. A cancelled call throws the same code,
  /// in another phase than `beforeSending`: the server may have acted on its request. During the grace, a call under way keeps its
  /// retries, redirects and renewed credentials. One renewal is refused: that of a `CredentialStore` whose provider sends through
  /// this client or a copy, if a task outside of a call began it, or a call that has ended. The calls that wait for it then fail.
  /// Give the provider a client of its own, which is shut down later. Each page of a list, and each request of ``poll(_:every:within:until:)``, is a call
  /// of its own.
  ///
  /// Calls that began before ``prepareForShutdown()`` are not waited for. A link or transport that ignores cancellation delays the
  /// end. The transport keeps its connections, because other clients may use it: see ``Transport/shutdown(grace:)``.
  ///
  /// Do not wait for this method within a call, such as in a link: the method would wait for that call, and neither would end.
  ///
  /// - Parameter grace: how long calls may take to end, by the client's clock. It is over at once when the task of this method is
  ///   cancelled.
  public func shutdown(grace: Duration) async {
    let calls = calls
    calls.close()
    let timer = Task { [clock] in
      try await clock.sleep(for: grace)
      calls.cancelAll()
    }
    defer { timer.cancel() }
    await withTaskCancellationHandler {
      await calls.drain()
    } onCancel: {
      calls.cancelAll()
    }
  }
}
