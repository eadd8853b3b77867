#if Import
  import RefineryImport
  import Testing

  /// `Fixtures/Samples/bodies.yaml`.
  @Suite struct BodyTests {
    let imported: Imported
    init() throws { imported = try Imported(sample: "bodies") }

    @Test("S01: JSON bodies, required, optional, of any shape, and of several media types")
    func json() {
      let missing = imported.missing([
        "static func sendJSON(body: Thing) -> Call<Okay> { Call<Okay>(sendJSONRow).body(body) }",
        "static func sendOptionalJSON(body: Thing? = nil) -> Call<Okay>", "static func sendAny(body: JSONValue)",
        "static func sendList(body: [Thing])",
        #"static func sendPatch(body: Thing, mediaType: String = "application/json-patch+json")"#,
        ".body(body, coder: JSONCoder(contentType: mediaType))",
        #".body(body, coder: JSONCoder(contentType: "application/vnd.shop+json"))"#,
      ])
      #expect(missing == [])
    }

    @Test("S01: forms, with lists repeated or in brackets as the encoding says")
    func form() {
      let missing = imported.missing([
        "static func sendForm(body: SendFormBody)",
        ".body(body, coder: FormCoder(query: QueryEncoder(arrays: .repeated, objects: .json)))",
        "static func sendDeepForm(body: SendDeepFormBody? = nil)",
        "call = call.body(body, coder: FormCoder(query: QueryEncoder(arrays: .indexed)))",
      ])
      #expect(missing == [])
    }

    @Test("S01: each part of a multipart form is an argument: files, lists, JSON, texts")
    func multipart() {
      let missing = imported.missing([
        "static func upload(file: MultipartForm.Part, note: String, others: [MultipartForm.Part]? = nil, count: Int? = nil",
        #"form.append(file, named: "file")"#, #"form.parts.append(.text("note", note))"#,
        #"for part in others ?? [] { form.append(part, named: "others") }"#,
        #"if let kind { form.parts.append(.text("kind", kind.rawValue)) }"#,
        #"if let meta { form.parts.append(.model("meta", meta)) }"#,
        #"for part in metas ?? [] { form.parts.append(.model("metas", part)) }"#,
        "picture: MultipartForm.Part? = nil", #".text("page", page, contentType: "text/html")"#,
        "static func uploadAny(body: MultipartForm) -> Call<Okay> { Call<Okay>(uploadAnyRow).multipart(body) }",
      ])
      #expect(missing == [])
      // Parts with the names of the function's own variables.
      #expect(imported.missing([#".text("form", formForm)"#, #".text("part", formPart)"#]) == [])
    }

    @Test("S01: the parts of alternatives are arguments; a part that differs among them is a union, and a list stays a list")
    func alternatives() throws {
      let imported = try Imported(
        Imported.paths([
          """
          /send:
              post:
                operationId: send
                requestBody: {required: true, content: {multipart/form-data: {schema: {anyOf: [
                  {type: object, required: [kind], properties: {kind: {type: integer}, data: {type: object, properties: {a: {type: string}}},
                    rows: {type: array, items: {type: object, properties: {a: {type: string}}}}}},
                  {type: object, properties: {data: {type: object, properties: {b: {type: string}}},
                    rows: {type: array, items: {type: object, properties: {c: {type: string}}}},
                    file: {type: string, contentEncoding: binary}}}]}}}}
                responses: {'204': {description: d}}
          """
        ]))
      let missing = imported.missing([
        "static func send(kind: Int? = nil, data: SendBodyData? = nil, rows: [SendBodyRows]? = nil, file: MultipartForm.Part? = nil)",
        "enum SendBodyData: UnionModel", "enum SendBodyRows: UnionModel",
      ])
      #expect(missing == [])
    }

    @Test("S01: bytes and text have their media type")
    func bytes() {
      let missing = imported.missing([
        #"sendBytes(body: Body) -> Call<Okay> { Call<Okay>(sendBytesRow).body(body, contentType: "application/octet-stream") }"#,
        #"Call<Okay>(sendTextRow).body(Body(body), contentType: "text/csv")"#,
        #"if let body { call = call.body(body, contentType: "image/png") }"#,
      ])
      #expect(missing == [])
    }

    @Test("S01, S02: a body of several kinds has a function for each, and what is not carried is told once")
    func several() {
      let missing = imported.missing([
        "static func several(body: Thing)", "static func severalAsForm(body: Thing)",
        "static func severalAsMultipart(name: String? = nil)",
      ])
      #expect(missing == [])
      let left = imported.report.filter { $0.hasPrefix("left: ") }
      #expect(left.count == 2)
      #expect(left.contains { $0.contains("multipart~1mixed: a body of type multipart/mixed is not carried") })
      #expect(left.contains { $0.contains("application~1xml: the body is sent as application/json") })
    }
  }
#endif
