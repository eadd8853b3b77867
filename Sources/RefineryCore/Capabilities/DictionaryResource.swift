import HTTPTypes

/// A resource without a model. Its objects are plain JSON, identified by one of their members.
///
/// ```swift
/// let notes = DictionaryResource("Note", path: "notes", identifiedBy: "_id")
/// let note = try await api.send(notes.create(["text": "hello"]))
/// try await api.send(notes.delete(note))
/// ```
///
/// If an object lacks this member, its call ends with the kind ``CallError/Kind/missingIdentifier`` and sends nothing.
public struct DictionaryResource: Sendable {
  package let identifier: String
  /// The rows: create, read, update, patch, delete, enumerate.
  public let endpoints: [Endpoint]

  private let create, read, update, patch, delete, enumerate: Endpoint

  /// The six rows of a collection.
  public init(_ name: String, path: URITemplate, identifiedBy identifier: String = "id", options: Options = Options()) {
    self.identifier = identifier
    create = Endpoint("\(name).create", .post, path, options, sends: "object", returns: "object")
    read = Endpoint("\(name).read", .get, path.item, options, returns: "object")
    update = Endpoint("\(name).update", .put, path.item, options, sends: "object", returns: "object")
    patch = Endpoint("\(name).patch", .patch, path.item, options, sends: "changes", returns: "object")
    delete = Endpoint("\(name).delete", .delete, path.item, options, returns: "Okay")
    enumerate = Endpoint("\(name).enumerate", .get, path, options, returns: "[object]")
    endpoints = [create, read, update, patch, delete, enumerate]
  }

  /// Creates an object. Returns the sent object with the members of the response merged in.
  public func create(_ object: JSONValue) -> Call<JSONValue> {
    Call(create, payload: .value(object, nulls: nil), mapping: .mergingSent)
  }

  /// Reads the object with an id.
  public func read<ID: Hashable>(_ id: ID, _ query: Query = [:]) -> Call<JSONValue> {
    Call(read, PathValues("id", PathValue(id: id)), query: query, mapping: .json)
  }

  /// Replaces an object. Returns the sent object with the members of the response merged in.
  public func update(_ object: JSONValue) -> Call<JSONValue> {
    Call(update, values(of: object), payload: .value(object, nulls: nil), mapping: .mergingSent)
  }

  /// Changes the object with an id.
  public func patch<ID: Hashable>(_ id: ID, _ changes: JSONValue) -> Call<JSONValue> {
    Call(patch, PathValues("id", PathValue(id: id)), payload: .value(changes, nulls: nil), mapping: .json)
  }

  /// Deletes an object.
  public func delete(_ object: JSONValue) -> Call<Okay> { Call(delete, values(of: object), mapping: .okay) }

  /// Lists the objects.
  public func enumerate(_ query: Query = [:]) -> Call<[JSONValue]> {
    Call(enumerate, query: query, mapping: .list(of: JSONValue.self))
  }

  private func values(of object: JSONValue) -> PathValues {
    let member = object[identifier]
    let text = member?.string ?? member?.int.map(String.init) ?? member?.number?.text
    return PathValues("id", text.map { .text($0) } ?? .undefined)
  }
}
