import HTTPTypes
public import RefineryCore

/// The operations of a resource without a model. Its objects are plain JSON, identified by one of their members.
///
/// An object without that member cannot be updated or deleted: the error has the kind `missingIdentifier`, and no request is
/// sent.
///
/// ```swift
/// let notes = DictionaryRepository(api, DictionaryResource("Note", path: "notes", identifiedBy: "_id"))
/// let note = try await notes.create(["text": "hello"])
/// try await notes.delete(note)
/// ```
public struct DictionaryRepository: Sendable {
  /// The client that sends the requests.
  public let client: Client
  /// The rows, and the member that identifies an object.
  public let resource: DictionaryResource

  /// The operations of a resource over a client.
  public init(_ client: Client, _ resource: DictionaryResource) {
    self.client = client
    self.resource = resource
  }

  /// Creates an object and returns it with the response's members merged in.
  @discardableResult
  public func create(_ object: JSONValue) async throws -> JSONValue { try await client.send(resource.create(object)) }

  /// Lists the objects.
  public func search(_ query: Query = [:]) async throws -> [JSONValue] { try await client.send(resource.enumerate(query)) }

  /// Reads the object with an id.
  public func search<ID: Hashable>(_ id: ID) async throws -> JSONValue { try await client.send(resource.read(id)) }

  /// Replaces an object and returns it with the response's members merged in.
  @discardableResult
  public func update(_ object: JSONValue) async throws -> JSONValue { try await client.send(resource.update(object)) }

  /// Changes some members of the object with an id.
  @discardableResult
  public func patch<ID: Hashable>(_ id: ID, _ changes: JSONValue) async throws -> JSONValue {
    try await client.send(resource.patch(id, changes))
  }

  /// Sends the members that differ between two states of an object. Each is sent as a whole. Without a difference, no request
  /// is sent. If the resource's `patchStyle` is a merge patch, only the changes within a member are sent.
  ///
  /// - Returns: the new state with the response's members merged in.
  @discardableResult
  public func patch(_ object: JSONValue, from old: JSONValue) async throws -> JSONValue {
    guard let row = resource.endpoints.first(where: { $0.method == .patch }) else { return try await update(object) }
    let changes = MemberDifference.changes(from: old, to: object, by: row)
    if changes.object?.isEmpty == true { return object }
    guard let id = RecordIdentity(resource.identifier).id(of: object) else {
      // Throws the same error as an update.
      return try await update(object)
    }
    var call = resource.patch(id, changes)
    if let mediaType = MemberDifference.mediaType(of: row) { call = call.header(.contentType, mediaType) }
    return object.merging(try await client.send(call.optional) ?? [:])
  }

  /// Deletes an object.
  public func delete(_ object: JSONValue) async throws { try await client.send(resource.delete(object)) }
}
