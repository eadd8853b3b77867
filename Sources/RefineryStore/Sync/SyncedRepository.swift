import HTTPTypes
public import RefineryCore

/// A repository that keeps the network and a store together: reads ask the store alone, writes go to the store first and
/// then to the server.
///
/// A write and its entry in the **outbox** are one transaction. What cannot be sent stays there, over crashes and restarts,
/// until ``synchronize(_:progress:)`` has sent it. Each entry has one `Idempotency-Key` for all its sendings, so that a server
/// that honours keys does nothing twice, whenever the process dies.
///
/// ```swift
/// let notes = SyncedRepository<Note>(api, store: try SQLiteStore("/var/lib/app/notes.sqlite"))
/// try await notes.create(Note(id: UUID(), text: "hello"))       // stored, then sent
/// let found = try await notes.search(where: Member("text") == "hello")    // no request
/// let report = try await notes.synchronize()                    // sends what is left, fetches what is new
/// ```
///
/// **Order.** One record's changes are sent in the order in which they were made, always. Different records are sent in the
/// order in which they first waited, unless ``SyncSettings/push-swift.property`` says otherwise.
///
/// **Cost.** A synchronization takes time in proportion to the records it looks at. It holds one page of the server's records
/// and one chunk of the store's at a time, and the ids of a whole listing. A sent record costs two transactions.
///
/// Make one repository for a collection of a store and pass copies of it around: copies share the locks by which a record is
/// sent by one task at a time and synchronizations come one after the other.
public struct SyncedRepository<Model: Codable & Sendable>: Sendable {
  let engine: SyncEngine
  /// How models become records.
  public let coding: RecordCoding<Model>

  init(engine: SyncEngine, coding: RecordCoding<Model>) {
    self.engine = engine
    self.coding = coding
  }

  /// What its records belong to in the store.
  public var collection: String { engine.collection }
  /// Where its records are.
  public var store: any Store { engine.store }
  /// How it treats its server.
  public var settings: SyncSettings { engine.settings }

  func stored(_ record: StoredRecord) throws -> Stored<Model> { try Stored(record, coding) }
}

extension SyncedRepository
where Model: Creatable & Updatable & Deletable & Enumerable & Identifiable, Model.Parent == Never, Model.ID: Sendable {
  /// A repository of a model's records.
  ///
  /// - Parameters:
  ///   - client: reaches the server.
  ///   - store: keeps the records and the outbox.
  ///   - collection: what the records belong to in the store; the model's name unless told.
  ///   - coding: how models become records; as the model's or the client's coder has it unless told.
  ///   - settings: how the server is treated.
  public init(
    _ client: Client, store: any Store, collection: String? = nil, coding: RecordCoding<Model>? = nil,
    settings: SyncSettings = SyncSettings()
  ) {
    let coding = coding ?? RecordCoding(as: Model.coder ?? client.coder)
    var path = Model.path
    if case .batched(let batch) = settings.push {
      path = path.appending(batch.path)
    } else {
      path = path.appending("collection")
    }
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

extension SyncedRepository where Model == RawJSON {
  /// A repository of records without a model, identified by a member.
  public init(
    _ client: Client, store: any Store, resource: DictionaryResource, collection: String? = nil,
    settings: SyncSettings = SyncSettings()
  ) {
    var settings = settings
    settings.identifier = resource.identifier
    let name = resource.endpoints.first?.name.split(separator: ".").dropLast().joined(separator: ".") ?? ""
    // A dictionary resource has all six.
    func row(_ operation: String) -> Endpoint {
      resource.endpoints.first { $0.name == "\(name).\(operation)" } ?? Endpoint("\(name).\(operation)", .get, "")
    }
    let create = row("create")
    var path: URITemplate = "collection"
    if case .batched(let batch) = settings.push { path = batch.path }
    let rows = SyncRows(
      create: create, read: row("read"), update: row("update"), patch: row("patch"), delete: row("delete"),
      list: row("enumerate"), batch: Endpoint("\(name).push", .post, create.path.appending(path), create.options),
      objectEnvelope: [], listEnvelope: [])
    self.init(
      engine: SyncEngine(
        client: client, store: store, collection: collection ?? name, rows: rows, settings: settings,
        identity: RecordIdentity(settings.identifier), check: { _ in }), coding: RecordCoding())
  }
}
