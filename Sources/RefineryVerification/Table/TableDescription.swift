import FoundationEssentials
import HTTPTypes
package import RefineryCore
import RefineryJSON
package import RefineryOpenAPI

/// A table in the form of a description, as far as its rows say.
package struct TableDescription: Sendable {
  /// What a row expects of its operation.
  package struct RowShape: Sendable {
    package var row: Endpoint
    /// The path before its query; relative to the base URL, or absolute.
    package var path: PathShape
    /// The names of the variables of the path, in order.
    package var variables: [String]
    package var isAbsolute: Bool
    /// Nil if the row sends no body, or if nothing is known of it.
    package var input: Schema?
    /// The value in the envelope of the row; nil if nothing is read, or if nothing is known of it.
    package var output: Schema?
    /// The members around the output.
    package var envelope: [String] = []
    /// Whether the output may be absent.
    package var isOptional: Bool
    /// The bodies of errors.
    package var errors: [RefineryOpenAPI.Response.Statuses: Schema] = [:]
  }

  package var rows: [RowShape] = []
  /// Holds the shared schemas only.
  package var description: Description
  package var knowledge = TableKnowledge()

  /// - Parameter coder: the coder of the client, for rows without one.
  package init(_ table: EndpointTable, coder: (any Coder)?) {
    description = Description(format: "table", title: table.name, version: "")
    // Rows with the same strategies share the schemas of their types.
    var shapes: [String: TypeShapes] = [:]
    for row in table.rows {
      let coder = row.options.coder ?? coder
      let strategies = Self.strategies(of: coder, row)
      var known = shapes[strategies] ?? TypeShapes(coder, file: "\(table.name) \(strategies)")
      rows.append(Self.shape(of: row, coder, &known))
      shapes[strategies] = known
    }
    for known in shapes.values {
      for schema in known.schemas { description.add(schema) }
      knowledge.partial.formUnion(known.knowledge.partial)
      knowledge.frozen.formUnion(known.knowledge.frozen)
      knowledge.times.formUnion(known.knowledge.times)
    }
    for row in rows where row.row.operation != nil {
      // Calls that create or replace may send any attributes, so the model may have members that are not sent.
      if let input = row.input { knowledge.lenient.formUnion(pointers(of: input)) }
    }
  }

  /// The pointers of the model, or of the elements of a list of models.
  private func pointers(of schema: Schema) -> [String] {
    switch schema.kind {
    case .reference(let key): description.schemas[key].map { [$0.schema.pointer] } ?? []
    case .array(let items): pointers(of: items)
    default: [schema.pointer]
    }
  }

  private static func strategies(of coder: (any Coder)?, _ row: Endpoint) -> String {
    guard let json = coder as? JSONCoder else { return "" }
    let keys =
      switch json.keys {
      case .asWritten: ""
      case .snakeCase: "snake"
      case .kebabCase: "kebab"
      case .custom: row.name
      }
    let dates =
      switch json.dates {
      case .iso8601: ""
      case .secondsSince1970: "seconds"
      case .millisecondsSince1970: "milliseconds"
      case .custom: "custom"
      }
    return keys + dates
  }

  private static func shape(of row: Endpoint, _ coder: (any Coder)?, _ shapes: inout TypeShapes) -> RowShape {
    let pointer = "\(row.name)"
    let text = row.path.text.replacing("{type}", with: row.resourceName).replacing("<type>", with: row.resourceName)
    let (path, variables) = path(of: text)
    var shape = RowShape(
      row: row, path: PathShape(path), variables: variables, isAbsolute: row.path.isAbsolute, input: nil, output: nil,
      isOptional: false)
    if let type = row.inputType, type is any Encodable.Type, !isVerbatim(type) {
      let schema = shapes.schema(of: type, at: "\(pointer)/input")
      let envelope = coder.map { UnwrappedCoder($0).envelope } ?? []
      shape.input = wrapped(schema, in: envelope, at: "\(pointer)/input")
    }
    if let type = row.outputType, type is any Decodable.Type, !isVerbatim(type) {
      shape.isOptional = type is any OptionalType.Type
      let schema = shapes.schema(of: type, at: "\(pointer)/output")
      shape.envelope = envelope(of: row, type)
      shape.output = wrapped(schema, in: shape.envelope, at: "\(pointer)/output")
    }
    let errors = row.options.errors
    for status in errors == Options.ErrorTypes() ? 0..<0 : 400..<600 {
      guard let (type, envelope) = errors.place(for: status) else { continue }
      let schema = wrapped(
        shapes.schema(of: type, at: "\(pointer)/errors"), in: envelope.parts, at: "\(pointer)/errors/\(status)")
      shape.errors[.code(status)] = schema
      if status % 100 == 0 { shape.errors[.range(status / 100)] = schema }
    }
    return shape
  }

  /// Whether a body of this type is bytes or text as it is, whatever the coder.
  private static func isVerbatim(_ type: any Any.Type) -> Bool {
    [Data.self, Data?.self, String.self, String?.self].contains { $0 == type }
  }

  /// The members around the value of a row.
  private static func envelope(of row: Endpoint, _ type: any Any.Type) -> [String] {
    let own = row.options.envelope.parts
    if !own.isEmpty { return own }
    if let resource = type as? any Resource.Type { return resource.objectEnvelope.parts }
    let element = (type as? any ListType.Type)?.elementType
    return (element as? any Resource.Type)?.listEnvelope.parts ?? []
  }

  private static func wrapped(_ schema: Schema, in envelope: [String], at pointer: String) -> Schema {
    envelope.reversed().reduce(schema) { schema, name in
      Schema(.object(Schema.Object([Schema.Property(name, schema, isRequired: true)])), at: "\(pointer) \(name)")
    }
  }

  /// The path of a template: without its query and its fragment, with one variable in each pair of braces. And the names of
  /// the variables, in order; of several in one expression that are one value, the first.
  private static func path(of template: String) -> (path: String, variables: [String]) {
    var path = ""
    var variables: [String] = []
    var rest = Substring(template.replacing("<", with: "{").replacing(">", with: "}"))
    if let mark = rest.firstRange(of: "://") {
      let authority = rest[mark.upperBound...]
      rest = authority.firstIndex(of: "/").map { authority[$0...] } ?? ""
    }
    while let first = rest.first {
      if first == "?" || first == "#" { return (path, variables) }
      guard first == "{" else {
        path.append(first)
        rest.removeFirst()
        continue
      }
      let expression = rest.prefix { $0 != "}" }.dropFirst()
      rest = rest.dropFirst(expression.count + 2)
      let names = expression.drop { "+./;".contains($0) }.split(separator: ",").map { name in
        String(name.prefix { $0 != ":" && $0 != "*" })
      }
      switch expression.first {
      case "?", "&", "#": break
      case "/":
        path += String(repeating: "/{x}", count: names.count)
        variables += names
      default:
        path += "{x}"
        variables.append(names.first ?? "")
      }
    }
    return (path, variables)
  }
}

private protocol OptionalType {}
extension Optional: OptionalType {}

private protocol ListType { static var elementType: any Any.Type { get } }
extension Array: ListType { static var elementType: any Any.Type { Element.self } }
