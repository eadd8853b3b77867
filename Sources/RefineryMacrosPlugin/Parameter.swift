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
    private var plainType: String { (type.optionalWrapped ?? type).plainName }

    /// The parameters of a function. One that has no place or two, or whose place does not exist, is reported.
    static func all(
      of function: FunctionDeclSyntax, in template: Template, bodyless: Bool, _ report: Row.Report
    ) -> [Parameter] {
      var all: [Parameter] = []
      for syntax in function.signature.parameterClause.parameters {
        guard let parameter = Parameter(syntax, in: template, report) else { continue }
        let place = Syntax(syntax.secondName ?? syntax.firstName)
        if bodyless, parameter.isInBody {
          report("GET and HEAD have no body: put `\(parameter.plainName)` into the query, as {?\(parameter.plainName)}", place)
        } else if parameter.isInBody, let other = all.first(where: { $0.isInBody && !$0.shares(bodyWith: parameter) }) {
          report("a request has one body, and `\(other.plainName)` is in it already", place)
        }
        if parameter.destination == .query, template.linkBase != nil {
          report("a link takes variables of the query: write {?name} behind {+location}", place)
        }
        if case .variable(let name) = parameter.destination {
          let isInPath = template.variables.contains { $0.name == name && !$0.isInQuery }
          if isInPath, parameter.isOptional {
            report(
              "{\(name)} is in the path, where a value cannot be missing: make `\(parameter.plainName)` not optional, or move it into "
                + "the query", Syntax(syntax.type))
          }
          if name == "location", template.linkBase != nil, parameter.type.trimmedDescription != "String" {
            report("the URL in {+\(name)} is a String, as Reply.location is", Syntax(syntax.type))
          }
        }
        if let other = all.first(where: { $0.sharesName(with: parameter) }) {
          report("`\(other.plainName)` is sent under this name already", place)
        }
        all.append(parameter)
      }
      return all
    }

    private init?(_ syntax: FunctionParameterSyntax, in template: Template, _ report: Row.Report) {
      let token = syntax.secondName ?? syntax.firstName
      let plain = token.unquoted
      name = plain.isReservedWord ? "`\(plain)`" : plain
      plainName = plain
      type = syntax.type.as(AttributedTypeSyntax.self)?.baseType ?? syntax.type
      let marks =
        syntax.attributes.isEmpty
        ? []
        : syntax.attributes.compactMap { $0.as(AttributeSyntax.self) }
          .filter { ["Variable", "Header", "Member", "FormField", "Part"].contains($0.shortName) }
      if let specifiers = syntax.type.as(AttributedTypeSyntax.self)?.specifiers, !specifiers.isEmpty {
        report("a row takes plain values: remove `\(specifiers.trimmedDescription)`", Syntax(specifiers))
        return nil
      }
      if type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
        report("write `?` for a value that may be missing", Syntax(type))
        return nil
      }
      if let some = type.as(SomeOrAnyTypeSyntax.self), some.someOrAnySpecifier.text == "some" {
        report("a row has one type for each parameter: write it in place of `\(some.trimmedDescription)`", Syntax(type))
        return nil
      }
      if (type.optionalWrapped ?? type).as(IdentifierTypeSyntax.self)?.name.text == "Duration" {
        report("a Duration has no one form on the wire: take a number of seconds or milliseconds", Syntax(type))
        return nil
      }
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
      let variable = marks.contains { $0.shortName == "Variable" } ? nil : template.variable(for: plain)
      if marks.count + (variable == nil ? 0 : 1) > 1 {
        let second = marks.count > 1 ? "@\(marks[1].shortName)" : "{\(variable?.name ?? "")} of the path"
        report(
          "`\(plain)` has two places in the request, @\(marks[0].shortName) and \(second): keep one", Syntax(token))
        return nil
      }
      if let mark = marks.first {
        guard let found = Self.destination(of: mark, name: plain, type: type, in: template, report) else { return nil }
        destination = found
      } else if let variable {
        destination = .variable(variable.name)
      } else if name == "body" {
        destination = .body
      } else if name == "query", type.trimmedDescription == "Query" {
        destination = .query
      } else if syntax.firstName.unquoted == "body" {
        report("the body has this name in the function, too: write `body: \(type.trimmedDescription)`", Syntax(token))
        return nil
      } else if plain == "query" {
        report("`query` is added to the query as a `Query`: write `query: Query`", Syntax(type))
        return nil
      } else {
        report(
          "`\(plain)` has no place in the request: add {\(plain)} or {?\(plain)} to the path, mark it with @Header, @Member, "
            + "@FormField or @Part, or call it body", Syntax(token))
        return nil
      }
    }

    private static func destination(
      of mark: AttributeSyntax, name: String, type: TypeSyntax, in template: Template, _ report: Row.Report
    ) -> Destination? {
      let argument = mark.argument(nil)
      let text = argument?.as(StringLiteralExprSyntax.self)?.representedLiteralValue
      if let argument, text == nil, mark.shortName != "Header" {
        report("the name must be a literal without interpolation", Syntax(argument))
        return nil
      }
      switch mark.shortName {
      case "Variable":
        guard let text, template.variables.contains(where: { $0.name == text }) else {
          let known = template.variables.map { "{\($0.name)}" }.joined(separator: ", ")
          report(
            "the path has no {\(text ?? "")}\(known.isEmpty ? "" : "; it has \(known)")",
            argument.map { Syntax($0) } ?? Syntax(mark))
          return nil
        }
        return .variable(text)
      case "Header":
        guard let argument else {
          report("name the header field: @Header(\"X-Name\")", Syntax(mark))
          return nil
        }
        // The argument is written into the function, where another name could be a parameter.
        guard text != nil || argument.as(MemberAccessExprSyntax.self)?.base == nil && argument.is(MemberAccessExprSyntax.self)
        else {
          report("name the header field by a literal or as in `.accept`", Syntax(argument))
          return nil
        }
        if let text, text.isEmpty || !text.utf8.allSatisfy(isTokenCharacter) {
          report("\"\(text)\" is no name of a header field (RFC 9110 section 5.1)", Syntax(argument))
          return nil
        }
        guard printed.union(["String"]).contains((type.optionalWrapped ?? type).plainName) else {
          report(
            "a header field is text: write `String`, or a number or `Bool`; take the text of any other value", Syntax(type))
          return nil
        }
        return .header(argument.trimmedDescription)
      case "Member": return .member(text ?? name)
      case "FormField": return .formField(text ?? name)
      default: return .part(text ?? name)
      }
    }

    /// The types whose description is their text.
    private static let printed: Set = [
      "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float", "Bool",
      "UUID",
    ]

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

    /// Whether both are the same header field, member, form field or variable. Several parts may have one name.
    private func sharesName(with other: Parameter) -> Bool {
      if case .header(let name) = destination, case .header(let second) = other.destination {
        return name.filter(\.isLetter).lowercased() == second.filter(\.isLetter).lowercased()
      }
      return destination == other.destination && !isPart
    }

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
      case .header(let field) where plainType == "String": [".header(\(field), \(name))"]
      case .header(let field): [".header(\(field), \(isOptional ? "\(name).map { \"\\($0)\" }" : "\"\\(\(name))\""))"]
      case .body where !isOptional: [bodyModifier(name)]
      case .variable, .body, .member, .formField, .part: []
      }
    }

    /// The modifier that sends a value as the body.
    func bodyModifier(_ value: String) -> String {
      switch plainType {
      case "MultipartForm": ".multipart(\(value))"
      case "Data": ".body(Body(\(value)))"
      case "URL": ".body(file: \(value))"
      default: ".body(\(value))"
      }
    }

    /// The statement that appends its parts to a form; nil if it is none.
    var part: String? {
      guard case .part(let wireName) = destination else { return nil }
      let title = literal(wireName)
      let wrapped = type.optionalWrapped ?? type
      let element = wrapped.as(ArrayTypeSyntax.self)?.element
      let value = element == nil ? name : "part"
      let part: String
      var naming = ""
      switch (element ?? wrapped).plainName {
      case "MultipartForm.Part":
        part = value
        naming = "; multipartForm.parts[multipartForm.parts.count - 1].name = \(title)"
      case "String": part = ".text(\(title), \(value))"
      case let type where Self.printed.contains(type): part = ".text(\(title), \"\\(\(value))\")"
      case "Data": part = ".data(\(title), \(value))"
      case "URL": part = ".file(\(title), \(value))"
      default: part = ".model(\(title), \(value))"
      }
      let one = "multipartForm.parts.append(\(part))\(naming)"
      let statement = element == nil ? one : "for part in \(name) { \(one) }"
      return isOptional ? "if let \(name) { \(statement) }" : statement
    }
  }
#endif
