#if CodeGeneration
  import SwiftSyntax

  /// The type of a member in the generated code.
  struct MemberType {
    /// Without the question mark.
    let name: String
    /// Whether the member may be missing or null.
    let isOptional: Bool

    /// The types of raw values in the standard library.
    static let scalars: Set<String> = [
      "String", "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
      "Float",
    ]

    init(name: String, isOptional: Bool) {
      self.name = name
      self.isOptional = isOptional
    }

    /// Nil for a type that cannot be decoded.
    init?(_ type: TypeSyntax, seenFrom scope: Scope) {
      var type = type
      while let tuple = type.as(TupleTypeSyntax.self), let only = tuple.elements.first, tuple.elements.count == 1 {
        type = only.type
      }
      let wrapped = type.wrapped
      guard (wrapped ?? type).isNominal else { return nil }
      self.init(name: scope.name(wrapped ?? type), isOptional: wrapped != nil)
    }
  }

  extension TypeSyntax {
    /// The wrapped type of an optional.
    fileprivate var wrapped: TypeSyntax? {
      if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType }
      if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return optional.wrappedType }
      let member = self.as(MemberTypeSyntax.self)
      guard path == ["Optional"] || path == ["Swift", "Optional"],
        let arguments = self.as(IdentifierTypeSyntax.self)?.genericArgumentClause ?? member?.genericArgumentClause
      else { return nil }
      return arguments.arguments.first?.argument.as(TypeSyntax.self)
    }

    /// The name of the type, or of the wrapped type of an optional, without generic arguments.
    var decodedName: String? { (wrapped ?? self).path?.joined(separator: ".") }

    /// Whether it consists of names, lists, dictionaries and optionals only.
    fileprivate var isNominal: Bool {
      switch self.as(TypeSyntaxEnum.self) {
      case .identifierType, .memberType, .arrayType, .dictionaryType, .optionalType: true
      case .tupleType(let tuple): tuple.elements.count == 1 && tuple.elements.first?.type.isNominal == true
      default: false
      }
    }
  }

  /// The scope of a model: an extension of a nested type does not see the names beside that type.
  struct Scope {
    let path: [String]
    let parameters: Set<String>
    let declarations: Declarations

    /// A type's name as seen from the extension.
    func name(_ type: TypeSyntax) -> String { Qualifier(scope: self).rewrite(type).trimmedDescription }

    /// The constraints that a type's generic parameters need for it to be readable.
    func constraints(_ type: TypeSyntax) -> [String] {
      let finder = ParameterFinder(parameters: parameters)
      finder.walk(type)
      return finder.found
    }

    /// The qualified name of a type that is declared beside the model.
    fileprivate func qualified(_ name: String) -> String? {
      guard !parameters.contains(name), !declarations.isKnown((path + [name]).joined(separator: ".")) else { return nil }
      for count in stride(from: path.count - 1, to: 0, by: -1) {
        let candidate = (path[..<count] + [name]).joined(separator: ".")
        if declarations.isKnown(candidate) { return candidate }
      }
      return nil
    }
  }

  private final class Qualifier: SyntaxRewriter {
    private let scope: Scope

    init(scope: Scope) {
      self.scope = scope
      super.init()
    }

    override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
      let inner = super.visit(node)
      guard let full = scope.qualified(node.name.text), let visited = inner.as(IdentifierTypeSyntax.self) else { return inner }
      let name = visited.name.with(\.tokenKind, .identifier(full))
      return TypeSyntax(visited.with(\.name, name))
    }
  }

  private final class ParameterFinder: SyntaxVisitor {
    private let parameters: Set<String>
    var found: [String] = []

    init(parameters: Set<String>) {
      self.parameters = parameters
      super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
      guard let first = TypeSyntax(node).path?.first, parameters.contains(first) else { return .visitChildren }
      found.append(node.trimmedDescription)
      return .skipChildren
    }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
      if parameters.contains(node.name.text) { found.append(node.name.text) }
      return .visitChildren
    }
  }
#endif
