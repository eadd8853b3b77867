import HTTPTypes
public import RefineryCore

extension Updatable where Self: JSONAPIResource, DeclaredUpdatePath == URITemplate {
  /// PATCH to `updatePath`: JSON:API has no PUT.
  public static var updateEndpoint: Endpoint { endpoint(of: .update, .patch, updatePath) }
}

extension Updatable where Self: JSONAPIResource, Parent == Never {
  /// Updates several resources in one request: PATCH of a document with all of them to `path`.
  ///
  /// If a model has neither id nor local id, the call throws before the request, with ``UnidentifiedResource`` as the
  /// underlying error.
  public static func update(_ models: [Self], nulls: NullPolicy = .null) -> Call<[Self]> {
    update(models.map { IdentifiedModel($0) }, nulls: nulls)
  }
}

/// A model that a document must name.
private struct IdentifiedModel<Model: JSONAPIResource>: Encodable, IdentifiedResource {
  let model: Model
  var identified: any JSONAPIResource { model }

  init(_ model: Model) { self.model = model }

  func encode(to encoder: any Encoder) throws { try model.encode(to: encoder) }
}

extension ScopedCall where Output: JSONAPIResource {
  /// The same call with an optional result: nil for an empty body, null data, a document with only meta, or a status 304.
  public var optional: ScopedCall<Output?, Parent> { decoding(Output?.self) }
}

extension Enumerable where Self: JSONAPIResource {
  /// Follows the links of each document; without links, counts `page[number]`.
  public static var pagination: Pagination? { .jsonAPI() }
}

extension Patchable where Self: JSONAPIResource, Parent == Never {
  /// Sends the attributes and relationships that differ from an earlier state; nil if none differs, so that no request is
  /// needed.
  ///
  /// `Tracked` does the same for a model that was read as `tracked`. An attribute that has become nil is sent as null. A
  /// relationship is compared by its linkage. If the linkage has become absent, the relationship is not sent.
  ///
  /// ```swift
  /// var article = original
  /// article.title = "New"
  /// if let call = try article.patch(since: original) { article = try await api.send(call) }
  /// ```
  /// - Throws: `MappingError` if one of the two cannot be written.
  public func patch(since original: Self) throws -> Call<Self>? {
    try changes(since: original.written()).map { changes in
      Call(Self.patchEndpoint, PathValues("id", PathValue(id: id))).body(changes)
    }
  }
}

extension JSONAPIResource {
  /// The resource object as it is sent, with nil attributes as null.
  func written() throws -> RawResource {
    let coder = Self.coder as? JSONAPICoder ?? JSONAPICoder(for: Self.self)
    return try MappingError.encoding { try coder.writer(nulls: .null).model(self, at: ["data"]) }
  }

  /// The attributes and relationships that differ; nil if none differs.
  func changes(since old: RawResource) throws -> GenericResource? {
    let new = try written()
    let changes = RawResource(
      identifier: new.identifier, attributes: new.attributes.changes(since: old.attributes),
      relationships: new.relationships.changes(since: old.relationships))
    return changes.attributes.isEmpty && changes.relationships.isEmpty ? nil : GenericResource(changes, in: .empty)
  }
}

extension JSONValue.Object {
  fileprivate func changes(since old: JSONValue.Object) -> JSONValue.Object {
    var changes: JSONValue.Object = [:]
    // Texts can be equal in Swift and have different bytes.
    for (name, value) in self where old[name]?.isIdentical(to: value) != true { changes[name] = value }
    return changes
  }
}
