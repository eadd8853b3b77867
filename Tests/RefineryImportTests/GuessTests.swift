#if Import
  import RefineryImport
  import Testing

  /// What OpenAPI has no words for: how pages are read, and how events are asked for.
  @Suite struct GuessTests {
    /// A list with these members beside its elements, and these parameters.
    private func guess(
      _ members: String, _ parameters: String..., elements: String = "items: {type: array, items: {type: string}}"
    )
      throws -> [String]
    {
      let parameters = parameters.map { "{name: \($0), in: query, schema: {type: string}}" }.joined(separator: ", ")
      let schema = "{type: object, required: [items], properties: {\(elements), \(members)}}"
      let imported = try Imported(
        Imported.paths([
          """
          /things:
              get:
                operationId: listThings
                parameters: [\(parameters)]
                responses: {'200': {description: d, content: {application/json: {schema: \(schema)}}}}
          """
        ]))
      return imported.files.flatMap { $0.text.split(separator: "\n") }.filter { $0.contains("api.items") }.map {
        String($0.trimmingPrefix { " /".contains($0) })
      }
    }

    @Test("S01: a guess how pages are read is in the documentation, and names what the response has")
    func pages() throws {
      func by(_ strategy: String) -> [String] { [#"`api.items(of: …, by: \#(strategy), elements: \.items)`."#] }
      #expect(
        try guess("meta: {type: object, properties: {next_page_url: {type: string}}}", "PageToken")
          == by(#".nextLink(.body("meta.next_page_url"))"#))
      #expect(
        try guess("metadata: {type: object, properties: {continue: {type: string}}}", "continue")
          == by(#".cursor(.body("metadata.continue"), parameter: "continue")"#))
      #expect(
        try guess("last_id: {type: string}, has_more: {type: boolean}", "after")
          == by(#".cursor(.body("last_id"), parameter: "after", more: "has_more")"#))
      #expect(
        try guess("nextPageToken: {type: string}", "pageToken")
          == by(#".cursor(.body("nextPageToken"), parameter: "pageToken")"#))
      #expect(try guess("next_page: {type: string}", "page") == by(#".cursor(.body("next_page"), parameter: "page")"#))
      #expect(try guess("total: {type: integer}", "offset", "limit") == by(#".offsets(offset: "offset", limitName: "limit")"#))
      #expect(try guess("total: {type: integer}", "page", "pageSize") == by(#".numbers(page: "page", perPage: "pageSize")"#))
    }

    @Test("S01: nothing is guessed without a sign, and not for what is no list")
    func none() throws {
      #expect(try guess("total: {type: integer}", "filter") == [])
      // The token of the parameter is not in the response.
      #expect(try guess("total: {type: integer}", "PageToken") == [])
      #expect(try guess("next: {type: string}", "after", elements: "name: {type: string}") == [])
    }

    @Test("R03, S01: a row that reads events asks for them by the member or the part stream")
    func events() throws {
      func post(_ id: String, _ body: String) -> String {
        """
        /\(id):
            post:
              operationId: \(id)
              requestBody: {required: true, content: {\(body)}}
              responses: {'200': {description: d, content: {application/json: {schema: {type: object, properties: {a: {type: string}}}},
                text/event-stream: {schema: {type: object, properties: {b: {type: string}}}}}}}
        """
      }
      let object = "{type: object, required: [text], properties: {text: {type: string}, stream: {type: boolean}}}"
      let nullable = "{type: object, properties: {stream: {type: [boolean, 'null']}}}"
      let imported = try Imported(
        Imported.paths([
          post("ask", "application/json: {schema: \(object)}"), post("tell", "application/json: {schema: \(nullable)}"),
          post("send", "multipart/form-data: {schema: \(object)}"),
          post("plain", "application/json: {schema: {type: object, properties: {text: {type: string}}}}"),
        ]))
      let missing = imported.missing([
        "static func ask(body: AskBody) -> Call<AskResult> { Call<AskResult>(askRow).body(body) }",
        "static func askEvents(body: AskBody) -> Call<AskEvent> { var body = body body.stream = true return Call<AskEvent>(",
        "body.stream = .value(true)",
        "static func sendEvents(text: String, stream: Bool = true)", "static func send(text: String, stream: Bool? = nil)",
        "static func plainEvents(body: PlainBody) -> Call<PlainEvent> { Call<PlainEvent>(plainEventsRow).body(body) }",
        "Sends `stream` as true. Read the events by `api.events(_:)`.",
      ])
      #expect(missing == [])
    }
  }
#endif
