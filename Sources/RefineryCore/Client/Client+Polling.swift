import HTTPTypes

extension Client {
  /// Sends a call again and again until its output satisfies a condition, such as the end of a job on the server.
  ///
  /// ```swift
  /// let job = try await api.poll(Job.read(7), every: .seconds(2), within: .seconds(300)) { $0.value.state == "done" }
  /// ```
  /// Each poll is a separate call, with its own attempts and log lines. After a response that is not from the network, such as
  /// one from a cache, the next requests have `Cache-Control: no-cache`, unless the client, the row or the call sets this
  /// field.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - interval: the wait between a response and the next request. If `Retry-After` of the response is longer, it applies
  ///     instead.
  ///   - limit: the time limit of all requests and waits together. The call's own ``Options/timeout`` still limits each
  ///     request.
  ///   - isDone: called with each reply. The first reply for which it returns true is returned.
  /// - Throws: the error of the first call that fails, as ``reply(to:)`` does. A ``CallError`` with `TimedOut(.total)` if the
  ///   next wait would end after `limit`. The errors of `isDone`. `CancellationError` when the task is cancelled.
  public func poll<Output>(
    _ call: Call<Output>, every interval: Duration = .seconds(1), within limit: Duration,
    until isDone: (Reply<Output>) async throws -> Bool
  ) async throws -> Reply<Output> {
    let deadline = Deadline(after: limit, on: clock)
    let own = options(of: call).timeout
    let setsCaching = headers(of: call).mentions(.cacheControl)
    var call = call
    while true {
      let remaining = max(deadline.remaining, .zero)
      let reply = try await reply(to: call.timeout(own.map { min($0, remaining) } ?? remaining))
      if try await isDone(reply) { return reply }
      // Otherwise, a cache returns the same response until its lifetime ends.
      if reply.source != .network, !setsCaching { call = call.header(.cacheControl, "no-cache") }
      let wait = max(RetryAfter.wait(reply.headers, now: { clock.date }) ?? .zero, interval, .zero)
      guard wait < deadline.remaining else {
        throw CallError(
          .sending, overrides.applied(to: call.endpoint), response: reply.head, underlying: TimedOut(.total, limit: limit))
      }
      try await clock.sleep(for: wait)
    }
  }
}
