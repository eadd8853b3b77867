import FoundationEssentials
import RefineryCore
import RefineryJSON
import RefineryVerification

/// The records at the beginning: from seeds, or made up.
enum MockSeeds {
  /// Fills records without any.
  static func fill(_ records: inout MockRecords) throws(MockServer.Fault) {
    let seeded = try plant(&records)
    makeUp(&records, except: seeded)
    records.changes = 0
  }

  // MARK: Seeds

  private static func plant(_ records: inout MockRecords) throws(MockServer.Fault) -> Set<String> {
    guard let seeds = records.settings.seeds.object else {
      throw MockServer.Fault("the seeds are \(records.settings.seeds.kindName) and must be an object")
    }
    var seeded: Set<String> = []
    for (name, value) in seeds {
      guard let (kind, scope) = place(of: name, records.plan) else {
        let known = records.plan.order.joined(separator: ", ")
        throw MockServer.Fault(
          "the seeds have `\(Redaction.escaped(name))`, which is not a resource or the path of a list; resources: \(known)")
      }
      seeded.insert(kind.key)
      for (index, element) in (value.array ?? [value]).enumerated() {
        guard element.object != nil else {
          throw MockServer.Fault(
            "the seed \(index) of `\(Redaction.escaped(name))` is \(element.kindName) and must be an object")
        }
        // A seed may name its parents as members.
        var own = scope
        for variable in kind.scope where own[variable] == nil {
          if let id = element.member(variable) { own[variable] = id.string ?? id.number?.text }
        }
        let isDocument = kind.documentType == nil || element["attributes"] != nil
        let value = isDocument ? element : kind.document(element.object ?? [:], id: kind.id(of: element))
        let id = kind.isSingleton ? "" : kind.id(of: value) ?? records.makeID(of: kind)
        guard records.record(kind.key, id, own) == nil else {
          throw MockServer.Fault("the seed \(index) of `\(Redaction.escaped(name))` has the id of an earlier one")
        }
        records.put(value, kind, id, own)
      }
    }
    return seeded
  }

  private static func place(of name: String, _ plan: MockPlan) -> (MockResource, [String: String])? {
    if let kind = plan.resources[name] ?? plan.order.lazy.compactMap({ plan.resources[$0] }).first(where: { $0.name == name }) {
      return (kind, [:])
    }
    let matches = plan.matches(name.hasPrefix("/") ? name : "/" + name)
    for match in matches {
      let row = plan.rows[match.index]
      guard let kind = row.resource.flatMap({ plan.resources[$0] }), row.operation == .enumerate || kind.isSingleton else {
        continue
      }
      return (kind, match.values)
    }
    return nil
  }

  // MARK: Made-up records

  private static let most = 10_000

  private static func makeUp(_ records: inout MockRecords, except seeded: Set<String>) {
    let (plan, settings) = (records.plan, records.settings)
    let kinds = plan.order.compactMap { plan.resources[$0] }.filter { !seeded.contains($0.key) }
    // Ids first, so that members can refer to records of any resource.
    var places: [(kind: MockResource, id: String, scope: [String: String])] = []
    for kind in kinds {
      let count = kind.isSingleton ? (settings.records > 0 || !kind.isCreatable ? 1 : 0) : settings.records
      for scope in scopes(of: kind, records) {
        for _ in 0..<count where places.count < most * max(1, kinds.count) {
          guard (records.collections[kind.key]?.records.count ?? 0) < most else { break }
          let id = kind.isSingleton ? "" : records.makeID(of: kind)
          records.put([:], kind, id, scope)
          places.append((kind, id, scope))
        }
      }
    }
    let references = references(records)
    for (kind, id, scope) in places {
      let owner = scope.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
      var made = MadeUpValues(seed: MadeUpValues.seed(settings.randomSeed, kind.key, owner, id))
      made.references = references
      var value = made.record(of: kind, id: kind.isSingleton ? nil : kind.json(of: id))
      if kind.documentType != nil, case .object(var members) = value {
        for relation in kind.relations { members[relation.name] = linkage(relation, &made, records) }
        value = kind.document(members, id: id)
      }
      records.put(kind.repaired(value), kind, id, scope)
    }
  }

  /// The parents that records of a resource are made for; one without any values if it has none.
  private static func scopes(of kind: MockResource, _ records: MockRecords) -> [[String: String]] {
    guard let link = kind.parents.first, let parent = records.plan.resources[link.resource] else { return [[:]] }
    return records.records(parent.key, [:]).map { link.scope(of: $0, idVariable: parent.idVariable) }
  }

  private static func linkage(
    _ relation: MockResource.Relation, _ made: inout MadeUpValues, _ records: MockRecords
  ) -> JSONValue {
    let target = relation.type.flatMap { records.plan.resource(ofDocuments: $0) }
    let ids = target.map { records.records($0.key, [:]).map(\.id) } ?? []
    func identifier(_ id: String) -> JSONValue { ["type": .string(relation.type ?? ""), "id": .string(id)] }
    guard relation.isToMany else { return ["data": ids.randomElement(using: &made.random).map(identifier) ?? .null] }
    return ["data": .array(Set((0..<2).compactMap { _ in ids.randomElement(using: &made.random) }).sorted().map(identifier))]
  }

  /// The ids that members may refer to, by the folded names of such members.
  static func references(_ records: MockRecords) -> [String: [JSONValue]] {
    var references: [String: [JSONValue]] = [:]
    for key in records.plan.order {
      guard let kind = records.plan.resources[key], !kind.isSingleton, kind.documentType == nil else { continue }
      let ids = (records.collections[key]?.records ?? []).prefix(1_000).map { kind.json(of: $0.id) }
      guard !ids.isEmpty else { continue }
      for name in kind.referenceNames where references[name] == nil { references[name] = ids }
    }
    return references
  }
}
