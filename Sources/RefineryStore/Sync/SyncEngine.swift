import FoundationEssentials
import HTTPTypes
import RefineryCore
import Synchronization

/// What a ``SyncedRepository`` does, without its model: everything here is JSON.
struct SyncEngine: Sendable {
  let client: Client
  let store: any Store
  let collection: String
  let rows: SyncRows
  let settings: SyncSettings
  let identity: RecordIdentity
  /// Throws where the model cannot read a content.
  let check: @Sendable (RawJSON) throws -> Void
  let shared = SyncShared()

  /// Does what must not be torn by a cancellation: an answer that has come is stored.
  func writeWhole<Output: Sendable>(
    _ body: @escaping @Sendable (any StoreWriting) throws -> Output
  ) async throws -> Output {
    let store = store
    return try await Task { try await store.write(body) }.value
  }
}

/// What all copies of a repository share.
final class SyncShared: Sendable {
  /// One sending at a time for each record.
  let records = KeyedGate()
  /// One synchronization at a time.
  let runs = KeyedGate()
  private let running = Mutex(false)

  /// Whether a synchronization runs, so that what is deleted meanwhile must be remembered.
  var isRunning: Bool {
    get { running.withLock { $0 } }
    set { running.withLock { $0 = newValue } }
  }
}

/// The rows that synchronization uses.
struct SyncRows: Sendable {
  let create: Endpoint
  let read: Endpoint?
  let update: Endpoint
  let patch: Endpoint?
  let delete: Endpoint
  let list: Endpoint
  let batch: Endpoint
  let objectEnvelope: KeyPathText
  let listEnvelope: KeyPathText
}

/// What the server says about one record.
struct ServerAnswer: Sendable {
  /// Its members, or some of them; nil where the answer is empty.
  var content: RawJSON?
  var version: String?
}

/// Counts what a synchronization does.
final class SyncTally: Sendable {
  private let kept = Mutex(SynchronizationReport())
  private let counted = Mutex<(phase: SynchronizationPhase, done: Int, total: Int?)>((.push, 0, nil))
  private let progress: (@Sendable (SynchronizationProgress) -> Void)?

  init(_ progress: (@Sendable (SynchronizationProgress) -> Void)? = nil) { self.progress = progress }

  var report: SynchronizationReport { kept.withLock { $0 } }

  func note(_ change: (inout SynchronizationReport) -> Void) { kept.withLock { change(&$0) } }

  func failed(_ key: String?, _ id: String?, _ phase: SynchronizationPhase, _ error: any Error) {
    note { $0.failures.append(.init(key: key, id: id, phase: phase, error: error)) }
  }

  func begin(_ phase: SynchronizationPhase, of total: Int?) {
    counted.withLock { $0 = (phase, 0, total) }
    progress?(SynchronizationProgress(phase: phase, done: 0, total: total))
  }

  func advance(by count: Int = 1) {
    let now = counted.withLock { counted in
      counted.done += count
      // Changes that are made while it runs come on top.
      if let total = counted.total { counted.total = max(total, counted.done) }
      return SynchronizationProgress(phase: counted.phase, done: counted.done, total: counted.total)
    }
    progress?(now)
  }
}
