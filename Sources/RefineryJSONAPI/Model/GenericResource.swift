public import RefineryCore

/// A resource of any type, without a model: all its members as the server wrote them.
///
/// If no model reads a resource of a document, it is kept in this form. A list or a relationship can also be declared with this
/// type. Two values are equal if all their members are equal. If a resource was read and is sent again, a ``JSONAPICoder``
/// sends only the linkage of its relationships, as for any model.
///
/// ```swift
/// for resource in document.included where resource.type == "tags" { print(resource.attributes["name"]?.string ?? "") }
/// ```
public struct GenericResource: ResourceObject, Hashable {
  let raw: RawResource
  let pool: ResourcePool

  init(_ raw: RawResource, in pool: ResourcePool) {
    self.raw = raw
    self.pool = pool
  }

  /// A resource to send. Relationships without linkage are left out.
  public init(
    type: String, id: String? = nil, lid: String? = nil, attributes: JSONValue.Object = [:],
    relationships: [String: Relationship] = [:], meta: JSONValue.Object = [:]
  ) throws {
    var members: JSONValue.Object = [:]
    for (name, relationship) in relationships.sorted(by: { $0.key < $1.key }) where relationship.linkage != nil {
      members[name] = try JSONValueEncoder().encode(relationship)
    }
    raw = RawResource(
      identifier: ResourceIdentifier(type: type, id: id, lid: lid), attributes: attributes, relationships: members,
      meta: meta.isEmpty ? nil : .object(meta))
    pool = .empty
  }

  /// Its type, and its id or local id.
  public var resourceIdentifier: ResourceIdentifier { raw.identifier }
  /// The type.
  public var type: String { raw.identifier.type }
  /// The id; nil until the server has created it.
  public var id: String? { raw.identifier.id }
  /// The attributes.
  public var attributes: JSONValue.Object { raw.attributes }
  /// The relationships by name.
  public var relationships: [String: Relationship] {
    // The structure of relationships was checked when the document was read.
    var relationships: [String: Relationship] = [:]
    for (name, value) in raw.relationships { relationships[name] = try? Relationship(value, at: raw.place) }
    return relationships
  }
  /// The links.
  public var links: ResourceLinks { (try? ResourceLinks(raw.links, at: raw.place)) ?? ResourceLinks() }
  /// The meta members of the resource.
  public var meta: JSONValue.Object { raw.meta?.object ?? [:] }

  /// The resource as a model.
  ///
  /// - Throws: `MappingError` with the place in the document, also if the model is of another type.
  public func decoded<Model: ResourceObject>(as type: Model.Type) throws -> Model {
    try ResourceReader<Model>(pool).value(of: raw)
  }

  /// Returns the resources of a relationship, as far as the document contains them.
  public func related(_ name: String) -> [GenericResource] {
    (relationships[name]?.linkage?.identifiers ?? []).compactMap { identifier in
      pool[identifier].map { GenericResource($0, in: pool) }
    }
  }

  /// Whether all members are equal.
  public static func == (left: Self, right: Self) -> Bool {
    left.raw.identifier == right.raw.identifier && left.raw.json == right.raw.json
  }

  /// Hashes its type, id and local id.
  public func hash(into hasher: inout Hasher) { hasher.combine(raw.identifier) }
}

extension GenericResource: ResourceReadable {
  init(reading resource: RawResource, in pool: ResourcePool) { self.init(resource, in: pool) }
}

extension GenericResource {
  /// Reads a resource object that is not part of a document.
  public init(from decoder: any Decoder) throws {
    let raw = try RawResource(JSONValue(from: decoder), at: DocumentPath(decoder.codingPath))
    self.init(raw, in: .empty)
  }

  /// Writes the resource object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(raw.json)
  }
}

extension RawResource {
  /// The resource object. Links are left out, because only servers write them.
  var json: JSONValue {
    var object: JSONValue.Object = ["type": .string(identifier.type)]
    object["id"] = identifier.id.map(JSONValue.string)
    object["lid"] = identifier.lid.map(JSONValue.string)
    if !attributes.isEmpty || hasAttributes { object["attributes"] = .object(attributes) }
    if !relationships.isEmpty { object["relationships"] = .object(relationships) }
    object["meta"] = meta
    return .object(object)
  }
}

extension ResourcePool {
  static let empty = ResourcePool([], settings: Settings(dates: .iso8601, keys: .asWritten, userInfo: [:]))
}
