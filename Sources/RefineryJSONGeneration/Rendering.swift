#if CodeGeneration
  /// Writes models as Swift.
  struct Rendering {
    /// The preferred maximum length of a line.
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
        guard case .object(let members, _) = model.form else { return [] }
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
      case .object(let members, let memberwise):
        let initializer = Initializer(members, memberwise: memberwise, keys: "GeneratedJSON.\(keys)", access)
        return whole(head, access, "Reads the members of an object.", initializer.lines)
      }
    }

    private static func whole(_ head: [String], _ access: String, _ comment: String, _ lines: [String]) -> String {
      let body = (access.isEmpty ? [] : ["/// \(comment)"]) + lines
      return (head + body.map { "  " + $0 } + ["}"]).joined(separator: "\n")
    }
  }
#endif
