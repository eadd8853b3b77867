import FoundationEssentials
import RefineryCore

/// Takes leases, if several processes share the store.
extension SyncEngine {
  /// The names of leases.
  enum LeaseName {
    /// Comparing the records with those of the server.
    static let pull = "pull"
    /// Sending batches.
    static let batch = "batch"
    /// Sending a record.
    static func record(_ key: String) -> String { "record \(key)" }
  }

  /// The store, if several processes may share it.
  var leasingStore: (any LeasingStore)? { (store as? FencedStore)?.base ?? store as? any LeasingStore }

  /// The duration of leases. A shorter one would be extended all the time.
  private var duration: Duration { max(settings.leaseDuration, .milliseconds(10)) }

  /// Runs `body` with the leases of those names that no other process holds. The writes of the engine that `body` gets fail
  /// with ``StoreError/Kind/leaseLost`` if a lease is lost. Without a store that has leases, `body` gets all names.
  func leasing<Output>(
    _ names: [String], _ body: (SyncEngine, Set<String>) async throws -> Output
  ) async throws -> Output {
    guard let leasingStore else { return try await body(self, Set(names)) }
    let leases = try await leasingStore.lease(names, in: collection, lasting: duration)
    return try await holding(leases, of: leasingStore) { try await body($0, Set(leases.map(\.name))) }
  }

  /// Runs `body` with a lease. Waits for it while another process holds it, at most as long as the limit; nil for no limit.
  ///
  /// - Throws: ``HeldByAnotherProcess`` if the limit is reached; what `body` throws.
  func leasing<Output>(
    _ name: String, within limit: Duration? = nil, _ body: (SyncEngine) async throws -> Output
  ) async throws -> Output {
    guard let leasingStore else { return try await body(self) }
    let clock = CallClock.continuous
    let start = clock.now
    var pause = Duration.milliseconds(20)
    while true {
      let leases = try await leasingStore.lease([name], in: collection, lasting: duration)
      if !leases.isEmpty { return try await holding(leases, of: leasingStore, body) }
      if let limit, clock.now - start >= limit { throw HeldByAnotherProcess() }
      try await clock.sleep(for: pause * (0.5 + clock.random()))
      pause = min(pause * 2, .milliseconds(500))
    }
  }

  /// Runs `body`, and extends leases meanwhile. Releases them afterwards, also if the task was cancelled.
  private func holding<Output>(
    _ leases: [StoreLease], of leasingStore: any LeasingStore, _ body: (SyncEngine) async throws -> Output
  ) async throws -> Output {
    guard !leases.isEmpty else { return try await body(self) }
    let duration = duration
    let keeper = Task {
      while !Task.isCancelled {
        try await CallClock.continuous.sleep(for: duration / 3)
        // If this fails, the leases end, and the next write finds out whether another process has taken them.
        _ = try? await leasingStore.extend(leases, lasting: duration)
      }
    }
    var engine = self
    engine.store = FencedStore(base: leasingStore, leases: leases + ((store as? FencedStore)?.leases ?? []))
    let result: Result<Output, any Error>
    do {
      result = .success(try await body(engine))
    } catch {
      result = .failure(error)
    }
    keeper.cancel()
    // If the store cannot be reached, the leases end later.
    await Task { _ = try? await leasingStore.release(leases) }.value
    return try result.get()
  }
}

/// A store whose writes are refused when a lease is lost.
struct FencedStore: Store {
  let base: any LeasingStore
  let leases: [StoreLease]

  func read<Output: Sendable>(_ body: @Sendable (any StoreReading) throws -> Output) async throws -> Output {
    try await base.read(body)
  }

  func write<Output: Sendable>(_ body: @Sendable (any StoreWriting) throws -> Output) async throws -> Output {
    try await base.write(holding: leases, body)
  }
}

/// Another process sends the record.
struct HeldByAnotherProcess: SafelyDescribed {
  var description: String { "another process is sending this record" }
}
