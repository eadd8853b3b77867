import HTTPTypes
public import RefineryCore

extension Updatable where Self: JSONAPIResource {
  /// PATCH to `updatePath`: JSON:API has no PUT.
  public static var updateEndpoint: Endpoint { endpoint(of: .update, .patch, updatePath) }
}

extension Updatable where Self: JSONAPIResource, Parent == Never {
  /// Changes the one with this id, which counts even where the attributes hold another.
  ///
  /// Nil attributes are sent as null, so that the server forgets them; `nulls: .valued` leaves them out. Relationships that are
  /// absent or nil are left out.
  public static func update<Attributes: Encodable & Sendable>(
    _ id: ID, _ attributes: Attributes, nulls: NullPolicy = .nullified
  ) -> Call<Self> {
    addressed(updateEndpoint, id, attributes, nulls: nulls)
  }

  /// Changes the one with this id by attributes written in place.
  public static func update(_ id: ID, _ attributes: RawJSON) -> Call<Self> {
    addressed(updateEndpoint, id, attributes, nulls: .valued)
  }

  /// Changes what the server has into this one.
  public func update(nulls: NullPolicy = .nullified) -> Call<Self> { Self.update(id, self, nulls: nulls) }
}

extension Patchable where Self: JSONAPIResource, Parent == Never {
  /// Changes the one with this id.
  ///
  /// `changes` is anything with the properties that change, attributes or relationships. Nil ones are left out, so they stay
  /// as they are; `nulls: .nullified` sends attributes as null. A `Field` says for each which is meant.
  public static func patch<Changes: Encodable & Sendable>(
    _ id: ID, _ changes: Changes, nulls: NullPolicy = .valued
  ) -> Call<Self> {
    addressed(patchEndpoint, id, changes, nulls: nulls)
  }

  /// Changes the one with this id by attributes written in place: `Article.patch("5", ["title": "New"])`.
  public static func patch(_ id: ID, _ changes: RawJSON) -> Call<Self> {
    addressed(patchEndpoint, id, changes, nulls: .valued)
  }

  /// Changes the one the server has; the answer is a new value.
  public func patch<Changes: Encodable & Sendable>(_ changes: Changes, nulls: NullPolicy = .valued) -> Call<Self> {
    Self.patch(id, changes, nulls: nulls)
  }

  /// Changes the one the server has by attributes written in place.
  public func patch(_ changes: RawJSON) -> Call<Self> { Self.patch(id, changes) }

  /// Sends the attributes and relationships in which this one differs from what it was; nil where there are none, so that
  /// nothing need be sent.
  ///
  /// An attribute that has become nil is sent as null. A relationship counts by its linkage; one that has become absent is
  /// not sent.
  ///
  /// ```swift
  /// var article = original
  /// article.title = "New"
  /// if let call = try article.patch(since: original) { article = try await api.send(call) }
  /// ```
  /// - Throws: `MappingError` where one of the two cannot be written.
  public func patch(since original: Self) throws -> Call<Self>? {
    let writer = (Self.coder as? JSONAPICoder ?? JSONAPICoder(for: Self.self)).writer(nulls: .nullified)
    let (old, new) = (try writer.model(original, at: ["data"]), try writer.model(self, at: ["data"]))
    let changes = RawResource(
      identifier: new.identifier, attributes: new.attributes.changes(since: old.attributes),
      relationships: new.relationships.changes(since: old.relationships))
    guard !changes.attributes.isEmpty || !changes.relationships.isEmpty else { return nil }
    return Call(Self.patchEndpoint, PathValues("id", PathValue(id: id))).body(GenericResource(changes, in: .empty))
  }
}

extension RawJSON.Object {
  fileprivate func changes(since old: RawJSON.Object) -> RawJSON.Object {
    var changes: RawJSON.Object = [:]
    for (name, value) in self where old[name] != value { changes[name] = value }
    return changes
  }
}

extension JSONAPIResource where Self: Decodable {
  fileprivate static func addressed<Changes: Encodable & Sendable>(
    _ endpoint: Endpoint, _ id: ID, _ changes: Changes, nulls: NullPolicy
  ) -> Call<Self> {
    Call(endpoint, PathValues("id", PathValue(id: id)))
      .body(Addressed<Self, Changes>(id: text(of: id), changes: changes), nulls: nulls)
  }
}

/// Changes of the resource with an id.
private struct Addressed<Model: JSONAPIResource, Changes: Encodable & Sendable>: AddressedFields, Sendable {
  let id: String?
  let changes: Changes
  var model: any JSONAPIResource.Type { Model.self }
  var fields: any Encodable { changes }

  /// For coders that know nothing of resources.
  func encode(to encoder: any Encoder) throws { try changes.encode(to: encoder) }
}
