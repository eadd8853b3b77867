#if Import
  import RefineryJSON
  import RefineryOpenAPI
  import RefineryVerification

  /// One change of a description, and the drift that it must give.
  struct SeededDrift: Sendable, CustomStringConvertible {
    let description: String
    let kind: Drift.Kind
    let effect: Drift.Effect
    /// The number of operations that it reaches.
    let operations: Int
    let seed: @Sendable (inout Description) -> Void

    init(
      _ description: String, _ kind: Drift.Kind, _ effect: Drift.Effect, operations: Int = 1,
      _ seed: @escaping @Sendable (inout Description) -> Void
    ) {
      self.description = description
      self.kind = kind
      self.effect = effect
      self.operations = operations
      self.seed = seed
    }
  }

  extension Shop {
    static let breaking: [SeededDrift] = [
      SeededDrift("an operation is gone", .operationMissing, .breaking) { shop in
        shop.operations.removeAll { $0.id == "deletePet" }
      },
      SeededDrift("an operation has another path", .operationMoved, .breaking) { shop in
        shop.edit("listAnimals") { $0.path = "/fauna" }
      },
      SeededDrift("an operation has another method", .operationMoved, .breaking) { shop in
        shop.edit("listAnimals") { $0.method = "POST" }
      },
      SeededDrift("the server is another one", .server, .breaking, operations: 0) { shop in
        shop.servers = [Server("https://shop.example.com/v2")]
      },
      SeededDrift("a parameter is gone", .parameterMissing, .breaking) { shop in
        shop.edit("listPets") { $0.parameters.removeAll { $0.name == "limit" } }
      },
      SeededDrift("a new parameter is required", .parameterNew, .breaking) { shop in
        shop.edit("listPets") { $0.parameters.append(.query("tenant", .init(.string), required: true)) }
      },
      SeededDrift("a parameter is required", .parameterRequired, .breaking) { shop in
        shop.edit("listPets") { $0.parameters[0].isRequired = true }
      },
      SeededDrift("a parameter moves to a header", .parameterPlace, .breaking) { shop in
        shop.edit("listPets") { $0.parameters[0].place = .header }
      },
      SeededDrift("a list is written with commas", .parameterStyle, .breaking) { shop in
        shop.edit("listPets") { $0.parameters[1].explodes = false }
      },
      SeededDrift("a parameter is a text", .type, .breaking) { shop in
        shop.edit("readPet") { $0.parameters[0].schema = .init(.string) }
      },
      SeededDrift("a parameter loses a value", .enumValueMissing, .breaking) { shop in
        shop.edit("listPets") { $0.parameters[2].schema = .values(["name"]) }
      },
      SeededDrift("a body is required", .memberRequired, .breaking) { shop in
        shop.edit(schema: "NewPet") { $0.edit("tag") { $0.isRequired = true } }
      },
      SeededDrift("a new member of a request is required", .memberNew, .breaking) { shop in
        shop.edit(schema: "NewPet") {
          $0.editObject { $0.properties.append(.member("colour", .init(.string), required: true)) }
        }
      },
      SeededDrift("a body has another media type", .mediaTypeChanged, .breaking) { shop in
        shop.edit("uploadPhoto") { $0.body?.content[0].type = "application/octet-stream" }
      },
      SeededDrift("a request's value is gone", .enumValueMissing, .breaking) { shop in
        shop.edit(schema: "NewPet") { $0.edit("size") { $0.schema = .values(["small"]) } }
      },
      SeededDrift("a request's number is an integer", .type, .breaking) { shop in
        shop.edit(schema: "NewPet") { $0.edit("weight") { $0.schema = .init(.integer) } }
      },
      SeededDrift("a status is another one", .statusChanged, .breaking) { shop in
        shop.edit("createPet") { $0.responses[0].statuses = .code(202) }
      },
      SeededDrift("a response has no body", .bodyMissing, .breaking) { shop in
        shop.edit("uploadPhoto") { $0.responses[0].content = [] }
      },
      SeededDrift("a shared member is gone", .memberMissing, .breaking, operations: 4) { shop in
        shop.edit(schema: "Owner") { $0.editObject { $0.properties.removeAll { $0.name == "email" } } }
      },
      SeededDrift("a shared member may be absent", .memberRequired, .breaking, operations: 4) { shop in
        shop.edit(schema: "Pet") { $0.edit("name") { $0.isRequired = false } }
      },
      SeededDrift("a shared member may be null", .nullability, .breaking, operations: 4) { shop in
        shop.edit(schema: "Pet") { $0.edit("name") { $0.schema.isNullable = true } }
      },
      SeededDrift("a date has a time", .format, .breaking, operations: 4) { shop in
        shop.edit(schema: "Pet") { $0.edit("born") { $0.schema.format = "date-time" } }
      },
      SeededDrift("an element is a text", .type, .breaking, operations: 4) { shop in
        shop.edit(schema: "Pet") { $0.edit("parents") { $0.schema = .array(.init(.string)) } }
      },
      SeededDrift("a member of an allOf branch is gone", .memberMissing, .breaking) { shop in
        shop.edit(schema: "Cat") { $0.editObject { $0.properties = [] } }
      },
      SeededDrift("a base member is gone, in both branches", .memberMissing, .breaking) { shop in
        shop.edit(schema: "Animal") { $0.editObject { $0.properties.removeAll { $0.name == "legs" } } }
      },
      SeededDrift("a value of both directions is gone", .enumValueMissing, .breaking, operations: 4) { shop in
        shop.define("State", .values(["available", "sold"]))
      },
      SeededDrift("an operation needs a key", .security, .breaking) { shop in
        shop.edit("listPets") { $0.security = [[SecurityNeed("key")]] }
      },
      SeededDrift("a key has another name", .securityScheme, .breaking, operations: 0) { shop in
        shop.securitySchemes["key"] = SecurityScheme(.apiKey(name: "Api-Key", .header))
      },
      SeededDrift("a header field is gone", .headerMissing, .breaking) { shop in
        shop.edit("listAnimals") { $0.responses[0].headers = [] }
      },
      SeededDrift("a pattern for a request", .limit, .breaking) { shop in
        shop.edit(schema: "NewPet") { $0.edit("tag") { $0.schema.limits.pattern = "[a-z]+" } }
      },
    ]
  }
#endif
