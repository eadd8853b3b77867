import RefineryJSON

/// Writes a function for each row that reads its arguments from JSON and makes the call, and a list of the rows.
///
/// `Benchmarks/Import/check` compares what they send with the description.
package struct CallWriter {
  private let table: TableImport
  private var numbered: [(id: String, group: Group, row: Row)] = []

  package init(_ table: TableImport) {
    self.table = table
    for group in table.groups {
      for row in group.rows { numbered.append(("\(group.name).\(row.name)", group, row)) }
    }
  }

  // MARK: The functions

  /// The source of `Calls`, which makes the call of a row by its id.
  package var source: String {
    var source = SourceWriter()
    for module in ["Foundation", "RefineryCore", "RefineryMultipart"] { source.line("import \(module)") }
    source.block("extension \(table.name): SampleCalls") { source in
      // Nothing here is asynchronous: the compiler takes minutes for a function with a thousand suspension points.
      source.block("static func call(_ id: String, _ arguments: SampleArguments) throws -> SampleSending") { source in
        source.block("switch id") { source in
          for (number, item) in numbered.enumerated() {
            source.line("case \(item.id.literal): try sampleRow\(number)(arguments)")
          }
          source.line("default: throw SampleError.noRow(id)")
        }
      }
      for (number, item) in numbered.enumerated() { write(number, item.group, item.row, &source) }
    }
    return source.text
  }

  private func write(_ number: Int, _ group: Group, _ row: Row, _ source: inout SourceWriter) {
    source.block("static func sampleRow\(number)(_ arguments: SampleArguments) throws -> SampleSending") { source in
      for (index, argument) in row.arguments.enumerated() {
        source.line("let a\(index) = try \(reading(argument, row))")
      }
      let list = row.arguments.enumerated().map { "\($0.element.label.label): a\($0.offset)" }.joined(separator: ", ")
      let isStream = if case .events = row.output { true } else { false }
      source.line("return arguments.\(isStream ? "listening" : "sending")(\(group.name).\(row.name.escaped)(\(list)))")
    }
  }

  private func reading(_ argument: Row.Argument, _ row: Row) -> String {
    let key = "\(Self.place(of: argument, row).literal), \(argument.wireName.literal)"
    let isBody =
      switch argument.place {
      case .body(.json), .body(.form): true
      default: false
      }
    switch argument.type {
    case .query: return "arguments.query(\(key))"
    case .body: return "arguments.body(\(key))"
    case .form: return "arguments.form(\(key))"
    case .part: return "arguments.part(\(key))"
    case .array(.part): return "arguments.parts(\(key))"
    case .string where !isBody: return "arguments.text(\(key))"
    case .array(.string) where !isBody: return "arguments.texts(\(key))"
    case .dictionary(.string): return "arguments.textMap(\(key))"
    default: return "arguments.value(\(key), \(argument.type.text(table.models)).self)"
    }
  }

  // MARK: The list

  /// The rows as JSON: what each sends, by the names of the description.
  package var list: String {
    let rows = numbered.map { item -> String in
      let row = item.row
      let arguments = row.arguments.map { argument in
        "{\"place\": \(json(Self.place(of: argument, row))), \"name\": \(json(argument.wireName))}"
      }
      let key = row.key.split(separator: " ", maxSplits: 2)
      return
        "{\"id\": \(json(item.id)), \"method\": \(json(row.method)), \"path\": \(json(String(key.count > 1 ? key[1] : ""))), "
        + "\"body\": \(json(Self.body(of: row))), \"output\": \(json(Self.output(of: row))), "
        + "\"arguments\": [\(arguments.joined(separator: ", "))]}"
    }
    return "[\n\(rows.joined(separator: ",\n"))\n]\n"
  }

  private func json(_ text: String) -> String { "\(JSONValue.string(text))" }

  private static func place(of argument: Row.Argument, _ row: Row) -> String {
    switch argument.place {
    case .template(let name): isInPath(name, row.template) ? "path" : "query"
    case .query, .queryMembers: "query"
    case .header: "header"
    case .cookie: "cookie"
    case .body: "body"
    case .part: "part"
    case .mediaType: "mediaType"
    }
  }

  /// Whether a variable is in the part of a template before its query.
  private static func isInPath(_ name: String, _ template: String) -> Bool {
    let path = template.split(separator: "{?")[0].split(separator: "{&")[0]
    return ["{", "{+", "{.", "{;"].contains { path.contains("\($0)\(name)}") || path.contains("\($0)\(name)*}") }
  }

  private static func body(of row: Row) -> String {
    for argument in row.arguments {
      switch argument.place {
      case .part, .body(.multipart): return "multipart"
      case .body(.json): return "json"
      case .body(.form): return "form"
      case .body(.bytes): return "bytes"
      case .body(.text): return "text"
      default: continue
      }
    }
    return ""
  }

  private static func output(of row: Row) -> String {
    switch row.output {
    case .okay: "none"
    case .value(.data, _) where row.accept != nil: "bytes"
    case .value(.string, _) where row.accept != nil: "text"
    case .value: "json"
    case .events: "events"
    }
  }
}
