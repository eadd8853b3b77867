import FoundationEssentials
import HTTPTypes
import RefineryCore
import Synchronization

/// The work of a ``SyncedRepository``, on JSON only and without its model.
struct SyncEngine: Sendable {
  let client: Client
  let store: any Store
  let collection: String
  let rows: SyncRows
  let settings: SyncSettings
  let identity: RecordIdentity
  /// Throws if the model cannot read a content.
  let check: @Sendable (JSONValue) throws -> Void
  let shared = SyncShared()

  /// Makes provisional ids. Nil if clients assign the ids, because a PUT would send a provisional one.
  var provisionalID: (@Sendable () -> JSONValue)? {
    if case .put = settings.creates { return nil }
    return settings.provisionalID
  }

  /// Stores a response even if the task is cancelled: the write runs in its own task.
  func writeWhole<Output: Sendable>(
    _ body: @escaping @Sendable (any StoreWriting) throws -> Output
  ) async throws -> Output {
    try await Task { try await store.write(body) }.value
  }
}

/// State that all copies of a repository share.
final class SyncShared: Sendable {
  /// Lets one task at a time send a record.
  let records = KeyedLock()
  /// Lets one synchronization run at a time.
  let runs = KeyedLock()
  private let running = Mutex(false)

  /// Whether a synchronization runs. If so, deletes leave a mark.
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
  let objectEnvelope: MemberPath
  let listEnvelope: MemberPath
}

/// The server's state of one record.
struct ServerResponse: Sendable {
  /// Some or all of its members; nil if the response is empty.
  var content: JSONValue?
  var version: String?
}

/// Counts the work of a synchronization.
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
      // Changes that are made during the run increase the count.
      if let total = counted.total { counted.total = max(total, counted.done) }
      return SynchronizationProgress(phase: counted.phase, done: counted.done, total: counted.total)
    }
    progress?(now)
  }
}
