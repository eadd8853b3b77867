public import RefineryCore

/// The operations of a model on one client, as one value.
///
/// The model's capabilities decide which operations exist. A repository is a value: it keeps the client it was made with, so
/// make a new repository when the client's credentials change.
///
/// ```swift
/// let people = Repository<Person>(api)
/// let ann = try await people.create(Person(id: nil, name: "Ann"))
/// let page = try await people.read(pageNumber: 2, pageSize: 20)
/// ```
///
/// Every operation throws `CallError`, or `CancellationError`.
public struct Repository<Model: Resource>: Sendable {
  /// The client that sends the requests.
  public let client: Client

  /// The operations of a model over a client.
  public init(_ client: Client) { self.client = client }

  /// Sends any call, such as one on a custom row of the model.
  @discardableResult
  public func send<Output>(_ call: Call<Output>) async throws -> Output { try await client.send(call) }
}

extension Repository where Model: Creatable, Model.Parent == Never {
  /// Creates one from attributes: POST.
  @discardableResult
  public func create(attributes: JSONValue) async throws -> Model { try await client.send(Model.create(attributes)) }
}

extension Repository where Model: Creatable & Encodable, Model.Parent == Never {
  /// Creates one: POST.
  @discardableResult
  public func create(_ model: Model) async throws -> Model { try await client.send(model.create()) }

  /// Creates several: POST of a list. An empty array sends an empty list.
  @discardableResult
  public func create(_ models: [Model]) async throws -> [Model] { try await client.send(Model.create(models)) }
}

extension Repository where Model: Readable & Identifiable, Model.Parent == Never {
  /// Reads the one with an id.
  public func read(_ id: Model.ID) async throws -> Model { try await client.send(Model.read(id)) }
}

extension Repository where Model: Readable & Singleton, Model.Parent == Never {
  /// Reads the singleton.
  public func read() async throws -> Model { try await client.send(Model.read()) }
}

extension Repository where Model: Enumerable, Model.Parent == Never {
  /// Reads all, as the server lists them.
  public func readAll(_ query: Query = [:]) async throws -> [Model] { try await client.send(Model.enumerate(query)) }

  /// Reads all models that match a query on the server; the same as ``readAll(_:)``.
  public func search(_ query: Query = [:]) async throws -> [Model] { try await readAll(query) }

  /// Reads one page. The query is `?page=2&per_page=20`, in this order.
  public func read(pageNumber: Int, pageSize: Int, _ query: Query = [:]) async throws -> RepositoryPage<Model> {
    let paged: Query = ["page": pageNumber, "per_page": pageSize]
    let reply = try await client.reply(to: Model.enumerate(paged.merging(query)))
    return RepositoryPage(reply.value, reply.head, asked: (pageNumber, pageSize))
  }
}

extension Repository where Model: Updatable & Identifiable & Encodable, Model.Parent == Never {
  /// Replaces one: PUT.
  @discardableResult
  public func update(_ model: Model) async throws -> Model { try await client.send(model.update()) }

  /// Replaces the model with this id by PUT. The argument wins over the model's own id.
  @discardableResult
  public func update(_ model: Model, id: Model.ID) async throws -> Model { try await client.send(Model.update(id, model)) }
}

extension Repository where Model: Updatable & Singleton & Encodable, Model.Parent == Never {
  /// Replaces the singleton: PUT.
  @discardableResult
  public func update(_ model: Model) async throws -> Model { try await client.send(model.update()) }
}

extension Repository where Model: Updatable & Encodable, Model.Parent == Never {
  /// Changes several: PATCH of a list to the collection. An empty array sends an empty list.
  @discardableResult
  public func update(_ models: [Model]) async throws -> [Model] { try await client.send(Model.update(models)) }
}

extension Repository where Model: Patchable & Identifiable, Model.Parent == Never {
  /// Changes some attributes of the one with an id: PATCH.
  @discardableResult
  public func patch(_ id: Model.ID, _ changes: JSONValue) async throws -> Model {
    try await client.send(Model.patch(id, changes))
  }
}

extension Repository where Model: Deletable & Identifiable, Model.Parent == Never {
  /// Deletes the one with an id. The body of a successful response is ignored.
  public func delete(_ id: Model.ID) async throws { try await client.send(Model.delete(id)) }

  /// Deletes a model on the server, by its id.
  public func delete(_ model: Model) async throws { try await client.send(model.delete()) }
}

extension Repository where Model: Deletable & Singleton, Model.Parent == Never {
  /// Deletes the singleton.
  public func delete() async throws { try await client.send(Model.delete()) }
}
