import RefineryCore

/// The rules of the standard for responses: the rules of its JSON schema, the names of members, and the additions of version
/// 1.1.
///
/// Members whose names begin with `@` or have the namespace of an extension are allowed everywhere.
struct DocumentRules {
  /// - Throws: `MappingError` of kind `invalid` with the place of the first fault; its underlying error is
  ///   ``JSONAPIViolation``.
  static func check(_ json: JSONValue) throws(MappingError) { try DocumentRules().document(json) }

  private func document(_ json: JSONValue) throws(MappingError) {
    let place = DocumentPath.top
    let object = try members(json, place)
    let isSuccess = object["data"] != nil
    guard isSuccess || object["errors"] != nil || object["meta"] != nil || hasExtension(object) else {
      throw fault("members are missing: data, errors or meta", place)
    }
    if isSuccess, object["errors"] != nil { throw fault("a document cannot have both data and errors", place.member("errors")) }
    try only(["data", "errors", "included", "meta", "links", "jsonapi"], in: object, place)
    if object["included"] != nil, !isSuccess { throw fault("`included` is present without `data`", place.member("included")) }
    try optional(object["meta"], place.member("meta"), meta)
    try links(Self.pages.union(["self", "related", "describedby"]), of: object, place)
    try optional(object["jsonapi"], place.member("jsonapi"), version)
    switch object["data"] {
    case nil, .null?: break
    case .array(let elements)?: try resources(elements, place.member("data"), mayRepeatIdentifiers: true)
    case let json?: try resource(json, place.member("data"))
    }
    if let included = object["included"] {
      try resources(try array(included, place.member("included")), place.member("included"), mayRepeatIdentifiers: false)
    }
    if let errors = object["errors"] {
      let place = place.member("errors")
      for (index, error) in try array(errors, place).enumerated() { try self.error(error, place.element(index)) }
    }
  }

  /// Checks a list of resources: each type and id occurs once. If the primary data is a list of identifiers, as at the URL of a
  /// relationship, an identifier may occur twice.
  private func resources(
    _ elements: [JSONValue], _ place: DocumentPath, mayRepeatIdentifiers: Bool
  ) throws(MappingError) {
    var known: Set<ResourceIdentifier> = []
    for (index, element) in elements.enumerated() {
      try resource(element, place.element(index))
      if mayRepeatIdentifiers, ["attributes", "relationships", "links"].allSatisfy({ element[$0] == nil }) { continue }
      guard let type = element["type"]?.string, let id = element["id"]?.string else { continue }
      guard known.insert(ResourceIdentifier(type, id)).inserted else {
        throw fault("a resource occurs twice", place.element(index))
      }
    }
  }

  private func resource(_ json: JSONValue, _ place: DocumentPath) throws(MappingError) {
    let object = try members(json, place)
    try identify(object, place)
    try only(["type", "id", "lid", "attributes", "relationships", "links", "meta"], in: object, place)
    try links(["self"], of: object, place)
    try optional(object["meta"], place.member("meta"), meta)
    if let attributes = object["attributes"] {
      let place = place.member("attributes")
      for name in try members(attributes, place).keys { try field(name, place, alsoNot: ["links", "relationships"]) }
    }
    guard let relationships = object["relationships"] else { return }
    let place = place.member("relationships")
    for (name, value) in try members(relationships, place) {
      try field(name, place, alsoNot: [])
      if object["attributes"]?[name] != nil {
        throw fault("an attribute and a relationship have the same name", place.member(name))
      }
      try relationship(value, place.member(name))
    }
  }

  private func field(_ name: String, _ place: DocumentPath, alsoNot reserved: Set<String>) throws(MappingError) {
    if reserved.contains(name) { throw fault("an attribute is called links or relationships", place.member(name)) }
    if let problem = MemberName.problem(ofField: name) { throw fault(problem, place.member(name)) }
  }

  private func relationship(_ json: JSONValue, _ place: DocumentPath) throws(MappingError) {
    let object = try members(json, place)
    guard object["data"] != nil || object["links"] != nil || object["meta"] != nil || hasExtension(object) else {
      throw fault("members are missing: data, links or meta", place)
    }
    try only(["data", "links", "meta"], in: object, place)
    try links(Self.pages.union(["self", "related"]), of: object, place)
    try optional(object["meta"], place.member("meta"), meta)
    switch object["data"] {
    case nil, .null?: break
    case .array(let elements)?:
      for (index, element) in elements.enumerated() { try identifier(element, place.member("data").element(index)) }
    case let json?: try identifier(json, place.member("data"))
    }
  }

  private func identifier(_ json: JSONValue, _ place: DocumentPath) throws(MappingError) {
    let object = try members(json, place)
    try identify(object, place)
    try only(["type", "id", "lid", "meta"], in: object, place)
    try optional(object["meta"], place.member("meta"), meta)
  }

  private func identify(_ object: JSONValue.Object, _ place: DocumentPath) throws(MappingError) {
    for name in ["type", "id"] {
      guard let value = object[name] else { throw fault("members are missing: \(name)", place) }
      try text(value, place.member(name))
    }
    guard let type = object["type"]?.string, MemberName.isAllowed(type) else {
      throw fault("a type is not a member name that JSON:API allows", place.member("type"))
    }
  }

  /// Checks the links of an object. Only these names are allowed.
  private func links(
    _ names: Set<String>, of object: JSONValue.Object, _ place: DocumentPath
  ) throws(MappingError) {
    guard let json = object["links"] else { return }
    let place = place.member("links")
    let object = try members(json, place)
    try only(names, in: object, place)
    for (name, link) in object where !link.isNull && link.string == nil {
      let place = place.member(name)
      let object = try members(link, place)
      guard let href = object["href"] else { throw fault("members are missing: href", place) }
      try text(href, place.member("href"))
      try only(["href", "rel", "describedby", "title", "type", "hreflang", "meta"], in: object, place)
      try optional(object["meta"], place.member("meta"), meta)
    }
  }

  private func version(_ json: JSONValue, _ place: DocumentPath) throws(MappingError) {
    let object = try members(json, place)
    try only(["version", "ext", "profile", "meta"], in: object, place)
    try optional(object["version"], place.member("version"), text)
    for name in ["ext", "profile"] {
      guard let list = object[name] else { continue }
      for (index, uri) in try array(list, place.member(name)).enumerated() { try text(uri, place.member(name).element(index)) }
    }
    try optional(object["meta"], place.member("meta"), meta)
  }

  private func error(_ json: JSONValue, _ place: DocumentPath) throws(MappingError) {
    let object = try members(json, place)
    try only(["id", "links", "status", "code", "title", "detail", "source", "meta"], in: object, place)
    for name in ["id", "status", "code", "title", "detail"] { try optional(object[name], place.member(name), text) }
    try links(["about", "type"], of: object, place)
    try optional(object["meta"], place.member("meta"), meta)
    guard let source = object["source"] else { return }
    for (name, value) in try members(source, place.member("source")) where ["pointer", "parameter", "header"].contains(name) {
      try text(value, place.member("source").member(name))
    }
  }
}

extension DocumentRules {
  /// The names of the links of a list to its pages.
  private static let pages: Set<String> = ["first", "last", "prev", "next"]

  private typealias Rule = (JSONValue, DocumentPath) throws(MappingError) -> Void

  private func optional(_ json: JSONValue?, _ place: DocumentPath, _ rule: Rule) throws(MappingError) {
    if let json { try rule(json, place) }
  }

  /// Checks the names of the members of a `meta`; its values may be anything.
  private func meta(_ json: JSONValue, _ place: DocumentPath) throws(MappingError) {
    for name in try members(json, place).keys where !MemberName.isAllowed(name) {
      throw fault("a name is empty, has a reserved character, or begins or ends with '-', '_' or a space", place.member(name))
    }
  }

  private func members(_ json: JSONValue, _ place: DocumentPath) throws(MappingError) -> JSONValue.Object {
    guard let object = json.object else { throw fault("an object is expected", place) }
    return object
  }

  private func array(_ json: JSONValue, _ place: DocumentPath) throws(MappingError) -> [JSONValue] {
    guard let array = json.array else { throw fault("an array is expected", place) }
    return array
  }

  private func text(_ json: JSONValue, _ place: DocumentPath) throws(MappingError) {
    guard json.string != nil else { throw fault("text is expected", place) }
  }

  private func only(_ names: Set<String>, in object: JSONValue.Object, _ place: DocumentPath) throws(MappingError) {
    for name in object.keys where !names.contains(name) && !Self.isExtension(name) {
      throw fault("a member is not known", place.member(name))
    }
  }

  private func hasExtension(_ object: JSONValue.Object) -> Bool {
    object.keys.contains { $0.contains(":") && Self.isExtension($0) }
  }

  private static func isExtension(_ name: String) -> Bool {
    (name.hasPrefix("@") || name.contains(":")) && MemberName.isAllowed(name)
  }

  private func fault(_ rule: String, _ place: DocumentPath) -> MappingError {
    place.error(.invalid, underlying: JSONAPIViolation(rule))
  }
}
