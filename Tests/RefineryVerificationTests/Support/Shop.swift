#if Import
  import RefineryJSON
  import RefineryOpenAPI

  /// A small description with shared schemas in both directions, a union, an `allOf`, a cycle and a form.
  enum Shop {
    static let description: Description = {
      var shop = Description(title: "Shop", version: "1")
      shop.servers = [Server("https://shop.example.com/v1")]
      shop.securitySchemes = [
        "key": SecurityScheme(.apiKey(name: "X-Key", .header)), "login": SecurityScheme(.oauth2(tokenURL: nil)),
      ]
      shop.define(
        "Pet",
        .object([
          .member("id", .init(.integer, "int64"), required: true), .member("name", .init(.string), required: true),
          .member("tag", .init(.string)), .member("born", .init(.string, "date")), .member("state", .reference("State")),
          .member("owner", .reference("Owner")), .member("parents", .array(.reference("Pet"))),
        ]))
      shop.define("State", .values(["available", "sold", "reserved"]))
      shop.define(
        "Owner", .object([.member("name", .init(.string), required: true), .member("email", .init(.string, "email"))]))
      shop.define(
        "NewPet",
        .object([
          .member("name", .init(.string), required: true), .member("tag", .init(.string)),
          .member("size", .values(["small", "large"])), .member("weight", .init(.number)),
        ]))
      shop.define(
        "Fault", .object([.member("code", .init(.integer), required: true), .member("message", .init(.string))]))
      shop.define("Animal", .object([.member("kind", .init(.string), required: true), .member("legs", .init(.integer))]))
      shop.define("Cat", .all([.reference("Animal"), .object([.member("lives", .init(.integer), required: true)])]))
      shop.define("Dog", .all([.reference("Animal"), .object([.member("barks", .init(.boolean), required: true)])]))
      shop.define("Pack", .union([.reference("Cat"), .reference("Dog")], tags: ["cat": "Cat", "dog": "Dog"]))

      shop.add("listPets", "GET", "/pets") { operation in
        operation.parameters = [
          .query("limit", .init(.integer, "int32")), .query("tags", .array(.init(.string))),
          .query("sort", .values(["name", "born"])),
        ]
        operation.responses = [.json(200, .array(.reference("Pet"))), .json(.default, .reference("Fault"))]
      }
      shop.add("createPet", "POST", "/pets") { operation in
        operation.body = .json(.reference("NewPet"))
        operation.responses = [.json(201, .reference("Pet")), .json(422, .reference("Fault"))]
        operation.security = [[SecurityNeed("key")]]
      }
      shop.add("readPet", "GET", "/pets/{id}") { operation in
        operation.parameters = [Parameter("id", in: .path, Schema(.integer), isRequired: true, at: "")]
        operation.responses = [.json(200, .reference("Pet")), .json(404, .reference("Fault"))]
      }
      shop.add("replacePet", "PUT", "/pets/{id}") { operation in
        operation.parameters = [Parameter("id", in: .path, Schema(.integer), isRequired: true, at: "")]
        operation.body = .json(.reference("Pet"))
        operation.responses = [.json(200, .reference("Pet"))]
        operation.security = [[SecurityNeed("key")], [SecurityNeed("login", ["write"])]]
      }
      shop.add("deletePet", "DELETE", "/pets/{id}") { operation in
        operation.parameters = [Parameter("id", in: .path, Schema(.integer), isRequired: true, at: "")]
        operation.responses = [Response(.code(204), [], at: "")]
      }
      shop.add("listAnimals", "GET", "/animals") { operation in
        operation.responses = [.json(200, .object([.member("animals", .array(.reference("Pack")), required: true)]))]
        operation.responses[0].headers = [Header("X-Total", Schema(.integer), isRequired: true, at: "")]
      }
      shop.add("uploadPhoto", "POST", "/pets/{id}/photo") { operation in
        operation.parameters = [Parameter("id", in: .path, Schema(.integer), isRequired: true, at: "")]
        let form = Schema.object([
          .member("caption", .init(.string)), .member("photo", .init(.string, "binary"), required: true),
        ])
        operation.body = RequestBody([MediaType("multipart/form-data", form, at: "")], isRequired: true, at: "")
        operation.responses = [.json(200, .object([.member("url", .init(.string, "uri"), required: true)]))]
      }
      shop.placePointers()
      return shop
    }()
  }
#endif
