#if CodeGeneration
  import SwiftParser
  import SwiftSyntax

  /// A stored property.
  struct StoredProperty {
    let name: TokenSyntax
    let isConstant: Bool
    /// Its initial value, if it has one.
    let initial: ExprSyntax?
    /// The declared type or, for a plain literal, the inferred one.
    let type: TypeSyntax?
    /// The access level of its getter.
    let access: Access
    /// The access level of its setter.
    let setterAccess: Access
    /// Attributes that could change how it is stored.
    let wrapper: String?

    /// Whether it is nil by default.
    var isNilByItself: Bool {
      guard !isConstant, let type else { return false }
      return type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
    }
  }

  /// The stored properties of a type, in order, and what prevents them from being known.
  struct StoredProperties {
    private(set) var all: [StoredProperty] = []
    /// Whether the compiler generates a memberwise initializer that another file can call.
    private(set) var isMemberwise = true
    private(set) var errors: [ModelError] = []
    private let source: Source
    private let model: String

    init(of declaration: Declaration) {
      source = declaration.source
      model = declaration.name
      for item in declaration.members {
        if item.decl.declares(InitializerDeclSyntax.self) { isMemberwise = false }
        if let variable = item.decl.as(VariableDeclSyntax.self) {
          add(variable)
        } else if let conditional = item.decl.as(IfConfigDeclSyntax.self) {
          refuse(conditional)
        } else if let macro = item.decl.as(MacroExpansionDeclSyntax.self) {
          refuse(macro, model, "#\(macro.macroName.text) may add members that cannot be seen here; write them out")
        }
      }
    }

    private mutating func refuse(_ node: some SyntaxProtocol, _ subject: String, _ reason: String) {
      errors.append(source.error(node, subject, reason))
    }

    private mutating func refuse(_ conditional: IfConfigDeclSyntax) {
      for declaration in conditional.declarations {
        if let nested = declaration.as(IfConfigDeclSyntax.self) {
          refuse(nested)
        } else if let variable = declaration.as(VariableDeclSyntax.self), variable.hasRoom {
          let name = variable.bindings.first?.pattern.trimmedDescription ?? ""
          refuse(variable, "\(model).\(name)", "is inside #if; declare the whole model once for each condition")
        } else if declaration.isAboutReading {
          refuse(declaration, model, "how it is decoded depends on #if; declare the whole model once for each condition")
        }
      }
    }

    private mutating func add(_ variable: VariableDeclSyntax) {
      let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
      let access = Access(variable.modifiers) ?? .internal
      if access <= .fileprivate, variable.hasRoom, !isConstant || variable.bindings.contains(where: { $0.initializer == nil }) {
        isMemberwise = false
      }
      guard variable.hasRoom, !variable.modifiers.contains(where: { $0.name.text == "lazy" }) else { return }
      // In `var a, b: Int`, the type belongs to both.
      var later: TypeSyntax?
      var found: [StoredProperty] = []
      for binding in variable.bindings.reversed() {
        later = binding.typeAnnotation?.type ?? (binding.initializer == nil ? later : nil)
        guard !binding.isComputed else { continue }
        guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
          if !isConstant {
            refuse(
              binding, "\(model).\(binding.pattern.trimmedDescription)",
              "one pattern declares several properties; declare each of them by itself")
          }
          continue
        }
        let initial = binding.initializer?.value
        found.append(
          StoredProperty(
            name: pattern.identifier, isConstant: isConstant, initial: initial, type: later ?? initial?.literalType,
            access: access,
            setterAccess: min(access, Access(variable.modifiers, setter: true) ?? access), wrapper: variable.wrapper))
      }
      all += found.reversed()
    }
  }

  extension DeclSyntax {
    /// Whether it is a declaration of a kind, or contains one under a condition.
    func declares<Kind: DeclSyntaxProtocol>(_ kind: Kind.Type) -> Bool {
      self.is(kind) || self.as(IfConfigDeclSyntax.self)?.declarations.contains { $0.declares(kind) } == true
    }
    /// Whether it declares how its type is decoded.
    fileprivate var isAboutReading: Bool {
      self.as(InitializerDeclSyntax.self)?.readsByCodable
        ?? (self.asProtocol((any NamedDeclSyntax).self)?.name.text == "CodingKeys")
    }
  }

  extension InitializerDeclSyntax {
    /// Whether it is the initializer of `Decodable`.
    var readsByCodable: Bool {
      let parameters = signature.parameterClause.parameters
      guard let first = parameters.first, parameters.count == 1, first.firstName.text == "from" else { return false }
      return first.secondName?.text == "decoder" || first.type.trimmedDescription.hasSuffix("Decoder")
    }
  }

  extension VariableDeclSyntax {
    /// Whether it is stored in each value.
    fileprivate var hasRoom: Bool {
      !modifiers.contains { ["static", "class"].contains($0.name.text) } && bindings.contains { !$0.isComputed }
    }

    /// The first attribute that may be a property wrapper or a macro.
    fileprivate var wrapper: String? {
      for element in attributes {
        guard let attribute = element.as(AttributeSyntax.self) else { return "#if" }
        let name = attribute.attributeName.trimmedDescription
        if !Attributes.harmless.contains(name) { return "@\(name)" }
      }
      return nil
    }
  }

  enum Attributes {
    /// Attributes that do not affect storage.
    static let harmless: Set<String> = [
      "available", "usableFromInline", "frozen", "inlinable", "dynamicMemberLookup", "preconcurrency", "nonobjc", "unchecked",
      "propertyWrapper", "resultBuilder", "dynamicCallable",
    ]
  }

  extension PatternBindingSyntax {
    /// Whether it has an accessor block that computes its value; observers do not count.
    fileprivate var isComputed: Bool {
      switch accessorBlock?.accessors {
      case nil: false
      case .getter: true
      case .accessors(let all): all.contains { !["willSet", "didSet"].contains($0.accessorSpecifier.text) }
      }
    }
  }

  extension ExprSyntax {
    /// The type of a literal, or of `[Element]()`.
    fileprivate var literalType: TypeSyntax? {
      if self.is(IntegerLiteralExprSyntax.self) { return .named("Int") }
      if self.is(FloatLiteralExprSyntax.self) { return .named("Double") }
      if self.is(BooleanLiteralExprSyntax.self) { return .named("Bool") }
      if self.is(StringLiteralExprSyntax.self) { return .named("String") }
      if let prefixed = self.as(PrefixOperatorExprSyntax.self), prefixed.operator.text == "-" {
        return prefixed.expression.literalType
      }
      guard let call = self.as(FunctionCallExprSyntax.self), call.arguments.isEmpty, call.trailingClosure == nil else {
        return nil
      }
      let called = call.calledExpression
      guard called.is(ArrayExprSyntax.self) || called.is(DictionaryExprSyntax.self) else { return nil }
      var parser = Parser(called.trimmedDescription)
      return TypeSyntax.parse(from: &parser)
    }
  }

  extension TypeSyntax {
    fileprivate static func named(_ name: String) -> TypeSyntax { TypeSyntax(IdentifierTypeSyntax(name: .identifier(name))) }
  }
#endif
