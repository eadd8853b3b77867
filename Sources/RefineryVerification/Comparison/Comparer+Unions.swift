import RefineryJSON
import RefineryOpenAPI

/// A branch of a union.
private struct Branch {
  var schema: Schema
  var tag: String?
  /// The name of the shared schema.
  var name: String?
  /// What can be compared without going deeper.
  var type: String
  var members: Set<String>
}

extension Comparer {
  mutating func compareUnions(_ old: FlatSchema, _ new: FlatSchema, _ direction: Drift.Direction, _ place: Place) {
    // A table reads what all objects of a union have.
    if rules.table != nil, case .object(let members) = old.form, case .union(let branches, _) = new.form {
      return compareObject(members, old, withAny: branches, new, direction, place)
    }
    compareDiscriminators(old.discriminator, new.discriminator, old, new, direction, place)
    compareBranches(Self.branches(of: old, &self.old), Self.branches(of: new, &self.new), old, new, direction, place)
  }

  /// Unions that hold beside the members of an object.
  mutating func compareInnerUnions(
    _ old: FlatObject, _ new: FlatObject, _ oldSchema: FlatSchema, _ newSchema: FlatSchema, _ direction: Drift.Direction,
    _ place: Place
  ) {
    compareDiscriminators(old.discriminator, new.discriminator, oldSchema, newSchema, direction, place)
    compareHeirs(of: old, new, oldSchema, newSchema, direction, place)
    for (old, new) in zip(old.unions, new.unions) {
      compareDiscriminators(old.discriminator, new.discriminator, oldSchema, newSchema, direction, place)
      compareBranches(
        Self.branches(old.branches, old.discriminator, &self.old), Self.branches(new.branches, new.discriminator, &self.new),
        oldSchema, newSchema, direction, place)
    }
    guard old.unions.count != new.unions.count else { return }
    let change: Change = old.unions.count < new.unions.count ? .narrower : .wider
    record(
      .type, change, "\(place) has \(new.unions.count) unions beside its members now, not \(old.unions.count)",
      oldSchema.pointer, newSchema.pointer, direction)
  }

  /// Compares the schemas that extend an object by `allOf`, as far as its discriminator names them.
  private mutating func compareHeirs(
    of old: FlatObject, _ new: FlatObject, _ oldSchema: FlatSchema, _ newSchema: FlatSchema, _ direction: Drift.Direction,
    _ place: Place
  ) {
    guard let old = old.discriminator, let new = new.discriminator else { return }
    // The heirs have the members of the object, so they have its discriminator: their own places tell the drifts apart.
    func branches(_ discriminator: Schema.Discriminator, _ view: SchemaView) -> [Branch] {
      discriminator.mapping.map { tag, key in
        let pointer = view.description.schemas[key]?.schema.pointer ?? "\(key)"
        return Branch(schema: Schema(.reference(key), at: pointer), tag: tag, name: nil, type: "", members: [])
      }
    }
    let (oldBranches, newBranches) = (branches(old, self.old), branches(new, self.new))
    guard !oldBranches.isEmpty || !newBranches.isEmpty else { return }
    var tags: [String: Branch] = [:]
    for branch in newBranches { if let tag = branch.tag { tags[tag] = branch } }
    for branch in oldBranches {
      if let partner = branch.tag.flatMap({ tags.removeValue(forKey: $0) }) {
        compare(branch.schema, partner.schema, direction, place)
      } else {
        record(
          .branchMissing, .narrower, "\(place) is no longer one of \(branch.text)", branch.schema.pointer,
          newSchema.pointer, direction, detail: branch.text)
      }
    }
    for branch in newBranches where branch.tag.flatMap({ tags[$0] }) != nil {
      let isOpen = direction == .response && rules.acceptsUnknownCases
      ledger.record(
        .branchNew, isOpen ? .harmless : effect(of: .wider, direction), "\(place) may be \(branch.text) now",
        old: oldSchema.pointer, new: branch.schema.pointer, direction, detail: branch.text)
    }
  }

  private mutating func compareDiscriminators(
    _ old: Schema.Discriminator?, _ new: Schema.Discriminator?, _ oldSchema: FlatSchema, _ newSchema: FlatSchema,
    _ direction: Drift.Direction, _ place: Place
  ) {
    guard let old, let new, rules.table == nil else { return }
    if old.property != new.property {
      ledger.record(
        .discriminator, .breaking, "the kind of \(place) is told by `\(new.property)` now, not by `\(old.property)`",
        old: oldSchema.pointer, new: newSchema.pointer, direction)
    }
  }

  // MARK: Branches

  private static func branches(of flat: FlatSchema, _ view: inout SchemaView) -> [Branch] {
    if case .union(let branches, let discriminator) = flat.form { return self.branches(branches, discriminator, &view) }
    // A schema without branches is a union of one.
    if let key = flat.key { return self.branches([Schema(.reference(key), at: flat.pointer)], nil, &view) }
    var single = Schema(flat.kind, at: flat.pointer)
    single.format = flat.format
    single.values = flat.values
    single.limits = flat.limits
    return self.branches([single], nil, &view)
  }

  private static func branches(
    _ schemas: [Schema], _ discriminator: Schema.Discriminator?, _ view: inout SchemaView
  ) -> [Branch] {
    var tags: [SchemaKey: String] = [:]
    for (value, key) in discriminator?.mapping ?? [] { tags[key] = tags[key] ?? value }
    return schemas.map { schema in
      let flat = view.flat(schema)
      var tag: String?
      if case .reference(let key) = schema.kind { tag = tags[key] }
      var members: Set<String> = []
      if case .object(let object) = flat.form { members = Set(object.properties.map(\.name)) }
      // Without a mapping, the member that has one value tells the branches apart.
      if tag == nil, case .object(let object) = flat.form, let property = discriminator?.property,
        let values = object[property].flatMap({ view.flat($0.schema).values }), values.count == 1
      {
        tag = values[0].string
      }
      return Branch(
        schema: schema, tag: tag, name: view.name(of: schema), type: flat.typeName + (flat.format.map { " \($0)" } ?? ""),
        members: members)
    }
  }

  private mutating func compareBranches(
    _ old: [Branch], _ new: [Branch], _ oldSchema: FlatSchema, _ newSchema: FlatSchema, _ direction: Drift.Direction,
    _ place: Place
  ) {
    let pairs = Self.matches(old, new)
    // Nothing in common: the type is another one.
    guard !pairs.isEmpty || old.count > 1 && new.count > 1 else {
      return record(
        .type, .different, "\(place) is of type \(newSchema.typeName) now, not \(oldSchema.typeName)", oldSchema.pointer,
        newSchema.pointer, direction)
    }
    for (oldIndex, newIndex) in pairs { compare(old[oldIndex].schema, new[newIndex].schema, direction, place) }
    let (known, kept) = (Set(pairs.map(\.0)), Set(pairs.map(\.1)))
    for (index, branch) in old.enumerated() where !known.contains(index) {
      record(
        .branchMissing, .narrower, "\(place) is no longer one of \(branch.text)", branch.schema.pointer, newSchema.pointer,
        direction, detail: branch.text)
    }
    // A client that reads only one type has no place for another one. The unions of tables have a place for others.
    let isOpen = (rules.table != nil || rules.acceptsUnknownCases) && old.count > 1
    for (index, branch) in new.enumerated() where !kept.contains(index) {
      let effect = direction == .response && isOpen ? .harmless : effect(of: .wider, direction)
      if rules.table != nil, direction == .request { continue }
      ledger.record(
        .branchNew, effect, "\(place) may be \(branch.text) now", old: oldSchema.pointer, new: branch.schema.pointer, direction,
        detail: branch.text)
    }
  }

  /// The pairs of branches that belong together: by tag, by name, and then by what they look like.
  private static func matches(_ old: [Branch], _ new: [Branch]) -> [(Int, Int)] {
    var pairs: [(Int, Int)] = []
    var (oldLeft, newLeft) = (Array(old.indices), Array(new.indices))
    func match(by key: (Branch) -> String?) {
      var places: [String: [Int]] = [:]
      for index in newLeft.reversed() { if let key = key(new[index]) { places[key, default: []].append(index) } }
      for index in oldLeft {
        guard let key = key(old[index]), let place = places[key]?.popLast() else { continue }
        pairs.append((index, place))
      }
      let (known, kept) = (Set(pairs.map(\.0)), Set(pairs.map(\.1)))
      oldLeft.removeAll { known.contains($0) }
      newLeft.removeAll { kept.contains($0) }
    }
    match { $0.tag }
    match { $0.name }
    match { "\($0.type) \($0.members.sorted())" }
    match { $0.members.isEmpty && $0.type.hasPrefix("object") == false ? String($0.type.prefix { $0 != " " }) : nil }
    // Objects with most of their members in common. The number of trials is limited.
    guard oldLeft.count * newLeft.count <= 4_096 else { return pairs }
    for index in oldLeft {
      let best = newLeft.map { (index: $0, likeness: old[index].likeness(to: new[$0])) }.max { $0.likeness < $1.likeness }
      guard let best, best.likeness >= 0.5 else { continue }
      pairs.append((index, best.index))
      newLeft.removeAll { $0 == best.index }
    }
    return pairs.sorted { $0 < $1 }
  }

  // MARK: Tables

  private mutating func compareObject(
    _ old: FlatObject, _ oldSchema: FlatSchema, withAny branches: [Schema], _ newSchema: FlatSchema,
    _ direction: Drift.Direction, _ place: Place
  ) {
    var common: FlatObject?
    for branch in branches {
      let flat = new.flat(branch)
      switch flat.form {
      case .object(let object): if common == nil { common = object } else { common?.unite(with: object) }
      case .any, .union: return
      default:
        guard direction == .response else { continue }
        ledger.record(
          .branchNew, .breaking, "\(place) may be \(flat.typeName) now", old: oldSchema.pointer, new: flat.pointer, direction)
      }
    }
    guard let common else { return }
    compareMembers(old, common, oldSchema, newSchema, direction, place)
  }
}

extension Branch {
  /// `Cat`, or the type of a schema without a name.
  var text: String { name.map { "`\($0)`" } ?? tag.map { "`\($0)`" } ?? type }

  func likeness(to other: Branch) -> Double {
    guard type == other.type, !members.isEmpty, !other.members.isEmpty else { return 0 }
    return Double(members.intersection(other.members).count) / Double(max(members.count, other.members.count))
  }
}

extension FlatSchema {
  fileprivate var discriminator: Schema.Discriminator? {
    if case .union(_, let discriminator) = form { discriminator } else { nil }
  }

  /// The form as a kind of schema, whose parts are the same.
  fileprivate var kind: Schema.Kind {
    switch form {
    case .any: .any
    case .never: .never
    case .null: .null
    case .boolean: .boolean
    case .integer: .integer
    case .number: .number
    case .string: .string
    case .array(let items): .array(items)
    case .object(let object): object.kind
    case .union(let branches, let discriminator): .union(branches, isExclusive: true, discriminator)
    }
  }
}
