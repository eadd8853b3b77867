#if CodeGeneration
  /// Writes models as Swift.
  struct Rendering {
    /// The longest line that is written where it can be helped.
    private static let width = 100

    let models: [Model]
    let imports: [String]
    let header: [String]

    /// The extension of each model, by its name.
    private var names: [String] {
      var taken: Set<String> = []
      return models.map { model in
        var name = Self.keysName(model.name)
        while !taken.insert(name).inserted { name += "2" }
        return name
      }
    }

    var text: String {
      let names = names
      let blocks = zip(models, names).map { model, name in Self.block(model, keys: name) }
      return ([header.joined(separator: "\n")] + imports + blocks + keys(names)).joined(separator: "\n\n") + "\n"
    }

    private func keys(_ names: [String]) -> [String] {
      let lines = zip(models, names).flatMap { model, name -> [String] in
        guard case .object(let members) = model.form else { return [] }
        let texts = members.map { $0.name.debugDescription }
        let line = "  static let \(name): JSONKeys = [\(texts.joined(separator: ", "))]"
        if line.count <= Self.width { return [line] }
        return ["  static let \(name): JSONKeys = ["] + texts.map { "    \($0)," } + ["  ]"]
      }
      guard !lines.isEmpty else { return [] }
      return [
        (["/// The names of members, as documents have them.", "private enum GeneratedJSON {"] + lines + ["}"]).joined(
          separator: "\n")
      ]
    }

    /// `Outer.Inner` becomes `outerInnerKeys`, and `URLSet` `urlSetKeys`.
    private static func keysName(_ name: String) -> String {
      let letters = name.filter { $0.isLetter || $0.isNumber }
      let capitals = letters.prefix(while: \.isUppercase).count
      let lowered = capitals < 2 || capitals == letters.count ? capitals : capitals - 1
      let first = letters.prefix(lowered).lowercased() + letters.dropFirst(lowered)
      return (first.first?.isLetter == true ? first : "model" + first) + "Keys"
    }

    private static func block(_ model: Model, keys: String) -> String {
      let constraints = model.constraints.isEmpty ? "" : " where \(model.constraints.joined(separator: ", "))"
      let head = model.availability + ["extension \(model.name): JSONReadable\(constraints) {"]
      let access = model.access > .internal ? "\(model.access) " : ""
      switch model.form {
      case .rawValue: return (model.availability + [(head.last ?? "") + "}"]).joined(separator: "\n")
      case .anything:
        let lines = ["\(access)init(json: inout JSONReader) throws { try json.skip() }"]
        return whole(head, access, "Passes over one value, whatever it is.", lines)
      case .object(let members):
        return whole(
          head, access, "Reads the members of an object.", Initializer(members, keys: "GeneratedJSON.\(keys)", access).lines)
      }
    }

    private static func whole(_ head: [String], _ access: String, _ comment: String, _ lines: [String]) -> String {
      let body = (access.isEmpty ? [] : ["/// \(comment)"]) + lines
      return (head + body.map { "  " + $0 } + ["}"]).joined(separator: "\n")
    }
  }

  /// The initialiser of a model with members.
  private struct Initializer {
    private struct Slot {
      let name: String
      let member: Model.Member
    }

    private let slots: [Slot]
    private let json: String
    private let object: String
    private let place: String
    private let keys: String
    private let access: String

    init(_ members: [Model.Member], keys: String, _ access: String) {
      var taken = Set(members.map { $0.property.filter { $0 != "`" } })
      func free(_ name: String) -> String {
        var name = name
        while !taken.insert(name).inserted { name += "2" }
        return name
      }
      json = free("json")
      object = free("members")
      place = free("member")
      slots = members.map { Slot(name: $0.property == "`self`" ? free("self2") : $0.property, member: $0) }
      self.keys = keys
      self.access = access
    }

    var lines: [String] {
      let label = json == "json" ? json : "json \(json)"
      return ["\(access)init(\(label): inout JSONReader) throws {"] + body.map { "  " + $0 } + ["}"]
    }

    private var body: [String] {
      slots.map { "var \($0.name): \($0.member.type.name)?" } + ["var \(object) = try \(json).object(\(keys))"] + loop
        + slots.enumerated().map(assignment)
    }

    private var loop: [String] {
      guard slots.count > 1 else {
        let next = "while try \(json).next(in: &\(object)) != nil {"
        return slots.isEmpty ? [next + "}"] : [next + " \(slots.map(reading).joined()) }"]
      }
      let cases = slots.enumerated().map { number, slot in
        (number == slots.count - 1 ? "default" : "case \(number)") + ": " + reading(slot)
      }
      return ["while let \(place) = try \(json).next(in: &\(object)) {", "  switch \(place) {"] + cases.map { "  " + $0 }
        + ["  }", "}"]
    }

    private func reading(_ slot: Slot) -> String {
      let function = slot.member.type.isOptional ? "valueIfPresent" : "value"
      return "\(slot.name) = try \(json).\(function)(\(slot.member.type.name).self)"
    }

    private func assignment(_ number: Int, _ slot: Slot) -> String {
      slot.member.type.isOptional
        ? "self.\(slot.member.property) = \(slot.name)"
        : "self.\(slot.member.property) = try \(json).require(\(slot.name), \(number), of: \(object))"
    }
  }
#endif
