#if Import
  import RefineryJSON
  import Testing

  @testable import RefineryOpenAPI

  @Suite("Operations")
  struct OperationTests {
    private func operation(_ paths: String, version: String = "3.1.0", _ rest: String = "") throws -> (Operation, Description) {
      let description = try DescriptionText.read(DescriptionText.paths(paths, version: version, rest))
      return (try #require(description.operations.first), description)
    }

    @Test("Parameters of an operation replace those of its path")
    func merging() throws {
      let (operation, description) = try operation(
        """
        /a/{id}:
          parameters:
          - {name: id, in: path, required: true, schema: {type: string}}
          - {name: X-One, in: header, schema: {type: string}}
          - {name: q, in: query, schema: {type: string}}
          get:
            parameters:
            - {name: x-one, in: header, schema: {type: integer}}
            - {name: q, in: cookie, schema: {type: string}}
            - {name: q, in: cookie, schema: {type: integer}}
        """)
      #expect(
        operation.parameters.map { "\($0.place) \($0.name) \($0.schema.form)" } == [
          "path id string", "header x-one integer", "query q string", "cookie q string",
        ])
      #expect(description.pointers(.fault) == ["api.yaml#/paths/~1a~1{id}/get/parameters/2"])
    }

    @Test("The variables of a path and its parameters are made to agree")
    func variables() throws {
      let (operation, description) = try operation(
        """
        /a/{id}/{other}/{id}:
          get:
            parameters:
            - {name: id, in: path, schema: {type: string}}
            - {name: gone, in: path, required: true, schema: {type: string}}
        """)
      #expect(operation.parameters.map(\.name) == ["id", "other"])
      #expect(operation.parameters.allSatisfy { $0.isRequired && $0.place == .path })
      #expect(description.findings.map(\.kind) == [.fault, .fault, .fault, .fault], "\(description.faults)")
    }

    @Test("Paths with a query or fragment are kept as they are")
    func traps() throws {
      let description = try DescriptionText.read(
        DescriptionText.paths(
          """
          /a?x={x}: {get: {parameters: [{name: x, in: query, schema: {type: string}}]}}
          /a#two: {get: {}}
          b/{x}: {get: {parameters: [{name: x, in: path, required: true, schema: {type: string}}]}}
          /b/{y}: {get: {parameters: [{name: y, in: path, required: true, schema: {type: string}}]}}
          """))
      #expect(description.operations.map(\.path) == ["/a?x={x}", "/a#two", "/b/{x}", "/b/{y}"])
      #expect(description.operations[0].parameters.map(\.place) == [.query])
      #expect(description.pointers(.note) == ["api.yaml#/paths/~1b~1{y}"])
      #expect(description.pointers(.fault) == ["api.yaml#/paths/b~1{x}"])
    }

    @Test("Styles of parameters have their defaults, and wrong ones are faults")
    func styles() throws {
      let (operation, description) = try operation(
        """
        /a/{p}:
          get:
            parameters:
            - {name: p, in: path, required: true, style: matrix, explode: true, schema: {type: array, items: {type: string}}}
            - {name: q, in: query, schema: {type: string}}
            - {name: d, in: query, style: deepObject, explode: true, schema: {type: object}}
            - {name: s, in: query, style: pipeDelimited, schema: {type: array, items: {}}}
            - {name: h, in: header, style: form, schema: {type: string}}
            - {name: c, in: cookie, schema: {type: string}}
            - {name: j, in: query, content: {application/json: {schema: {type: object}, example: {a: 1}}}}
            - {name: n, in: query}
            - {name: b, in: body, schema: {type: string}}
            - {name: z, in: nowhere, schema: {type: string}}
            - {in: query, schema: {type: string}}
            - seven
        """)
      #expect(
        operation.parameters.map { "\($0.name) \($0.style) \($0.explodes)" } == [
          "p matrix true", "q form true", "d deepObject true", "s pipeDelimited false", "h simple false", "c form true",
          "j form true", "n form true",
        ])
      #expect(operation.parameters[6].contentType == "application/json" && operation.parameters[6].examples == [["a": 1]])
      #expect(description.pointers(.fault).count == 6, "\(description.faults)")
    }

    @Test("Bodies keep all their media types, without parameters")
    func bodies() throws {
      let (operation, description) = try operation(
        """
        /a:
          post:
            requestBody:
              required: true
              content:
                Application/JSON; charset=utf-8: {schema: {type: object}, example: 1, examples: {two: {value: 2}}}
                application/json: {schema: {type: string}}
                multipart/form-data:
                  schema: {properties: {file: {type: string, format: binary}, tags: {type: array, items: {type: string}}}}
                  encoding:
                    file: {contentType: 'image/png, image/jpeg', headers: {X-A: {schema: {type: string}}}}
                    tags: {style: pipeDelimited, explode: false}
                    wrong: {style: matrix}
                text: 7
                '*/*': {}
        """)
      let body = try #require(operation.body)
      #expect(body.isRequired && body.content.map(\.type) == ["application/json", "multipart/form-data", "*/*"])
      #expect(body.content[0].examples == [1, 2] && body.content[2].schema == nil)
      #expect(body.content[1].encoding["file"]?.contentType == "image/png, image/jpeg")
      #expect(body.content[1].encoding["file"]?.headers.map(\.name) == ["X-A"])
      #expect(body.content[1].encoding["tags"]?.style == .pipeDelimited && body.content[1].encoding["tags"]?.explodes == false)
      #expect(description.pointers(.left).count == 1 && description.pointers(.fault).count == 2, "\(description.faults)")
    }

    @Test("Responses are read by status, range and default")
    func responses() throws {
      let (operation, description) = try operation(
        """
        /a:
          get:
            responses:
              200: {description: One., content: {application/json: {schema: {type: string}}}}
              '404': {description: Two., links: {next: {}}}
              4XX: {description: Three.}
              5xx: {description: Four.}
              default: {}
              '999': {description: Five.}
              ok: {description: Six.}
              '500': seven
              x-note: 1
        """)
      #expect(operation.responses.map(\.statuses) == [.code(200), .code(404), .range(4), .range(5), .default])
      #expect(description.pointers(.left) == ["api.yaml#/paths/~1a/get/responses/404/links/next"])
      #expect(description.pointers(.fault).count == 5, "\(description.faults)")
    }

    @Test("Servers and security of an operation override those of the description")
    func overrides() throws {
      let rest = """
        servers: [{url: 'https://{region}.example.com/{v}/{none}', variables: {region: {default: eu}, v: {enum: [v2]}}}]
        security: [{key: []}, {}]
        components:
          securitySchemes:
            key: {type: apiKey, in: header, name: X-Key}
            login: {type: http, scheme: Bearer}
            oauth: {type: oauth2, flows: {implicit: {authorizationUrl: a}, authorizationCode: {tokenUrl: 'https://t'}}}
            oidc: {type: openIdConnect, openIdConnectUrl: 'https://o'}
            tls: {type: mutualTLS}
            wrong: {type: magic}
            half: {type: apiKey, in: body, name: x}
        """
      let description = try DescriptionText.read(
        DescriptionText.paths(
          """
          /a:
            servers: [{url: 'https://path'}]
            get: {}
            put: {servers: [{url: 'https://operation'}], security: []}
            post: {security: [{login: [], oauth: [a, b]}, {unknown: []}]}
          """, rest))
      #expect(description.servers.map(\.url) == ["https://eu.example.com/v2/{none}"])
      #expect(description.operations.map { $0.servers?.first?.url } == ["https://path", "https://operation", "https://path"])
      #expect(description.operations.map(\.overridesSecurity) == [false, true, true])
      #expect(description.operations[0].security == [[SecurityNeed("key")], []])
      #expect(description.operations[1].security == [])
      #expect(
        description.operations[2].security == [
          [SecurityNeed("login"), SecurityNeed("oauth", "a", "b")], [SecurityNeed("unknown")],
        ])
      #expect(description.securitySchemes["key"]?.kind == .apiKey(name: "X-Key", .header))
      #expect(description.securitySchemes["login"]?.kind == .http(scheme: "bearer"))
      #expect(description.securitySchemes["oauth"]?.kind == .oauth2(tokenURL: "https://t"))
      #expect(description.securitySchemes.count == 5 && description.pointers(.fault).count == 4, "\(description.faults)")
    }

    @Test("Methods, media types and places of OpenAPI 3.2 are read")
    func newest() throws {
      let description = try DescriptionText.read(
        DescriptionText.paths(
          """
          /a:
            query:
              parameters: [{name: all, in: querystring, content: {application/x-www-form-urlencoded: {schema: {type: object}}}}]
              responses: {'200': {content: {text/event-stream: {itemSchema: {type: object}}}}}
            additionalOperations:
              LINK: {operationId: link}
          """, version: "3.2.0"))
      #expect(description.operations.map(\.method) == ["QUERY", "LINK"])
      #expect(description.operations[0].parameters.first?.place == .querystring)
      #expect(description.operations[0].responses.first?.content.first?.itemSchema?.form == "object()")
      #expect(description.findings.isEmpty, "\(description.faults)")
    }

    @Test("What is not carried and what is unknown is found, each by its pointer")
    func leftOut() throws {
      let description = try DescriptionText.read(
        DescriptionText.paths(
          """
          /a:
            wrong: 1
            x-ok: 1
            get:
              operationId: one
              operationID: two
              x-mine: {a: 1}
              externalDocs: {url: 'https://docs'}
              tags: [A, 7, [x]]
              deprecated: 'true'
              callbacks: {done: {}, failed: {}}
            put: {operationId: one}
            post: seven
          """, "webhooks: {new: {}}\ntags: [{name: A}, {name: A}, B]"))
      #expect(
        description.pointers(.left) == [
          "api.yaml#/webhooks/new", "api.yaml#/paths/~1a/get/callbacks/done", "api.yaml#/paths/~1a/get/callbacks/failed",
        ])
      let operation = try #require(description.operations.first)
      #expect(operation.tags == ["A", "7"] && operation.isDeprecated && operation.documentationURL == "https://docs")
      #expect(operation.extensions["x-mine"] == ["a": 1])
      #expect(description.operations.map(\.id) == ["one", "one"])
      #expect(
        description.pointers(.fault).map { $0.replacing("api.yaml#", with: "") } == [
          "/tags/1", "/tags/2", "/paths/~1a/wrong", "/paths/~1a/get/operationID", "/paths/~1a/get/tags/1",
          "/paths/~1a/get/tags/2", "/paths/~1a/get/deprecated", "/paths/~1a/put", "/paths/~1a/post",
        ], "\(description.faults)")
    }
  }

  extension SecurityNeed {
    fileprivate init(_ scheme: String, _ scopes: String...) {
      self.init(scheme: scheme, scopes: scopes)
    }
  }
#endif
