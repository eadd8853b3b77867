import RefineryJSON

extension Description {
  /// A description without operations.
  package init(format: String = "OpenAPI 3.1.0", title: String, version: String) {
    self.init(format: format, title: title, version: version, summary: nil, licence: nil)
  }

  /// Adds a schema that references reach, after those that are there. One with the same key is replaced.
  package mutating func add(_ named: NamedSchema) {
    if schemas.updateValue(named, forKey: named.key) == nil { schemaOrder.append(named.key) }
  }
}

extension Operation {
  /// An operation without parameters, body and responses.
  package init(_ method: String, _ path: String, at pointer: String) {
    self.init(
      pointer: pointer, id: nil, method: method, path: path, tags: [], summary: nil, description: nil, isDeprecated: false,
      parameters: [], body: nil, responses: [], servers: nil, security: [], overridesSecurity: false, extensions: [:])
  }
}

extension Parameter {
  /// A parameter with the style that its place has by default.
  package init(_ name: String, in place: Place, _ schema: Schema, isRequired: Bool, at pointer: String) {
    let style: Style =
      switch place {
      case .path, .header: .simple
      case .query, .querystring, .cookie: .form
      }
    self.init(
      pointer: pointer, name: name, place: place, isRequired: isRequired, isDeprecated: false, description: nil, style: style,
      explodes: style == .form, allowsReserved: false, allowsEmptyValue: false, schema: schema, contentType: nil, examples: [])
  }
}

extension RequestBody {
  /// A body of these media types.
  package init(_ content: [MediaType], isRequired: Bool, at pointer: String) {
    self.init(pointer: pointer, isRequired: isRequired, description: nil, content: content)
  }
}

extension MediaType {
  /// Content of this type.
  package init(_ type: String, _ schema: Schema?, at pointer: String) {
    self.init(pointer: pointer, type: type, schema: schema, itemSchema: nil, encoding: [:], examples: [])
  }
}

extension Response {
  /// A response without header fields.
  package init(_ statuses: Statuses, _ content: [MediaType], at pointer: String) {
    self.init(pointer: pointer, statuses: statuses, description: nil, content: content, headers: [])
  }
}

extension Header {
  /// A header field of a response.
  package init(_ name: String, _ schema: Schema?, isRequired: Bool, at pointer: String) {
    self.init(pointer: pointer, name: name, description: nil, isRequired: isRequired, schema: schema)
  }
}

extension Server {
  /// A server without a description.
  package init(_ url: String) { self.init(url: url, description: nil) }
}

extension SecurityScheme {
  /// A scheme without a description.
  package init(_ kind: Kind) { self.init(kind: kind, description: nil) }
}

extension SecurityNeed {
  /// A need of a scheme, with no scopes by default.
  package init(_ scheme: String, _ scopes: [String] = []) { self.init(scheme: scheme, scopes: scopes) }
}

extension NamedSchema {
  /// A schema under a name in a file.
  package init(_ name: String, _ schema: Schema, at key: SchemaKey) { self.init(key: key, name: name, schema: schema) }
}

extension SchemaKey {
  /// The key of this pointer in the first file.
  package init(_ pointer: String, in file: String) { self.init(file: file, pointer: pointer) }
}

extension Schema.Object {
  /// An object of these properties.
  package init(_ properties: [Schema.Property], additional: Schema.Additional = .unspecified) {
    self.init(properties: properties, additional: additional, furtherRequired: [], discriminator: nil)
  }
}

extension Schema.Property {
  /// A property.
  package init(_ name: String, _ schema: Schema, isRequired: Bool) {
    self.init(name: name, schema: schema, isRequired: isRequired)
  }
}

extension Schema.Limits {
  /// No limits.
  package static var none: Schema.Limits { Schema.Limits() }
}

extension Schema.Discriminator {
  /// A property whose values name the schemas.
  package init(_ property: String, _ mapping: [(value: String, schema: SchemaKey)]) {
    self.init(property: property, mapping: mapping)
  }
}
