package import RefineryCore

extension CallContext {
  /// Returns the time since `started` without the waits in middleware after `waited` was read, such as for a rate limit or
  /// before a retry, because these waits say nothing about the server.
  package func timeWorked(since started: Duration, _ waited: [String: Duration]) -> Duration {
    let waits = waits.values.reduce(.zero, +) - waited.values.reduce(.zero, +)
    return max(.zero, elapsed - started - waits)
  }
}
