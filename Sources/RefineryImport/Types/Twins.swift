/// Finds models that have the same members, values or branches: one of them is declared, and the others are its aliases. In
/// real descriptions, a quarter to a half of the types are such copies, and each costs time of the compiler and code.
struct Twins {
  private let models: ModelBook
  private let used: [ModelID]

  init(_ models: ModelBook, used: [ModelID]) {
    self.models = models
    self.used = used
  }

  /// The model that each twin is an alias of. The one that stays is the first that the description names.
  func aliases() -> [ModelID: ModelID] {
    var classes: [ModelID: Int] = [:]
    var count = 1
    for id in used { classes[id] = 0 }
    // Models are told apart by what they contain, and then by what that contains, until no class falls into parts: at most as
    // many rounds as there are models, and few in practice.
    for round in 0... {
      // Long chains of types part one by one. Their copies stay types of their own.
      if round > 100 { return [:] }
      var numbers: [Signature: Int] = [:]
      var next: [ModelID: Int] = [:]
      for id in used {
        let signature = Signature(earlier: classes[id] ?? 0, parts: parts(of: models[id], classes))
        next[id] = numbers[signature] ?? numbers.count
        if numbers[signature] == nil { numbers[signature] = numbers.count }
      }
      classes = next
      if numbers.count == count { break }
      count = numbers.count
    }
    var members: [Int: [ModelID]] = [:]
    for id in used { members[classes[id] ?? 0, default: []].append(id) }
    var aliases: [ModelID: ModelID] = [:]
    for ids in members.values where ids.count > 1 {
      let first = ids.first { models[$0].parent == nil } ?? ids[0]
      for id in ids where id != first { aliases[id] = first }
    }
    return aliases
  }

  private struct Signature: Hashable {
    let earlier: Int
    let parts: [String]
  }

  private func parts(of model: Model, _ classes: [ModelID: Int]) -> [String] {
    func text(_ type: SwiftType) -> String {
      switch type {
      case .array(let inner): "[\(text(inner))]"
      case .dictionary(let inner): "{\(text(inner))}"
      case .optional(let inner): "\(text(inner))?"
      case .model(let id): "#\(classes[id] ?? -1)"
      default: "\(type)"
      }
    }
    switch model.form {
    case .object(let object):
      return ["object", object.others.map(text) ?? ""]
        + object.properties.map {
          "\($0.wireName)\u{0}\($0.name) \($0.presence) \(text($0.use.type)) \($0.use.coding ?? "") \($0.isBoxed) \($0.use.constant ?? "")"
        }
    case .enumeration(let enumeration):
      return ["enumeration", enumeration.raw.rawValue] + enumeration.cases.map { "\($0.name)\u{0}\($0.value)" }
    case .union(let union):
      return ["union", union.discriminator ?? "", "\(union.isIndirect)"]
        + union.branches.map { "\($0.name) \(text($0.type)) \($0.tags)" }
    }
  }
}
