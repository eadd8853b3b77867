#if CodeGeneration
  import SwiftSyntax

  /// Makes a model from a declaration by the rules of the synthesized `Decodable`, or says why it cannot.
  struct ModelReader {
    let declarations: Declarations
    /// The protocols that imply `Decodable`.
    let decodable: Set<String>
    private var errors: [ModelError] = []

    init(_ declarations: Declarations, decodable: Set<String>) {
      self.declarations = declarations
      self.decodable = decodable
    }

    /// The model, or why there is none.
    static func read(
      _ declaration: Declaration, _ declarations: Declarations, decodable: Set<String>
    ) -> (model: Model?, errors: [ModelError]) {
      var reader = ModelReader(declarations, decodable: decodable)
      reader.refuseSurroundings(of: declaration)
      guard let form = reader.form(of: declaration), reader.errors.isEmpty else { return (nil, reader.errors) }
      let scope = reader.scope(of: declaration)
      let outer = declarations.enclosing(declaration).flatMap(\.availability)
      let conforming = declarations.part(of: declaration.name, conformingTo: decodable)
      let model = Model(
        name: declaration.name, access: declarations.access(of: declaration),
        availability: unique(outer + (conforming?.availability ?? [])),
        constraints: reader.constraints(of: form.types, scope, conforming), form: form.form)
      return (model, [])
    }

    private mutating func refuse(_ declaration: Declaration, at node: (any SyntaxProtocol)? = nil, _ reason: String) {
      let named = declaration.node.asProtocol((any NamedDeclSyntax).self)?.name
      let place: any SyntaxProtocol = node ?? named ?? declaration.node
      errors.append(declaration.source.error(place, declaration.name, reason))
    }

    // MARK: The type as a whole

    private mutating func refuseSurroundings(of declaration: Declaration) {
      let name = declaration.name
      if declaration.isConditional {
        refuse(declaration, "is inside #if; write the extension by hand inside the same #if")
      } else if (declarations.types[name]?.count ?? 0) > 1 {
        refuse(declaration, "is declared more than once; write the extension by hand")
      }
      if declarations.access(of: declaration) <= .fileprivate {
        refuse(declaration, "cannot be seen from another file; make it internal")
      }
      for element in declaration.node.attributes {
        guard let attribute = element.as(AttributeSyntax.self) else {
          refuse(declaration, at: element, "has attributes that depend on #if; write init(json:) by hand")
          continue
        }
        let text = attribute.attributeName.trimmedDescription
        if !Attributes.harmless.contains(text) {
          refuse(declaration, at: attribute, "@\(text) may add members that cannot be seen here; write init(json:) by hand")
        }
      }
      if let pack = declaration.generics?.parameters.first(where: { $0.specifier?.text == "each" }) {
        refuse(declaration, at: pack, "has a parameter pack; write init(json:) by hand")
      }
      let parts = declarations.parts(of: name) + declarations.protocols(of: name).flatMap { declarations.extensions[$0] ?? [] }
      for part in parts {
        let members = part.members.flatMap { $0.decl.as(IfConfigDeclSyntax.self)?.declarations ?? [$0.decl] }
        for initializer in members.compactMap({ $0.as(InitializerDeclSyntax.self) }) where initializer.readsByCodable {
          errors.append(
            part.source.error(initializer, name, "has its own init(from:); write init(json:) by hand too"))
        }
      }
    }

    private func scope(of declaration: Declaration) -> Scope {
      let generics = declarations.enclosing(declaration).compactMap(\.generics)
      let parameters = generics.flatMap(\.parameters).filter { $0.specifier?.text != "let" }
      return Scope(path: declaration.path, parameters: Set(parameters.map(\.name.text)), declarations: declarations)
    }

    private func constraints(of types: [TypeSyntax], _ scope: Scope, _ conforming: Declaration?) -> [String] {
      let already = conforming?.isExtension == true ? conforming?.node.genericWhereClause?.requirements : nil
      let kept = (already ?? []).map { $0.requirement.trimmedDescription }
      return Self.unique(kept + types.flatMap(scope.constraints).map { "\($0): JSONReadable" })
    }

    private static func unique(_ texts: [String]) -> [String] {
      texts.enumerated().filter { place, text in !texts[..<place].contains(text) }.map(\.element)
    }

    // MARK: Its members

    private typealias Read = (form: Model.Form, types: [TypeSyntax])

    private mutating func form(of declaration: Declaration) -> Read? {
      if declaration.node.is(EnumDeclSyntax.self) {
        if MemberType.scalars.contains(declaration.inherited.first ?? "") { return (.rawValue, []) }
        refuse(declaration, "is an enumeration without raw values of a standard type; leave it to Codable")
        return nil
      }
      guard declaration.node.is(StructDeclSyntax.self) else {
        refuse(declaration, "is not a structure, so an extension cannot add the initializer; leave it to Codable")
        return nil
      }
      let stored = StoredProperties(of: declaration)
      errors += stored.errors
      let names = MemberNames(of: declaration, in: declarations)
      errors += names.errors
      let raw = stored.all.first { $0.name.plain == "rawValue" }
      if declarations.part(of: declaration.name, conformingTo: ["RawRepresentable", "OptionSet"]) != nil {
        if MemberType.scalars.contains(raw?.type?.unattributed ?? "") { return (.rawValue, []) }
        refuse(declaration, at: raw?.name, "its raw value does not have a standard type; write init(json:) by hand")
        return nil
      }
      if let raw {
        refuse(
          declaration, at: raw.name,
          "may be decoded from its raw value; declare that it is RawRepresentable, or write init(json:) by hand")
      }
      return members(of: declaration, stored, names.pairs)
    }

    private mutating func members(
      of declaration: Declaration, _ properties: StoredProperties, _ named: [MemberNames.Pair]?
    ) -> Read? {
      let stored = properties.all
      let pairs = named ?? stored.map { MemberNames.Pair(property: $0.name.plain, name: $0.name.plain) }
      guard !pairs.isEmpty || !stored.allSatisfy({ $0.initial != nil || $0.isNilByItself }) else { return (.anything, []) }
      let scope = scope(of: declaration)
      let memberwise = properties.isMemberwise && isInOrder(pairs, stored)
      var members: [Model.Member] = []
      var types: [TypeSyntax] = []
      for pair in pairs {
        guard let property = stored.first(where: { $0.name.plain == pair.property }) else {
          refuse(declaration, "CodingKeys.\(pair.property) is not the name of a stored property; remove it")
          continue
        }
        guard !(property.isConstant && property.initial != nil) else { continue }
        guard let (type, syntax) = self.type(of: property, memberwise, declaration, scope) else { continue }
        members.append(Model.Member(property: property.name.text, name: pair.name, type: type))
        types.append(syntax)
      }
      for property in stored where property.initial == nil && !property.isNilByItself {
        if !pairs.contains(where: { $0.property == property.name.plain }) {
          refuse(property, declaration, "has neither a coding key nor a default value; give it one of them")
        }
      }
      return (.object(members, memberwise: memberwise), types)
    }

    /// Whether members are read in the order of the properties, as the memberwise initializer requires.
    private func isInOrder(_ pairs: [MemberNames.Pair], _ stored: [StoredProperty]) -> Bool {
      let names = pairs.map(\.property)
      return names == stored.map(\.name.plain).filter(names.contains)
    }

    private mutating func refuse(_ property: StoredProperty, _ declaration: Declaration, _ reason: String) {
      errors.append(declaration.source.error(property.name, "\(declaration.name).\(property.name.text)", reason))
    }

    private mutating func type(
      of property: StoredProperty, _ memberwise: Bool, _ declaration: Declaration, _ scope: Scope
    ) -> (MemberType, TypeSyntax)? {
      if let wrapper = property.wrapper {
        refuse(
          property, declaration,
          "\(wrapper) may change how it is decoded; write init(json:) by hand, or remove the attribute")
      } else if property.access <= .fileprivate {
        refuse(property, declaration, "is private, so the generated file cannot set it; make it internal")
      } else if property.setterAccess <= .fileprivate, !memberwise {
        refuse(
          property, declaration,
          "cannot be set from the generated file, and the memberwise initializer cannot be called; make it internal(set)")
      } else if let syntax = property.type {
        if let name = syntax.decodedName, declarations.readSpecially.contains(name) {
          refuse(property, declaration, "an extension of KeyedDecodingContainer decodes \(name); write init(json:) by hand")
          return nil
        }
        if let type = MemberType(syntax, seenFrom: scope) { return (type, syntax) }
        refuse(
          property, declaration,
          "\(syntax.trimmedDescription) cannot be decoded; leave it out of CodingKeys and give it a default value")
      } else {
        refuse(property, declaration, "has no type annotation; add one, as in `\(property.name.text): Type`")
      }
      return nil
    }
  }
#endif
