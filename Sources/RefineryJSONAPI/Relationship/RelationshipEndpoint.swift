import HTTPTypes
public import RefineryCore

/// The rows of one relationship of one resource: they read and change its linkage, or fetch the related resources.
///
/// ```swift
/// let comments = Article.relationship("comments", of: "1")
/// let ids = try await api.send(comments.read()).linkage?.ids
/// try await api.send(comments.add([ResourceIdentifier("comments", "12")]))
/// let all = try await api.send(comments.related([Comment].self))
/// ```
/// The result of a change is nil if the response is empty; otherwise it is the relationship as it is now.
public struct RelationshipEndpoint<Owner: JSONAPIResource>: Sendable {
  private let name: String
  private let owner: PathValue

  init(_ name: String, of id: Owner.ID) {
    self.name = name
    owner = PathValue(id: id)
  }

  /// Reads the linkage: GET.
  public func read() -> Call<Relationship> { call(.get, "readRelationship") }

  /// Replaces the linkage: PATCH. `.one(nil)` and `.many([])` empty the relationship.
  public func replace(_ linkage: Linkage) -> Call<Relationship?> {
    call(.patch, "replaceRelationship").body(Relationship(linkage)).optional
  }

  /// Adds resources to a to-many relationship: POST. A resource that is already in it is not added twice.
  public func add(_ identifiers: [ResourceIdentifier]) -> Call<Relationship?> {
    call(.post, "addToRelationship").body(Relationship(.many(identifiers))).optional
  }

  /// Removes resources from a to-many relationship: DELETE with a body. Other resources are ignored.
  public func remove(_ identifiers: [ResourceIdentifier]) -> Call<Relationship?> {
    call(.delete, "removeFromRelationship").body(Relationship(.many(identifiers))).optional
  }

  /// Fetches the related resources: `related([Comment].self)`, `related(Person?.self)`.
  public func related<Related: Decodable & Sendable>(_ type: Related.Type, _ query: Query = [:]) -> Call<Related> {
    Call(row("related", .get, "{relationship}"), values, query: query)
  }

  private var values: PathValues { ["id": owner, "relationship": .text(name)] }

  private func call(_ method: HTTPRequest.Method, _ name: String) -> Call<Relationship> {
    Call(row(name, method, "relationships/{relationship}"), values)
  }

  private func row(_ name: String, _ method: HTTPRequest.Method, _ path: URITemplate) -> Endpoint {
    Owner.endpoint(
      name, method, Owner.itemPath.appending(path), parameters: ["id", "relationship"] + Owner.parameters)
  }
}

extension JSONAPIResource {
  /// A relationship of the resource with this id.
  public static func relationship(_ name: String, of id: ID) -> RelationshipEndpoint<Self> {
    RelationshipEndpoint(name, of: id)
  }

  /// A relationship of this resource.
  public func relationship(_ name: String) -> RelationshipEndpoint<Self> { Self.relationship(name, of: id) }
}
