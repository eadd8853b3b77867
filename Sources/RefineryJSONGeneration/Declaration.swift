#if CodeGeneration
  import SwiftSyntax

  /// A type or an extension, with what its surroundings say about it.
  struct Declaration {
    /// The names that lead to it from the module, such as `Outer.Inner`.
    let path: [String]
    let node: any DeclGroupSyntax
    let source: Source
    /// What it says itself about who may see it.
    let access: Access
    /// Whether it stands inside of `#if`.
    let isConditional: Bool

    var name: String { path.joined(separator: ".") }
    var isExtension: Bool { node.is(ExtensionDeclSyntax.self) }
    var generics: GenericParameterClauseSyntax? {
      node.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
    }
    var members: MemberBlockItemListSyntax { node.memberBlock.members }

    /// The names of what it inherits or conforms to.
    var inherited: [String] {
      (node.inheritanceClause?.inheritedTypes ?? []).flatMap { inherited in
        guard let composed = inherited.type.as(CompositionTypeSyntax.self) else { return [inherited.type.unattributed] }
        return composed.elements.map(\.type.unattributed)
      }
    }

    /// The attributes that say on which systems it is there, word for word.
    var availability: [String] {
      node.attributes.compactMap { $0.as(AttributeSyntax.self) }.filter { $0.attributeName.trimmedDescription == "available" }
        .map(\.trimmedDescription)
    }
  }

  /// Who may see a declaration, from few to many.
  enum Access: String, Comparable, CaseIterable {
    case `private`, `fileprivate`, `internal`, package, `public`

    static func < (one: Access, other: Access) -> Bool {
      (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
    }

    /// What modifiers say, those for setters aside; nil if they say nothing.
    init?(_ modifiers: DeclModifierListSyntax, setter: Bool = false) {
      for modifier in modifiers where (modifier.detail != nil) == setter {
        if let access = Access(rawValue: modifier.name.text == "open" ? "public" : modifier.name.text) {
          self = access
          return
        }
      }
      return nil
    }
  }

  extension TypeSyntax {
    /// The type without `@unchecked` and the like before it, nor `Swift.`.
    var unattributed: String {
      let name = (self.as(AttributedTypeSyntax.self)?.baseType ?? self).trimmedDescription
      return name.hasPrefix("Swift.") ? String(name.dropFirst(6)) : name
    }

    /// The names in `Outer.Inner`, without what stands between angle brackets; nil for a type of another form.
    var path: [String]? {
      if let identifier = self.as(IdentifierTypeSyntax.self) { return [identifier.name.text] }
      guard let member = self.as(MemberTypeSyntax.self) else { return nil }
      return member.baseType.path.map { $0 + [member.name.text] }
    }
  }

  extension TokenSyntax {
    /// A name without backticks.
    var plain: String {
      text.count > 2 && text.hasPrefix("`") && text.hasSuffix("`") ? String(text.dropFirst().dropLast()) : text
    }
  }
#endif
