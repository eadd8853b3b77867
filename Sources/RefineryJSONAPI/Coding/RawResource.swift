import RefineryCore

/// A resource object of a document whose structure is already checked.
struct RawResource: Sendable {
  var identifier: ResourceIdentifier
  let attributes: JSONValue.Object
  var relationships: JSONValue.Object
  /// Whether there is an `attributes` object, even an empty one.
  var hasAttributes = false
  var links: JSONValue?
  var meta: JSONValue?
  var place = DocumentPath.top
}

extension RawResource {
  /// - Throws: `MappingError` with the place of the first structural fault.
  init(_ json: JSONValue, at place: DocumentPath) throws(MappingError) {
    let object = try json.members(at: place)
    self.place = place
    identifier = try ResourceIdentifier(object, at: place, requiresID: true)
    attributes = try object.members(of: "attributes", at: place)
    hasAttributes = object["attributes"]?.object != nil
    relationships = try object.members(of: "relationships", at: place)
    links = object["links"]
    if let json = object["meta"], !json.isNull { meta = json }
    try ResourceLinks.check(links, at: place.member("links"))
    if let meta { _ = try meta.members(at: place.member("meta")) }
    for (name, value) in relationships {
      try RawRelationship.check(value, at: place.member("relationships").member(name))
    }
  }

  /// One object with all members that a model may read by name.
  ///
  /// - Parameter hasNumericID: whether the model reads its id as a number.
  func flattened(keys: KeyStrategy, hasNumericID: Bool) -> JSONValue {
    var fields = JSONValue.Object()
    for (name, value) in attributes { fields[name] = value }
    for (name, value) in relationships { fields[name] = value }
    for (name, value) in [("links", links), ("meta", meta), ("lid", identifier.lid.map(JSONValue.string))] {
      let field = keys.name(of: name)
      if let value, fields[field] == nil { fields[field] = value }
    }
    fields[keys.name(of: "type")] = .string(identifier.type)
    fields[keys.name(of: "id")] = identifier.id.map { id in
      hasNumericID ? JSONValue.Number(id).map(JSONValue.number) ?? .string(id) : .string(id)
    }
    return .object(fields)
  }

  /// Converts an error about the flattened object to one with the place in the document.
  func placed(_ error: any Error, keys: KeyStrategy, expecting type: any Any.Type) -> MappingError {
    // An error from a related resource already has its place. An error of a relationship starts with its name.
    if let error = error as? MappingError, let first = error.codingPath.first,
      ["data", "included", "atomic:results"].contains(first), error.codingPath.dropFirst().first != "data"
    {
      return error
    }
    let error = MappingError(decoding: error, expecting: type)
    let path = place.path + self.path(error.codingPath, keys: keys)
    return MappingError(error.kind, at: path, expected: error.expected, underlying: error.underlying)
  }

  /// Converts a path of property names to a path of member names. Keys of dictionaries are kept.
  private func path(_ properties: [String], keys: KeyStrategy) -> [String] {
    guard let property = properties.first else { return [] }
    let name = keys.name(of: property)
    var current: JSONValue?
    var path = ["attributes", name]
    if let attribute = attributes[name], relationships[name] == nil {
      current = attribute
    } else if let relationship = relationships[name] {
      (current, path) = (relationship, ["relationships", name])
    } else if let member = [name, property].first(where: { ["id", "type", "lid", "links", "meta"].contains($0) }) {
      path = [member]
    }
    for property in properties.dropFirst() {
      let isMember = current?[property] != nil || property.hasPrefix("[")
      path.append(isMember ? property : keys.name(of: property))
      let index = property.hasPrefix("[") ? Int(property.dropFirst().dropLast()) : nil
      current = index.flatMap { current?[$0] } ?? current?[path[path.count - 1]]
    }
    return path
  }
}

extension ResourceIdentifier {
  init(_ json: JSONValue, at place: DocumentPath) throws(MappingError) {
    let object = try json.members(at: place)
    try self.init(object, at: place, requiresID: true)
  }

  init(_ object: JSONValue.Object, at place: DocumentPath, requiresID: Bool) throws(MappingError) {
    let type = try Self.text("type", of: object, at: place)
    guard let type else { throw place.member("type").error(.missing) }
    let id = try Self.text("id", of: object, at: place)
    let lid = try Self.text("lid", of: object, at: place)
    guard !requiresID || id != nil || lid != nil else { throw place.member("id").error(.missing) }
    self.init(type: type, id: id, lid: lid, meta: object["meta"]?.object ?? [:])
  }

  private static func text(_ name: String, of object: JSONValue.Object, at place: DocumentPath) throws(MappingError) -> String?
  {
    guard let value = object[name], !(value.isNull && name == "lid") else { return nil }
    if case .string(let text) = value { return text }
    throw place.member(name).error(value.isNull ? .null : .wrongType, expected: "String")
  }
}

/// Checks the structure of a relationship object.
enum RawRelationship {
  static func check(_ json: JSONValue, at place: @autoclosure () -> DocumentPath) throws(MappingError) {
    let object = try json.members(at: place())
    if let data = object["data"] { try check(linkage: data, at: place().member("data")) }
    _ = try object.members(of: "meta", at: place())
    try ResourceLinks.check(object["links"], at: place().member("links"))
  }

  /// Throws the errors of reading the linkage, without creating a linkage.
  private static func check(linkage: JSONValue, at place: @autoclosure () -> DocumentPath) throws(MappingError) {
    guard case .array(let elements) = linkage else {
      _ = try Linkage(linkage, at: place())
      return
    }
    for (index, element) in elements.enumerated() {
      if case .object(let object) = element, case .string? = object["type"], case .string? = object["id"], object["lid"] == nil
      {
        continue
      }
      _ = try ResourceIdentifier(element, at: place().element(index))
    }
  }
}
