import RefineryJSON
import RefineryOpenAPI

extension RowPlanner {
  /// The arguments for the parameters of an operation.
  mutating func arguments(of operation: Operation) -> [Row.Argument] {
    let variables = Self.variables(of: operation.parameters)
    return serverArguments(of: operation) + operation.parameters.compactMap { argument(of: $0, operation, variables) }
  }

  /// The parts of the URL of an operation's own server that have no value.
  private func serverArguments(of operation: Operation) -> [Row.Argument] {
    let server = server(of: operation)
    guard server.hasPrefix("http") else { return [] }
    return Self.serverVariables(of: server).map { name, variable in
      var argument = Row.Argument(
        label: "", type: .string, isOptional: false, place: .template(variable),
        pointer: "\(operation.pointer)/servers/0/path/", wireName: name)
      argument.documentation = ["A part of the URL of the server."]
      return argument
    }
  }

  /// The names in braces of a URL, and the variables of the template for them.
  private static func serverVariables(of url: String) -> [(name: String, variable: String)] {
    var found: [(name: String, variable: String)] = []
    var rest = Substring(url)
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = String(rest[rest.index(after: open)..<close])
      if !found.contains(where: { $0.name == name }) { found.append((name, variable("server \(name)"))) }
      rest = rest[rest.index(after: close)...]
    }
    return found
  }

  private mutating func argument(
    of parameter: Parameter, _ operation: Operation, _ variables: [String: String]
  ) -> Row.Argument? {
    guard !parameter.name.isEmpty else {
      types.report(.fault, parameter.pointer, "the parameter has no name, so it is left out")
      return nil
    }
    if parameter.place == .header, ["accept", "content-type", "authorization"].contains(parameter.name.lowercased()) {
      types.report(
        .note, parameter.pointer,
        "the header field \(parameter.name) is set by the client, its middleware or the row (OpenAPI: such parameters are ignored)"
      )
      return nil
    }
    let hint = TypePlanner.Hint("\(operation.id ?? operation.path) \(parameter.name)")
    var argument = Row.Argument(
      label: "", type: .string, isOptional: !parameter.isRequired, place: place(of: parameter, variables),
      pointer: parameter.pointer,
      wireName: parameter.name)
    argument.documentation = documentation(of: parameter)
    if parameter.place == .querystring {
      guard parameter.contentType.map({ MediaKind($0) == .form }) ?? true else {
        types.report(.left, parameter.pointer, "a whole query of this media type is not carried; send it by `query(_:)`")
        return nil
      }
      argument.type = .query
      return argument
    }
    if parameter.contentType != nil {
      argument.type = .json
      argument.coding = ".json"
      return argument
    }
    let use = types.use(parameter.schema, hint)
    (argument.type, argument.coding) = (use.type, use.coding)
    if parameter.place == .path { argument.isOptional = false }
    asWord(&argument)
    shape(&argument, parameter)
    return argument
  }

  /// A date or bytes in a form of their own are given in that form.
  func asWord(_ argument: inout Row.Argument) {
    argument.type = Self.word(argument.type, argument.coding)
    argument.coding = nil
  }

  private static func word(_ type: SwiftType, _ coding: String?) -> SwiftType {
    switch type {
    case .date where coding == ".unixTime": .int
    case .date where coding != nil: .string
    case .data: .string
    case .array(let element):
      .array(word(element, coding.map { String($0.dropFirst(".list(".count).dropLast()) }))
    case .optional(let wrapped): word(wrapped, coding)
    default: type
    }
  }

  private func place(of parameter: Parameter, _ variables: [String: String]) -> Row.Argument.Place {
    switch parameter.place {
    case .path: .template(variables[parameter.name] ?? Self.variable(parameter.name))
    case .query: .template(Self.queryVariable(parameter.name))
    case .header: .header(parameter.name)
    case .cookie: .cookie(parameter.name)
    case .querystring: .queryMembers
    }
  }

  /// Chooses the type and the place of a value that is more than one word.
  private mutating func shape(_ argument: inout Row.Argument, _ parameter: Parameter) {
    if types.isScalar(argument.type) { return }
    if case .array(let element) = argument.type, types.isScalar(element) || element == .json {
      if element == .json { argument.type = .array(.string) }
      if parameter.place == .header || parameter.place == .cookie {
        argument.separator = ","
        return
      }
      switch parameter.style {
      case .spaceDelimited where !parameter.explodes: argument.separator = " "
      case .pipeDelimited where !parameter.explodes: argument.separator = "|"
      case .tabDelimited: argument.separator = "\t"
      case .deepObject: argument.place = .query(parameter.name)
      default: break
      }
      return
    }
    // An object, or one of several types.
    if parameter.place == .query || parameter.place == .querystring {
      let isObject = types.isObject(parameter.schema)
      argument.coding = nil
      switch parameter.style {
      case .deepObject:
        argument.place = .query(parameter.name)
        argument.type = .query
      case .form where parameter.explodes && isObject, .cookie where isObject:
        argument.place = .queryMembers
        argument.type = .query
      default:
        if isObject, !parameter.explodes {
          // `color=R,100,G,200`: a map of the template.
          argument.type = .dictionary(.string)
        } else if isObject {
          argument.place = .queryMembers
          argument.type = .query
        } else if case .array = argument.type {
          types.report(.note, parameter.pointer, "each element is more than one word, so it is given as text")
          argument.type = .array(.string)
        } else {
          types.report(.note, parameter.pointer, "it has one of several types, so it is given as text")
          argument.type = .string
        }
      }
      return
    }
    if parameter.place == .path, types.isObject(parameter.schema) {
      argument.type = .dictionary(.string)
      return
    }
    types.report(.note, parameter.pointer, "its value is more than one word, so it is given as text")
    argument.type = .string
    argument.coding = nil
  }

  private func documentation(of parameter: Parameter) -> [String] {
    var lines = (parameter.description ?? parameter.schema.description).map { DocumentationText.lines($0, width: 100) } ?? []
    if parameter.isDeprecated { lines.append("Deprecated.") }
    return lines
  }

  // MARK: The template

  /// The name of a variable of the path, which is not sent.
  static func variable(_ name: String) -> String {
    let variable = Words(name).lowerCamel
    let ascii = variable.unicodeScalars.filter { $0.isASCII }
    return ascii.isEmpty ? "value" : String(String.UnicodeScalarView(ascii))
  }

  /// The variables of the path by the names of their parameters. Each has its own, which differs from those of the query, too.
  static func variables(of parameters: [Parameter]) -> [String: String] {
    var scope = NameScope(reserved: Set(parameters.filter { $0.place == .query }.map { queryVariable($0.name) }))
    var variables: [String: String] = [:]
    for parameter in parameters where parameter.place == .path && variables[parameter.name] == nil {
      variables[parameter.name] = scope.take(variable(parameter.name))
    }
    return variables
  }

  /// The name of a variable of the query, with percent-encoding for characters that a template does not take (RFC 6570
  /// section 2.3).
  static func queryVariable(_ name: String) -> String {
    var encoded = ""
    for byte in name.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += "%" + (digits.count < 2 ? "0\(digits)" : digits)
      }
    }
    return encoded
  }

  /// The template of a row.
  mutating func template(of operation: Operation, _ arguments: [Row.Argument]) -> String {
    var path = operation.path
    if let hash = path.firstIndex(of: "#") {
      types.report(.note, operation.pointer, "the fragment \"\(path[hash...])\" only tells paths apart, so it is not sent")
      path = String(path[..<hash])
    }
    var fixed = ""
    if let mark = path.firstIndex(of: "?") {
      fixed = String(path[path.index(after: mark)...])
      path = String(path[..<mark])
      types.report(.note, operation.pointer, "the query \"\(fixed)\" of the path is sent with every call")
    }
    // Variables of a fixed query are parts of its text.
    var template = Self.replacing(path, operation.parameters)
    if !fixed.isEmpty { template += "?" + Self.replacing(fixed, operation.parameters) }
    let query = arguments.compactMap { argument -> String? in
      guard case .template(let name) = argument.place, argument.pointer != "", !template.contains("{\(name)}") else {
        return nil
      }
      guard let parameter = operation.parameters.first(where: { $0.pointer == argument.pointer }), parameter.place == .query
      else {
        return nil
      }
      let isCompound = if case .array = argument.type { true } else if case .dictionary = argument.type { true } else { false }
      return name + (isCompound && argument.separator == nil && parameter.explodes ? "*" : "")
    }
    if !query.isEmpty { template += (fixed.isEmpty ? "{?" : "{&") + query.joined(separator: ",") + "}" }
    let server = prefix(of: operation)
    return server.isEmpty && template.hasPrefix("/") ? String(template.dropFirst()) : server + template
  }

  /// The path with the variables of templates: `{file_id}` is `{fileID}`.
  private static func replacing(_ path: String, _ parameters: [Parameter]) -> String {
    let variables = variables(of: parameters)
    var text = ""
    var rest = Substring(path)
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      text += encodedLiteral(rest[..<open])
      let name = String(rest[rest.index(after: open)..<close])
      let parameter = parameters.first { $0.name == name && $0.place == .path }
      let isCompound =
        if case .array? = parameter?.schema.kind { true } else if case .object? = parameter?.schema.kind { true } else { false }
      let mark =
        switch parameter?.style {
        case .label: "."
        case .matrix: ";"
        default: parameter?.hasSlashes == true ? "+" : ""
        }
      // A variable of a fixed query may be a parameter of the query.
      let isInQuery = parameter == nil && parameters.contains { $0.name == name && $0.place == .query }
      let variable = isInQuery ? queryVariable(name) : variables[name] ?? variable(name)
      text += "{\(mark)\(variable)\(isCompound && parameter?.explodes == true ? "*" : "")}"
      rest = rest[rest.index(after: close)...]
    }
    return text + encodedLiteral(rest)
  }

  /// What a template takes as a literal.
  private static func encodedLiteral(_ text: Substring) -> String {
    var encoded = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case " ", "\"", "'", "<", ">", "\\", "^", "`", "{", "|", "}":
        encoded += "%" + String(scalar.value, radix: 16, uppercase: true)
      default: encoded.unicodeScalars.append(scalar)
      }
    }
    return encoded
  }

  /// The server of an operation that has its own; nothing for the base URL.
  private mutating func prefix(of operation: Operation) -> String {
    let own = server(of: operation)
    guard !own.isEmpty else { return "" }
    var url = own.hasSuffix("/") ? String(own.dropLast()) : own
    guard url.hasPrefix("http://") || url.hasPrefix("https://") else {
      types.report(
        .left, operation.pointer, "its server \"\(own)\" is not a whole URL, so the row is below the base URL of the client"
      )
      return ""
    }
    for (name, variable) in Self.serverVariables(of: own) { url = url.replacing("{\(name)}", with: "{\(variable)}") }
    return url
  }

  /// The URL of an operation's own server; empty for that of the description.
  private func server(of operation: Operation) -> String {
    guard let own = operation.servers?.first, own.url != description.servers.first?.url else { return "" }
    return own.url
  }
}

extension Parameter {
  /// Whether its value may have slashes, which stay as they are: the description says so, or its pattern has some.
  fileprivate var hasSlashes: Bool {
    allowsReserved || schema.limits.pattern?.replacing("[^/]", with: "").contains("/") == true
  }
}

extension TypePlanner {
  func isScalar(_ type: SwiftType) -> Bool { type.isScalar(book) }
}
