import RefineryJSON
import RefineryOpenAPI

/// Makes rows from operations.
struct RowPlanner {
  var types: TypePlanner
  private(set) var groups: [Group] = []
  private var groupNumbers: [String: Int] = [:]
  let description: Description
  private let mainScheme: String

  init(_ description: Description, _ options: ImportOptions) {
    types = TypePlanner(description, options)
    self.description = description
    mainScheme = description.mainScheme
  }

  mutating func plan(_ operations: [Operation]) {
    for operation in operations {
      let number = group(of: operation)
      for row in rows(of: operation) { groups[number].rows.append(row) }
      types.readPending()
    }
  }

  private mutating func group(of operation: Operation) -> Int {
    let tag = operation.tags.first ?? Self.firstSegment(of: operation.path)
    if let number = groupNumbers[tag] { return number }
    let known = description.tags.first { $0.name == tag }
    groupNumbers[tag] = groups.count
    groups.append(Group(tag: tag, documentation: known?.description.map(DocumentationText.lines) ?? []))
    return groups.count - 1
  }

  /// The first part of a path that is not a version.
  private static func firstSegment(of path: String) -> String {
    let path = path.prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/").map(String.init).filter { !$0.contains("{") }
    let named = parts.first { part in
      let small = part.lowercased()
      return small != "api" && !(small.first == "v" && small.dropFirst().allSatisfy { $0.isNumber || $0 == "." })
        && small.contains(where: \.isLetter)
    }
    return named ?? parts.first ?? "root"
  }

  /// The rows of an operation: one, or one for each way that it is called.
  private mutating func rows(of operation: Operation) -> [Row] {
    let base = operation.id ?? "\(operation.method.lowercased()) \(operation.path)"
    var row = Row(
      key: "\(operation.method) \(operation.path)", pointer: operation.pointer, name: base, method: operation.method,
      template: "", summary: summary(of: operation), documentation: documentation(of: operation),
      isDeprecated: operation.isDeprecated, arguments: [], output: .okay, accept: nil, errors: [],
      authentication: authentication(of: operation))
    let responses = responses(of: operation, name: base)
    row.errors = responses.errors
    let parameters = arguments(of: operation)
    row.template = template(of: operation, parameters)
    let bodies = bodies(of: operation, name: base)
    var rows: [Row] = []
    for (index, body) in (bodies.isEmpty ? [Body(suffix: "", arguments: [])] : bodies).enumerated() {
      for (number, output) in responses.outputs.enumerated() {
        guard index == 0 || number == 0 else { continue }
        var one = row
        one.arguments = Self.distinct(body.arguments, parameters)
        (one.output, one.accept) = (output.output, output.accept)
        one.name += body.suffix + output.suffix
        if !(body.suffix + output.suffix).isEmpty { one.key += " \(body.suffix)\(output.suffix)" }
        if !output.suffix.isEmpty { askForEvents(&one) }
        rows.append(one)
      }
    }
    return rows
  }

  /// Gives each argument a label of its own. Those of the path come first, then the body, then the required ones.
  private static func distinct(_ body: [Row.Argument], _ parameters: [Row.Argument]) -> [Row.Argument] {
    var scope = NameScope(reserved: ["self", "Self", "init"])
    func rank(_ argument: Row.Argument) -> Int {
      if argument.isOptional || argument.defaultValue != nil { return 3 }
      switch argument.place {
      case .template: return argument.pointer.contains("/path/") ? 0 : 1
      default: return 2
      }
    }
    let isWhole = body.contains { if case .body = $0.place { true } else { false } }
    if isWhole { scope.reserve("body") }
    if body.contains(where: { if case .part = $0.place { true } else { false } }) {
      // The function itself has these names.
      scope.reserve("form")
      scope.reserve("part")
    }
    var labelled: [Row.Argument] = []
    for argument in parameters + body {
      var argument = argument
      let words = Words(argument.wireName)
      if case .body = argument.place {
        labelled.append(argument)
        continue
      }
      if case .mediaType = argument.place {
        argument.label = scope.take("mediaType", "bodyMediaType")
        labelled.append(argument)
        continue
      }
      let place =
        switch argument.place {
        case .header: "header"
        case .cookie: "cookie"
        case .part: "form"
        default: "query"
        }
      argument.label = scope.take(words.lowerCamel, Words("\(place) \(argument.wireName)").lowerCamel)
      labelled.append(argument)
    }
    return labelled.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
  }

  // MARK: What an operation says of itself

  /// One sentence, for tables.
  private func summary(of operation: Operation) -> String? {
    let text = (operation.summary ?? operation.description ?? "").trimmed
    guard let paragraph = text.split(separator: "\n\n").first else { return nil }
    var sentence = String(paragraph).oneLine.split(separator: " ").joined(separator: " ")
    if let end = sentence.firstRange(of: ". ") { sentence = String(sentence[..<end.lowerBound]) }
    while sentence.hasSuffix(".") { sentence.removeLast() }
    return sentence.count > 90 ? String(sentence.prefix(89)) + "…" : sentence
  }

  private func documentation(of operation: Operation) -> [String] {
    var lines = operation.summary.map { DocumentationText.lines($0.trimmed) } ?? []
    if let text = operation.description, text.trimmed != operation.summary?.trimmed {
      if !lines.isEmpty { lines.append("") }
      lines += DocumentationText.lines(text)
    }
    if lines.isEmpty { lines = ["`\(operation.method) \(operation.path)`."] }
    return lines
  }

  /// The option by which a row says how it is authenticated; nil for the default credential.
  private func authentication(of operation: Operation) -> String? {
    guard !description.securitySchemes.isEmpty else { return nil }
    let needs = operation.security.filter { !$0.isEmpty }
    guard let first = needs.first else { return operation.security.isEmpty || needs.isEmpty ? ".off" : nil }
    let names = Set(needs.flatMap { $0.map(\.scheme) })
    return names.contains(mainScheme) ? nil : ".named(\(first[0].scheme.literal))"
  }

  /// A row that reads events where another one reads the whole response: many servers decide by the member or part `stream`.
  private mutating func askForEvents(_ row: inout Row) {
    for index in row.arguments.indices {
      switch (row.arguments[index].place, row.arguments[index].type) {
      case (.body(.json), .model(let id)) where !row.arguments[index].isOptional:
        guard case .object(let object) = types.book[id].form else { continue }
        row.asksForEvents = object.properties.contains { $0.wireName == "stream" && $0.use.type == .bool }
      case (.part(let part), .bool) where part.name == "stream":
        row.arguments[index].defaultValue = "true"
        row.arguments[index].isOptional = false
      default: continue
      }
    }
    // Those with a default are at the end.
    let (given, defaulted) = (row.arguments.filter { $0.defaultValue == nil }, row.arguments.filter { $0.defaultValue != nil })
    row.arguments = given.filter { !$0.isOptional } + given.filter(\.isOptional) + defaulted
  }
}

extension Substring {
  var withoutSpaceAtEnd: Substring {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return prefix(0) }
    return self[...last]
  }
}

extension String {
  /// Without white space at both ends.
  var trimmed: String { String(drop(while: \.isWhitespace).withoutSpaceAtEnd) }

  /// The text as a literal of Swift.
  var literal: String {
    var literal = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case "\n": literal += "\\n"
      case "\u{20}"..."\u{7E}", "\u{A0}"..."\u{D7FF}": literal.unicodeScalars.append(scalar)
      default: literal += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return literal + "\""
  }
}
