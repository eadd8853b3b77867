/// Writes a row and its function.
struct RowWriter {
  let models: ModelBook
  let options: ImportOptions
  private var access: String { options.access.modifier }

  init(_ models: ModelBook, _ options: ImportOptions) {
    self.models = models
    self.options = options
  }

  /// - Parameter errors: whether the row has its own types of errors, and not those of its group.
  func write(_ row: Row, errors: Bool, to source: inout SourceWriter) {
    constant(row, errors ? row.errors : [], &source)
    source.document(documentation(of: row))
    if row.isDeprecated { source.line("@available(*, deprecated)") }
    source.list("\(access)static func \(row.name.escaped)(", row.arguments.map(parameter), ") -> Call<\(output(of: row))> {")
    source.indented { body(of: row, &$0) }
    source.line("}")
  }

  private func documentation(of row: Row) -> [String] {
    var lines = row.documentation
    let documented = row.arguments.filter { !$0.documentation.isEmpty }
    if !documented.isEmpty {
      lines += ["", "- Parameters:"]
      for argument in documented {
        lines.append("  - \(argument.label): \(argument.documentation[0])")
        lines += argument.documentation.dropFirst().map { $0.isEmpty ? "" : "    \($0)" }
      }
    }
    if case .events = row.output {
      let asking = row.asksForEvents ? "Sends `stream` as true. " : ""
      lines += ["", "\(asking)Read the events by `api.events(_:)`."]
    }
    if let accept = row.accept, MediaKind.isLines(accept) {
      lines += ["", "Each line of the response is an element: read them by `api.stream(_:)`."]
    }
    if let guess = PageGuess(row, models) { lines += [""] + guess.lines }
    return lines
  }

  private func output(of row: Row) -> String {
    switch row.output {
    case .okay: "Okay"
    case .value(let type, let isOptional): type.text(models) + (isOptional ? "?" : "")
    case .events(let type): type.text(models)
    }
  }

  private func parameter(_ argument: Row.Argument) -> String {
    let type = argument.type.text(models)
    if let value = argument.defaultValue { return "\(argument.label.label): \(type) = \(value)" }
    return "\(argument.label.label): \(type)\(argument.isOptional ? "? = nil" : "")"
  }

  // MARK: The row

  private func constant(_ row: Row, _ errors: [(statuses: String, type: SwiftType)], _ source: inout SourceWriter) {
    var changes: [String] = []
    if let accept = row.accept { changes.append("$0.headers[\"Accept\"] = \(accept.literal)") }
    if let authentication = row.authentication { changes.append("$0.authentication = \(authentication)") }
    changes += self.errors(errors)
    if row.arguments.contains(where: {
      if case .query = $0.place { true } else if case .queryMembers = $0.place { true } else { false }
    }) {
      changes.append("$0.queryEncoding = QueryEncoder(order: .asWritten)")
    }
    var items = [row.name.literal, method(row.method), row.template.literal]
    let output = "output: \(output(of: row)).self"
    let summary = row.summary.map { ["summary: \($0.literal)"] } ?? []
    let input = row.arguments.first { if case .body = $0.place { true } else { false } }.map {
      "input: \($0.type.text(models)).self"
    }
    let rest = (input.map { [$0] } ?? []) + [output] + summary
    if changes.isEmpty {
      source.list("static let \(row.constant) = endpoint(", items + rest, ")")
      return
    }
    let inline = "Options { \(changes.joined(separator: "; ")) }"
    if changes.count == 1,
      source.fits("static let \(row.constant) = endpoint(\((items + [inline] + rest).joined(separator: ", ")))")
    {
      items.append(inline)
      source.list("static let \(row.constant) = endpoint(", items + rest, ")")
      return
    }
    source.line("static let \(row.constant) = endpoint(")
    source.indented { source in
      source.fill(items, endsWithComma: true)
      source.line("Options {")
      source.indented { source in for change in changes { source.line(change) } }
      source.line("},")
      source.fill(rest)
    }
    source.line(")")
  }

  /// The statements that add types of errors to options.
  func errors(_ errors: [(statuses: String, type: SwiftType)]) -> [String] {
    errors.map { statuses, type in "$0.errors.add(\(type.text(models)).self, for: \(statuses))" }
  }

  private func method(_ method: String) -> String {
    let standard = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]
    return standard.contains(method) ? ".\(method.lowercased())" : "HTTPRequest.Method(\(method.literal))!"
  }

  // MARK: The body of the function

  private func body(of row: Row, _ source: inout SourceWriter) {
    let output = output(of: row)
    let isOptional = if case .value(_, isOptional: true) = row.output { true } else { false }
    let type = isOptional ? String(output.dropLast()) : output
    var values: [String] = []
    var query: [String] = []
    var modifiers: [String] = isOptional ? [".optional"] : []
    var statements: [String] = []
    var cookies: [String] = []
    let parts = row.arguments.contains { if case .part = $0.place { true } else { false } }
    if parts { statements.append("var form = MultipartForm()") }
    for argument in row.arguments {
      let name = argument.label.escaped
      switch argument.place {
      case .template(let variable): values.append("\(variable.literal): \(pathValue(argument))")
      case .query(let key): query.append("\(key.literal): \(name)")
      case .queryMembers: modifiers.append(".query(\(name)\(argument.isOptional ? " ?? [:]" : ""))")
      case .header(let field):
        modifiers.append(".header(\(field.literal), \(argument.isOptional ? "ifPresent: " : "")\(text(argument)))")
      case .cookie(let key): cookies.append("\(key.literal): \(text(argument))")
      case .part(let part): statements += self.statements(for: part, argument)
      case .body, .mediaType: break
      }
    }
    if !query.isEmpty { modifiers.append(".query([\(query.joined(separator: ", "))])") }
    if !cookies.isEmpty { modifiers.append(".cookies([\(cookies.joined(separator: ", "))])") }
    if parts { modifiers.append(".multipart(form)") }
    if let body = row.arguments.first(where: { if case .body = $0.place { true } else { false } }) {
      let name = body.label.escaped
      if body.isOptional {
        statements.append("var call = CALL")
        statements.append("if let \(name) { call = call\(modifier(for: body, in: row)) }")
      } else {
        modifiers.append(modifier(for: body, in: row))
      }
    }
    if row.asksForEvents, let body = row.arguments.first(where: { if case .body = $0.place { true } else { false } }),
      case .model(let id) = body.type, case .object(let object) = models[id].form,
      let flag = object.properties.first(where: { $0.wireName == "stream" })
    {
      let value = flag.presence == .field ? ".value(true)" : "true"
      statements.append("var \(body.label.escaped) = \(body.label.escaped)")
      statements.append("\(body.label.escaped).\(flag.name.escaped) = \(value)")
    }
    let isHidden = row.arguments.contains { $0.label == row.constant }
    write("Call<\(type)>", isHidden ? "Self.\(row.constant)" : row.constant, values, modifiers, statements, &source)
  }

  /// Writes the statements and the call, which the statement with `CALL` makes, if there is one.
  private func write(
    _ type: String, _ constant: String, _ values: [String], _ modifiers: [String], _ statements: [String],
    _ source: inout SourceWriter
  ) {
    let head = "\(type)(\(constant)"
    func call(_ prefix: String, _ source: inout SourceWriter) {
      let whole = values.isEmpty ? "\(head))" : "\(head), [\(values.joined(separator: ", "))])"
      if source.fits(prefix + whole + modifiers.joined()) {
        source.line(prefix + whole + modifiers.joined())
        return
      }
      if values.isEmpty || source.fits(prefix + whole) {
        source.line(prefix + whole)
      } else {
        source.call("\(prefix)\(type)", constant, literal: values, isChained: !modifiers.isEmpty)
        for modifier in modifiers { source.line(modifier) }
        return
      }
      source.indented { source in for modifier in modifiers { source.line(modifier) } }
    }
    guard !statements.isEmpty else { return call("", &source) }
    var isMade = false
    for statement in statements {
      if statement.hasSuffix(" = CALL") {
        call(String(statement.dropLast(4)), &source)
        isMade = true
      } else {
        source.line(statement)
      }
    }
    if isMade { source.line("return call") } else { call("return ", &source) }
  }

  // MARK: Values

  /// The value of a variable of the template.
  private func pathValue(_ argument: Row.Argument) -> String {
    let name = argument.label.escaped
    switch argument.type {
    case .array where argument.separator != nil: return "PathValue(id: \(text(argument)))"
    case .json: return "PathValue(id: \(text(argument)))"
    default: return "PathValue(id: \(name))"
    }
  }

  /// The value as one text.
  private func text(_ argument: Row.Argument) -> String {
    let name = argument.label.escaped
    func each(_ expression: (String) -> String) -> String {
      argument.isOptional ? "\(name).map { \(expression("$0")) }" : expression(name)
    }
    switch argument.type {
    case .string: return name
    case .date: return argument.isOptional ? "\(name)?.ISO8601Format()" : "\(name).ISO8601Format()"
    case .json: return each { "\"\\(\($0))\"" }
    case .array(let element):
      let inner = elementText(element)
      let separator = (argument.separator ?? ",").literal
      return argument.isOptional
        ? "\(name)?\(inner).joined(separator: \(separator))" : "\(name)\(inner).joined(separator: \(separator))"
    case .model(let id):
      guard case .enumeration(let enumeration) = models[id].form else { return each { "\"\\(\($0))\"" } }
      if enumeration.raw == .string { return argument.isOptional ? "\(name)?.rawValue" : "\(name).rawValue" }
      return each { "\"\\(\($0).rawValue)\"" }
    default: return each { "\"\\(\($0))\"" }
    }
  }

  private func elementText(_ type: SwiftType) -> String {
    switch type {
    case .string: ""
    case .date: ".map { $0.ISO8601Format() }"
    case .model(let id):
      if case .enumeration(let enumeration) = models[id].form, enumeration.raw != .string {
        ".map { \"\\($0.rawValue)\" }"
      } else {
        ".map(\\.rawValue)"
      }
    default: ".map { \"\\($0)\" }"
    }
  }

  private func modifier(for body: Row.Argument, in row: Row) -> String {
    guard case .body(let form) = body.place else { return "" }
    let name = body.label.escaped
    switch form {
    case .json(nil): return ".body(\(name))"
    case .json(""?): return ".body(\(name), coder: JSONCoder(contentType: mediaType))"
    case .json(let type?): return ".body(\(name), coder: JSONCoder(contentType: \(type.literal)))"
    case .form(usesBrackets: true): return ".body(\(name), coder: FormCoder(query: QueryEncoder(arrays: .indexed)))"
    case .form(usesBrackets: false):
      return ".body(\(name), coder: FormCoder(query: QueryEncoder(arrays: .repeated, objects: .json)))"
    case .multipart: return ".multipart(\(name))"
    case .bytes(let type): return ".body(\(name), contentType: \(type.literal))"
    case .text(let type): return ".body(Body(\(name)), contentType: \(type.literal))"
    }
  }

  // MARK: Parts

  private func statements(for part: Row.Argument.Part, _ argument: Row.Argument) -> [String] {
    let name = argument.label.escaped
    var element = argument
    if part.isList, case .array(let inner) = argument.type { element.type = inner }
    element.isOptional = false
    element.label = part.isList ? "part" : argument.label
    let value = element.label.escaped
    let contentType = part.contentType.map { ", contentType: \($0.literal)" } ?? ""
    let one: String
    switch part.form {
    case .file: one = "form.append(\(value), named: \(part.name.literal))"
    case .text: one = "form.parts.append(.text(\(part.name.literal), \(text(element))\(contentType)))"
    case .json:
      one = "form.parts.append(.model(\(part.name.literal), \(value)))"
      let lines = self.lines(for: part, element, one, contentType)
      if lines.count > 1 {
        let head =
          part.isList
          ? "for part in \(name)\(argument.isOptional ? " ?? []" : "")" : argument.isOptional ? "if let \(name)" : nil
        return head.map { ["\($0) {"] + lines.map { "  \($0)" } + ["}"] } ?? lines
      }
    }
    if part.isList {
      return ["for part in \(name)\(argument.isOptional ? " ?? []" : "") { \(one) }"]
    }
    return [argument.isOptional ? "if let \(name) { \(one) }" : one]
  }

  /// The branches of a union that are one word are sent as text, and not as JSON with its quotation marks.
  private func lines(for part: Row.Argument.Part, _ argument: Row.Argument, _ model: String, _ contentType: String) -> [String]
  {
    guard case .model(let id) = argument.type, case .union(let union) = models[id].form else { return [model] }
    var lines: [String] = []
    for branch in union.branches where branch.type.isScalar(models) {
      var word = argument
      (word.label, word.type) = ("word", branch.type)
      lines += [
        "\(lines.isEmpty ? "" : "} else ")if case .\(branch.name.escaped)(let word) = \(argument.label.escaped) {",
        "  form.parts.append(.text(\(part.name.literal), \(text(word))\(contentType)))",
      ]
    }
    return lines.isEmpty ? [model] : lines + ["} else {", "  \(model)", "}"]
  }
}

extension Row {
  /// The name of the constant that has the row.
  package var constant: String { "\(name)Row" }
}
