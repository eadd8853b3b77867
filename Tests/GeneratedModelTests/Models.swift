import FoundationEssentials
import RefineryCore
import RefineryJSON

/// Every form of a member that is read: how it is written here is what is tested.
struct Person: Codable, Equatable, Sendable {
  let id: Int
  var name, nickname: String?
  var age = 0, height = -1.5, isActive = false, note = "", tags = [String]()
  var birthday: Date?
  var home: Optional<Address>
  var others: [Address?]
  var scores: [String: Double]
  var byNumber: [Int: String]?
  var letters: Set<String>
  var link: URL?
  var key: UUID
  var price: Decimal
  var blob: Data
  var status: Status
  var shape: Shape
  var shapes: [Shape]?
  var twice: Int??
  var alias: Maybe
  var field: Field<String>
  var secret: Field<[Shape]>
  var `default`: Int
  var `self`: Int
  var json: Int, members: [Int], member: Int
  var имя: String
  var counted: Int {
    didSet { changes += 1 }
  }
  var parent: Node?
  let fixed = 5
  lazy var late = 6
  static let kind = "person"
  var double: Int { id * 2 }
  private var changes = 0

  enum CodingKeys: String, CodingKey {
    case id = "_id"
    case name, nickname, age, height, isActive, note, tags, birthday, home, others, scores, byNumber, letters, link, key, price
    case blob, status, shape, shapes, twice, alias, field, secret, `default`, `self`, json, members, member, имя, counted,
      parent
    case fixed = "a \"name\"\n"
  }
}

typealias Maybe = Int?

struct Address: Codable, Equatable, Sendable {
  var street: String
  var zip: Int?
}

enum Status: String, Codable, Sendable { case on, off }

/// Only Codable reads this.
enum Shape: Codable, Equatable, Sendable {
  case point
  case circle(radius: Double)
}

/// Nor can a class be read otherwise.
final class Node: Codable, Equatable, Sendable {
  let value: Int
  init(value: Int) { self.value = value }
  static func == (one: Node, other: Node) -> Bool { one.value == other.value }
}

/// A model that refuses some values in its own words.
struct Even: Codable, Equatable, Sendable {
  struct Odd: Error {}
  let value: Int

  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Int.self)
    if !value.isMultiple(of: 2) { throw Odd() }
  }
}

struct Evens: Codable, Equatable { var list: [Even], one: Even? }

public struct Page<Item: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  public struct Info: Codable, Equatable, Sendable {
    public var total: Int
    public var kind: Kind
    public var last: Item?
  }

  public enum Kind: Int, Codable, Equatable, Sendable { case short = 1, long }

  public var info: Info
  public var items: [Item]
  public var first: Item
}

struct Conditional<Value> { var value: Value }
extension Conditional: Decodable where Value: Decodable {}
extension Conditional: Equatable where Value: Equatable {}

struct Empty: Codable, Equatable {}
struct Nothing: Codable, Equatable {
  var left = 1

  enum CodingKeys: CodingKey {}
}
struct Constant: Codable, Equatable {
  let fixed = 1

  enum CodingKeys: CodingKey { case fixed }
}
struct Single: Codable, Equatable { var only: Int }
/// A property that only the memberwise initializer can set.
struct Sealed: Codable, Equatable {
  private(set) var id: Int
  var left = 1
  let name: String?

  enum CodingKeys: CodingKey { case id, name }
}

/// Read in another order than that of the properties, which decides which missing member is reported.
struct Ordered: Codable, Equatable {
  var a: Int
  var b: Int

  enum CodingKeys: CodingKey { case b, a }
}

/// Not made by the compiler's own initialiser.
struct Own: Codable, Equatable {
  let id: Int
  var name: String { didSet { changes += 1 } }
  var changes = 0

  init(name: String) {
    id = 1
    self.name = name
  }

  enum CodingKeys: CodingKey { case id, name }
}

struct Flags: OptionSet, Codable { let rawValue: UInt8 }
struct Tag: RawRepresentable, Codable, Equatable { var rawValue: String }
