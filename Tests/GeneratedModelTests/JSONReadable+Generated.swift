// Written by `swift package json-readable`, from the models of this module and these options. Not to be edited.
// swift-format-ignore-file
// --target GeneratedModelTests
// --skip-unreadable

import FoundationEssentials
import RefineryCore
public import RefineryJSON

extension Address: JSONReadable {
  init(json: inout JSONReader) throws {
    var street: String?
    var zip: Int?
    var members = try json.object(GeneratedJSON.addressKeys)
    while let member = try json.next(in: &members) {
      switch member {
      case 0: street = try json.value(String.self)
      default: zip = try json.valueIfPresent(Int.self)
      }
    }
    self.init(
      street: try json.require(street),
      zip: zip)
  }
}

extension Conditional: JSONReadable where Value: Decodable, Value: JSONReadable {
  init(json: inout JSONReader) throws {
    var value: Value?
    var members = try json.object(GeneratedJSON.conditionalKeys)
    while try json.next(in: &members) != nil { value = try json.value(Value.self) }
    self.init(value: try json.require(value))
  }
}

extension Constant: JSONReadable {
  init(json: inout JSONReader) throws {
    var members = try json.object(GeneratedJSON.constantKeys)
    while try json.next(in: &members) != nil {}
    self.init()
  }
}

extension Empty: JSONReadable {
  init(json: inout JSONReader) throws { try json.skip() }
}

extension Evens: JSONReadable {
  init(json: inout JSONReader) throws {
    var list: [Even]?
    var one: Even?
    var members = try json.object(GeneratedJSON.evensKeys)
    while let member = try json.next(in: &members) {
      switch member {
      case 0: list = try json.value([Even].self)
      default: one = try json.valueIfPresent(Even.self)
      }
    }
    self.init(
      list: try json.require(list),
      one: one)
  }
}

extension Flags: JSONReadable {}

extension Nothing: JSONReadable {
  init(json: inout JSONReader) throws { try json.skip() }
}

extension Ordered: JSONReadable {
  init(json: inout JSONReader) throws {
    var b: Int?
    var a: Int?
    var members = try json.object(GeneratedJSON.orderedKeys)
    while let member = try json.next(in: &members) {
      switch member {
      case 0: b = try json.value(Int.self)
      default: a = try json.value(Int.self)
      }
    }
    self.b = try json.require(b)
    self.a = try json.require(a)
  }
}

extension Own: JSONReadable {
  init(json: inout JSONReader) throws {
    var id: Int?
    var name: String?
    var members = try json.object(GeneratedJSON.ownKeys)
    while let member = try json.next(in: &members) {
      switch member {
      case 0: id = try json.value(Int.self)
      default: name = try json.value(String.self)
      }
    }
    self.id = try json.require(id)
    self.name = try json.require(name)
  }
}

extension Page: JSONReadable where Item: JSONReadable {
  /// Reads the members of an object.
  public init(json: inout JSONReader) throws {
    var info: Info?
    var items: [Item]?
    var first: Item?
    var members = try json.object(GeneratedJSON.pageKeys)
    while let member = try json.next(in: &members) {
      switch member {
      case 0: info = try json.value(Info.self)
      case 1: items = try json.value([Item].self)
      default: first = try json.value(Item.self)
      }
    }
    self.init(
      info: try json.require(info),
      items: try json.require(items),
      first: try json.require(first))
  }
}

extension Page.Info: JSONReadable where Item: JSONReadable {
  /// Reads the members of an object.
  public init(json: inout JSONReader) throws {
    var total: Int?
    var kind: Page.Kind?
    var last: Item?
    var members = try json.object(GeneratedJSON.pageInfoKeys)
    while let member = try json.next(in: &members) {
      switch member {
      case 0: total = try json.value(Int.self)
      case 1: kind = try json.value(Page.Kind.self)
      default: last = try json.valueIfPresent(Item.self)
      }
    }
    self.init(
      total: try json.require(total),
      kind: try json.require(kind),
      last: last)
  }
}

extension Page.Kind: JSONReadable {}

extension Person: JSONReadable {
  init(json json2: inout JSONReader) throws {
    var id: Int?
    var name: String?
    var nickname: String?
    var age: Int?
    var height: Double?
    var isActive: Bool?
    var note: String?
    var tags: [String]?
    var birthday: Date?
    var home: Address?
    var others: [Address?]?
    var scores: [String: Double]?
    var byNumber: [Int: String]?
    var letters: Set<String>?
    var link: URL?
    var key: UUID?
    var price: Decimal?
    var blob: Data?
    var status: Status?
    var shape: Shape?
    var shapes: [Shape]?
    var twice: Int??
    var alias: Maybe?
    var field: Field<String>?
    var secret: Field<[Shape]>?
    var `default`: Int?
    var self2: Int?
    var json: Int?
    var members: [Int]?
    var member: Int?
    var имя: String?
    var counted: Int?
    var parent: Node?
    var members2 = try json2.object(GeneratedJSON.personKeys)
    while let member2 = try json2.next(in: &members2) {
      switch member2 {
      case 0: id = try json2.value(Int.self)
      case 1: name = try json2.valueIfPresent(String.self)
      case 2: nickname = try json2.valueIfPresent(String.self)
      case 3: age = try json2.value(Int.self)
      case 4: height = try json2.value(Double.self)
      case 5: isActive = try json2.value(Bool.self)
      case 6: note = try json2.value(String.self)
      case 7: tags = try json2.value([String].self)
      case 8: birthday = try json2.valueIfPresent(Date.self)
      case 9: home = try json2.valueIfPresent(Address.self)
      case 10: others = try json2.value([Address?].self)
      case 11: scores = try json2.value([String: Double].self)
      case 12: byNumber = try json2.valueIfPresent([Int: String].self)
      case 13: letters = try json2.value(Set<String>.self)
      case 14: link = try json2.valueIfPresent(URL.self)
      case 15: key = try json2.value(UUID.self)
      case 16: price = try json2.value(Decimal.self)
      case 17: blob = try json2.value(Data.self)
      case 18: status = try json2.value(Status.self)
      case 19: shape = try json2.value(Shape.self)
      case 20: shapes = try json2.valueIfPresent([Shape].self)
      case 21: twice = try json2.valueIfPresent(Int?.self)
      case 22: alias = try json2.value(Maybe.self)
      case 23: field = try json2.value(Field<String>.self)
      case 24: secret = try json2.value(Field<[Shape]>.self)
      case 25: `default` = try json2.value(Int.self)
      case 26: self2 = try json2.value(Int.self)
      case 27: json = try json2.value(Int.self)
      case 28: members = try json2.value([Int].self)
      case 29: member = try json2.value(Int.self)
      case 30: имя = try json2.value(String.self)
      case 31: counted = try json2.value(Int.self)
      default: parent = try json2.valueIfPresent(Node.self)
      }
    }
    self.id = try json2.require(id)
    self.name = name
    self.nickname = nickname
    self.age = try json2.require(age)
    self.height = try json2.require(height)
    self.isActive = try json2.require(isActive)
    self.note = try json2.require(note)
    self.tags = try json2.require(tags)
    self.birthday = birthday
    self.home = home
    self.others = try json2.require(others)
    self.scores = try json2.require(scores)
    self.byNumber = byNumber
    self.letters = try json2.require(letters)
    self.link = link
    self.key = try json2.require(key)
    self.price = try json2.require(price)
    self.blob = try json2.require(blob)
    self.status = try json2.require(status)
    self.shape = try json2.require(shape)
    self.shapes = shapes
    self.twice = twice
    self.alias = try json2.require(alias)
    self.field = try json2.require(field)
    self.secret = try json2.require(secret)
    self.`default` = try json2.require(`default`)
    self.`self` = try json2.require(self2)
    self.json = try json2.require(json)
    self.members = try json2.require(members)
    self.member = try json2.require(member)
    self.имя = try json2.require(имя)
    self.counted = try json2.require(counted)
    self.parent = parent
  }
}

extension Sealed: JSONReadable {
  init(json: inout JSONReader) throws {
    var id: Int?
    var name: String?
    var members = try json.object(GeneratedJSON.sealedKeys)
    while let member = try json.next(in: &members) {
      switch member {
      case 0: id = try json.value(Int.self)
      default: name = try json.valueIfPresent(String.self)
      }
    }
    self.init(
      id: try json.require(id),
      name: name)
  }
}

extension Single: JSONReadable {
  init(json: inout JSONReader) throws {
    var only: Int?
    var members = try json.object(GeneratedJSON.singleKeys)
    while try json.next(in: &members) != nil { only = try json.value(Int.self) }
    self.init(only: try json.require(only))
  }
}

extension Status: JSONReadable {}

extension Tag: JSONReadable {}

/// The names of members, as documents have them.
private enum GeneratedJSON {
  static let addressKeys: JSONKeys = ["street", "zip"]
  static let conditionalKeys: JSONKeys = ["value"]
  static let constantKeys: JSONKeys = []
  static let evensKeys: JSONKeys = ["list", "one"]
  static let orderedKeys: JSONKeys = ["b", "a"]
  static let ownKeys: JSONKeys = ["id", "name"]
  static let pageKeys: JSONKeys = ["info", "items", "first"]
  static let pageInfoKeys: JSONKeys = ["total", "kind", "last"]
  static let personKeys: JSONKeys = [
    "_id",
    "name",
    "nickname",
    "age",
    "height",
    "isActive",
    "note",
    "tags",
    "birthday",
    "home",
    "others",
    "scores",
    "byNumber",
    "letters",
    "link",
    "key",
    "price",
    "blob",
    "status",
    "shape",
    "shapes",
    "twice",
    "alias",
    "field",
    "secret",
    "default",
    "self",
    "json",
    "members",
    "member",
    "имя",
    "counted",
    "parent",
  ]
  static let sealedKeys: JSONKeys = ["id", "name"]
  static let singleKeys: JSONKeys = ["only"]
}
