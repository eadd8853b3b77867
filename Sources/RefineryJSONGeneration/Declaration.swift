#if CodeGeneration
  import SwiftSyntax

  /// A type or an extension, with its context.
  struct Declaration {
    /// Its names from the module inwards, such as `Outer.Inner`.
    let path: [String]
    let node: any DeclGroupSyntax
    let source: Source
    /// Its own access level.
    let access: Access
    /// Whether it is within `#if`.
    let isConditional: Bool

    var name: String { path.joined(separator: ".") }
    var isExtension: Bool { node.is(ExtensionDeclSyntax.self) }
    var generics: GenericParameterClauseSyntax? {
      node.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
    }
    var members: MemberBlockItemListSyntax { node.memberBlock.members }

    /// The names of the types that it inherits from or conforms to.
    var inherited: [String] {
      (node.inheritanceClause?.inheritedTypes ?? []).flatMap { inherited in
        guard let composed = inherited.type.as(CompositionTypeSyntax.self) else { return [inherited.type.unattributed] }
        return composed.elements.map(\.type.unattributed)
      }
    }

    /// Its availability attributes, verbatim.
    var availability: [String] {
      node.attributes.compactMap { $0.as(AttributeSyntax.self) }.filter { $0.attributeName.trimmedDescription == "available" }
        .map(\.trimmedDescription)
    }
  }

  /// Access levels, from private to public.
  enum Access: String, Comparable, CaseIterable {
    case `private`, `fileprivate`, `internal`, package, `public`

    static func < (one: Access, other: Access) -> Bool {
      (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
    }

    /// The access level of modifiers, except those for setters; nil if there is none.
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
    /// The type without attributes such as `@unchecked`, and without `Swift.`.
    var unattributed: String {
      let name = (self.as(AttributedTypeSyntax.self)?.baseType ?? self).trimmedDescription
      return name.hasPrefix("Swift.") ? String(name.dropFirst(6)) : name
    }

    /// The names in `Outer.Inner`, without generic arguments; nil for a type of another form.
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
