import RefineryCore

/// A resource object as it stands in a document, its shape checked: whoever reads it further can rely on that.
struct RawResource: Sendable {
  var identifier: ResourceIdentifier
  let attributes: RawJSON.Object
  let relationships: RawJSON.Object
  let links: RawJSON?
  var meta: RawJSON?
  let place: Place

  /// - Throws: `MappingError` with the place of the first fault of shape.
  init(_ json: RawJSON, at place: Place) throws(MappingError) {
    let object = try json.members(at: place)
    self.place = place
    identifier = try ResourceIdentifier(object, at: place, requiresID: true)
    attributes = try object["attributes"]?.members(at: place.member("attributes")) ?? [:]
    relationships = try object["relationships"]?.members(at: place.member("relationships")) ?? [:]
    links = object["links"]
    meta = object["meta"]
    for (name, value) in relationships {
      try RawRelationship.check(value, at: place.member("relationships").member(name))
    }
  }

  /// One object of everything that a model may ask for by name.
  ///
  /// - Parameter hasNumericID: whether the model wants its id as a number.
  func flattened(keys: KeyStrategy, hasNumericID: Bool) -> RawJSON {
    var fields = RawJSON.Object()
    for (name, value) in attributes { fields[name] = value }
    for (name, value) in relationships { fields[name] = value }
    for (name, value) in [("links", links), ("meta", meta), ("lid", identifier.lid.map(RawJSON.string))] {
      if let value, fields[name] == nil { fields[keys.name(of: name)] = value }
    }
    fields[keys.name(of: "type")] = .string(identifier.type)
    fields[keys.name(of: "id")] = identifier.id.map { id in
      hasNumericID ? RawJSON.Number(id).map(RawJSON.number) ?? .string(id) : .string(id)
    }
    return .object(fields)
  }

  /// What a decoder threw about the flattened object, with its place in the document.
  func placed(_ error: any Error, keys: KeyStrategy, expecting type: any Any.Type) -> MappingError {
    // An error from another resource, met on the way, has its own place already.
    if let error = error as? MappingError, let first = error.codingPath.first,
      ["data", "included", "atomic:results"].contains(first)
    {
      return error
    }
    let error = MappingError(decoding: error, expecting: type)
    var path = error.codingPath.map { $0.hasPrefix("[") ? $0 : keys.name(of: $0) }
    if let first = path.first, !["id", "type", "lid", "links", "meta"].contains(first) || attributes[first] != nil {
      path.insert(relationships[first] == nil ? "attributes" : "relationships", at: 0)
    }
    return MappingError(error.kind, at: place.path + path, expected: error.expected, underlying: error.underlying)
  }
}

extension ResourceIdentifier {
  init(_ json: RawJSON, at place: Place) throws(MappingError) {
    let object = try json.members(at: place)
    try self.init(object, at: place, requiresID: true)
  }

  init(_ object: RawJSON.Object, at place: Place, requiresID: Bool) throws(MappingError) {
    let type = try Self.text("type", of: object, at: place)
    guard let type else { throw place.member("type").error(.missing) }
    let id = try Self.text("id", of: object, at: place)
    let lid = try Self.text("lid", of: object, at: place)
    guard !requiresID || id != nil || lid != nil else { throw place.member("id").error(.missing) }
    self.init(type: type, id: id, lid: lid, meta: object["meta"]?.object ?? [:])
  }

  private static func text(_ name: String, of object: RawJSON.Object, at place: Place) throws(MappingError) -> String? {
    guard let value = object[name] else { return nil }
    if case .string(let text) = value { return text }
    throw place.member(name).error(value.isNull ? .null : .wrongType, expected: "String")
  }
}

/// A relationship object, its shape checked.
enum RawRelationship {
  static func check(_ json: RawJSON, at place: @autoclosure () -> Place) throws(MappingError) {
    let object = try json.members(at: place())
    if let data = object["data"] { try check(linkage: data, at: place().member("data")) }
    if let meta = object["meta"] { _ = try meta.members(at: place().member("meta")) }
    _ = try ResourceLinks(object["links"], at: place().member("links"))
  }

  /// What `Linkage` would throw, without making one.
  private static func check(linkage: RawJSON, at place: @autoclosure () -> Place) throws(MappingError) {
    guard case .array(let elements) = linkage else {
      _ = try Linkage(linkage, at: place())
      return
    }
    for (index, element) in elements.enumerated() {
      if case .object(let object) = element, case .string? = object["type"], case .string? = object["id"] { continue }
      _ = try ResourceIdentifier(element, at: place().element(index))
    }
  }
}
