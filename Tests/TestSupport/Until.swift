/// Lets other tasks run until `condition` holds. Cancellation ends the wait, so that a test with a time limit ends.
public func until(_ condition: () async throws -> Bool) async throws {
  while try await !condition() {
    try Task.checkCancellation()
    await Task.yield()
  }
}
