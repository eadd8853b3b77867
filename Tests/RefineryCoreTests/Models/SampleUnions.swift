import Foundation
import RefineryCore

struct SampleMessage: ObjectModel, Equatable {
  var type: String
  var text: String

  init(_ unread: Unread) {
    type = ""
    text = ""
  }

  mutating func list(_ members: Members) {
    members.required("type", &type)
    members.required("text", &text)
  }
}

struct SampleCall: ObjectModel, Equatable {
  var type: String
  var name: String
  var arguments: [String]?

  init(_ unread: Unread) {
    type = ""
    name = ""
  }

  mutating func list(_ members: Members) {
    members.required("type", &type)
    members.required("name", &name)
    members.optional("arguments", &arguments)
  }
}

/// A union whose branches a member names.
enum SampleItem: UnionModel {
  case message(SampleMessage)
  case call(SampleCall)
  case text(String)
  case other(JSONValue)

  static let branches: [UnionBranch<SampleItem>] = [
    UnionBranch("message", SampleItem.message), UnionBranch(tags: ["call", "tool"], SampleItem.call),
    UnionBranch(SampleItem.text),
  ]
  static var discriminator: String? { "type" }

  var content: any Codable & Sendable {
    switch self {
    case .message(let content): content
    case .call(let content): content
    case .text(let content): content
    case .other(let content): content
    }
  }

  var name: String { "\(self)".prefix { $0 != "(" }.description }
}

/// A union whose branches only their shapes tell apart.
indirect enum SampleShape: UnionModel {
  case number(Double)
  case numbers([Int])
  case texts([String])
  case cat(Cat)
  case dog(Dog)
  case plain(Plain)
  case group([SampleShape])
  case role(SampleRole)
  case text(String)
  case other(JSONValue)

  static let branches: [UnionBranch<SampleShape>] = [
    UnionBranch(SampleShape.number), UnionBranch(SampleShape.numbers), UnionBranch(SampleShape.texts),
    UnionBranch(SampleShape.cat), UnionBranch(SampleShape.dog), UnionBranch(SampleShape.plain),
    UnionBranch(SampleShape.group), UnionBranch(SampleShape.role), UnionBranch(SampleShape.text),
  ]

  var content: any Codable & Sendable {
    switch self {
    case .number(let content): content
    case .numbers(let content): content
    case .texts(let content): content
    case .cat(let content): content
    case .dog(let content): content
    case .plain(let content): content
    case .group(let content): content
    case .role(let content): content
    case .text(let content): content
    case .other(let content): content
    }
  }

  var name: String { "\(self)".prefix { $0 != "(" }.description }

  struct Kind: OpenEnum {
    let rawValue: String
    init(rawValue: String) { self.rawValue = rawValue }
    static var knownValues: [Self] { [Self(rawValue: "cat")] }
  }

  struct Cat: ObjectModel {
    var kind: Kind
    var lives: Int

    init(_ unread: Unread) {
      kind = Kind(unread)
      lives = 0
    }

    mutating func list(_ members: Members) {
      members.required("kind", &kind)
      members.required("lives", &lives)
    }
  }

  struct Dog: ObjectModel {
    var kind: String
    var owner: String?
    var toys: [String]?

    init(_ unread: Unread) { kind = "" }

    mutating func list(_ members: Members) {
      members.required("kind", &kind)
      members.optional("owner", &owner)
      members.optional("toys", &toys)
    }
  }

  struct Plain: ObjectModel {
    var kind: String
    var toys: [JSONValue]?

    init(_ unread: Unread) { kind = "" }

    mutating func list(_ members: Members) {
      members.required("kind", &kind)
      members.optional("toys", &toys)
    }
  }
}

/// A union of unions.
enum SampleEither: UnionModel {
  case item(SampleItem)
  case shape(SampleShape)
  case other(JSONValue)

  static let branches: [UnionBranch<SampleEither>] = [UnionBranch(SampleEither.item), UnionBranch(SampleEither.shape)]

  var content: any Codable & Sendable {
    switch self {
    case .item(let content): content
    case .shape(let content): content
    case .other(let content): content
    }
  }
}
