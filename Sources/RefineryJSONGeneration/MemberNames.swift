#if CodeGeneration
  import SwiftParser
  import SwiftSyntax

  /// The names of a model's properties in documents, in order.
  struct MemberNames {
    struct Pair {
      /// Without backticks.
      let property: String
      let name: String
    }

    /// Nil if the model has no coding keys: then each property has its own name.
    private(set) var pairs: [Pair]?
    private(set) var errors: [ModelError] = []

    init(of model: Declaration, in declarations: Declarations) {
      let name = "\(model.name).CodingKeys"
      if let alias = declarations.aliases[name] {
        errors.append(
          model.source.error(
            alias, name, "is an alias of another type; declare the enumeration here, or write init(json:) by hand"))
      }
      guard let keys = declarations.types[name]?.first else { return }
      func refuse(_ node: some SyntaxProtocol, _ reason: String) {
        errors.append(keys.source.error(node, name, reason))
      }
      guard let node = keys.node.as(EnumDeclSyntax.self) else {
        refuse(keys.node, "is not an enumeration; make it one, or write init(json:) by hand")
        return
      }
      if keys.isConditional { refuse(node, "is inside #if; declare the whole model once for each condition") }
      if keys.inherited.contains("ArrayCodingKey") {
        refuse(node, "has positions in an array, which only Codable reads; leave the model to it, or write init(json:) by hand")
      }
      let raw = keys.inherited.first ?? ""
      let isText = raw == "String"
      let isNumber = MemberType.scalars.contains(raw) && !isText
      var pairs: [Pair] = []
      for member in declarations.parts(of: name).flatMap({ Array($0.members) }) {
        if let element = member.decl.as(EnumCaseDeclSyntax.self) {
          for element in element.elements {
            let plain = element.name.plain
            guard let value = element.rawValue?.value, !isNumber else {
              pairs.append(Pair(property: plain, name: plain))
              continue
            }
            guard isText, let text = value.as(StringLiteralExprSyntax.self)?.representedLiteralValue else {
              refuse(element, "the raw value of \(element.name.text) is not a string; give CodingKeys the raw type String")
              continue
            }
            pairs.append(Pair(property: plain, name: text))
          }
        } else if member.decl.is(IfConfigDeclSyntax.self) || member.decl.makesNames {
          refuse(member, "computes its names; write them as raw values, or write init(json:) by hand")
        }
      }
      self.pairs = pairs
    }
  }

  extension DeclSyntax {
    /// Whether it could change the spelling of a coding key.
    fileprivate var makesNames: Bool {
      if self.is(InitializerDeclSyntax.self) { return true }
      return self.as(VariableDeclSyntax.self)?.bindings.contains { $0.pattern.trimmedDescription == "stringValue" } ?? false
    }
  }
#endif
