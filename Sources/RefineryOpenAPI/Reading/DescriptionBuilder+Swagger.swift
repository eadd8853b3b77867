import RefineryJSON

/// What only Swagger 2 has: values of parameters without a schema, and bodies among the parameters.
extension DescriptionBuilder {
  /// A parameter or header as a schema: its members that say what its value is.
  func swaggerSchema(_ node: DocumentNode) -> DocumentNode {
    guard case .object(let object) = node.value else { return node }
    return DocumentNode(
      value: .object(JSONValue.Object(object.filter { Self.valueMembers.contains($0.key) })), place: node.place)
  }

  func readSwaggerValue(_ node: DocumentNode, into parameter: inout Parameter) {
    checkMembers(node, Self.parameterMembers, of: "a parameter")
    if !node.has("type") { report(.fault, at: node.place, "a parameter needs a type; it was read as any value") }
    parameter.schema = schema(swaggerSchema(node))
    // Its description is that of the parameter.
    parameter.schema.description = nil
    let (style, explodes) = style(node, in: parameter.place)
    parameter.style = style ?? parameter.style
    parameter.explodes = explodes
  }

  /// The style of an array by its `collectionFormat`; nil for that of the place.
  private func style(_ node: DocumentNode, in place: Parameter.Place) -> (style: Parameter.Style?, explodes: Bool) {
    switch text(node, "collectionFormat") {
    case "csv", nil: return (nil, false)
    case "ssv": return (.spaceDelimited, false)
    case "tsv": return (.tabDelimited, false)
    case "pipes": return (.pipeDelimited, false)
    case "multi":
      if place == .query { return (.form, true) }
      report(.fault, at: node.place, "only queries and forms repeat a parameter; it was read as `csv`")
      return (nil, false)
    case let name?:
      report(.fault, at: node.place, "there is no collectionFormat `\(name)`; it was read as `csv`")
      return (nil, false)
    }
  }

  /// The body that the parameters of an operation describe. The lists are those of the path and of the operation.
  func swaggerBody(_ operation: DocumentNode, _ lists: [[DocumentNode]]) -> RequestBody? {
    var bodies: [DocumentNode] = []
    var fields: [(name: String, node: DocumentNode)] = []
    var positions: [String: Int] = [:]
    for list in lists {
      // Those of the operation replace those of the path.
      let own = list.filter { $0.value["in"] == "body" }
      if !own.isEmpty { bodies = own }
      for node in list where node.value["in"] == "formData" {
        guard let name = text(node, "name") else { continue }
        if let position = positions[name] {
          fields[position].node = node
        } else {
          positions[name] = fields.count
          fields.append((name, node))
        }
      }
    }
    let consumes = texts(operation, "consumes") ?? defaults.consumes
    guard let body = bodies.first else { return fields.isEmpty ? nil : form(fields, of: operation, consumes) }
    if bodies.count > 1 { report(.fault, at: bodies[1].place, "an operation has one body; the first counts") }
    for field in fields { report(.fault, at: field.node.place, "an operation with a body has no form; it was skipped") }
    return swaggerBody(body, consumes)
  }

  private func swaggerBody(_ node: DocumentNode, _ consumes: [String]) -> RequestBody {
    checkMembers(node, Self.bodyMembers, of: "a body")
    let schema = node["schema"].map { self.schema($0) }
    if schema == nil { report(.fault, at: node.place, "a body needs a schema; it was read as any value") }
    return RequestBody(
      pointer: node.place.description, isRequired: flag(node, "required") ?? false, description: text(node, "description"),
      content: mediaTypes(consumes).map { type in
        MediaType(
          pointer: node.place.description, type: type, schema: schema ?? Schema(.any, at: node.place.description),
          itemSchema: nil, encoding: [:], examples: [])
      })
  }

  /// The media types of a body, each once; JSON if none is named.
  private func mediaTypes(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    let types = names.map(Self.mediaType).filter { seen.insert($0).inserted }
    return types.isEmpty ? ["application/json"] : types
  }

  private func form(
    _ fields: [(name: String, node: DocumentNode)], of operation: DocumentNode, _ consumes: [String]
  ) -> RequestBody {
    var object = Schema.Object(properties: [], additional: .unspecified, furtherRequired: [], discriminator: nil)
    var encoding: [String: Encoding] = [:]
    var hasFile = false
    for (name, node) in fields {
      checkMembers(node, Self.parameterMembers, of: "a parameter")
      if node.value["type"] == "file" { hasFile = true }
      let isRequired = flag(node, "required") ?? false
      object.properties.append(Schema.Property(name: name, schema: schema(swaggerSchema(node)), isRequired: isRequired))
      if node.value["type"] == "array" {
        let (style, explodes) = style(node, in: .query)
        encoding[name] = Encoding(contentType: nil, style: style ?? .form, explodes: explodes, headers: [])
      }
    }
    let forms = consumes.map(Self.mediaType).filter { $0 == Self.multipart || ($0 == Self.urlEncoded && !hasFile) }
    let types = forms.isEmpty ? [hasFile ? Self.multipart : Self.urlEncoded] : mediaTypes(forms)
    let place = operation.place.appending("parameters").description
    return RequestBody(
      pointer: place, isRequired: object.properties.contains(where: \.isRequired), description: nil,
      content: types.map { type in
        MediaType(
          pointer: place, type: type, schema: Schema(.object(object), at: place), itemSchema: nil, encoding: encoding,
          examples: [])
      })
  }

  func swaggerResponse(_ node: DocumentNode, _ produces: [String]) -> Response {
    checkMembers(node, ["description", "schema", "headers", "examples"], of: "a response")
    checkDescription(node)
    let key = DocumentPlace(file: node.place.file, pointer: node.place.pointer + "\n" + produces.joined(separator: "\n"))
    if let known = responses[key] { return known }
    var response = Response(
      pointer: node.place.description, statuses: .default, description: text(node, "description"), content: [],
      headers: headers(node))
    let examples = object(node, "examples")?.members ?? []
    if let member = node["schema"] {
      let schema = schema(member)
      let types = produces.isEmpty && member.value["type"] == "file" ? ["application/octet-stream"] : produces
      response.content = mediaTypes(types).map { type in
        MediaType(
          pointer: node.place.description, type: type, schema: schema, itemSchema: nil, encoding: [:],
          examples: examples.filter { Self.mediaType($0.name) == type }.map(\.node.value))
      }
    }
    responses[key] = response
    return response
  }

  private static let multipart = "multipart/form-data"
  private static let urlEncoded = "application/x-www-form-urlencoded"
  private static let bodyMembers: Set<String> = ["name", "in", "description", "required", "schema"]
  private static let valueMembers: Set<String> = [
    "type", "format", "items", "default", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength",
    "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "enum", "multipleOf", "x-nullable", "x-example",
    "description",
  ]
  private static let parameterMembers = valueMembers.union([
    "name", "in", "required", "allowEmptyValue", "collectionFormat",
  ])
}
