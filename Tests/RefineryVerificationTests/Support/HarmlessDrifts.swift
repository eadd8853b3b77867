#if Import
  import RefineryJSON
  import RefineryOpenAPI
  import RefineryVerification

  extension Shop {
    static let harmless: [SeededDrift] = [
      SeededDrift("a new operation", .operationNew, .harmless) { shop in
        shop.add("countPets", "GET", "/pets/count") { $0.responses = [.json(200, .init(.integer))] }
      },
      SeededDrift("a deprecated operation", .deprecated, .harmless) { shop in
        shop.edit("listAnimals") { $0.isDeprecated = true }
      },
      SeededDrift("a second server", .server, .harmless, operations: 0) { shop in
        shop.servers.append(Server("https://eu.shop.example.com/v1"))
      },
      SeededDrift("a new optional parameter", .parameterNew, .harmless) { shop in
        shop.edit("listPets") { $0.parameters.append(.query("page", .init(.integer))) }
      },
      SeededDrift("a parameter has a new value", .enumValueNew, .harmless) { shop in
        shop.edit("listPets") { $0.parameters[2].schema = .values(["name", "born", "id"]) }
      },
      SeededDrift("a parameter takes larger numbers", .format, .harmless) { shop in
        shop.edit("listPets") { $0.parameters[0].schema.format = "int64" }
      },
      SeededDrift("a parameter has a default", .defaultValue, .harmless) { shop in
        shop.edit("listPets") { $0.parameters[0].schema.default = 20 }
      },
      SeededDrift("a new optional member of a request", .memberNew, .harmless) { shop in
        shop.edit(schema: "NewPet") { $0.editObject { $0.properties.append(.member("colour", .init(.string))) } }
      },
      SeededDrift("a request's member is optional", .memberRequired, .harmless) { shop in
        shop.edit(schema: "NewPet") { $0.edit("name") { $0.isRequired = false } }
      },
      SeededDrift("a request's member may be null", .nullability, .harmless) { shop in
        shop.edit(schema: "NewPet") { $0.edit("tag") { $0.schema.isNullable = true } }
      },
      SeededDrift("a body in a second media type", .mediaTypeNew, .harmless) { shop in
        shop.edit("createPet") { $0.body?.content.append(MediaType("application/xml", nil, at: "xml")) }
      },
      SeededDrift("a response has a new member", .memberNew, .harmless) { shop in
        shop.edit("listAnimals") {
          $0.responses[0].content[0].schema?.editObject {
            $0.properties.append(.member("count", .init(.integer), required: true))
          }
        }
      },
      SeededDrift("an error's member is always there", .memberRequired, .harmless, operations: 3) { shop in
        shop.edit(schema: "Fault") { $0.edit("message") { $0.isRequired = true } }
      },
      SeededDrift("a new error status", .statusNew, .harmless) { shop in
        shop.edit("deletePet") { $0.responses.append(.json(409, .reference("Fault"))) }
      },
      SeededDrift("an error status is gone", .statusMissing, .harmless) { shop in
        shop.edit("readPet") { $0.responses.removeAll { $0.statuses == .code(404) } }
      },
      SeededDrift("a union has a new branch", .branchNew, .harmless) { shop in
        shop.define("Bird", .all([.reference("Animal"), .object([.member("flies", .init(.boolean), required: true)])]))
        shop.define(
          "Pack",
          .union(
            [.reference("Cat"), .reference("Dog"), .reference("Bird")], tags: ["cat": "Cat", "dog": "Dog", "bird": "Bird"]))
      },
      SeededDrift("a new value in both directions", .enumValueNew, .harmless, operations: 4) { shop in
        shop.define("State", .values(["available", "sold", "reserved", "lent"]))
      },
      SeededDrift("another way to authenticate", .security, .harmless) { shop in
        shop.edit("createPet") { $0.security.append([SecurityNeed("login", ["write"])]) }
      },
      SeededDrift("a new header field", .headerNew, .harmless) { shop in
        shop.edit("readPet") { $0.responses[0].headers = [Header("ETag", nil, isRequired: false, at: "etag")] }
      },
      SeededDrift("a format that is only a hint", .format, .harmless, operations: 4) { shop in
        shop.edit(schema: "Owner") { $0.edit("email") { $0.schema.format = "idn-email" } }
      },
    ]

    /// Changes that are no drift.
    static let none: [@Sendable (inout Description) -> Void] = [
      // Another name of a shared schema.
      { shop in
        guard let owner = shop.schemas[SchemaKey("Owner")] else { return }
        shop.define("Person", owner.schema)
        shop.edit(schema: "Pet") { $0.edit("owner") { $0.schema.kind = .reference(SchemaKey("Person")) } }
      },
      // A shared schema written in place.
      { shop in
        guard let owner = shop.schemas[SchemaKey("Owner")] else { return }
        shop.edit(schema: "Pet") { $0.edit("owner") { $0.schema.kind = owner.schema.kind } }
      },
      // The members of an `allOf` in one object.
      { shop in
        shop.define(
          "Cat",
          .object([
            .member("kind", .init(.string), required: true), .member("legs", .init(.integer)),
            .member("lives", .init(.integer), required: true),
          ]))
      },
      // Other names of path variables, another order, other texts.
      { shop in
        shop.edit("readPet") { operation in
          operation.path = "/pets/{petId}"
          operation.parameters[0].name = "petId"
          operation.summary = "Reads a pet."
          operation.responses.reverse()
        }
        shop.operations.reverse()
        shop.title = "Pets"
        shop.edit(schema: "Pet") { $0.editObject { $0.properties.reverse() } }
      },
      // The version moves from the server's URL into the paths.
      { shop in
        shop.servers = [Server("https://shop.example.com")]
        for index in shop.operations.indices { shop.operations[index].path = "/v1" + shop.operations[index].path }
      },
    ]
  }
#endif
