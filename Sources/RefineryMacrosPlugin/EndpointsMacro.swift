#if Macros
  import SwiftParser
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// `@Endpoints`: the rows of a group, their list, and the path that its prefix gives.
  struct EndpointsMacro: MemberMacro {
    static let formatMode = FormatMode.disabled

    static func expansion(
      of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax, conformingTo protocols: [TypeSyntax],
      in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
      if let generic = declaration.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause {
        context.report(
          "rows are stored in the type, which a generic type cannot do: put them into an extension of a type without parameters",
          at: generic)
        return []
      }
      if declaration.is(ProtocolDeclSyntax.self) {
        context.report("a group of rows is a struct, an enum, a class, an actor or an extension of one", at: node)
        return []
      }
      if let extended = declaration.as(ExtensionDeclSyntax.self),
        let narrowing: Syntax = extended.genericWhereClause.map({ Syntax($0) }) ?? extended.extendedType.genericArguments
      {
        context.report(
          "rows are stored in the type, so the extension is of the whole type, and the type is not generic", at: narrowing)
        return []
      }
      let group = Group(node)
      var names: [String] = []
      var rows: [Row] = []
      for member in declaration.memberBlock.members {
        if let conditional = member.decl.as(IfConfigDeclSyntax.self) {
          refuseRows(in: conditional, context)
        } else if let variable = member.decl.as(VariableDeclSyntax.self) {
          refuse(variable, node, context)
        } else if let function = member.decl.as(FunctionDeclSyntax.self), let attribute = function.rowAttribute {
          let name = function.name.unquoted
          guard name.unicodeScalars.allSatisfy({ $0.properties.isXIDContinue }) else {
            context.report(
              "logs, metrics and overrides use the name of a row: give it one of letters and digits", at: function.name)
            continue
          }
          if let condition = function.attributes.lazy.compactMap({ $0.as(IfConfigDeclSyntax.self) }).first {
            context.report("an attribute within #if cannot be seen here: put the #if around a group of its own", at: condition)
            continue
          }
          if let second = function.attributes.lazy.compactMap({ $0.as(AttributeSyntax.self) }).filter(\.isRow).dropFirst().first
          {
            context.report("a row has one method: give \(second.shortName) a function of its own", at: second)
            continue
          }
          if names.contains(name) {
            context.report(
              "another row of this group is called \(name): rows are named by their functions, and logs and metrics by their "
                + "rows, so give this one a name of its own", at: function.name)
            continue
          }
          names.append(name)
          // The function's own macro reports its mistakes.
          if let row = Row(function, attribute, in: group, report: { _, _ in }) { rows.append(row) }
        }
      }
      if names.isEmpty {
        context.report("the group has no rows: mark functions with @GET, @POST, @PUT, @PATCH, @DELETE, @HEAD or @Row", at: node)
      }
      let access = access(in: declaration)
      let list = "\(access)static let customEndpoints: [Endpoint] = [\(rows.map(\.constant).joined(separator: ", "))]"
      return (path(of: node, access, context) + [list] + rows.map(\.declaration)).map(DeclSyntax.init(text:))
    }

    /// The modifier of the list and the path; none in an extension that has one for all its members.
    private static func access(in declaration: some DeclGroupSyntax) -> String {
      let words = ["public", "package", "internal", "fileprivate", "private"]
      let hasOwn = declaration.is(ExtensionDeclSyntax.self) && declaration.modifiers.contains { words.contains($0.name.text) }
      return hasOwn ? "" : "public "
    }

    private static func path(of node: AttributeSyntax, _ access: String, _ context: some MacroExpansionContext) -> [String] {
      guard let argument = node.argument(nil) else { return [] }
      guard let prefix = node.prefix else {
        context.report("the path must be a literal without interpolation, so that it can be checked", at: argument)
        return []
      }
      var names: [String] = []
      do {
        let template = try Template(prefix)
        if template.linkBase != nil {
          context.report("the path of a group is no link: write {+location} in its rows", at: argument)
        }
        if prefix.contains("?"), !template.variables.contains(where: \.isInQuery) {
          context.report("the path of a group has no query: write it in its rows", at: argument)
        }
        for variable in template.variables where !names.contains(variable.name) {
          if variable.isInQuery {
            context.report("the path of a group has no query: write {?\(variable.name)} in its rows", at: argument)
          }
          names.append(variable.name)
        }
      } catch {
        context.report("the path is malformed: \(error.reason) (byte \(error.offset + 1))", at: argument)
      }
      let path = "\(access)static let path: URITemplate = \(literal(prefix))"
      return names.isEmpty ? [path] : [path, "\(access)static let parameters: [String] = \(names)"]
    }

    private static func refuse(_ variable: VariableDeclSyntax, _ node: AttributeSyntax, _ context: some MacroExpansionContext) {
      for binding in variable.bindings {
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else { continue }
        if name.text == "customEndpoints" {
          context.report("@Endpoints writes the list of the rows: remove this one", at: name)
        } else if name.text == "path" || name.text == "parameters", node.prefix != nil {
          context.report("the argument of @Endpoints gives the \(name.text): remove this one, or the argument", at: name)
        }
      }
    }

    private static func refuseRows(in conditional: IfConfigDeclSyntax, _ context: some MacroExpansionContext) {
      for case .decls(let members)? in conditional.clauses.map(\.elements) {
        for member in members {
          if let inner = member.decl.as(IfConfigDeclSyntax.self) { refuseRows(in: inner, context) }
          guard let attribute = member.decl.as(FunctionDeclSyntax.self)?.rowAttribute else { continue }
          context.report(
            "a row within #if would not be in the group's list: put the #if around a group of its own", at: attribute)
        }
      }
    }
  }

  extension AttributeSyntax {
    /// The text of the argument of `@Endpoints`; nil if there is none.
    var prefix: String? { argument(nil)?.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
  }

  extension TypeSyntax {
    /// `<Int>` of `Box<Int>`; nil without.
    fileprivate var genericArguments: Syntax? {
      (self.as(IdentifierTypeSyntax.self)?.genericArgumentClause ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause)
        .map { Syntax($0) }
    }
  }

  extension AttributeSyntax {
    /// Whether it makes a function a row.
    var isRow: Bool { Row.methods[shortName] != nil || shortName == "Row" }
  }

  extension FunctionDeclSyntax {
    /// The attribute that makes it a row.
    var rowAttribute: AttributeSyntax? {
      attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first {
        Row.methods[$0.shortName] != nil || $0.shortName == "Row"
      }
    }
  }
#endif
