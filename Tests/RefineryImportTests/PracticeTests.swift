#if Import
  import RefineryImport
  import Testing

  /// What published descriptions do, beside what the standard has in mind.
  @Suite struct PracticeTests {
    /// An operation `getA` whose response has a schema.
    private func response(_ schema: String, schemas: [String] = [], status: String = "200") throws -> Imported {
      try Imported(
        """
        openapi: 3.1.0
        info: {title: Test, version: '1'}
        paths:
          /a: {get: {operationId: getA, responses: {'\(status)': {description: d, content: {application/json: {schema: \(schema)}}}}}}
        components:
          schemas:
            None: {type: object}
        \(schemas.map { "    " + $0 }.joined(separator: "\n"))
        """)
    }

    /// An operation `getA` with these lines, by OpenAPI 3.2.
    private func latest(_ lines: String) throws -> Imported {
      try Imported(
        """
        openapi: 3.2.0
        info: {title: Test, version: '1'}
        paths:
          /a:
            get:
              operationId: getA
              \(lines)
        """)
    }

    @Test("S01: a value of several types is a union of them, and not of itself")
    func severalTypes() throws {
      let imported = try response(
        "{type: object, properties: {size: {enum: [1, 2, auto]}, input: {type: [string, object], properties: {a: {type: string}}}}}"
      )
      let missing = imported.missing([
        "enum GetAResultSize: UnionModel { case integer(GetAResultSizeInteger) case auto(String)",
        "enum GetAResultInput: UnionModel { case text(String) case object(GetAResultInputObject)",
      ])
      #expect(missing == [])
      #expect(!imported.files.contains { $0.text.contains("indirect") })
    }

    @Test("S01, S02: a response that has no content is not read, whatever is described")
    func noContent() throws {
      for status in ["204", "205"] {
        let imported = try response("{}", status: status)
        #expect(imported.missing(["static func getA() -> Call<Okay>"]) == [])
        #expect(imported.report.contains { $0.hasPrefix("fault: ") && $0.contains("has no content") })
      }
    }

    @Test("S02: members of subtypes that are not read are told")
    func subtypes() throws {
      let imported = try response(
        "{$ref: '#/components/schemas/Pet'}",
        schemas: [
          "Pet: {type: object, required: [kind], properties: {kind: {type: string}}, discriminator: {propertyName: kind, mapping: {cat: Cat}}}",
          "Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, properties: {lives: {type: integer}}}]}",
        ])
      #expect(imported.report.contains { $0.hasPrefix("left: ") && $0.contains("its subtypes are read as it") })
    }

    @Test("S03: whole numbers: the format decides; values that are written as decimals are whole")
    func integers() throws {
      let imported = try response(
        """
        {type: object, properties: {a: {type: integer, format: int64, maximum: 9223372036854775807},
          b: {type: integer, maximum: 9223372036854775807}, c: {type: integer, enum: [1.0, 2.0]}}}
        """)
      #expect(imported.missing(["var a: Int?", "var b: Int?", "Self(rawValue: 1)", "Self(rawValue: 2)"]) == [])
    }

    @Test("S03: a type that only renames another is that one, also within it")
    func renamed() throws {
      let imported = try response(
        "{$ref: '#/components/schemas/A'}",
        schemas: [
          "A: {allOf: [{$ref: '#/components/schemas/Node'}]}",
          "Node: {type: object, properties: {parent: {$ref: '#/components/schemas/A'}}}",
        ])
      #expect(imported.missing(["static func getA() -> Call<Node>", "@Boxed public var parent: Node?"]) == [])
      #expect(!imported.report.contains { $0.contains("only contains itself") })
    }

    @Test("S01: types that rename each other in a circle are any JSON")
    func renamedInCircles() throws {
      let imported = try response(
        "{$ref: '#/components/schemas/A'}",
        schemas: ["A: {allOf: [{$ref: '#/components/schemas/B'}]}", "B: {allOf: [{$ref: '#/components/schemas/A'}]}"])
      #expect(imported.missing(["static func getA() -> Call<JSONValue>"]) == [])
    }

    @Test("S03: what only the server sets is there in a response, and missing in a request")
    func readOnly() throws {
      let thing =
        "Thing: {type: object, required: [id, at], properties: {id: {type: string, readOnly: true}, at: {type: [string, 'null'], readOnly: true}}}"
      let read = try response("{$ref: '#/components/schemas/Thing'}", schemas: [thing])
      #expect(read.missing(["var id: String ", "var at: String? ", "init(id: String, at: String?)"]) == [])
      let sent = try Imported(Imported.schemas([thing]))
      #expect(sent.missing(["var id: String?", "var at: Field<String>"]) == [])
    }

    @Test("S01: an event that is described as a whole gives its data")
    func wholeEvents() throws {
      let imported = try latest(
        """
        responses: {'200': {description: d, content: {text/event-stream: {itemSchema: {type: object, required: [data],
                properties: {event: {type: string}, data: {type: object, properties: {n: {type: integer}}}}}}}}}
        """)
      #expect(imported.missing(["struct GetAEvent: ObjectModel { public var n: Int?", "-> Call<GetAEvent>"]) == [])
    }

    @Test("S01, S02: a whole query is one argument; one of another media type is told")
    func querystring() throws {
      func get(_ type: String) throws -> Imported {
        try latest(
          """
          parameters: [{name: q, in: querystring, required: true, content: {\(type): {schema: {type: object}}}}]
                responses: {'204': {description: d}}
          """)
      }
      #expect(
        try get("application/x-www-form-urlencoded").missing(["getA(q: Query) -> Call<Okay> { Call<Okay>(getARow).query(q)"])
          == [])
      let other = try get("application/json")
      #expect(other.missing(["static func getA() -> Call<Okay>"]) == [])
      #expect(other.report.contains { $0.hasPrefix("left: ") && $0.contains("a whole query of this media type") })
    }

    @Test("S01: JSON lines are a list that is streamed, beside JSON or alone")
    func jsonLines() throws {
      func get(_ content: String) throws -> Imported {
        try Imported(
          Imported.paths([
            "/a: {get: {operationId: getA, responses: {'200': {description: d, content: {\(content)}}}}}"
          ]))
      }
      let lines = "application/jsonl: {schema: {type: object, properties: {n: {type: integer}}}}"
      let alone = try get(lines)
      #expect(
        alone.missing([
          "static func getA() -> Call<[GetALine]>", #"$0.headers["Accept"] = "application/jsonl""#, "`api.stream(_:)`",
        ]) == [])
      let beside = try get("application/json: {schema: {type: string}}, \(lines)")
      #expect(beside.missing(["static func getA() -> Call<String>", "static func getALines() -> Call<[GetALine]>"]) == [])
    }

    @Test("S01: a value of the path whose pattern has slashes keeps them")
    func slashes() throws {
      func path(_ pattern: String) throws -> Imported {
        try Imported(
          Imported.paths([
            """
            /v1/{name}:
                get:
                  operationId: getA
                  parameters: [{name: name, in: path, required: true, schema: {type: string, pattern: '\(pattern)'}}]
                  responses: {'204': {description: d}}
            """
          ]))
      }
      #expect(try path("^projects/[^/]+/topics/[^/]+$").missing([#""v1/{+name}""#]) == [])
      #expect(try path("^[^/]+$").missing([#""v1/{name}""#]) == [])
    }

    @Test("S02: lists of a form that should be joined are told")
    func joinedForm() throws {
      let imported = try Imported(
        Imported.paths([
          """
          /a:
              post:
                operationId: setA
                requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {ids: {type: array, items: {type: string}}}},
                  encoding: {ids: {style: form, explode: false}}}}}
                responses: {'204': {description: d}}
          """
        ]))
      #expect(imported.report.contains { $0.hasPrefix("left: ") && $0.contains("\"ids\" are sent by a name for each") })
    }

    @Test("S02: items that are a list, without a type, are alternatives")
    func listedItems() throws {
      let imported = try response(
        "{items: [{type: object, required: [a], properties: {a: {type: string}}}, {type: object, required: [b], properties: {b: {type: string}}}, {type: 'null'}]}"
      )
      #expect(imported.missing(["enum GetAResult: UnionModel", "-> Call<GetAResult?>"]) == [])
      #expect(imported.report.contains { $0.hasPrefix("fault: ") && $0.contains("it was read as `anyOf`") })
    }
  }
#endif
