import RefineryCore
import RefineryJSONAPI

struct Trap: Codable, Identifiable, Sendable {
  var id: Int
  static let path: URITemplate = "traps"
  static let createPath: URITemplate = "trap/new"
}

extension Trap: Creatable {}

struct Kept: Codable, Identifiable, Mappable {
  var id: Int
  static let path: URITemplate = "kept"
  static let readPath: URITemplate = "kept/one/{id}"
  static let updatePath: URITemplate = "kept/one/{id}"
  static let patchPath: URITemplate = "kept/one/{id}"
  static let deletePath: URITemplate = "kept/one/{id}"
  static let enumeratePath: URITemplate = "kept/all"
}

struct Listed: Codable, Identifiable, Enumerable {
  var id: Int
  static let path: URITemplate = "listed"
  static let pagination: Pagination? = .numbers(size: 20)
}

struct Placed: Codable, Identifiable, Readable {
  var id: Int
  static let path: URITemplate = "placed"
  static let itemPath: URITemplate = "placed/{id}/"
}

struct Coded: Codable, Identifiable, Readable {
  var id: Int
  static let path: URITemplate = "coded"
  static let coder: (any Coder)? = JSONCoder()
}

struct Wrapped: Codable, Identifiable, Readable {
  var id: Int
  static let path: URITemplate = "wrapped"
  static let objectEnvelope: MemberPath = "data"
}

// An override of the whole row needs no path.
struct Whole: Codable, Identifiable, Readable {
  var id: Int
  static let path: URITemplate = "whole"
  static let readPath = "unused"
  static let readEndpoint = endpoint("read", .get, "whole/{id}")
}

// Defaults of a family of models, and of a class.
protocol Family: Mappable, Identifiable {}
extension Family {
  static var createPath: URITemplate { "family/new" }
  static var coder: (any Coder)? { JSONCoder() }
  static var pagination: Pagination? { .linkHeader }
}

struct Member: Codable, Family {
  var id: Int
  static let path: URITemplate = "members"
}

class Base: Codable, Identifiable, Readable, @unchecked Sendable {
  static var path: URITemplate { "bases" }
  static var readPath: URITemplate { "bases/one/{id}" }
}

struct Box<Content: Codable & Sendable>: Codable, Identifiable, Readable, Enumerable {
  var id: Int
  var content: Content
  static var path: URITemplate { "boxes" }
  static var pagination: Pagination? { .linkHeader }
}

func settings<Model: Mappable>(of type: Model.Type) -> (any Coder, MemberPath, URITemplate) {
  (type.coder ?? JSONCoder(), type.objectEnvelope, type.itemPath)
}

struct Keyed: JSONAPIResource, Mappable {
  static let resourceType = "keyed"
  static let keyStrategy: KeyStrategy? = .kebabCase
  var id: String?
  var lid: String?
}

final class Plain: JSONAPIResource, Readable {
  static let resourceType = "plain"
  let id: Int
}

func keys<Model: JSONAPIResource>(of type: Model.Type) -> KeyStrategy? { type.keyStrategy }
