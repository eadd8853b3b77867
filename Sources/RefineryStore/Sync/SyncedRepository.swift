import HTTPTypes
public import RefineryCore

/// A repository that combines a server and a local store: reads use only the store; writes go to the store first and then to
/// the server.
///
/// A write and its entry in the **outbox** are one transaction. An entry that cannot be sent stays in the outbox, over crashes
/// and restarts, until ``synchronize(_:progress:)`` has sent it. An entry has the same `Idempotency-Key` in all its requests,
/// so a server that honours the key applies it once.
///
/// ```swift
/// let notes = SyncedRepository<Note>(api, store: try SQLiteStore("/var/lib/app/notes.sqlite"))
/// try await notes.create(Note(id: UUID(), text: "hello"))       // stored, then sent
/// let found = try await notes.search(where: Member("text") == "hello")    // no request
/// let report = try await notes.synchronize()                    // sends what is left, fetches what is new
/// ```
///
/// **Order.** The changes of one record are sent in the order in which they were made. Different records are sent in the order
/// of their first waiting entry, unless several are sent at a time (``SyncSettings/concurrency``,
/// ``SyncSettings/batch-swift.property``).
///
/// **Cost.** The time of a synchronization is proportional to the records that it reads. In memory, it holds one page of the
/// server's records, one chunk of the store's records, and the ids of a whole listing. A sent record costs two transactions.
///
/// Make one repository for each collection of a store and pass copies of it. Copies share the locks: only one task at a time
/// sends a record, and only one synchronization runs at a time. With a ``LeasingStore``, this also holds for other processes:
/// each record is sent by one process at a time, and one process at a time pulls.
public struct SyncedRepository<Model: Codable & Sendable>: Sendable {
  let engine: SyncEngine
  let coding: RecordCoding<Model>

  /// The name of its collection in the store.
  public var collection: String { engine.collection }
  /// The store that holds its records.
  public var store: any Store { engine.store }
  package var settings: SyncSettings { engine.settings }

  func stored(_ record: StoredRecord) throws -> Stored<Model> { try Stored(record, coding) }
}

extension SyncedRepository
where Model: Creatable & Updatable & Deletable & Enumerable & Identifiable, Model.Parent == Never, Model.ID: Sendable {
  /// A repository of a model's records.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - store: holds the records and the outbox.
  ///   - collection: the name of the collection in the store; by default the model's name.
  ///   - coding: converts models to records; by default as the coder of the model or the client does.
  ///   - settings: how the repository works with its server.
  public init(
    _ client: Client, store: any Store, collection: String? = nil, coding: RecordCoding<Model>? = nil,
    settings: SyncSettings = SyncSettings()
  ) {
    let coding = coding ?? RecordCoding(as: Model.coder ?? client.coder)
    let path = Model.path.appending((settings.batch ?? SyncSettings.Batch()).path)
    let rows = SyncRows(
      create: Model.createEndpoint, read: (Model.self as? any Readable.Type)?.readEndpoint, update: Model.updateEndpoint,
      patch: (Model.self as? any Patchable.Type)?.patchEndpoint, delete: Model.deleteEndpoint, list: Model.enumerateEndpoint,
      batch: Model.endpoint("push", .post, path), objectEnvelope: Model.objectEnvelope, listEnvelope: Model.listEnvelope)
    self.init(
      engine: SyncEngine(
        client: client, store: store, collection: collection ?? Model.resourceName, rows: rows, settings: settings,
        identity: RecordIdentity(settings.identifier, of: Model.ID.self), check: { _ = try coding.model(of: $0) }),
      coding: coding)
  }
}

extension SyncedRepository where Model == JSONValue {
  /// A repository of records without a model, identified by a member.
  public init(
    _ client: Client, store: any Store, resource: DictionaryResource, collection: String? = nil,
    settings: SyncSettings = SyncSettings()
  ) {
    var settings = settings
    settings.identifier = resource.identifier
    let name = resource.endpoints.first?.name.split(separator: ".").dropLast().joined(separator: ".") ?? ""
    // A dictionary resource has all six operations.
    func row(_ operation: String) -> Endpoint {
      resource.endpoints.first { $0.name == "\(name).\(operation)" } ?? Endpoint("\(name).\(operation)", .get, "")
    }
    let create = row("create")
    let path = create.path.appending((settings.batch ?? SyncSettings.Batch()).path)
    let rows = SyncRows(
      create: create, read: row("read"), update: row("update"), patch: row("patch"), delete: row("delete"),
      list: row("enumerate"), batch: Endpoint("\(name).push", .post, path, create.options),
      objectEnvelope: [], listEnvelope: [])
    self.init(
      engine: SyncEngine(
        client: client, store: store, collection: collection ?? name, rows: rows, settings: settings,
        identity: RecordIdentity(settings.identifier), check: { _ in }), coding: RecordCoding())
  }
}
