import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct BatchTests {
  private struct Note: Codable, Identifiable, Sendable, Mappable, Equatable {
    static let path: URITemplate = "notes"
    static let objectEnvelope: MemberPath = "data"
    static let coder: (any Coder)? = JSONCoder(keys: .snakeCase)
    static let options = Options { $0.errors.add(FieldErrors.self, for: 422) }
    var id: Int
    var firstLine: String
  }

  private struct Part: Decodable {
    let id: Int
    let status: Int
    let body: JSONValue?
  }

  /// As in Microsoft Graph: each request has an id, and the responses have these ids, in any order.
  private static func batch(_ requests: [Request]) throws -> Call<[Response]> {
    let items = try requests.enumerated().map { index, request in
      var headers: JSONValue.Object = [:]
      for field in request.head.headerFields { headers[field.name.rawName] = .string(field.value) }
      let body = try request.body?.data.map { try JSONValue(parsing: $0) }
      return JSONValue.object([
        "id": .number(.init(index)), "method": .string(request.head.method.rawValue),
        "url": .string(request.head.path ?? ""), "headers": .object(headers), "body": body ?? .null,
      ])
    }
    let row = Endpoint("Batch.send", .post, "$batch", Options { $0.timeout = .seconds(30) })
    return Call<Okay>(row).body(["requests": .array(items)] as JSONValue).mapping(at: "responses") { input in
      try input.decode([Part].self).sorted { $0.id < $1.id }.map { part in
        Response(
          status: HTTPResponse.Status(code: part.status), headers: [.contentType: "application/json"],
          body: part.body.map { Body($0.data()) } ?? .empty)
      }
    }
  }

  private func parts(_ sent: SentRequest?) throws -> [JSONValue] {
    try #require(JSONValue(parsing: sent?.body ?? Data())["requests"]?.array)
  }

  private func server(_ responses: String) -> (api: Client, server: StubTransport) {
    let server = StubTransport(.json(#"{"responses":[\#(responses)]}"#))
    return (Client(baseURL: base, headers: [.userAgent: "canary"], transport: server), server)
  }

  @Test("calls with different outputs are sent in one request, each with its own path, query, header fields and body")
  func different() async throws {
    let (api, server) = server(
      #"""
      {"id":2,"status":204},{"id":0,"status":200,"body":{"data":{"id":1,"first_line":"a"}}},
      {"id":1,"status":201,"body":{"data":{"id":2,"first_line":"b"}}},{"id":3,"status":200,"body":{"n":{"count":7}}}
      """#)
    let count = Call<Int>(Endpoint("Note.count", .get, "notes/count")).envelope("n.count")
    let (first, second, third, fourth) = try await api.send(
      Note.read(1, ["view": "a/b"]).header(.acceptLanguage, "de"), Note.create(Note(id: 2, firstLine: "b")),
      Note.delete(3).ifMatch("v1"), count, in: Self.batch)
    #expect(try first.get() == Note(id: 1, firstLine: "a") && second.get().id == 2 && third.get() == Okay())
    #expect(try fourth.get() == 7)
    #expect(server.requests.count == 1 && server.last?.url == "\(base)/$batch")
    #expect(server.last?.headers[.userAgent] == "canary" && server.last?.headers[.accept] == "application/json")
    let parts = try parts(server.last)
    #expect(parts.map { $0["method"]?.string } == ["GET", "POST", "DELETE", "GET"])
    #expect(
      parts.map { $0["url"]?.string } == ["/api/notes/1?view=a%2Fb", "/api/notes", "/api/notes/3", "/api/notes/count"])
    #expect(
      parts.map { $0["headers"] } == [
        ["Accept-Language": "de"], ["Content-Type": "application/json"], ["If-Match": #""v1""#], [:],
      ])
    #expect(parts[1]["body"] == ["first_line": "b", "id": 2])
  }

  @Test("a call that fails, or that cannot be made, does not fail the others")
  func failures() async throws {
    let (api, server) = server(
      #"""
      {"id":0,"status":200,"body":{"data":{"id":1,"first_line":"a"}}},{"id":1,"status":404},
      {"id":2,"status":422,"body":{"first_line":["is too short"]}},{"id":3,"status":200,"body":{"data":{"id":"x"}}},
      {"id":4,"status":304}
      """#)
    let stream = AsyncStream<Data> { $0.finish() }
    let far = Call<Note>(Endpoint("Note.far", .get, "https://other.example/notes"))
    let results = try await api.send(
      [
        Note.read(1), Note.read(2), Note.create(["first_line": ""]), Note.read(4), Note.update(5, [:]).body(Body(stream)), far,
        Call<Note>(Endpoint("Note.lost", .get, "notes/{id}")),
        Note.read(6).options { $0.successCodes = [304] }.mapping { _ in Note(id: 6, firstLine: "kept") },
      ], in: Self.batch)
    #expect(results.count == 8)
    #expect(try results[0].get().id == 1 && results[7].get().firstLine == "kept")
    let errors = results.map { result -> CallError? in
      if case .failure(let error) = result { error } else { nil }
    }
    #expect(errors[1]?.kind == .notFound && errors[1]?.endpoint.name == "Note.read")
    #expect(errors[2]?.details(as: FieldErrors.self)?.fields == ["first_line": ["is too short"]])
    #expect(errors[3]?.kind == .mapping && errors[3]?.body.isEmpty == false)
    #expect(errors[4]?.kind == .badRequest && errors[4]?.description.contains("Note.update") == true)
    #expect(errors[4]?.description.contains("a file or a stream") == true)
    #expect(errors[5]?.endpoint.name == "Note.far" && errors[5]?.description.contains("another origin") == true)
    #expect(errors[6]?.kind == .missingIdentifier && errors[6]?.endpoint.name == "Note.lost")
    #expect(try parts(server.last).count == 5)
  }

  @Test(
    "fewer or more responses than calls are an error, which names the first call without a response",
    arguments: [
      ("", "[0], expected a response of Note.read"), (#"{"id":0,"status":204}"#, "[1], expected a response of Note.delete"),
    ])
  func tooShort(responses: String, text: String) async throws {
    let (api, _) = server(responses)
    let error = try #require(
      await #expect(throws: CallError.self) { try await api.send(Note.read(1), Note.delete(2), in: Self.batch) })
    #expect(error.endpoint.name == "Batch.send" && error.kind == .mapping && error.status == 200)
    #expect(error.description.contains(text))
    let (long, _) = server(#"{"id":0,"status":204},{"id":1,"status":204}"#)
    let other = await #expect(throws: CallError.self) { try await long.send([Note.delete(1)], in: Self.batch) }
    #expect(other?.description.contains("1 responses, not 2") == true)
  }

  @Test("a call cannot remove a header field of the client, because the batch sends it for all")
  func removal() async throws {
    let (api, server) = server(#"{"id":0,"status":200,"body":{"data":{"id":1,"first_line":"a"}}}"#)
    let results = try await api.send([Note.read(1), Note.read(2).header(.userAgent, nil)], in: Self.batch)
    #expect(try results[0].get().id == 1)
    let error = #expect(throws: CallError.self) { try results[1].get() }
    #expect(error?.stage == .building && "\(error?.underlying as Any)".contains("removes User-Agent"))
    #expect(try parts(server.last).count == 1)
  }

  @Test("nothing is sent without a call that can be made")
  func nothing() async throws {
    let (api, server) = server("")
    #expect(try await api.send([Call<Okay>](), in: Self.batch).isEmpty)
    let result = try await api.send(Call<Note>(Endpoint("Note.lost", .get, "notes/{id}")), in: Self.batch)
    #expect(throws: CallError.self) { try result.get() }
    #expect(server.requests.isEmpty)
  }

  @Test("the failure of the whole request is thrown with the row of the batch; what the batch refuses names a row, too")
  func whole() async throws {
    let (api, _) = client(.status(503))
    let error = await #expect(throws: CallError.self) { try await api.send([Note.read(1)], in: Self.batch) }
    #expect(error?.endpoint.name == "Batch.send" && error?.status == 503)
    let text = Note.update(1, [:]).text("no JSON")
    let refused = await #expect(throws: CallError.self) { try await api.send([text], in: Self.batch) }
    #expect(refused?.stage == .building && refused?.endpoint.name == "Note.update")
  }

  @Test("the limit of the batch is that of its row, or a shorter one of a call")
  func limits() async throws {
    let (api, server) = server(#"{"id":0,"status":204},{"id":1,"status":204}"#)
    _ = try await api.send(Note.delete(1), Note.delete(2).timeout(.seconds(120)), in: Self.batch)
    _ = try await api.send(Note.delete(1), Note.delete(2).timeout(.seconds(2)), in: Self.batch)
    #expect(server.requests.map(\.options.timeout) == [.seconds(30), .seconds(2)])
  }
}
