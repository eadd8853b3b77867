import HTTPTypes
public import RefineryCore

extension Updatable where Self: JSONAPIResource {
  /// PATCH to `updatePath`: JSON:API has no PUT.
  public static var updateEndpoint: Endpoint { endpoint(of: .update, .patch, updatePath) }
}

extension Updatable where Self: JSONAPIResource, Parent == Never {
  /// Updates several by one request: PATCH of a document of all to `path`.
  ///
  /// A model without an id or local id ends the call before the request, with ``UnidentifiedResource`` underneath: the server
  /// could not know which resource is meant.
  public static func update(_ models: [Self], nulls: NullPolicy = .nullified) -> Call<[Self]> {
    update(models.map { IdentifiedModel($0) }, nulls: nulls)
  }
}

/// A model that its document has to name.
private struct IdentifiedModel<Model: JSONAPIResource>: Encodable, IdentifiedResource {
  let model: Model
  var identified: any JSONAPIResource { model }

  init(_ model: Model) { self.model = model }

  func encode(to encoder: any Encoder) throws { try model.encode(to: encoder) }
}

extension Call where Output: JSONAPIResource {
  /// The same call, whose response may have no resource: nil for an empty body, null data, a document of meta only, or a
  /// status 304.
  public var optional: Call<Output?> { decoding(Output?.self) }
}

extension Enumerable where Self: JSONAPIResource {
  /// By the links of each document, and by `page[number]` where it has none.
  public static var pagination: Pagination? { .jsonAPI() }
}

extension Patchable where Self: JSONAPIResource, Parent == Never {
  /// Sends the attributes and relationships in which this one differs from what it was; nil where there are none, so that
  /// nothing need be sent.
  ///
  /// For a model that was not read as `tracked`: `Tracked` does this by itself. An attribute that has become nil is sent as null. A relationship counts by its linkage; one that has become absent is
  /// not sent.
  ///
  /// ```swift
  /// var article = original
  /// article.title = "New"
  /// if let call = try article.patch(since: original) { article = try await api.send(call) }
  /// ```
  /// - Throws: `MappingError` where one of the two cannot be written.
  public func patch(since original: Self) throws -> Call<Self>? {
    try changes(since: original.written()).map { changes in
      Call(Self.patchEndpoint, PathValues("id", PathValue(id: id))).body(changes)
    }
  }
}

extension JSONAPIResource {
  /// The resource object as it is sent, nil attributes as null.
  func written() throws -> RawResource {
    let coder = Self.coder as? JSONAPICoder ?? JSONAPICoder(for: Self.self)
    do {
      return try coder.writer(nulls: .nullified).model(self, at: ["data"])
    } catch {
      throw MappingError(encoding: error)
    }
  }

  /// The attributes and relationships that differ; nil where none does.
  func changes(since old: RawResource) throws -> GenericResource? {
    let new = try written()
    let changes = RawResource(
      identifier: new.identifier, attributes: new.attributes.changes(since: old.attributes),
      relationships: new.relationships.changes(since: old.relationships))
    return changes.attributes.isEmpty && changes.relationships.isEmpty ? nil : GenericResource(changes, in: .empty)
  }
}

extension RawJSON.Object {
  fileprivate func changes(since old: RawJSON.Object) -> RawJSON.Object {
    var changes: RawJSON.Object = [:]
    for (name, value) in self where old[name] != value { changes[name] = value }
    return changes
  }
}
