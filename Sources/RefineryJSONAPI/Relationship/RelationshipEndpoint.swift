import HTTPTypes
public import RefineryCore

/// A relationship of one resource as a place on the server: read and change what it leads to, or fetch that.
///
/// ```swift
/// let comments = Article.relationship("comments", of: "1")
/// let ids = try await api.send(comments.read()).linkage?.ids
/// try await api.send(comments.add([ResourceIdentifier("comments", "12")]))
/// let all = try await api.send(comments.related([Comment].self))
/// ```
/// A change that the server carries out without an answer is nil, otherwise the relationship as it is now.
public struct RelationshipEndpoint<Owner: JSONAPIResource>: Sendable {
  /// The name of the relationship, as the server has it.
  public let name: String
  private let owner: PathValue

  init(_ name: String, of id: Owner.ID) {
    self.name = name
    owner = PathValue(id: id)
  }

  /// The linkage: GET.
  public func read() -> Call<Relationship> { call(.get, "readRelationship") }

  /// Makes the relationship lead to exactly this: PATCH.
  public func replace(_ linkage: Linkage) -> Call<Relationship?> {
    call(.patch, "replaceRelationship").body(Relationship(linkage)).optional
  }

  /// Makes a to-one relationship lead to this resource, or to none: PATCH.
  public func replace(_ identifier: ResourceIdentifier?) -> Call<Relationship?> { replace(.one(identifier)) }

  /// Makes a to-many relationship lead to exactly these resources: PATCH.
  public func replace(_ identifiers: [ResourceIdentifier]) -> Call<Relationship?> { replace(.many(identifiers)) }

  /// Adds resources to a to-many relationship; those that are in it already stay in it once: POST.
  public func add(_ identifiers: [ResourceIdentifier]) -> Call<Relationship?> {
    call(.post, "addToRelationship").body(Relationship(.many(identifiers))).optional
  }

  /// Takes resources out of a to-many relationship; those that are not in it do not matter: DELETE with a body.
  public func remove(_ identifiers: [ResourceIdentifier]) -> Call<Relationship?> {
    call(.delete, "removeFromRelationship").body(Relationship(.many(identifiers))).optional
  }

  /// What it leads to, itself: `related([Comment].self)`, `related(Person?.self)`.
  public func related<Related: Decodable & Sendable>(_ type: Related.Type, _ query: Query = [:]) -> Call<Related> {
    let row = Owner.endpoint("related", .get, Owner.relatedPath, parameters: ["id", "relationship"] + Owner.parameters)
    return Call(row, values, query: query)
  }

  private var values: PathValues { ["id": owner, "relationship": .text(name)] }

  private func call(_ method: HTTPRequest.Method, _ row: String) -> Call<Relationship> {
    Call(
      Owner.endpoint(row, method, Owner.relationshipPath, parameters: ["id", "relationship"] + Owner.parameters), values)
  }
}

extension JSONAPIResource {
  /// A relationship of the one with this id.
  public static func relationship(_ name: String, of id: ID) -> RelationshipEndpoint<Self> {
    RelationshipEndpoint(name, of: id)
  }

  /// A relationship of this one.
  public func relationship(_ name: String) -> RelationshipEndpoint<Self> { Self.relationship(name, of: id) }
}
