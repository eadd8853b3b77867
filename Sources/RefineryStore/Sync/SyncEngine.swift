import FoundationEssentials
import HTTPTypes
import RefineryCore
import Synchronization

/// The work of a ``SyncedRepository``, on JSON only and without its model.
struct SyncEngine: Sendable {
  let client: Client
  var store: any Store
  let collection: String
  let rows: SyncRows
  let settings: SyncSettings
  let identity: RecordIdentity
  /// Throws if the model cannot read a content.
  let check: @Sendable (JSONValue) throws -> Void
  let shared = SyncShared()

  /// Makes provisional ids. Nil if clients assign the ids, because a PUT would send the provisional id.
  var provisionalID: (@Sendable () -> JSONValue)? { settings.createsByPut ? nil : settings.provisionalID }

  /// Stores a response even if the task is cancelled: the write runs in its own task.
  @discardableResult
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

  /// Whether a synchronization runs. During a run, deletes leave a mark.
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
  /// The `Location` of a new record.
  var location: String?
}
