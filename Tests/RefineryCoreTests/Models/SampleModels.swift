import Foundation
import RefineryCore

/// A model as `refinery import` writes it, with a member of each sort.
struct SampleUser: ObjectModel, Equatable {
  var id: String
  var name: String?
  var nickname: Field<String>
  var boss: String?
  var created: Date
  var role: SampleRole?
  @Boxed var parent: SampleUser?
  var others: [String: JSONValue]

  init(
    id: String, name: String? = nil, nickname: Field<String> = .absent, boss: String? = nil, created: Date,
    role: SampleRole? = nil, parent: SampleUser? = nil, others: [String: JSONValue] = [:]
  ) {
    self.id = id
    self.name = name
    self.nickname = nickname
    self.boss = boss
    self.created = created
    self.role = role
    self.parent = parent
    self.others = others
  }

  init(_ unread: Unread) {
    id = ""
    nickname = .absent
    created = .distantPast
    others = [:]
  }

  mutating func list(_ members: Members) {
    members.required("id", &id)
    members.optional("name", &name)
    members.field("nickname", &nickname)
    members.nullable("boss", &boss)
    members.required("created_at", &created, .unixTime)
    members.optional("role", &role)
    members.optional("parent", &parent)
    members.others(&others)
  }
}

struct SampleRole: OpenEnum {
  let rawValue: String
  init(rawValue: String) { self.rawValue = rawValue }

  static var admin: Self { Self(rawValue: "admin") }
  static var guest: Self { Self(rawValue: "guest") }
  static var knownValues: [Self] { [admin, guest] }
}

struct SampleLevel: OpenEnum {
  let rawValue: Int
  init(rawValue: Int) { self.rawValue = rawValue }

  static var low: Self { Self(rawValue: 1) }
  static var high: Self { Self(rawValue: 2) }
  static var knownValues: [Self] { [low, high] }
}

struct SampleRate: OpenEnum {
  let rawValue: Double
  init(rawValue: Double) { self.rawValue = rawValue }

  static var half: Self { Self(rawValue: 0.5) }
  static var knownValues: [Self] { [half] }
}
