import RefineryCore
import RefineryJSONAPI

struct Trap: Codable, Identifiable, Sendable {
  var id: Int
  static let path: URITemplate = "traps"
  static let createPath = "trap/new"
}

extension Trap: Creatable {}
// error: type 'Trap' does not conform to protocol 'Creatable'

struct ReadTrap: Codable, Identifiable, Readable {
  // error: type 'ReadTrap' does not conform to protocol 'Readable'
  var id: Int
  static let path: URITemplate = "traps"
  static let readPath = "trap/{id}"
}

struct UpdateTrap: Codable, Identifiable, Updatable {
  // error: type 'UpdateTrap' does not conform to protocol 'Updatable'
  var id: Int
  static let path: URITemplate = "traps"
  static let updatePath = "trap/{id}"
}

struct PatchTrap: Codable, Identifiable, Patchable {
  // error: type 'PatchTrap' does not conform to protocol 'Patchable'
  var id: Int
  static let path: URITemplate = "traps"
  static let patchPath = "trap/{id}"
}

struct DeleteTrap: Codable, Identifiable, Deletable {
  // error: type 'DeleteTrap' does not conform to protocol 'Deletable'
  var id: Int
  static let path: URITemplate = "traps"
  static let deletePath = "trap/{id}"
}

struct EnumerateTrap: Codable, Identifiable, Enumerable {
  // error: type 'EnumerateTrap' does not conform to protocol 'Enumerable'
  var id: Int
  static let path: URITemplate = "traps"
  static let enumeratePath = "trap/{id}"
}

struct Listed: Codable, Identifiable, Enumerable {
  // error: type 'Listed' does not conform to protocol 'Enumerable'
  var id: Int
  static let path: URITemplate = "rows"
  static let pagination = Pagination.numbers(size: 20)
}

struct Placed: Codable, Identifiable, Readable {
  // error: type 'Placed' does not conform to protocol 'ResourceDeclaration'
  var id: Int
  static let path: URITemplate = "rows"
  static let itemPath = "placed/{id}/"
}

struct Coded: Codable, Identifiable, Readable {
  // error: type 'Coded' does not conform to protocol 'ResourceDeclaration'
  var id: Int
  static let path: URITemplate = "rows"
  static let coder = JSONCoder()
}

struct Wrapped: Codable, Identifiable, Mappable {
  // error: type 'Wrapped' does not conform to protocol 'ResourceDeclaration'
  var id: Int
  static let path: URITemplate = "rows"
  static let objectEnvelope = "data"
}

struct ListWrapped: Codable, Identifiable, Enumerable {
  // error: type 'ListWrapped' does not conform to protocol 'ResourceDeclaration'
  var id: Int
  static let path: URITemplate = "rows"
  static let listEnvelope = ["data", "items"]
}

struct Named: Codable, Identifiable, Readable {
  // error: type 'Named' does not conform to protocol 'ResourceDeclaration'
  var id: Int
  static let path: URITemplate = "rows"
  static let resourceName: StaticString = "named"
}

struct Optioned: Codable, Identifiable, Readable {
  // error: type 'Optioned' does not conform to protocol 'ResourceDeclaration'
  var id: Int
  static let path: URITemplate = "rows"
  static let options: Options? = Options()
}

struct Parametered: Codable, Identifiable, Readable {
  // error: type 'Parametered' does not conform to protocol 'ResourceDeclaration'
  var id: Int
  static let path: URITemplate = "rows"
  static let parameters: Set = ["household"]
}

struct Customized: Codable, Identifiable, Readable {
  // error: type 'Customized' does not conform to protocol 'ResourceDeclaration'
  var id: Int
  static let path: URITemplate = "rows"
  static let customEndpoints = Endpoint("Customized.x", .get, "x")
}

struct Keyed: JSONAPIResource, Readable {
  // error: type 'Keyed' does not conform to protocol 'JSONAPIResourceDeclaration'
  static let resourceType = "rows"
  var id: String?
  static let keyStrategy = KeyStrategy.kebabCase
}

struct Local: JSONAPIResource, Readable {
  // error: type 'Local' does not conform to protocol 'JSONAPIResourceDeclaration'
  static let resourceType = "rows"
  var id: String?
  var lid: String
}
