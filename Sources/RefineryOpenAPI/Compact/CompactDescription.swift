import FoundationEssentials
package import RefineryJSON

extension Description {
  /// What a comparison needs of the description, as OpenAPI 3.2 in one JSON document: no texts and no examples.
  ///
  /// It is for the lock of an imported table, so that a later version of the description can be compared with it.
  package var compact: JSONValue {
    var writer = CompactWriter(self)
    return writer.document()
  }

  /// The description that ``compact`` wrote.
  ///
  /// - Throws: `DescriptionError`.
  package init(compact: JSONValue) throws {
    self = try DescriptionReader(loading: { _ in compact.data() }).read("lock.json")
  }
}

/// Writes a description in its compact form.
struct CompactWriter {
  let description: Description
  /// The names of the shared schemas in the document.
  let names: [SchemaKey: String]
  /// The parts that several operations share, by kind and pointer.
  private var shared: [String: String] = [:]
  private var counts: [String: Int] = [:]
  private var parameters: JSONValue.Object = [:]
  private var responses: JSONValue.Object = [:]

  init(_ description: Description) {
    self.description = description
    var names: [SchemaKey: String] = [:]
    var taken: Set<String> = []
    for key in description.schemaOrder {
      let name = description.schemas[key]?.name ?? "schema"
      var unique = name
      var count = 1
      while !taken.insert(unique).inserted {
        count += 1
        unique = "\(name)_\(count)"
      }
      names[key] = unique
    }
    self.names = names
    for operation in description.operations {
      for parameter in operation.parameters { counts["parameter \(parameter.pointer)", default: 0] += 1 }
      for response in operation.responses { counts["response \(response.pointer)", default: 0] += 1 }
    }
  }

  mutating func document() -> JSONValue {
    var paths: JSONValue.Object = [:]
    for operation in description.operations {
      var item = paths[operation.path]?.object ?? [:]
      let json = self.operation(operation)
      if Self.methods.contains(operation.method) {
        item[operation.method.lowercased()] = json
      } else {
        var others = item["additionalOperations"]?.object ?? [:]
        others[operation.method] = json
        item["additionalOperations"] = .object(others)
      }
      paths[operation.path] = .object(item)
    }
    var components: JSONValue.Object = [:]
    components["schemas"] = .object(
      description.schemaOrder.compactMap { key in
        guard let name = names[key], let named = description.schemas[key] else { return nil }
        return (name, schema(named.schema))
      })
    components["parameters"] = .object(parameters)
    components["responses"] = .object(responses)
    components["securitySchemes"] = .object(
      description.securitySchemes.sorted { $0.key < $1.key }.map { ($0.key, Self.scheme($0.value.kind)) })
    return [
      "openapi": "3.2.0", "info": ["title": .string(description.title), "version": .string(description.version)],
      "servers": Self.servers(description.servers), "paths": .object(paths), "components": .object(components),
    ]
  }

  private static let methods: Set = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "QUERY"]

  private static func servers(_ servers: [Server]) -> JSONValue { .array(servers.map { ["url": .string($0.url)] }) }

  private static func scheme(_ kind: SecurityScheme.Kind) -> JSONValue {
    switch kind {
    case .apiKey(let name, let place): ["type": "apiKey", "name": .string(name), "in": .string(place.rawValue)]
    case .http(let scheme): ["type": "http", "scheme": .string(scheme)]
    case .oauth2(let url):
      ["type": "oauth2", "flows": url.map { ["clientCredentials": ["tokenUrl": .string($0), "scopes": [:]]] } ?? [:]]
    case .openIDConnect(let url): ["type": "openIdConnect", "openIdConnectUrl": .string(url)]
    case .mutualTLS: ["type": "mutualTLS"]
    }
  }

  // MARK: Operations

  private mutating func operation(_ operation: RefineryOpenAPI.Operation) -> JSONValue {
    var json: JSONValue.Object = [:]
    json["operationId"] = operation.id.map { .string($0) }
    if operation.isDeprecated { json["deprecated"] = true }
    if let servers = operation.servers { json["servers"] = Self.servers(servers) }
    json["security"] = .array(
      operation.security.map { needs in
        .object(needs.map { ($0.scheme, .array($0.scopes.map { .string($0) })) })
      })
    if !operation.parameters.isEmpty {
      json["parameters"] = .array(operation.parameters.map { parameter in share(parameter) })
    }
    if let body = operation.body {
      json["requestBody"] = ["required": .bool(body.isRequired), "content": content(body.content)]
    }
    var responses: JSONValue.Object = [:]
    for response in operation.responses { responses[response.statuses.text] = share(response) }
    json["responses"] = .object(responses)
    return .object(json)
  }

  private mutating func share(_ parameter: Parameter) -> JSONValue {
    let key = "parameter \(parameter.pointer)"
    guard counts[key, default: 0] > 1 else { return json(of: parameter) }
    let name = shared[key] ?? "\(shared.count)"
    if shared.updateValue(name, forKey: key) == nil { parameters[name] = json(of: parameter) }
    return ["$ref": .string("#/components/parameters/\(name)")]
  }

  private mutating func share(_ response: Response) -> JSONValue {
    let key = "response \(response.pointer)"
    guard counts[key, default: 0] > 1 else { return json(of: response) }
    let name = shared[key] ?? "\(shared.count)"
    if shared.updateValue(name, forKey: key) == nil { responses[name] = json(of: response) }
    return ["$ref": .string("#/components/responses/\(name)")]
  }

  private func json(of parameter: Parameter) -> JSONValue {
    var json: JSONValue.Object = [:]
    json["name"] = .string(parameter.name)
    json["in"] = .string(parameter.place.rawValue)
    if parameter.isRequired { json["required"] = true }
    if parameter.isDeprecated { json["deprecated"] = true }
    if let type = parameter.contentType {
      json["content"] = .object([(type, .object([("schema", schema(parameter.schema))]))])
      return .object(json)
    }
    json["style"] = .string(parameter.style.rawValue)
    json["explode"] = .bool(parameter.explodes)
    json["schema"] = schema(parameter.schema)
    return .object(json)
  }

  private func json(of response: Response) -> JSONValue {
    var json: JSONValue.Object = ["description": ""]
    if !response.content.isEmpty { json["content"] = content(response.content) }
    if !response.headers.isEmpty { json["headers"] = headers(response.headers) }
    return .object(json)
  }

  private func headers(_ headers: [Header]) -> JSONValue {
    .object(
      headers.map { header in
        (header.name, ["required": .bool(header.isRequired), "schema": header.schema.map { schema($0) } ?? [:]])
      })
  }

  private func content(_ types: [MediaType]) -> JSONValue {
    .object(
      types.map { type in
        var json: JSONValue.Object = [:]
        json["schema"] = type.schema.map { schema($0) }
        json["itemSchema"] = type.itemSchema.map { schema($0) }
        if !type.encoding.isEmpty {
          json["encoding"] = .object(type.encoding.sorted { $0.key < $1.key }.map { ($0.key, encoding($0.value)) })
        }
        return (type.type, .object(json))
      })
  }

  private func encoding(_ encoding: Encoding) -> JSONValue {
    var json: JSONValue.Object = [:]
    json["contentType"] = encoding.contentType.map { .string($0) }
    json["style"] = encoding.style.map { .string($0.rawValue) }
    json["explode"] = encoding.explodes.map { .bool($0) }
    return .object(json)
  }
}
