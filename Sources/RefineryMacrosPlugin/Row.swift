#if Macros
  import SwiftParser
  import SwiftSyntax

  /// A row, as its function declares it.
  struct Row {
    /// The methods of the attributes that name one, as Swift.
    static let methods = [
      "GET": ".get", "HEAD": ".head", "POST": ".post", "PUT": ".put", "PATCH": ".patch", "DELETE": ".delete",
    ]

    typealias Report = (_ message: String, _ node: Syntax) -> Void

    private let function: FunctionDeclSyntax
    private let node: AttributeSyntax
    /// The method as Swift.
    private let method: String
    private let template: Template
    private let parameters: [Parameter]
    /// The whole return type.
    private let call: TypeSyntax
    /// The output without the question mark.
    private let output: TypeSyntax
    private let isOptional: Bool

    /// - Parameter report: called for each mistake. With one, there is no row.
    init?(_ function: FunctionDeclSyntax, _ node: AttributeSyntax, in group: Group, report: @escaping Report) {
      var isRight = true
      let report: Report = {
        isRight = false
        report($0, $1)
      }
      self.function = function
      self.node = node
      method = Self.methods[node.shortName] ?? node.argument(nil)?.trimmedDescription ?? ".get"
      Self.check(function, report)
      let template = Self.template(of: node, in: group, report)
      guard let template, let result = Output(of: function, report) else { return nil }
      self.template = template
      (call, output, isOptional) = (result.call, result.type, result.isOptional)
      let isStatic = function.modifiers.contains { ["static", "class"].contains($0.name.text) }
      let isHead = Self.isMethod(method, "head")
      parameters = Parameter.all(of: function, in: template, bodyless: isHead || Self.isMethod(method, "get"), report)
      if isHead, result.type.trimmedDescription != "Okay" {
        report(
          "a response to HEAD has no body: write `Call<Okay>`, and read the header fields by `api.reply(to:)`",
          Syntax(result.type))
      }
      if result.type.trimmedDescription == "Okay", let envelope = node.argument("envelope") {
        report("Okay reads no body, so the envelope has no effect", Syntax(envelope))
      }
      if let options = node.argument("options") {
        for name in ["envelope", "idempotent"]
        where node.argument(name) != nil && options.trimmedDescription.contains(".\(name) =") {
          report("`\(name)` is set twice", Syntax(options))
        }
      }
      // A parameter with a mistake may be the one that was meant to fill it.
      let isComplete = parameters.count == function.signature.parameterClause.parameters.count
      for variable in template.variables where isComplete && !parameters.contains(where: { $0.fills(variable.name) }) {
        if !isStatic, !variable.isInQuery { continue }
        report(
          "nothing fills {\(variable.name)}: add a parameter `\(variable.name.camelCased)`, or mark one by @Variable(\"\(variable.name)\")",
          Self.path(of: node).map { Syntax($0) } ?? Syntax(node))
      }
      if !isRight { return nil }
    }

    /// Whether an expression is this method: `.get`, `HTTPRequest.Method.get` or `.init("GET")!`.
    private static func isMethod(_ expression: String, _ name: String) -> Bool {
      let text = expression.lowercased()
      return text.hasSuffix(".\(name)") || text.contains("\"\(name)\"")
    }

    /// What no row can be.
    private static func check(_ function: FunctionDeclSyntax, _ report: Report) {
      if let effects = function.signature.effectSpecifiers {
        report("a row makes a call, and a client sends it: it is neither async nor throws", Syntax(effects))
      }
      if let generics = function.genericParameterClause {
        report("a row has one type of output, so its function is not generic", Syntax(generics))
      }
      if let mutating = function.modifiers.first(where: { $0.name.text == "mutating" }) {
        report("a row changes nothing in its model: remove `mutating`", Syntax(mutating))
      }
      if let body = function.body {
        report("the macro writes the body: remove it", Syntax(body))
      }
    }

    /// The template of the whole path, from the group's prefix and the row's own.
    private static func template(of node: AttributeSyntax, in group: Group, _ report: Report) -> Template? {
      // The compiler reports an attribute without a path.
      guard let expression = path(of: node) else { return nil }
      guard let own = expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue else {
        report(
          "the path must be a literal without interpolation, so that it can be checked: write {name} for what changes",
          Syntax(expression))
        return nil
      }
      do {
        let template = try Template(own)
        guard let prefix = group.prefix, !own.hasPrefix("/"), template.linkBase != "", !own.isWholeURL else {
          return try Template(own.hasPrefix("/") ? String(own.dropFirst()) : own)
        }
        // What is wrong with the prefix was reported with the group.
        return (try? Template(joining(prefix, own))) ?? template
      } catch {
        report("the path is malformed: \(error.reason) (byte \(error.offset + 1))", Syntax(expression))
        return nil
      }
    }

    /// The expression of the path.
    private static func path(of node: AttributeSyntax) -> ExprSyntax? {
      let arguments = node.arguments?.as(LabeledExprListSyntax.self)?.lazy.filter { $0.label == nil }.map(\.expression)
      return arguments.map(Array.init)?.dropFirst(node.shortName == "Row" ? 1 : 0).first
    }

    /// Joins both by one slash.
    private static func joining(_ prefix: String, _ path: String) -> String {
      let beginsItself = path.isEmpty || path.hasPrefix("?") || ["{/", "{?", "{&", "{.", "{;"].contains(String(path.prefix(2)))
      let prefix = prefix.hasPrefix("/") ? String(prefix.dropFirst()) : prefix
      return beginsItself || prefix.isEmpty || prefix.hasSuffix("/") ? prefix + path : "\(prefix)/\(path)"
    }

    // MARK: What is written

    /// The name of the constant that has the row. The compiler would take `readmeEndpoint` for a misspelt `readEndpoint`.
    var constant: String { "\(function.name.unquoted)Row" }

    /// The declaration of the row, as a person would write it.
    var declaration: String {
      let path = template.linkBase.map { $0.isEmpty ? ".location" : ".location(of: \(literal($0)))" } ?? literal(template.text)
      var arguments = [literal(function.name.unquoted), method, path]
      if let options { arguments.append(options) }
      if let input { arguments.append("input: \(metatype(of: input))") }
      arguments.append("output: \(metatype(of: isOptional ? "\(output.trimmedDescription)?" : output.trimmedDescription))")
      if let summary = function.summary { arguments.append("summary: \(literal(summary))") }
      return "static let \(constant) = endpoint(\n  \(arguments.joined(separator: ", ")))"
    }

    /// The type that it sends, for tables.
    private var input: String? {
      if let body = parameters.first(where: { $0.destination == .body }) { return body.wrappedType }
      if parameters.contains(where: \.isPart) { return "MultipartForm" }
      return parameters.contains { $0.isMember || $0.isFormField } ? "JSONValue" : nil
    }

    private var options: String? {
      var lines: [String] = []
      if let envelope = node.argument("envelope") { lines.append("$0.envelope = \(envelope.trimmedDescription)") }
      if let claim = node.argument("idempotent") { lines.append("$0.idempotent = \(claim.trimmedDescription)") }
      if let closure = node.argument("options") {
        if lines.isEmpty { return "Options(\(closure.trimmedDescription))" }
        return "Options { \(lines.joined(separator: "; ")) }.merging(Options(\(closure.trimmedDescription)))"
      }
      return lines.isEmpty ? nil : "Options { \(lines.joined(separator: "; ")) }"
    }

    /// The statements of the body.
    var body: [String] {
      let row = "Self.\(constant)"
      // If the type has a parent, its rows are below it: a function that returns another type does not compile.
      let module = call.as(MemberTypeSyntax.self).map { "\($0.baseType.trimmedDescription)." } ?? ""
      let type = "\(module)ScopedCall<\(output.trimmedDescription), Parent>"
      let values = pathValues
      let head = "\(type)(\(row)\(values.isEmpty ? "" : ", [\(values.joined(separator: ", "))]"))"
      var modifiers = isOptional ? [".optional"] : []
      if template.linkBase != nil, let parameter = parameters.first(where: { $0.fills("location") }) {
        let added = queryItems.isEmpty ? "" : ", adding: [\(queryItems.joined(separator: ", "))]"
        modifiers.append(".following(\(parameter.name)\(added))")
      }
      modifiers += parameters.flatMap(\.modifiers)
      var lines: [String] = []
      if let members = object(of: parameters.filter(\.isMember), "body") {
        (lines, modifiers) = (lines + members.0, modifiers + members.1)
      }
      if let fields = object(of: parameters.filter(\.isFormField), "form") {
        (lines, modifiers) = (lines + fields.0, modifiers + fields.1)
      }
      if parameters.contains(where: \.isPart) {
        lines.append("var multipartForm = MultipartForm()")
        lines += parameters.compactMap(\.part)
        modifiers.append(".multipart(multipartForm)")
      }
      if let body = parameters.first(where: { $0.destination == .body }), body.isOptional {
        lines.append("let bodiless = \(head)\(modifiers.joined())")
        lines.append("return \(body.name).map { bodiless\(body.bodyModifier("$0")) } ?? bodiless")
      } else {
        lines.append("return \(head)\(modifiers.joined())")
      }
      return lines
    }

    private var pathValues: [String] {
      let names = template.linkBase == nil ? names : names.filter { $0 != "location" && !isInQuery($0) }
      return names.map { name in
        // In a method, a placeholder without a parameter is a property of the value.
        let value = parameters.first { $0.fills(name) }?.name ?? "self.\(name.camelCased)"
        return "\(literal(name)): PathValue(id: \(value))"
      }
    }

    /// The variables of the query, for one that is added to a link.
    private var queryItems: [String] {
      names.filter(isInQuery).compactMap { name in
        parameters.first { $0.fills(name) }.map { "\(literal(name)): \($0.name)" }
      }
    }

    private func isInQuery(_ name: String) -> Bool { template.variables.contains { $0.name == name && $0.isInQuery } }

    private var names: [String] {
      var names: [String] = []
      for variable in template.variables where !names.contains(variable.name) { names.append(variable.name) }
      return names
    }

    /// The type of an object with these members, and the modifier that sends one.
    private func object(of members: [Parameter], _ modifier: String) -> ([String], [String])? {
      guard !members.isEmpty else { return nil }
      var lines = members.map { "  let \($0.name): \($0.type.trimmedDescription)" }
      let keys = members.map { $0.hasOwnWireName ? "\($0.name) = \(literal($0.wireName))" : $0.name }
      if members.contains(where: \.hasOwnWireName) {
        lines.append("  enum CodingKeys: String, CodingKey { case \(keys.joined(separator: ", ")) }")
      }
      let type = "struct Members: Encodable {\n\(lines.joined(separator: "\n"))\n}"
      let values = members.map { "\($0.plainName): \($0.name)" }.joined(separator: ", ")
      return ([type], [".\(modifier)(Members(\(values)))"])
    }
  }

  private func metatype(of type: String) -> String { type.hasPrefix("any ") ? "(\(type)).self" : "\(type).self" }

  extension String {
    /// Whether it begins with `http://` or `https://`.
    var isWholeURL: Bool { ["http://", "https://"].contains { lowercased().hasPrefix($0) } }

    /// `perPage` for `per_page`.
    var camelCased: String {
      let words = split(separator: "_")
      return (words.first.map(String.init) ?? "")
        + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
  }

  extension FunctionDeclSyntax {
    /// The first paragraph of the doc comment as one line; nil if there is none.
    var summary: String? {
      var lines: [Substring] = []
      let before = tokens(viewMode: .sourceAccurate).prefix { $0.position <= funcKeyword.position }
      for piece in before.flatMap(\.leadingTrivia) {
        switch piece {
        case .docLineComment(let text): lines.append(text.dropFirst(3))
        case .docBlockComment(let text):
          lines += text.dropFirst(3).dropLast(2).split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.drop { " *\t".contains($0) } }
        default: break
        }
      }
      let trimmed = lines.map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
      let paragraph = trimmed.drop { $0.isEmpty }.prefix { !$0.isEmpty && !$0.hasPrefix("- ") }
      return paragraph.isEmpty ? nil : paragraph.joined(separator: " ").replacing("``", with: "`")
    }
  }
#endif
