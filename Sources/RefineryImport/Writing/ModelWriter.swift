import RefineryJSON

/// Writes the declaration of a model.
struct ModelWriter {
  let models: ModelBook
  let options: ImportOptions
  private var access: String { options.access.modifier }

  init(_ models: ModelBook, _ options: ImportOptions) {
    self.models = models
    self.options = options
  }

  func write(_ id: ModelID, to source: inout SourceWriter) {
    let model = models[id]
    if let twin = model.twin {
      source.document(model.documentation.isEmpty ? ["The same type as ``\(models[twin].name)``."] : model.documentation)
      if source.fits("\(access)typealias \(model.name) =") {
        source.assignment("\(access)typealias \(model.name) =", models[twin].name)
      } else {
        source.line("\(access)typealias")
        source.indented { source in
          source.line("\(model.name) =")
          source.line(models[twin].name)
        }
      }
      return
    }
    source.document(model.documentation.isEmpty ? ["\(model.name)."] : model.documentation)
    switch model.form {
    case .object(let object): write(object, model, to: &source)
    case .enumeration(let enumeration): write(enumeration, model, to: &source)
    case .union(let union): write(union, model, to: &source)
    }
  }

  private func conformances(_ first: String, _ model: Model) -> String {
    ([first] + (options.hashable && first != "OpenEnum" ? ["Hashable"] : []) + (model.isError ? ["Error"] : [])).joined(
      separator: ", ")
  }

  // MARK: Structs

  private func write(_ object: Model.ObjectForm, _ model: Model, to source: inout SourceWriter) {
    source.type("\(access)struct \(model.name)", conformances("ObjectModel", model)) { source in
      for property in object.properties {
        source.document(property.documentation)
        source.assignment("\(property.isBoxed ? "@Boxed " : "")\(access)var \(property.name.escaped):", type(of: property))
      }
      if let others = object.others {
        source.document(["The members that have no name here."])
        source.line("\(access)var \(object.othersName): [String: \(others.text(models))]")
      }
      source.line()
      initializer(object, &source)
      source.line()
      unread(object, &source)
      source.line()
      list(object, &source)
    }
  }

  private func type(of property: Model.Property) -> String {
    let text = property.use.type.text(models)
    return switch property.presence {
    case .required: text
    case .nullable, .optional: "\(text)?"
    case .field: "Field<\(text)>"
    }
  }

  private func initializer(_ object: Model.ObjectForm, _ source: inout SourceWriter) {
    func isDefaulted(_ property: Model.Property) -> Bool {
      property.presence == .optional || property.presence == .field
        || (property.presence == .required && property.use.constant != nil)
    }
    let ordered = object.properties.filter { !isDefaulted($0) } + object.properties.filter(isDefaulted)
    var items = ordered.map { property in
      let value =
        switch property.presence {
        case .required: property.use.constant.map { " = \($0.literal)" } ?? ""
        case .nullable: ""
        case .optional: " = nil"
        case .field: " = .absent"
        }
      return "\(property.name.label): \(type(of: property))\(value)"
    }
    if let others = object.others { items.append("\(object.othersName): [String: \(others.text(models))] = [:]") }
    source.list("\(access)init(", items, ") {")
    source.indented { source in
      for property in ordered { source.line("self.\(property.name.escaped) = \(property.name.escaped)") }
      if object.others != nil { source.line("self.\(object.othersName) = \(object.othersName)") }
    }
    source.line("}")
  }

  private func unread(_ object: Model.ObjectForm, _ source: inout SourceWriter) {
    var lines: [String] = []
    for property in object.properties {
      switch property.presence {
      case .required: lines.append("\(property.name.escaped) = \(property.use.type.unread(models))")
      case .nullable, .optional: if property.isBoxed { lines.append("\(property.name.escaped) = nil") }
      case .field: lines.append("\(property.name.escaped) = .absent")
      }
    }
    if object.others != nil { lines.append("\(object.othersName) = [:]") }
    if lines.isEmpty {
      source.line("\(access)init(_ unread: Unread) {}")
    } else {
      source.block("\(access)init(_ unread: Unread)") { source in
        for line in lines {
          if line.hasSuffix("(unread)") {
            source.list(String(line.dropLast(7)), ["unread"], ")")
          } else {
            source.line(line)
          }
        }
      }
    }
  }

  private func list(_ object: Model.ObjectForm, _ source: inout SourceWriter) {
    source.block("\(access)mutating func list(_ members: Members)") { source in
      for property in object.properties {
        let coding = property.use.coding.map { ", \($0)" } ?? ""
        let reference = property.name == "members" ? "self.members" : property.name.escaped
        source.list("members.\(property.presence)(", ["\(property.wireName.literal), &\(reference)\(coding)"], ")")
      }
      if object.others != nil { source.line("members.others(&\(object.othersName))") }
    }
  }

  // MARK: Enumerations

  private func write(_ enumeration: Model.EnumerationForm, _ model: Model, to source: inout SourceWriter) {
    let raw = enumeration.raw.rawValue
    source.type("\(access)struct \(model.name)", "OpenEnum\(model.isError ? ", Error" : "")") { source in
      source.line("\(access)let rawValue: \(raw)")
      source.line("\(access)init(rawValue: \(raw)) { self.rawValue = rawValue }")
      source.line()
      for (name, value) in enumeration.cases {
        let number = enumeration.raw == .int ? value.int.map { "\($0)" } : nil
        let literal = value.string?.literal ?? number ?? "\(value)"
        source.braces("\(access)static var \(name.escaped): Self", "Self(rawValue: \(literal))")
      }
      source.line()
      let values = enumeration.cases.map { ".\($0.name)" }
      if source.fits("\(access)static var knownValues: [Self] { [\(values.joined(separator: ", "))] }") {
        source.line("\(access)static var knownValues: [Self] { [\(values.joined(separator: ", "))] }")
      } else {
        source.block("\(access)static var knownValues: [Self]") { $0.list("[", values, "]") }
      }
    }
  }

  // MARK: Unions

  private func write(_ union: Model.UnionForm, _ model: Model, to source: inout SourceWriter) {
    source.type("\(access)\(union.isIndirect ? "indirect " : "")enum \(model.name)", conformances("UnionModel", model)) {
      source in
      for branch in union.branches { source.list("case \(branch.name.escaped)(", [branch.type.text(models)], ")") }
      source.line("/// None of these; the value is kept.")
      source.line("case other(JSONValue)")
      source.line()
      if let discriminator = union.discriminator {
        source.line("\(access)static var discriminator: String? { \(discriminator.literal) }")
      }
      list(union.branches, &source)
      source.line()
      source.block("\(access)var content: any Codable & Sendable") { source in
        source.line("switch self {")
        for name in union.branches.map(\.name) + ["other"] { source.line("case .\(name)(let content): content") }
        source.line("}")
      }
    }
  }
}

extension ModelWriter {
  private func list(_ branches: [Model.UnionForm.Branch], _ source: inout SourceWriter) {
    let head = "\(access)static let branches: [UnionBranch<Self>] = ["
    let calls = branches.map { branch in
      let tags = branch.tags.map(\.literal)
      let first = tags.isEmpty ? "" : tags.count == 1 ? "\(tags[0]), " : "tags: [\(tags.joined(separator: ", "))], "
      return "UnionBranch(\(first)Self.\(branch.name))"
    }
    guard let long = calls.firstIndex(where: { !source.fits("  \($0),") }) else { return source.list(head, calls, "]") }
    // Each branch on a line of its own, and those that are too long on several.
    source.line(head)
    source.indented { source in
      for (index, branch) in branches.enumerated() {
        if index < long || source.fits("\(calls[index]),") {
          source.line("\(calls[index]),")
          continue
        }
        source.line("UnionBranch(")
        source.indented { source in
          let tags = branch.tags.map(\.literal)
          if tags.count > 1 { source.list("tags: [", tags, "],") }
          source.line("\(tags.count == 1 ? "\(tags[0]), " : "")Self.\(branch.name)),")
        }
      }
    }
    source.line("]")
  }
}

extension String {
  /// The name as a label of an argument, which needs backticks only where `inout`, `var` and `let` do.
  var label: String { ["inout", "var", "let"].contains(self) ? "`\(self)`" : escaped }
}
