extension Client {
  /// Tracks all later calls of this client and its copies, so that ``shutdown(grace:)`` can wait for them and end them.
  ///
  /// Call this method when you create the client. Without it, a shutdown waits for calls under way but cannot cancel them, and
  /// does not wait for streamed bodies. From then on, each call runs in a child task, and so does each wait for a
  /// chunk of a streamed body.
  public func prepareForShutdown() { calls.startTracking() }

  /// Refuses new calls and waits until the calls under way and their streamed bodies have ended. When the grace is over,
  /// cancels those that have not ended. Then it ends the background work of the middleware: see
  /// ``Middleware/endBackgroundWork()``.
  ///
  /// The shutdown applies to this client and all its copies, and cannot be undone.
  ///
  /// A new call throws a ``CallError`` with ``TransportError/Code/closed`` and sends nothing. A cancelled call throws the same
  /// code, but its phase is not `beforeSending`, because the server may have acted on its request. Each page of a list is a
  /// separate call, and so is each request of ``poll(_:every:within:until:)``.
  ///
  /// During the grace, a call under way keeps its retries, redirects and renewed credentials, with one exception. A renewal
  /// fails if the provider of its `CredentialStore` sends through this client or a copy, and the renewal began outside of a
  /// call or in a call that has ended. The calls that wait for this renewal fail, too. To prevent this, give the provider its
  /// own client, and shut that client down later.
  ///
  /// For a call that began before ``prepareForShutdown()``, or without it, the method waits until its response is there. It
  /// cannot cancel such a call, which continues after the grace, and does not wait for its streamed body. If such a call needs
  /// another call of this client, such as a login, the other call fails.
  ///
  /// The method does not wait for a streamed body whose reader has stopped. A middleware or transport that ignores cancellation
  /// delays the end. The transport keeps its connections, because other clients may use it: see ``Transport/shutdown(grace:)``.
  ///
  /// Do not await this method within a call, as in a middleware: it would wait for that call, and neither would end.
  ///
  /// - Parameter grace: how long calls may take to end, by the client's clock. The grace ends at once if the task of this
  ///   method is cancelled.
  public func shutdown(grace: Duration) async {
    let calls = calls
    calls.close()
    let timer = Task { [clock] in
      try await clock.sleep(untilEndOfLimit: grace)
      calls.cancelAll()
    }
    defer { timer.cancel() }
    await withTaskCancellationHandler {
      await calls.drain()
    } onCancel: {
      calls.cancelAll()
    }
    for link in middleware { await link.endBackgroundWork() }
  }
}
