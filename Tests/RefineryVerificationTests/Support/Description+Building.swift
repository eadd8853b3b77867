#if Import
  import RefineryJSON
  import RefineryOpenAPI

  extension Description {
    /// Adds a shared schema, or replaces it.
    mutating func define(_ name: String, _ schema: Schema) { add(NamedSchema(name, schema, at: SchemaKey(name))) }

    mutating func add(_ id: String, _ method: String, _ path: String, _ edit: (inout RefineryOpenAPI.Operation) -> Void) {
      var operation = Operation(method, path, at: "#/paths/\(path)/\(method)")
      operation.id = id
      edit(&operation)
      operations.append(operation)
    }

    /// Changes an operation.
    mutating func edit(_ id: String, _ edit: (inout RefineryOpenAPI.Operation) -> Void) {
      for index in operations.indices where operations[index].id == id { edit(&operations[index]) }
    }

    /// Changes a shared schema.
    mutating func edit(schema name: String, _ edit: (inout Schema) -> Void) {
      let key = SchemaKey(name)
      guard var named = schemas[key] else { return }
      edit(&named.schema)
      schemas[key] = named
    }

    /// Gives every schema and part the pointer of its place.
    mutating func placePointers() {
      for key in schemaOrder { schemas[key]?.schema.place(at: "#\(key.pointer)") }
      for index in operations.indices {
        let start = operations[index].pointer
        for place in operations[index].parameters.indices {
          operations[index].parameters[place].pointer = "\(start)/parameters/\(place)"
          operations[index].parameters[place].schema.place(at: "\(start)/parameters/\(place)/schema")
        }
        operations[index].body?.pointer = "\(start)/requestBody"
        operations[index].body?.content.place(at: "\(start)/requestBody/content")
        for place in operations[index].responses.indices {
          let pointer = "\(start)/responses/\(place)"
          operations[index].responses[place].pointer = pointer
          operations[index].responses[place].content.place(at: "\(pointer)/content")
          for header in operations[index].responses[place].headers.indices {
            operations[index].responses[place].headers[header].pointer = "\(pointer)/headers/\(header)"
            operations[index].responses[place].headers[header].schema?.place(at: "\(pointer)/headers/\(header)/schema")
          }
        }
      }
    }
  }

  extension SchemaKey {
    init(_ name: String) { self.init("/components/schemas/\(name)", in: "") }
  }

  extension [MediaType] {
    fileprivate mutating func place(at pointer: String) {
      for index in indices {
        let place = "\(pointer)/\(self[index].type)"
        self[index].pointer = place
        self[index].schema?.place(at: "\(place)/schema")
        self[index].itemSchema?.place(at: "\(place)/itemSchema")
      }
    }
  }

  extension Schema {
    init(_ kind: Kind, _ format: String? = nil) {
      self.init(kind, at: "")
      self.format = format
    }

    static func object(_ properties: [Property]) -> Schema { Schema(.object(Object(properties))) }
    static func array(_ items: Schema) -> Schema { Schema(.array(items)) }
    static func reference(_ name: String) -> Schema { Schema(.reference(SchemaKey(name))) }
    static func all(_ branches: [Schema]) -> Schema { Schema(.all(branches)) }
    static func union(_ branches: [Schema], tags: KeyValuePairs<String, String> = [:]) -> Schema {
      guard !tags.isEmpty else { return Schema(.union(branches, isExclusive: true, nil)) }
      let mapping = tags.map { (value: $0.key, schema: SchemaKey($0.value)) }
      return Schema(.union(branches, isExclusive: true, Discriminator("kind", mapping)))
    }
    static func values(_ values: [JSONValue]) -> Schema {
      var schema = Schema(.string)
      schema.values = values
      return schema
    }

    /// Changes the object of this schema, or of the last branch of its `allOf`.
    mutating func editObject(_ edit: (inout Object) -> Void) {
      switch kind {
      case .object(var object):
        edit(&object)
        kind = .object(object)
      case .all(var branches):
        guard let last = branches.indices.last else { return }
        branches[last].editObject(edit)
        kind = .all(branches)
      case .array(var items):
        items.editObject(edit)
        kind = .array(items)
      default: break
      }
    }

    /// Changes a property of the object.
    mutating func edit(_ name: String, _ edit: (inout Property) -> Void) {
      editObject { object in
        for index in object.properties.indices where object.properties[index].name == name { edit(&object.properties[index]) }
      }
    }

    fileprivate mutating func place(at pointer: String) {
      self.pointer = pointer
      switch kind {
      case .array(var items):
        items.place(at: "\(pointer)/items")
        kind = .array(items)
      case .object(var object):
        for index in object.properties.indices {
          object.properties[index].schema.place(at: "\(pointer)/properties/\(object.properties[index].name)")
        }
        kind = .object(object)
      case .all(var branches):
        for index in branches.indices { branches[index].place(at: "\(pointer)/allOf/\(index)") }
        kind = .all(branches)
      case .union(var branches, let isExclusive, let discriminator):
        for index in branches.indices { branches[index].place(at: "\(pointer)/oneOf/\(index)") }
        kind = .union(branches, isExclusive: isExclusive, discriminator)
      default: break
      }
    }
  }

  extension Schema.Property {
    static func member(_ name: String, _ schema: Schema, required: Bool = false) -> Schema.Property {
      Schema.Property(name, schema, isRequired: required)
    }
  }

  extension Parameter {
    static func query(_ name: String, _ schema: Schema, required: Bool = false) -> Parameter {
      Parameter(name, in: .query, schema, isRequired: required, at: "")
    }
  }

  extension RequestBody {
    static func json(_ schema: Schema) -> RequestBody {
      RequestBody([MediaType("application/json", schema, at: "")], isRequired: true, at: "")
    }
  }

  extension Response {
    static func json(_ code: Int, _ schema: Schema) -> Response { json(.code(code), schema) }
    static func json(_ statuses: Statuses, _ schema: Schema) -> Response {
      Response(statuses, [MediaType("application/json", schema, at: "")], at: "")
    }
  }
#endif
