import FoundationEssentials
import RefineryJSON

struct Address: Codable, Equatable {
  var street: String
  var city: String
  var zip: Int
}

struct User: Codable, Equatable {
  var id: Int
  var name: String
  var email: String
  var age: Int
  var isActive: Bool
  var nickname: String?
  var address: Address
  var tags: [String]
}

struct Pair: Codable, Equatable {
  var id: Int
  var name: String
}

final class Node: Codable, Equatable {
  var value: Int
  var next: Node?

  static func == (one: Node, other: Node) -> Bool { one.value == other.value && one.next == other.next }
}

struct Wide: Codable, Equatable {
  var alpha01: Int, alpha02: Int, alpha03: Int, alpha04: Int, alpha05: Int, alpha06: Int, alpha07: Int, alpha08: Int
  var beta01: String, beta02: String, beta03: String, beta04: String, beta05: String, beta06: String, beta07: String
  var gamma01: Bool, gamma02: Bool, gamma03: Bool, gamma04: Bool, gamma05: Bool, gamma06: Bool, gamma07: Bool
  var delta01: Double, delta02: Double, delta03: Double, delta04: Double, delta05: Double, delta06: Double, delta07: Double
}

struct Optionals: Codable, Equatable {
  var a: Int?, b: String?, c: Bool?, d: Double?, e: Int?, f: String?, g: [Int]?, h: Pair?, i: Int?, j: String?, k: Bool?
  var l: Double?
}

struct Dated: Codable, Equatable {
  var created: Date
  var updated: Date
  var deleted: Date?
}

struct Text: Codable, Equatable {
  var title: String
  var body: String
}

struct Numbers: Codable, Equatable {
  var values: [Double]
  var whole: [Int]
}

struct Snake: Codable, Equatable {
  var firstName: String
  var lastName: String
  var postalCode: Int
  var isActiveMember: Bool
}

enum Colour: String, Codable { case red, green, blue }

struct Enumerated: Codable, Equatable {
  var colour: Colour
  var other: Colour?
  var pairs: [Pair]
}

/// The same user as a model that reads itself.
struct DirectUser: Codable, Equatable, JSONReadable {
  var id: Int
  var name: String
  var email: String
  var age: Int
  var isActive: Bool
  var nickname: String?
  var address: DirectAddress
  var tags: [String]

  static let jsonKeys: JSONKeys = ["id", "name", "email", "age", "isActive", "nickname", "address", "tags"]
}

extension DirectUser {
  init(json: inout JSONReader) throws {
    var id: Int?, name: String?, email: String?, age: Int?, isActive: Bool?, nickname: String?
    var address: DirectAddress?, tags: [String]?
    var members = try json.object(Self.jsonKeys)
    while let member = try json.next(in: &members) {
      switch member {
      case 0: id = try json.value()
      case 1: name = try json.value()
      case 2: email = try json.value()
      case 3: age = try json.value()
      case 4: isActive = try json.value()
      case 5: nickname = try json.valueIfPresent()
      case 6: address = try json.value()
      default: tags = try json.value()
      }
    }
    self.init(
      id: try json.require(id), name: try json.require(name),
      email: try json.require(email), age: try json.require(age),
      isActive: try json.require(isActive), nickname: nickname,
      address: try json.require(address), tags: try json.require(tags))
  }
}

struct DirectAddress: Codable, Equatable, JSONReadable {
  var street: String
  var city: String
  var zip: Int

  static let jsonKeys: JSONKeys = ["street", "city", "zip"]
}

extension DirectAddress {
  init(json: inout JSONReader) throws {
    var street: String?, city: String?, zip: Int?
    var members = try json.object(Self.jsonKeys)
    while let member = try json.next(in: &members) {
      switch member {
      case 0: street = try json.value()
      case 1: city = try json.value()
      default: zip = try json.value()
      }
    }
    self.init(
      street: try json.require(street), city: try json.require(city),
      zip: try json.require(zip))
  }
}

struct Page: Codable, Equatable {
  var page: Int
  var data: [User]
}

/// The same page with elements that read themselves.
struct DirectPage: Codable, Equatable {
  var page: Int
  var data: [DirectUser]
}

struct Rare: Codable, Equatable {
  var link: URL
  var price: Decimal
  var blob: Data
  var ratio: Float
  var small: [UInt8]
  var byNumber: [Int: String]
  var kind: Kind
  var set: Set<String>
  var maybe: [Int?]
  var precise: Double
}

enum Kind: Codable, Equatable {
  case plain
  case sized(width: Int, height: Int)
}

struct Foreign: Codable, Equatable {
  var имя: String
  var возраст: Int
}

struct Issue: Codable, Equatable {
  struct Person: Codable, Equatable {
    var login: String
    var id: Int
    var avatar: String
    var siteAdmin: Bool

    enum CodingKeys: String, CodingKey {
      case login, id
      case avatar = "avatar_url"
      case siteAdmin = "site_admin"
    }
  }

  struct Label: Codable, Equatable {
    var id: Int
    var name: String
    var color: String
    var description: String?
  }

  enum State: String, Codable { case open, closed }

  var url: URL
  var id: Int
  var number: Int
  var title: String
  var user: Person
  var labels: [Label]
  var state: State
  var assignee: Person?
  var comments: Int
  var createdAt: Date
  var updatedAt: Date
  var closedAt: Date?
  var body: String?
  var reactions: [String: Int]?

  enum CodingKeys: String, CodingKey {
    case url, id, number, title, user, labels, state, assignee, comments, body, reactions
    case createdAt = "created_at"
    case updatedAt = "updated_at"
    case closedAt = "closed_at"
  }
}
