#if CodeGeneration
  import SwiftSyntax

  /// The types of a module and their extensions, as far as its files declare them. Types within functions are left out.
  struct Declarations {
    private(set) var types: [String: [Declaration]] = [:]
    private(set) var extensions: [String: [Declaration]] = [:]
    /// The type aliases.
    private(set) var aliases: [String: TypeSyntax] = [:]

    init(_ sources: [Source]) {
      for source in sources {
        add(source.tree.statements.compactMap { $0.item.as(DeclSyntax.self) }, source, [], .internal, false)
      }
    }

    private mutating func add(
      _ declarations: [DeclSyntax], _ source: Source, _ path: [String], _ access: Access, _ isConditional: Bool
    ) {
      for declaration in declarations {
        if let conditional = declaration.as(IfConfigDeclSyntax.self) {
          add(conditional.declarations, source, path, access, true)
        } else if let alias = declaration.as(TypeAliasDeclSyntax.self), alias.genericParameterClause == nil {
          aliases[(path + [alias.name.text]).joined(separator: ".")] = alias.initializer.value
        } else if let group = declaration.asProtocol((any DeclGroupSyntax).self) {
          add(group, source, path, access, isConditional)
        }
      }
    }

    private mutating func add(
      _ group: any DeclGroupSyntax, _ source: Source, _ path: [String], _ access: Access, _ isConditional: Bool
    ) {
      let own = Access(group.modifiers)
      let inner: [String]
      if let node = group.as(ExtensionDeclSyntax.self) {
        guard let extended = node.extendedType.path else { return }
        inner = extended
      } else if let name = group.asProtocol((any NamedDeclSyntax).self)?.name.text {
        inner = path + [name]
      } else {
        return
      }
      let found = Declaration(
        path: inner, node: group, source: source, access: own ?? access, isConditional: isConditional)
      if found.isExtension {
        extensions[found.name, default: []].append(found)
      } else {
        types[found.name, default: []].append(found)
      }
      add(
        group.memberBlock.members.map(\.decl), source, inner, found.isExtension ? own ?? .internal : .internal, isConditional)
    }
  }

  extension Declarations {
    /// A type's own declarations and its extensions.
    func parts(of name: String) -> [Declaration] { (types[name] ?? []) + (extensions[name] ?? []) }

    func isKnown(_ name: String) -> Bool { types[name] != nil || aliases[name] != nil }

    /// The effective access level of a type, which the types around it can limit.
    func access(of declaration: Declaration) -> Access {
      enclosing(declaration).map(\.access).min() ?? .internal
    }

    /// A type and the types around it, outermost first.
    func enclosing(_ declaration: Declaration) -> [Declaration] {
      declaration.path.indices.compactMap { types[declaration.path[...$0].joined(separator: ".")]?.first }
    }

    /// The first part of a type that conforms to one of some protocols, directly or by other protocols of the module.
    func part(of name: String, conformingTo wanted: Set<String>) -> Declaration? {
      parts(of: name).first { part in part.inherited.contains { implies($0, wanted) } }
    }

    private func implies(_ name: String, _ wanted: Set<String>, depth: Int = 0) -> Bool {
      if types[name] == nil, wanted.contains(name) { return true }
      guard depth < 16 else { return false }
      let above =
        types[name].map { $0.filter { $0.node.is(ProtocolDeclSyntax.self) }.flatMap(\.inherited) }
        ?? aliases[name].map { alias in
          alias.as(CompositionTypeSyntax.self)?.elements.map(\.type.unattributed) ?? [alias.unattributed]
        } ?? []
      return above.contains { implies($0, wanted, depth: depth + 1) }
    }

    /// The types for which the module declares its own decoding methods, which a synthesized `Decodable` calls.
    var readSpecially: Set<String> {
      let functions = (extensions["KeyedDecodingContainer"] ?? []).flatMap(\.members).compactMap {
        $0.decl.as(FunctionDeclSyntax.self)
      }
      let types = functions.filter { ["decode", "decodeIfPresent"].contains($0.name.text) }.compactMap { function in
        function.signature.parameterClause.parameters.first?.type.as(MetatypeTypeSyntax.self)?.baseType.decodedName
      }
      return Set(types)
    }

    /// The protocols of the module that a type conforms to, and their parents.
    func protocols(of name: String) -> Set<String> {
      var found: Set<String> = []
      var open = parts(of: name).flatMap(\.inherited)
      while let next = open.popLast() {
        guard let declared = types[next], found.insert(next).inserted else { continue }
        open += declared.flatMap(\.inherited)
      }
      return found
    }
  }

  extension IfConfigDeclSyntax {
    /// The declarations in all of its branches.
    var declarations: [DeclSyntax] {
      clauses.flatMap { clause -> [DeclSyntax] in
        switch clause.elements {
        case .statements(let items): items.compactMap { $0.item.as(DeclSyntax.self) }
        case .decls(let items): items.map(\.decl)
        default: []
        }
      }
    }
  }
#endif
