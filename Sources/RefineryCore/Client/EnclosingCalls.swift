/// The calls that the current task is part of.
///
/// During a shutdown, a client sends a further call only if it is part of a call under way, such as a login that the call
/// needs. Child tasks and unstructured tasks are part of it automatically. A middleware may work for a call in a detached task,
/// so that the task inherits no other value of the caller's task. It then passes these calls on:
///
/// ```swift
/// let calls = EnclosingCalls.current
/// let token = Task.detached { try await calls.run { try await fetchToken() } }
/// ```
package struct EnclosingCalls: Sendable {
  let ids: [UInt64]

  /// The calls that the current task is part of; none outside of calls, and none before ``Client/prepareForShutdown()``.
  package static var current: EnclosingCalls { EnclosingCalls(ids: CallRegistry.outer) }

  /// Runs work as a part of these calls.
  package func run<Output>(_ work: () async throws -> Output) async rethrows -> Output {
    try await CallRegistry.$outer.withValue(ids, operation: work)
  }
}
