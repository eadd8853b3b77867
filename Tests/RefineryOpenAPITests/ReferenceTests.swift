#if Import
  import Foundation
  import RefineryJSON
  import Testing

  @testable import RefineryOpenAPI

  @Suite("References")
  struct ReferenceTests {
    @Test(
      "Paths are relative to their file",
      arguments: [
        ("b.yaml", "a.yaml", "b.yaml"), ("./b.yaml", "x/a.yaml", "x/b.yaml"), ("../b.yaml", "x/a.yaml", "b.yaml"),
        ("../../b.yaml", "x/a.yaml", "../b.yaml"), ("y/../b.yaml", "x/a.yaml", "x/b.yaml"), ("/b.yaml", "x/a.yaml", "/b.yaml"),
        (".././y//b.yaml", "x/z/a.yaml", "x/y/b.yaml"),
      ])
    func paths(_ path: String, _ file: String, _ resolved: String) {
      #expect(RelativePath.resolved(path, from: file) == resolved)
    }

    @Test("Escapes in references are read")
    func escapes() {
      #expect(RelativePath.percentDecoded("a%20b%2Fc") == "a b/c")
      #expect(RelativePath.percentDecoded("100%") == "100%")
      #expect(RelativePath.percentDecoded("%zz%e") == "%zz%e")
      #expect(RelativePath.percentDecoded("%FF") == "%FF")
      #expect(DocumentPlace(file: "", pointer: "/a/b~1c~0d").name == "b/c~d")
      #expect(DocumentPlace(file: "x/user.v1.yaml", pointer: "").name == "user.v1")
    }

    @Test("Parts of many files come together, and each file is loaded once")
    func manyFiles() throws {
      let root = """
        openapi: 3.0.0
        info: {title: Test, version: '1'}
        paths:
          /users/{id}: {$ref: paths/user.yaml}
        """
      let files = [
        "paths/user.yaml": """
        parameters: [{$ref: '../shared.yaml#/parameters/id'}]
        get: {$ref: operations/read.yaml}
        """,
        "paths/operations/read.yaml": """
        parameters: [{$ref: '../../shared.yaml#/parameters/page'}]
        requestBody: {$ref: '../../shared.yaml#/bodies/user'}
        responses:
          '200': {$ref: '../../shared.yaml#/responses/user'}
        """,
        "shared.yaml": """
        parameters:
          id: {name: id, in: path, required: true, schema: {type: integer}}
          page: {$ref: '#/parameters/other'}
          other: {name: page, in: query, schema: {$ref: models/page.yaml}}
        bodies:
          user: {content: {application/json: {schema: {$ref: 'models/user.yaml'}}}}
        responses:
          user:
            description: A user.
            headers: {X-Rate: {$ref: '#/headers/rate'}}
            content: {application/json: {schema: {$ref: 'models/user.yaml'}, examples: {one: {$ref: '#/examples/one'}}}}
        headers:
          rate: {schema: {type: integer}}
        examples:
          one: {value: {id: 1}}
        """,
        "models/page.yaml": "type: integer",
        "models/user.yaml":
          "properties: {friends: {type: array, items: {$ref: user.yaml}}, page: {$ref: './../models/page.yaml#'}}",
      ]
      var all = files
      all["api/root.yaml"] = root
      for (name, text) in files { all["api/" + name] = text }
      let reader = DescriptionReader { path in
        guard let text = all[path] else { throw DescriptionError("missing", in: path) }
        return Data(text.utf8)
      }
      let (description, loaded, _) = try reader.readCounting("api/root.yaml")
      #expect(loaded == 6)
      #expect(description.findings.isEmpty, "\(description.faults)")
      let operation = try #require(description.operations.first)
      #expect(operation.pointer == "paths/operations/read.yaml#" && operation.path == "/users/{id}")
      #expect(operation.parameters.map(\.name) == ["id", "page"])
      #expect(operation.body?.content.first?.schema?.form == "#models/user.yaml")
      #expect(operation.responses.first?.headers.first?.name == "X-Rate")
      #expect(operation.responses.first?.content.first?.examples == [["id": 1]])
      #expect(description.schemaOrder.map(\.description) == ["models/page.yaml#", "models/user.yaml#"])
      #expect(description.named("user")?.form == "object(friends: array(#models/user.yaml), page: #models/page.yaml)")
    }

    @Test("Pointers with escapes, indexes and references on their way lead to one key")
    func pointers() throws {
      let description = try DescriptionText.read(
        DescriptionText.schemas(
          """
          a/b~c: {type: boolean}
          A:
            properties:
              one: {$ref: '#/components/schemas/a~1b~0c'}
              two: {$ref: 'api.yaml#/components/schemas/a%7E1b~0c'}
              three: {$ref: '#/components/schemas/B/anyOf/1'}
              four: {$ref: '#/components/schemas/C/properties/x'}
          B: {anyOf: [{type: string}, {type: integer}]}
          C: {$ref: '#/components/schemas/D'}
          D: {properties: {x: {type: number}}}
          """))
      #expect(description.findings.isEmpty, "\(description.faults)")
      #expect(description.named("A")?.form == "object(one: #a~1b~0c, two: #a~1b~0c, three: #1, four: #x)")
      #expect(description.named("a/b~c")?.form == "boolean")
      #expect(description.schemas[SchemaKey(file: "api.yaml", pointer: "/components/schemas/D/properties/x")] != nil)
    }

    @Test("Anchors, definitions, identifiers and the URL of the file itself are found")
    func identifiers() throws {
      let text = DescriptionText.schemas(
        """
        A:
          $defs: {inner: {$anchor: here, type: string}}
          properties:
            one: {$ref: '#here'}
            two: {$ref: '#/components/schemas/A/$defs/inner'}
            three: {$ref: 'https://example.com/api.yaml#/components/schemas/B'}
            four: {$ref: 'https://example.com/b'}
        B: {$id: 'https://example.com/b', type: integer}
        """, version: "3.2.0")
      let description = try DescriptionText.read("$self: https://example.com/api.yaml\n" + text)
      #expect(description.named("A")?.form == "object(one: #inner, two: #inner, three: #B, four: #B)")
      #expect(description.pointers(.fault) == [])
    }

    @Test(
      "A reference that leads nowhere is a fault at its place",
      arguments: [
        "'#/components/schemas/Nothing'", "missing.yaml", "'missing.yaml#/a'", "'#nothing'", "'#/components/schemas/A/~2'",
        "'broken.yaml#/a'", "'#/info/title/x'", "'../../etc/x.yaml'",
      ])
    func nowhere(_ reference: String) throws {
      let description = try DescriptionText.read(
        DescriptionText.schemas("A: {properties: {x: {$ref: \(reference)}, y: {$ref: \(reference)}}}"), ["broken.yaml": "a: ["])
      #expect(description.named("A")?.form == "object(x: any, y: any)")
      #expect(
        description.pointers(.fault) == [
          "api.yaml#/components/schemas/A/properties/x", "api.yaml#/components/schemas/A/properties/y",
        ])
    }

    @Test(
      "Nothing is fetched from the network", arguments: ["https://example.com/a.yaml", "//example.com/a", "file:///etc/passwd"])
    func network(_ reference: String) throws {
      var loaded: [String] = []
      let text = DescriptionText.schemas("A: {$ref: '\(reference)'}\nB: {$ref: '\(reference)'}")
      let description = try DescriptionReader { path in
        loaded.append(path)
        return Data(text.utf8)
      }.read("api.yaml")
      #expect(loaded == ["api.yaml"])
      #expect(description.named("A")?.form == "any" && description.pointers(.left).count == 2)
    }

    @Test("A bare name of a schema is a fault and is understood")
    func bareName() throws {
      let description = try DescriptionText.read(DescriptionText.schemas("A: {items: {$ref: B}}\nB: {type: string}"))
      #expect(description.named("A")?.form == "array(#B)")
      #expect(description.pointers(.fault) == ["api.yaml#/components/schemas/A/items"])
    }

    @Test(
      "Cycles of anything but schemas end with a fault",
      arguments: [
        "/a: {$ref: '#/paths/~1a'}", "/a: {$ref: '#/paths/~1b'}\n/b: {$ref: '#/paths/~1a'}",
        "/a: {get: {parameters: [{$ref: '#/paths/~1a/get/parameters/0'}], responses: {}}}",
        "/a: {get: {responses: {'200': {$ref: '#/paths/~1a/get/responses/200'}}}}",
        "/a: {post: {requestBody: {$ref: '#/paths/~1a/post/requestBody'}, responses: {}}}",
        "/a: {$ref: '#/paths/~1a/x/y/z'}",
      ])
    func cycles(_ paths: String) throws {
      let description = try DescriptionText.read(DescriptionText.paths(paths))
      #expect(!description.pointers(.fault).isEmpty)
    }
  }
#endif
