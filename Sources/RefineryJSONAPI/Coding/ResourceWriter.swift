import RefineryCore

/// Converts models and attributes to resource objects.
struct ResourceWriter {
  let settings: ResourcePool.Settings
  let nulls: NullPolicy
  /// The type of attributes without a model.
  let type: String?
  /// Whether names that the standard forbids are refused.
  let checksNames: Bool
  /// Collects the new resources of relationships.
  var mark = RelationshipMark()

  /// - Throws: `MappingError` with the place in the document.
  func resource(_ value: any Encodable, at path: [String]) throws -> JSONValue {
    switch value {
    case let generic as GenericResource: return try checked(generic.raw.withLinkageOnly, at: path).json
    case let named as any IdentifiedResource:
      let identifier = named.identified.resourceIdentifier
      guard identifier.isComplete else {
        throw MappingError(.unencodable, at: path, underlying: ResourceFault.unidentified(type: identifier.type))
      }
      return try resource(named.identified, at: path)
    case let whole as any PolymorphicResource: return try resource(whole.resource, at: path)
    case let model as any JSONAPIResource: return try self.model(model, at: path).json
    default: return try checked(fields(of: value, keys: settings.keys, at: path).resource(type: type, at: path), at: path).json
    }
  }

  private func checked(_ resource: RawResource, at path: [String]) throws -> RawResource {
    if checksNames { try resource.checkNames(at: path) }
    return resource
  }

  /// Writes the only resource object of a document.
  ///
  /// - Parameter id: replaces the resource's own id.
  /// - Throws: `MappingError` with the place in the document.
  func resource(_ value: any Encodable, changing id: String?) throws -> JSONValue.Object {
    var object = try resource(value, at: ["data"]).object ?? [:]
    if let id { object["id"] = .string(id) }
    return object
  }

  /// Writes the resource objects of a list. New resources need no id, because the server assigns it.
  ///
  /// - Throws: `MappingError` with the place in the document.
  func list(_ values: [any Encodable]) throws -> JSONValue {
    .array(try values.enumerated().map { index, value in try resource(value, at: ["data", "[\(index)]"]) })
  }

  func model(_ model: any JSONAPIResource, at path: [String]) throws -> RawResource {
    let model: any JSONAPIResource = model
    let type = Swift.type(of: model)
    let fields = try fields(of: model, keys: type.keyStrategy ?? settings.keys, at: path)
    var resource = try fields.resource(type: type.resourceType, at: path)
    // A UUID has the same form in paths, linkage and documents.
    let id = model.resourceIdentifier.id
    if let id, let written = resource.identifier.id, id != written, id.lowercased() == written.lowercased() {
      resource.identifier = ResourceIdentifier(type: resource.identifier.type, id: id, lid: resource.identifier.lid)
    }
    return try checked(resource, at: path)
  }

  private func fields(of value: any Encodable, keys: KeyStrategy, at path: [String]) throws -> ResourceFields {
    var userInfo = settings.userInfo
    if let key = RelationshipMark.userInfoKey { userInfo[key] = mark }
    let encoder = JSONValueEncoder(nulls: nulls, dates: settings.dates, keys: keys, userInfo: userInfo)
    do {
      guard let object = try encoder.encode(value).object else {
        throw MappingError(.unencodable, at: path, expected: "object")
      }
      return ResourceFields(object, keys: keys, mark: mark)
    } catch {
      let error = MappingError(encoding: error)
      let isPlaced = error.codingPath.starts(with: path) && !path.isEmpty
      throw isPlaced ? error : error.within(path)
    }
  }
}

extension RawResource {
  /// The resource with only the linkage of its relationships, because clients may send nothing else. Relationships without
  /// linkage are left out.
  fileprivate var withLinkageOnly: RawResource {
    var resource = self
    resource.relationships = [:]
    for (name, relationship) in relationships {
      if let data = relationship["data"] { resource.relationships[name] = .object(["data": data]) }
    }
    return resource
  }
}

/// Sorts the members that a model wrote into the members of a resource object.
private struct ResourceFields {
  private var members: JSONValue.Object = [:]
  private var attributes: JSONValue.Object = [:]
  private var relationships: JSONValue.Object = [:]

  init(_ object: JSONValue.Object, keys: KeyStrategy, mark: RelationshipMark) {
    var special: [String: String] = [:]
    for name in ["id", "lid", "type", "links", "meta"] { special[keys.name(of: name)] = name }
    for (name, value) in object {
      if let relationship = mark.relationship(in: value) {
        if relationship["data"] != nil { relationships[name] = relationship }
      } else if let name = special[name] {
        members[name] = value
      } else {
        attributes[name] = value
      }
    }
  }

  func resource(type: String?, at path: [String]) throws -> RawResource {
    guard let type = members["type"]?.string ?? type else {
      throw MappingError(.unencodable, at: path + ["type"], underlying: ResourceFault.unknownType)
    }
    let identifier = ResourceIdentifier(type: type, id: text(members["id"]), lid: text(members["lid"]))
    var resource = RawResource(identifier: identifier, attributes: attributes, relationships: relationships)
    if let meta = members["meta"], !meta.isNull { resource.meta = meta }
    return resource
  }

  private func text(_ json: JSONValue?) -> String? { json?.string ?? json?.number?.text }
}

/// A resource that a document must name by an id or a local id.
protocol IdentifiedResource {
  var identified: any JSONAPIResource { get }
}

/// A type that is a whole document.
protocol DocumentWritable {
  func document(by writer: ResourceWriter) throws -> JSONValue
}

extension Relationship: DocumentWritable {
  /// - Throws: `MappingError` if there is no linkage, because null in its place would empty the relationship.
  func document(by writer: ResourceWriter) throws -> JSONValue {
    guard let linkage else { throw MappingError(.unencodable, at: ["data"], expected: "linkage") }
    return .object(["data": try linkage.json()])
  }
}

extension Document: DocumentWritable {
  func document(by writer: ResourceWriter) throws -> JSONValue {
    var top: JSONValue.Object = [:]
    switch data.map({ $0 as Any }) {
    case nil: if hasData { top["data"] = .null }
    case let list as any ListOfEncodables: top["data"] = try writer.list(list.encodables)
    case let value as any Encodable: top["data"] = try writer.resource(value, at: ["data"])
    default: throw MappingError(.unencodable, at: ["data"])
    }
    if !included.isEmpty {
      top["included"] = .array(
        try included.enumerated().map { try writer.resource($0.element, at: ["included", "[\($0.offset)]"]) })
    }
    if !meta.isEmpty || hasMeta { top["meta"] = .object(meta) }
    return .object(top)
  }
}

/// A list with any elements.
protocol ListOfEncodables {
  var encodables: [any Encodable] { get }
}

extension Array: ListOfEncodables where Element: Encodable {
  var encodables: [any Encodable] { map { $0 } }
}
