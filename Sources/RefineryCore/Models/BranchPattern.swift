import RefineryJSON

/// What a value of a branch looks like from outside.
struct BranchPattern: Sendable {
  /// The number of the branch in its union. A union within a union has a pattern for each of its own branches.
  let branch: Int
  let kinds: JSONKinds
  /// The members of a model.
  private(set) var members: [MemberPattern] = []
  private let content: Content

  private enum Content: Sendable {
    case model(required: Int)
    /// The kind of the values; nil if they are not compared.
    case dictionary(JSONKinds)
    /// The elements; nil if they are not compared.
    case list(UnionMatcher?)
    case scalar
    case enumeration([JSONValue])
    case opaque
    case any
  }

  /// How deep lists and branches within branches are compared.
  private static let maximumDepth = 3

  private init(_ branch: Int, _ kinds: JSONKinds, _ content: Content, members: [MemberPattern] = []) {
    self.branch = branch
    self.kinds = kinds
    self.content = content
    self.members = members
  }

  /// Adds the patterns of a type.
  static func add(_ type: any Any.Type, branch: Int, depth: Int, to patterns: inout [BranchPattern]) {
    let shape = ModelShape.of(type)
    switch shape {
    case .object(let object):
      let members = object.members.map { MemberPattern($0) }
      let required = members.count { $0.isRequired }
      patterns.append(BranchPattern(branch, .object, .model(required: required), members: members))
    case .dictionary(let value): patterns.append(BranchPattern(branch, .object, .dictionary(.of(value))))
    case .list(let element):
      let elements = depth < maximumDepth ? UnionMatcher(types: [element], depth: depth + 1) : nil
      patterns.append(BranchPattern(branch, .array, .list(elements)))
    case .optional(let wrapped):
      patterns.append(BranchPattern(branch, .null, .scalar))
      add(wrapped, branch: branch, depth: depth, to: &patterns)
    case .union(let union):
      guard depth < maximumDepth else { return patterns.append(BranchPattern(branch, .all, .opaque)) }
      for inner in union.branches { add(inner.type, branch: branch, depth: depth + 1, to: &patterns) }
    case .enumeration(let values): patterns.append(BranchPattern(branch, .of(type), .enumeration(values)))
    case .text, .integer, .number, .boolean, .date, .data: patterns.append(BranchPattern(branch, .of(type), .scalar))
    case .any: patterns.append(BranchPattern(branch, .all, .any))
    case .opaque: patterns.append(BranchPattern(branch, .all, .opaque))
    }
  }

  /// How an object fits.
  func fit(_ object: MemberFit) -> Fit? {
    switch content {
    case .model(let required):
      guard !object.isRefused, object.required == required else { return nil }
      return Fit(unknownValues: object.unknownValues, unnamed: object.count - object.named)
    case .dictionary(let kinds):
      guard object.firstKinds.map({ !$0.isDisjoint(with: kinds) }) ?? true else { return nil }
      return Fit(unnamed: object.count)
    case .opaque: return Fit(looseness: 4)
    case .any: return Fit(looseness: 5)
    case .list, .scalar, .enumeration: return nil
    }
  }

  /// How a value fits that is not an object.
  func fit<Glance: ValueGlance>(_ value: Glance, _ kinds: JSONKinds) -> Fit? {
    switch content {
    case .list(let elements):
      guard kinds.contains(.array), let elements, let first = value.firstElement else { return Fit() }
      return elements.best(first)
    case .scalar: return Fit(looseness: 1)
    case .enumeration(let known):
      return Fit(looseness: value.scalar.map { known.contains($0) } ?? false ? 0 : 2)
    case .opaque: return Fit(looseness: 4)
    case .any: return Fit(looseness: 5)
    case .model, .dictionary: return nil
    }
  }
}

/// What the value of a member looks like from outside.
struct MemberPattern: Sendable {
  let name: String
  let isRequired: Bool
  let kinds: JSONKinds
  /// The known values of an enumeration.
  let known: [JSONValue]

  init(_ member: ModelShape.Member) {
    name = member.name
    isRequired = member.presence == .required
    var kinds = JSONKinds.of(member.value.wire)
    if let other = member.value.coding?.alsoReads { kinds.formUnion(.of(other)) }
    if !isRequired { kinds.insert(.null) }
    self.kinds = kinds
    var shape = ModelShape.of(member.value.wire)
    if case .optional(let wrapped) = shape { shape = .of(wrapped) }
    if case .enumeration(let values) = shape { known = values } else { known = [] }
  }
}

extension JSONKinds {
  /// The kinds of JSON that a type reads.
  static func of(_ type: any Any.Type) -> JSONKinds {
    switch ModelShape.of(type) {
    case .object, .dictionary: .object
    case .list: .array
    case .optional(let wrapped): JSONKinds.of(wrapped).union(.null)
    case .enumeration(let values): of(values)
    case .text, .data: .text
    case .integer: .integer
    case .number: .number
    case .boolean: .boolean
    case .date: [.text, .number]
    // A value that fits no branch of a union is its `other`.
    case .union, .any, .opaque: .all
    }
  }

  private static func of(_ values: [JSONValue]) -> JSONKinds {
    switch values.first {
    case .string: .text
    case .number: .number
    default: [.text, .number]
    }
  }
}
