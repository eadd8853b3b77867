import FoundationEssentials
import RefineryCore
import RefineryJSON
import RefineryJSONAPI
import RefineryOpenAPI
import RefineryVerification

/// A kind of records: what its rows say of it.
struct MockResource: Sendable {
  enum IDKind: Sendable { case integer, text, uuid }

  /// A record that the records of this resource belong to.
  struct Parent: Sendable {
    let resource: String
    /// The variables of the parent's own path, with the names that they have in the paths of this resource.
    let names: [String: String]
    /// The variable that is the id of the parent, by its name in the paths of this resource; nil for a singleton.
    let idVariable: String?
  }

  /// A relationship of a JSON:API model.
  struct Relation: Sendable {
    let name: String
    /// The JSON:API type of the related resources; nil if there are several.
    let type: String?
    let isToMany: Bool
  }

  /// The rows' names without their last part, such as `Post.Comment`.
  let key: String
  /// The resource's own name, such as `Comment`.
  let name: String
  var type: (any Any.Type)?
  /// Of one record, without members around it.
  var schema: Schema?
  var schemas: Description?
  var coder: any Coder
  var isSingleton: Bool
  var idMember = "id"
  var idKind = IDKind.text
  /// Whether the server's ids are counted.
  var countsIDs: Bool
  /// All variables of the paths besides the id.
  var scope: [String] = []
  /// From the nearest to the root.
  var parents: [Parent] = []
  /// The row that addresses one record.
  var item: TableDescription.RowShape?
  var isCreatable = false
  /// The relationships of a JSON:API model.
  var relations: [Relation] = []
  /// The names that the schema has for members of a JSON:API document, if they differ.
  var propertyNames: [String: String] = [:]

  /// The type in JSON:API documents; nil for other formats.
  var documentType: String? { coder is JSONAPICoder ? (type as? any JSONAPIResource.Type)?.resourceType ?? name : nil }

  /// The names by which a member of another model may refer to it, in lower case and without separators.
  var referenceNames: [String] {
    let base = name.folded
    return [base, base + "id", base + "uuid", base + "key"]
  }
}

extension String {
  /// In lower case, without separators, to compare names that are written in several ways.
  var folded: String { lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " } }
}

extension MockResource {
  /// The id of a record as text; nil if it has none.
  func id(of record: JSONValue) -> String? {
    switch record[idMember] {
    case .string(let text)?: canonical(text)
    case .number(let number)?: number.text
    default: nil
    }
  }

  /// An id in the form by which records are kept: a UUID has two forms.
  func canonical(_ id: String) -> String { idKind == .uuid ? id.lowercased() : id }

  /// An id in the form that a record has.
  func json(of id: String) -> JSONValue {
    guard idKind == .integer, documentType == nil, let number = Int(id) else { return .string(id) }
    return .number(number)
  }

  /// An id in the form that a record has. A model says the form; without one, the record itself does.
  func json(of id: String, in record: JSONValue.Object) -> JSONValue {
    guard schema == nil, documentType == nil, case .number(let number)? = record[idMember], number.text == id else {
      return json(of: id)
    }
    return .number(number)
  }

  /// The members of a record without the structure of a JSON:API resource object: by the names that the schema has.
  func flat(_ record: JSONValue) -> JSONValue {
    guard documentType != nil else { return record }
    var members: JSONValue.Object = [:]
    if let id = record["id"] {
      members["id"] = idKind == .integer ? id.string.flatMap { Int($0) }.map { .number($0) } ?? id : id
    }
    for (name, value) in record["attributes"]?.object ?? [:] { members[propertyName(of: name)] = value }
    for (name, value) in record["relationships"]?.object ?? [:] { members[propertyName(of: name)] = value }
    return .object(members)
  }

  /// The resource object of members by the names that the schema has.
  func document(_ members: JSONValue.Object, id: String?) -> JSONValue {
    guard let documentType else { return .object(members) }
    var attributes: JSONValue.Object = [:]
    var relationships: JSONValue.Object = [:]
    for (name, value) in members where !Self.structural.contains(name) {
      let member = memberName(of: name)
      if relations.contains(where: { $0.name == name }) { relationships[member] = value } else { attributes[member] = value }
    }
    var object: JSONValue.Object = ["type": .string(documentType)]
    if let id { object["id"] = .string(id) }
    if !attributes.isEmpty { object["attributes"] = .object(attributes) }
    if !relationships.isEmpty { object["relationships"] = .object(relationships) }
    return .object(object)
  }

  /// Members of a resource object beside its attributes.
  static let structural: Set = ["id", "type", "lid", "links", "meta"]

  func memberName(of property: String) -> String { (coder as? JSONAPICoder)?.memberName(of: property) ?? property }

  /// The name that the schema has for a member of a document.
  private func propertyName(of member: String) -> String { propertyNames[member] ?? member }

  private var properties: [Schema.Property] {
    guard let schema, let schemas else { return [] }
    var view = SchemaView(schemas)
    guard case .object(let object) = view.flat(schema).form else { return [] }
    return object.properties
  }

  /// The names of the members that the model has, without case and separators.
  var memberNames: Set<String> { Set(properties.map(\.name.folded)) }

  /// Whether a record gets the member from the server if a client does not send it. If the member may be absent, only a time
  /// of a change is: a `completedAt` says something without a value.
  func isServerMade(_ name: String) -> Bool {
    name.isTimeOfChange || name.isServerMade && properties.contains { $0.name == name && $0.isRequired }
  }

  /// The value of a record at the name of a member, or at names with dots between them. Separators and case do not matter.
  func value(_ path: String, in record: JSONValue) -> JSONValue? {
    if documentType != nil {
      if path == "id" { return record["id"] }
      let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
      if let first = parts.first, let linkage = record["relationships"]?.member(first)?["data"] { return linkage["id"] }
      return record["attributes"]?.value(atFolded: path)
    }
    return record.value(atFolded: path)
  }
}

extension JSONValue {
  /// The member of this name, or of one that differs only in case and separators.
  func member(_ name: String) -> JSONValue? {
    guard let object else { return nil }
    if let value = object[name] { return value }
    let folded = name.folded
    return object.first { $0.key.folded == folded }?.value
  }

  fileprivate func value(atFolded path: String) -> JSONValue? {
    if let value = member(path) { return value }
    var current: JSONValue? = self
    for part in path.split(separator: ".") { current = current?.member(String(part)) }
    return path.contains(".") ? current : nil
  }
}
