import RefineryJSON
import RefineryOpenAPI

extension TypePlanner {
  /// The type of a union.
  mutating func union(
    _ branches: [Schema], _ discriminator: Schema.Discriminator?, _ schema: Schema, _ hint: Hint
  ) -> TypeUse {
    let resolved = branches.map { resolve($0) }
    if let values = openValues(resolved) {
      return values.isEmpty ? TypeUse(.string) : enumeration(values, schema, hint) ?? TypeUse(.string)
    }
    let open = resolved.count { if case .any = $0.kind { true } else { false } }
    guard open == 0, !branches.isEmpty else {
      if open < branches.count { report(.note, schema.pointer, "a branch of the union takes any JSON, so the union does") }
      return TypeUse(.json)
    }
    var isNullable = false
    var result: TypeUse?
    let declared = declare(schema, hint, .union(.init(branches: []))) { planner, id in
      let form = planner.form(of: branches, discriminator, id, &isNullable)
      if form.branches.count == 1 { result = TypeUse(form.branches[0].type) }
      return .union(form)
    }
    var use = declared
    if let result, case .model(let id) = declared.type, !used.contains(id) {
      // One type for all branches: no union is declared. The place of the model stays empty, and nothing names it.
      book[id].form = .union(.init(branches: []))
      collapsed[id] = result
      use = result
    }
    use.isNullable = use.isNullable || isNullable
    return use
  }

  /// Follows references and single parts.
  func resolve(_ schema: Schema, _ depth: Int = 0) -> Schema {
    if case .reference(let key) = schema.kind, depth < 50, let named = description.schemas[key] {
      return resolve(named.schema, depth + 1)
    }
    return schema
  }

  /// The values of a union of texts with and without values; nil if it has other branches. Empty if no branch has values.
  private func openValues(_ branches: [Schema]) -> [JSONValue]? {
    var values: [JSONValue] = []
    for branch in branches {
      switch branch.kind {
      case .string:
        guard branch.format == nil || branch.values != nil else { return nil }
        values += branch.values ?? []
      case .union(let inner, _, _):
        guard let more = openValues(inner.map { resolve($0) }) else { return nil }
        values += more
      default: return nil
      }
    }
    guard values.allSatisfy({ $0.string != nil }) else { return nil }
    return values
  }

  private mutating func form(
    of branches: [Schema], _ discriminator: Schema.Discriminator?, _ id: ModelID, _ isNullable: inout Bool
  ) -> Model.UnionForm {
    let tag = discriminator?.property ?? commonTag(branches)
    let uses = tag.map { self.uses(of: $0, in: branches) } ?? [:]
    var scope = NameScope(reserved: ["branches", "content", "discriminator", "init", "other", "self", "Type"])
    var form = Model.UnionForm(discriminator: tag, branches: [])
    var hasNumber = false
    for branch in branches {
      let tags = tag.map { self.tags(of: branch, $0, discriminator, uses) } ?? []
      let name = branchName(branch, tags, tag == nil)
      let use = use(branch, Hint(name, in: id))
      isNullable = isNullable || use.isNullable
      if use.coding != nil {
        report(.note, branch.pointer, "in a union, the value of this branch stays as JSON has it")
      }
      var type = use.coding == nil ? use.type : codedType(branch)
      if type == .date || type == .calendarDate { type = .string }
      // An integer is a number.
      if type == .int || type == .double {
        if hasNumber, let index = form.branches.firstIndex(where: { $0.type == .int || $0.type == .double }) {
          if type == .double { form.branches[index].type = .double }
          continue
        }
        hasNumber = true
      }
      if let index = form.branches.firstIndex(where: { $0.type == type }) {
        form.branches[index].tags += tags
        continue
      }
      form.branches.append(.init(name: scope.take(Words(name).lowerCamel), type: type, tags: tags))
    }
    if form.branches.allSatisfy(\.tags.isEmpty) { form.discriminator = nil }
    return form
  }

  /// What JSON has for a value with a coding.
  private func codedType(_ branch: Schema) -> SwiftType {
    switch resolve(branch).kind {
    case .integer: .int
    case .number: .double
    case .array: .array(.json)
    case .object: .dictionary(.json)
    default: .string
    }
  }

  private func branchName(_ branch: Schema, _ tags: [String], _ isUntagged: Bool) -> String {
    if case .reference(let key) = branch.kind, let named = description.schemas[key] {
      return named.name
    }
    if let title = branch.title, !title.isEmpty, title.count < 40 { return title }
    if let tag = tags.first { return tag }
    switch branch.kind {
    case .string:
      return branch.values == nil ? "text" : branch.values?.count == 1 ? branch.values?[0].string ?? "text" : "value"
    case .integer: return "integer"
    case .number: return "number"
    case .boolean: return "boolean"
    case .array: return "list"
    case .object(let object):
      return object.properties.isEmpty ? "dictionary" : object.properties.first(where: \.isRequired)?.name ?? "object"
    default: return "object"
    }
  }

  // MARK: Tags

  /// The property whose single value tells the branches apart: required in all of them, with values that are in one only.
  private func commonTag(_ branches: [Schema]) -> String? {
    guard branches.count > 1, let first = branches.first else { return nil }
    let candidates = constants(of: first)
    for name in candidates.keys.sorted(by: { ($0 == "type" ? 0 : 1, $0) < ($1 == "type" ? 0 : 1, $1) }) {
      var seen: Set<String> = []
      let isTag = branches.allSatisfy { branch in
        guard let values = constants(of: branch)[name], !values.isEmpty else { return false }
        return values.allSatisfy { seen.insert($0).inserted }
      }
      if isTag { return name }
    }
    return nil
  }

  /// The properties of an object that have few values, with these.
  private func constants(of schema: Schema, _ depth: Int = 0) -> [String: [String]] {
    guard depth < 20 else { return [:] }
    let schema = resolve(schema)
    switch schema.kind {
    case .object(let object):
      var found: [String: [String]] = [:]
      for property in object.properties {
        let resolved = resolve(property.schema)
        guard case .string = resolved.kind, let values = resolved.values, values.count <= 8 else { continue }
        found[property.name] = values.compactMap(\.string)
      }
      return found
    case .all(let parts):
      var found: [String: [String]] = [:]
      for part in parts { found.merge(constants(of: part, depth + 1)) { $1 } }
      return found
    case .union(let branches, _, _):
      // A union in a union: the values of all its branches.
      var found: [String: [String]]?
      for branch in branches {
        let inner = constants(of: branch, depth + 1)
        guard let earlier = found else {
          found = inner
          continue
        }
        found = earlier.merging(inner) { $0 + $1 }.filter { inner[$0.key] != nil && earlier[$0.key] != nil }
      }
      return found ?? [:]
    default: return [:]
    }
  }

  /// For each value of a property, the number of branches that permit it.
  private func uses(of property: String, in branches: [Schema]) -> [String: Int] {
    var uses: [String: Int] = [:]
    for branch in branches { for value in Set(constants(of: branch)[property] ?? []) { uses[value, default: 0] += 1 } }
    return uses
  }

  /// The values of the discriminator that name a branch.
  private func tags(
    of branch: Schema, _ property: String, _ discriminator: Schema.Discriminator?, _ uses: [String: Int]
  ) -> [String] {
    let values = constants(of: branch)[property]
    if let discriminator, case .reference(let key) = branch.kind {
      let mapped = discriminator.mapping.filter { $0.schema == key }.map(\.value)
      // The name of the schema is only the default: what its own property permits says more.
      let isDefault = mapped.count == 1 && mapped[0] == description.schemas[key]?.name
      if isDefault, let values, !values.isEmpty, values.allSatisfy({ uses[$0] == 1 }) { return values }
      if !mapped.isEmpty { return mapped }
    }
    if let values { return values }
    if discriminator != nil, case .reference(let key) = branch.kind, let named = description.schemas[key] {
      return [named.name]
    }
    return []
  }
}
