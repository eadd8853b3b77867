#if Macros
  import SwiftParser
  import SwiftSyntax

  /// A parameter of a row's function, with the one place in the request that it fills.
  struct Parameter {
    enum Destination: Equatable {
      /// A variable of the template, and the URL in `{+location}`.
      case variable(String)
      case query
      /// The name of the field, as Swift.
      case header(String)
      case body
      case member(String)
      case formField(String)
      case part(String)
    }

    /// The name in the function, as Swift: in backticks if it is a reserved word.
    let name: String
    /// The name without backticks.
    let plainName: String
    let type: TypeSyntax
    let destination: Destination
    var isOptional: Bool { type.optionalWrapped != nil }
    var wrappedType: String { (type.optionalWrapped ?? type).trimmedDescription }

    /// The parameters of a function. One that has no place or two, or whose place does not exist, is reported.
    static func all(
      of function: FunctionDeclSyntax, in template: Template, bodyless: Bool, _ report: Row.Report
    ) -> [Parameter] {
      var all: [Parameter] = []
      for syntax in function.signature.parameterClause.parameters {
        guard let parameter = Parameter(syntax, in: template, report) else { continue }
        let place = Syntax(syntax.secondName ?? syntax.firstName)
        if bodyless, parameter.isInBody {
          report("GET and HEAD have no body: put `\(parameter.name)` into the query, as {?\(parameter.name)}", place)
        } else if parameter.isInBody, let other = all.first(where: { $0.isInBody && !$0.shares(bodyWith: parameter) }) {
          report("a request has one body, and `\(other.name)` is in it already", place)
        }
        if case .variable(let name) = parameter.destination {
          let isInPath = template.variables.contains { $0.name == name && !$0.isInQuery }
          if isInPath, parameter.isOptional {
            report(
              "{\(name)} is in the path, where a value cannot be missing: make `\(parameter.name)` not optional, or move it into "
                + "the query", Syntax(syntax.type))
          }
          if name == "location", template.linkBase != nil, parameter.type.trimmedDescription != "String" {
            report("the URL in {+\(name)} is a String, as Reply.location is", Syntax(syntax.type))
          }
        }
        all.append(parameter)
      }
      return all
    }

    private init?(_ syntax: FunctionParameterSyntax, in template: Template, _ report: Row.Report) {
      let token = syntax.secondName ?? syntax.firstName
      let plain = token.unquoted
      name = plain.isValidSwiftIdentifier(for: .variableName) ? plain : "`\(plain)`"
      plainName = plain
      type = syntax.type.as(AttributedTypeSyntax.self)?.baseType ?? syntax.type
      let marks = syntax.attributes.compactMap { $0.as(AttributeSyntax.self) }
        .filter { ["Header", "Member", "FormField", "Part"].contains($0.shortName) }
      if syntax.ellipsis != nil {
        report("a row takes an array in place of any number of values: write `[\(type.trimmedDescription)]`", Syntax(type))
        return nil
      }
      if type.is(FunctionTypeSyntax.self) {
        report("a function cannot be sent", Syntax(syntax.type))
        return nil
      }
      if plain == "_" {
        report("the parameter needs a name: it says which place in the request it fills", Syntax(token))
        return nil
      }
      let variable =
        template.variables.first { $0.name == plain } ?? template.variables.first { $0.name == plain.snakeCased }
      if marks.count + (variable == nil ? 0 : 1) > 1 {
        let second = marks.count > 1 ? "@\(marks[1].shortName)" : "{\(variable?.name ?? "")} of the path"
        report(
          "`\(name)` has two places in the request, @\(marks[0].shortName) and \(second): keep one", Syntax(token))
        return nil
      }
      if let mark = marks.first {
        guard let found = Self.destination(of: mark, name: plain, type: type, report) else { return nil }
        destination = found
      } else if let variable {
        destination = .variable(variable.name)
      } else if name == "body" {
        destination = .body
      } else if name == "query", type.trimmedDescription == "Query" {
        destination = .query
      } else {
        report(
          "`\(name)` has no place in the request: add {\(name)} or {?\(name)} to the path, mark it with @Header, @Member, "
            + "@FormField or @Part, or call it body", Syntax(token))
        return nil
      }
    }

    private static func destination(
      of mark: AttributeSyntax, name: String, type: TypeSyntax, _ report: Row.Report
    ) -> Destination? {
      let argument = mark.argument(nil)
      let text = argument?.as(StringLiteralExprSyntax.self)?.representedLiteralValue
      switch mark.shortName {
      case "Header":
        guard let argument else {
          report("name the header field: @Header(\"X-Name\")", Syntax(mark))
          return nil
        }
        if let text, text.isEmpty || !text.utf8.allSatisfy(isTokenCharacter) {
          report("\"\(text)\" is no name of a header field (RFC 9110 section 5.1)", Syntax(argument))
          return nil
        }
        guard ["String", "String?", "Optional<String>"].contains(type.trimmedDescription) else {
          report("a header field is text: write `String` or `String?`", Syntax(type))
          return nil
        }
        return .header(argument.trimmedDescription)
      case "Member": return .member(text ?? name)
      case "FormField": return .formField(text ?? name)
      default: return .part(text ?? name)
      }
    }

    /// Whether it is a character of a token (RFC 9110 section 5.6.2).
    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
    }

    // MARK: Its place

    func fills(_ variable: String) -> Bool { destination == .variable(variable) }

    var isMember: Bool { if case .member = destination { true } else { false } }
    var isFormField: Bool { if case .formField = destination { true } else { false } }
    var isPart: Bool { if case .part = destination { true } else { false } }
    private var isInBody: Bool { destination == .body || isMember || isFormField || isPart }

    private func shares(bodyWith other: Parameter) -> Bool {
      isMember && other.isMember || isFormField && other.isFormField || isPart && other.isPart
    }

    /// The name of a member, a form field or a part.
    var wireName: String {
      switch destination {
      case .member(let name), .formField(let name), .part(let name): name
      default: plainName
      }
    }

    /// Whether the name there is not that of the parameter.
    var hasOwnWireName: Bool { wireName != plainName }

    // MARK: What is written

    /// The modifiers of the call that put it in its place.
    var modifiers: [String] {
      switch destination {
      case .query: [".query(\(name))"]
      case .header(let field): [".header(\(field), \(name))"]
      case .body where !isOptional: [bodyModifier(name)]
      case .variable, .body, .member, .formField, .part: []
      }
    }

    /// The modifier that sends a value as the body.
    func bodyModifier(_ value: String) -> String {
      wrappedType == "MultipartForm" ? ".multipart(\(value))" : ".body(\(value))"
    }

    /// The statement that appends its part to a form; nil if it is no part.
    var part: String? {
      guard case .part(let wireName) = destination else { return nil }
      let title = literal(wireName)
      var naming = ""
      let part: String
      switch wrappedType {
      case "MultipartForm.Part":
        part = name
        naming = "; multipartForm.parts[multipartForm.parts.count - 1].name = \(title)"
      case "String": part = ".text(\(title), \(name))"
      case "Int", "Double", "Bool", "UUID": part = ".text(\(title), \"\\(\(name))\")"
      case "Data": part = ".data(\(title), \(name))"
      case "URL": part = ".file(\(title), \(name))"
      default: part = ".model(\(title), \(name))"
      }
      let statement = "multipartForm.parts.append(\(part))\(naming)"
      return isOptional ? "if let \(name) { \(statement) }" : statement
    }
  }
#endif
