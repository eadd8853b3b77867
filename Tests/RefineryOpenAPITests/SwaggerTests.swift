#if Import
  import RefineryJSON
  import RefineryOpenAPI
  import Testing

  @Suite("Swagger 2")
  struct SwaggerTests {
    @Test(
      "Servers come from host, path and schemes, the encrypted one first",
      arguments: [
        ("host: example.com\nbasePath: /v1\nschemes: [http, https]", ["https://example.com/v1", "http://example.com/v1"]),
        ("host: example.com\nbasePath: /", ["https://example.com"]),
        ("basePath: /v1", ["/v1"]), ("", []),
      ])
    func servers(_ text: String, _ urls: [String]) throws {
      #expect(try DescriptionText.read(DescriptionText.swagger("/a: {}", text)).servers.map(\.url) == urls)
    }

    @Test("A body has the media types of its operation, or those of all")
    func bodies() throws {
      let description = try DescriptionText.read(
        DescriptionText.swagger(
          """
          /a:
            post:
              parameters: [{name: b, in: body, required: true, schema: {$ref: '#/definitions/A'}}]
              responses: {200: {description: One., schema: {type: file}}}
            put:
              consumes: [application/json, application/merge-patch+json]
              produces: [text/csv, application/json]
              schemes: [http]
              parameters: [{$ref: '#/parameters/body'}]
              responses:
                200: {description: Two., schema: {$ref: '#/definitions/A'}, examples: {application/json: {a: 1}}}
                default: {$ref: '#/responses/error'}
          """,
          """
          host: example.com
          consumes: [application/xml]
          definitions: {A: {type: object, x-nullable: true}}
          parameters: {body: {name: b, in: body, schema: {type: string}}}
          responses: {error: {description: Error., headers: {X-A: {type: array, items: {type: integer}}}}}
          """))
      #expect(description.findings.isEmpty, "\(description.faults)")
      #expect(description.named("A")?.form == "object()?")
      let post = description.operations[0]
      let put = description.operations[1]
      #expect(post.body?.isRequired == true && post.body?.content.map(\.type) == ["application/xml"])
      #expect(post.body?.content.first?.schema?.form == "#A")
      #expect(post.responses.first?.content.first?.type == "application/octet-stream")
      #expect(post.responses.first?.content.first?.schema?.format == "binary")
      #expect(put.body?.content.map(\.type) == ["application/json", "application/merge-patch+json"])
      #expect(put.servers?.map(\.url) == ["http://example.com"] && post.servers == nil)
      #expect(put.responses.map(\.statuses) == [.code(200), .default])
      #expect(put.responses[0].content.map(\.type) == ["text/csv", "application/json"])
      #expect(put.responses[0].content.map(\.examples) == [[], [["a": 1]]])
      #expect(put.responses[1].headers.first?.schema?.form == "array(integer)")
    }

    @Test("Values of parameters are schemas, and formats of lists are styles")
    func parameters() throws {
      let description = try DescriptionText.read(
        DescriptionText.swagger(
          """
          /a/{p}:
            get:
              parameters:
              - {name: p, in: path, required: true, type: integer, format: int64, minimum: 1}
              - {name: csv, in: query, type: array, items: {type: string}}
              - {name: ssv, in: query, type: array, items: {type: string}, collectionFormat: ssv}
              - {name: tsv, in: query, type: array, items: {type: string}, collectionFormat: tsv}
              - {name: pipes, in: query, type: array, items: {type: string, enum: [a]}, collectionFormat: pipes}
              - {name: multi, in: query, type: array, items: {type: string}, collectionFormat: multi}
              - {name: h, in: header, type: array, items: {type: string}, collectionFormat: multi}
              - {name: c, in: cookie, type: string}
              - {name: n, in: query}
              responses: {200: {description: One.}}
          """))
      let parameters = try #require(description.operations.first).parameters
      #expect(
        parameters.map { "\($0.name) \($0.style) \($0.explodes) \($0.schema.form)" } == [
          "p simple false integer", "csv form false array(string)", "ssv spaceDelimited false array(string)",
          "tsv tabDelimited false array(string)", #"pipes pipeDelimited false array(string["a"])"#,
          "multi form true array(string)",
          "h simple false array(string)", "n form false any",
        ])
      #expect(parameters[0].schema.format == "int64" && parameters[0].schema.limits.minimum?.text == "1")
      #expect(description.pointers(.fault).count == 3, "\(description.faults)")
    }

    @Test(
      "Form parameters become one body",
      arguments: [
        ("string", "[]", ["application/x-www-form-urlencoded"]),
        (
          "string", "[multipart/form-data, application/x-www-form-urlencoded]",
          ["multipart/form-data", "application/x-www-form-urlencoded"]
        ),
        ("file", "[application/x-www-form-urlencoded]", ["multipart/form-data"]),
      ])
    func forms(_ type: String, _ consumes: String, _ types: [String]) throws {
      let description = try DescriptionText.read(
        DescriptionText.swagger(
          """
          /a:
            parameters: [{name: shared, in: formData, type: string}, {name: x, in: formData, type: integer}]
            post:
              consumes: \(consumes)
              parameters:
              - {name: x, in: formData, type: \(type), required: true}
              - {name: list, in: formData, type: array, items: {type: string}, collectionFormat: multi}
              responses: {200: {description: One.}}
          """))
      let body = try #require(description.operations.first?.body)
      #expect(description.operations.first?.parameters.isEmpty == true)
      #expect(body.isRequired && body.content.map(\.type) == types)
      #expect(body.content.first?.schema?.form == "object(shared: string, x!: string, list: array(string))")
      #expect(body.content.first?.encoding["list"]?.explodes == true)
      #expect(description.findings.isEmpty, "\(description.faults)")
    }

    @Test("A body beside a form, and two bodies, are faults")
    func conflicts() throws {
      let description = try DescriptionText.read(
        DescriptionText.swagger(
          """
          /a:
            post:
              parameters:
              - {name: a, in: body, schema: {type: string}}
              - {name: b, in: body, schema: {type: integer}}
              - {name: c, in: formData, type: string}
              responses: {200: {description: One.}}
          """))
      #expect(description.operations.first?.body?.content.first?.schema?.form == "string")
      #expect(description.pointers(.fault).count == 2, "\(description.faults)")
    }

    @Test("Security definitions are read")
    func security() throws {
      let description = try DescriptionText.read(
        DescriptionText.swagger(
          "/a: {get: {responses: {200: {description: One.}}}}",
          """
          securityDefinitions:
            b: {type: basic}
            k: {type: apiKey, in: query, name: key}
            o: {type: oauth2, flow: application, tokenUrl: 'https://t', scopes: {}}
          security: [{b: []}]
          """))
      #expect(description.securitySchemes["b"]?.kind == .http(scheme: "basic"))
      #expect(description.securitySchemes["k"]?.kind == .apiKey(name: "key", .query))
      #expect(description.securitySchemes["o"]?.kind == .oauth2(tokenURL: "https://t"))
      #expect(description.operations.first?.security.first?.first?.scheme == "b")
    }
  }
#endif
