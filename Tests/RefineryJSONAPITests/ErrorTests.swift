import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSONAPI
import RefineryTesting
import Testing

@Suite struct ErrorTests {
  private static let document = """
    {"errors":[
      {"id":"e1","status":"422","code":"blank","title":"Blank","detail":"May not be blank.","meta":{"n":1},
       "source":{"pointer":"/data/attributes/title"},"links":{"about":"/e/1","type":{"href":"/types/blank"}}},
      {"status":422,"code":7,"source":{"parameter":"include"}},{"source":{"header":"Accept"}},{"detail":"plain"},"odd"],
     "jsonapi":{"version":"1.1"},"meta":{"trace":"t"},"links":{"self":"/x"}}
    """

  private func failure(_ answer: StubTransport.StubResponse) async throws -> CallError {
    try #require(await #expect(throws: CallError.self) { try await client(StubTransport(answer)).send(Article.read("1")) })
  }

  @Test("D21: an error document gives every member, with and without a source") func members() async throws {
    let error = try await failure(.document(Self.document, status: 422))
    #expect(error.kind == .status(422) && error.stage == .status)
    let details = try #require(error.details(as: JSONAPIErrors.self))
    #expect(details == error.jsonAPIErrors && details.errors.count == 4)
    let first = details.errors[0]
    #expect(first.id == "e1" && first.status == 422 && first.code == "blank" && first.title == "Blank")
    #expect(first.detail == "May not be blank." && first.source?.pointer == "/data/attributes/title")
    #expect(first.links["about"]?.href == "/e/1" && first.links["type"]?.href == "/types/blank" && first.meta["n"] == 1)
    #expect(
      details.errors[1].source?.parameter == "include" && details.errors[1].code == "7" && details.errors[1].status == 422)
    #expect(details.errors[2].source?.header == "Accept")
    #expect(details.errors[3].source == nil && details.errors[3].detail == "plain")
    #expect(details.jsonapi?.version == "1.1" && details.meta["trace"] == "t" && details.links["self"]?.href == "/x")
    #expect(error.problem?.items.map(\.pointer) == ["/data/attributes/title", nil, nil, nil, nil])
    #expect(error.problem?.items[2].header == "Accept")
    #expect(
      details.description
        == "4 JSON:API errors: 422 blank at /data/attributes/title, 422 7 in parameter include, in header field Accept and more"
    )
    #expect(!details.description.contains("May not"))
  }

  @Test("D22: errors are read on any status and of any content type; other bodies keep their status") func anyStatus()
    async throws
  {
    for status in [400, 404, 409, 422, 500, 503] {
      let error = try await failure(.status(status, headers: [.contentType: "text/plain"], body: Body(Self.document)))
      #expect(error.status == status && error.jsonAPIErrors?.errors.count == 4)
    }
    let html = try await failure(.status(502, headers: [.contentType: "text/html"], body: Body("<h1>Bad gateway</h1>")))
    #expect(html.kind == .serverError(502) && html.jsonAPIErrors == nil && html.details == nil)
    #expect(html.body.text == "<h1>Bad gateway</h1>")
    let valid = try await failure(.document(#"{"data":{"type":"articles","id":"1","attributes":{"title":"T"}}}"#, status: 400))
    #expect(valid.kind == .status(400) && valid.jsonAPIErrors == nil)
    let empty = try await failure(.status(500))
    #expect(empty.kind == .serverError(500) && empty.jsonAPIErrors == nil)
  }

  @Test("D22: deletes and other calls without a body to read have the errors, too") func everyCall() async throws {
    let api = client(StubTransport(.document(Self.document, status: 409)))
    let deleted = await #expect(throws: CallError.self) { try await api.send(Article.delete("1")) }
    #expect(deleted?.details(as: JSONAPIErrors.self)?.errors.count == 4)
    let changed = await #expect(throws: CallError.self) {
      try await api.send(Article.relationship("author", of: "1").replace(.one(nil)))
    }
    #expect(changed?.details(as: JSONAPIErrors.self)?.errors.count == 4)
    let plain = await #expect(throws: CallError.self) { try await api.send(Call<Okay>(Endpoint("x", .get, "x"))) }
    #expect(plain?.details == nil && plain?.jsonAPIErrors?.errors.count == 4)
  }

  @Test("D21: a success that holds errors in place of data is an error with them") func errorsInSuccess() async throws {
    let error = try await failure(.document(Self.document))
    #expect(error.kind == .mapping && error.status == 200 && error.jsonAPIErrors?.errors.count == 4)
  }

  @Test("D21: what breaks the standard inside of an error does not lose the rest") func oddErrors() throws {
    let errors = try decode(
      JSONAPIErrors.self, #"{"errors":[{"status":"x","code":[],"source":"y","links":5,"meta":1,"title":"T"}]}"#)
    #expect(errors.errors.count == 1 && errors.errors[0].title == "T" && errors.errors[0].status == nil)
    #expect(errors.description == "1 JSON:API error: unnamed")
    let marks = "a" + String(repeating: "\u{301}", count: 5_000)
    let hostile = try decode(
      JSONAPIErrors.self, #"{"errors":[{"code":"no eyJhbGciOiJub25lIn0.e30.c2ln"},{"code":"\#(marks)"}]}"#)
    #expect(hostile.description.hasPrefix("2 JSON:API errors: no <redacted>, "))
    #expect(hostile.description.utf8.count < 300)
    #expect(throws: MappingError.self) { try decode(JSONAPIErrors.self, "{}") }
    #expect(try JSONDecoder().decode(JSONAPIErrors.self, from: Data(Self.document.utf8)).errors.count == 4)
  }
}
