import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSONAPI
import RefineryTesting
import RefineryTracking
import Testing

/// What servers really send.
@Suite struct LenienceTests {
  @Test(
    "D13: null in place of an object or a list that may be left out is as if it were not there",
    arguments: [
      #"{"data":{"type":"articles","id":"1","attributes":{"title":"T"},"meta":null}}"#,
      #"{"data":{"type":"articles","id":"1","attributes":{"title":"T"},"relationships":null,"links":null,"lid":null}}"#,
      #"{"data":{"type":"articles","id":"1","attributes":{"title":"T"}},"meta":null,"links":null,"included":null,"jsonapi":null}"#,
      #"{"data":{"type":"articles","id":"1","attributes":{"title":"T"},"relationships":{"author":{"links":null,"meta":null}}}}"#,
      #"{"data":{"type":"articles","id":"1","attributes":{"title":"T"}},"errors":null}"#,
    ])
  func nulls(text: String) throws {
    #expect(try decode(Article.self, text) == Article(id: "1", title: "T"))
    let document = try decode(Document<GenericResource>.self, text)
    #expect(document.meta.isEmpty && document.data?.meta.isEmpty == true && document.data?.attributes["title"] == "T")
    #expect(document.data?.relationships["author"]?.linkage == nil)
  }

  @Test("D13: null attributes are none, and null in the meta of relationships and operations counts as none") func more() throws
  {
    struct Empty: JSONAPIResource {
      static let resourceType = "t"
      var id: String
      var title: String?
    }
    #expect(try decode(Empty.self, #"{"data":{"type":"t","id":"1","attributes":null}}"#).title == nil)
    #expect(try decode(Relationship.self, #"{"data":null,"meta":null,"links":null}"#).linkage == .one(nil))
    #expect(try decode(AtomicResults.self, #"{"atomic:results":[{"data":null,"meta":null}]}"#).results[0].meta.isEmpty)
    #expect(fault(Article.self, #"{"data":null,"errors":[{"title":"E"}]}"#) == "invalid /errors")
    #expect(try decode(Article?.self, #"{"data":null,"errors":[]}"#) == nil)
  }

  @Test("D21: a row's own error type is read from the top of the error document") func declaredErrors() async throws {
    struct Refusal: Error, Decodable, Equatable {
      struct Item: Decodable, Equatable { var code: String }
      var errors: [Item]
    }
    struct Detail: Error, Decodable, Equatable { var detail: String }
    let document = StubTransport.StubResponse.document(#"{"errors":[{"code":"blank","detail":"x"}]}"#, status: 422)
    let call = Article.read("1").errors(Refusal.self, for: 422).errors(Detail.self, for: 503)
    let error = await #expect(throws: CallError.self) { try await client(StubTransport(document)).send(call) }
    #expect(error?.details(as: Refusal.self) == Refusal(errors: [.init(code: "blank")]))
    #expect(error?.jsonAPIErrors?.errors.first?.code == "blank")
    let plain = StubTransport.StubResponse.json(#"{"detail":"away"}"#, status: 503)
    let other = await #expect(throws: CallError.self) { try await client(StubTransport(plain)).send(call) }
    #expect(other?.details(as: Detail.self) == Detail(detail: "away"))
    // Other statuses keep the document's own type.
    let usual = await #expect(throws: CallError.self) {
      try await client(StubTransport(.document(#"{"errors":[{"code":"c"}]}"#, status: 404))).send(call)
    }
    #expect(usual?.details(as: JSONAPIErrors.self)?.errors.count == 1)
  }

  @Test("D17: many are created without ids by one request, and updated only with them") func bulk() async throws {
    let stub = StubTransport(
      .document(#"{"data":[{"type":"people","id":"1","attributes":{"name":"Ann"}}]}"#, status: 201),
      .document(#"{"data":[{"type":"people","id":"1","attributes":{"name":"Bob"}}]}"#))
    let api = client(stub)
    #expect(try await api.send(Person.create([Person(name: "Ann")])).map(\.id) == ["1"])
    #expect(stub.last?.text == #"{"data":[{"attributes":{"name":"Ann"},"type":"people"}]}"#)
    #expect(try await api.send(Person.update([Person(id: "1", name: "Bob")])).map(\.name) == ["Bob"])
    #expect(
      stub.last?.method == .patch && stub.last?.text == #"{"data":[{"attributes":{"name":"Bob"},"id":"1","type":"people"}]}"#)
    let error = await #expect(throws: CallError.self) {
      try await api.send(Person.update([Person(id: "1", name: "Bob"), Person(name: "New")]))
    }
    #expect(error?.stage == .building && stub.requests.count == 2)
    #expect((error?.underlying as? MappingError)?.underlying as? ResourceFault == .unidentified(type: "people"))
    #expect((error?.underlying as? MappingError)?.pointer == "/data/1")
  }

  @Test(
    "C14: a response without the resource, or with a part of it, is laid over what was sent",
    arguments: [
      ("", "T", false), (#"{"meta":{"took":1}}"#, "T", false), (#"{"data":null}"#, "T", false),
      (#"{"data":{"type":"articles","id":"7"}}"#, "T", true),
      (#"{"data":{"type":"articles","id":"7","attributes":null,"relationships":null}}"#, "T", true),
      (
        #"{"data":{"type":"articles","id":"7","attributes":{"rank":1},"relationships":{"author":{"links":{"self":"/x"}}}}}"#,
        "T", true
      ),
      (#"{"data":{"type":"articles","id":"7","attributes":{"title":"New"}}}"#, "New", true),
    ])
  func mergingSent(response: String, title: String, hasID: Bool) async throws {
    // Without an id in the response, a created resource has only the one that the client made.
    let article = Article(id: hasID ? nil : "7", title: "T", author: .to(id: "9"))
    let response: StubTransport.StubResponse = response.isEmpty ? .status(204) : .document(response)
    let created = try await client(StubTransport(response)).send(article.create().mergingSent)
    #expect(created.title == title && created.id == "7" && created.author.id == "9")
    var update = article
    update.id = "7"
    let updated = try await client(StubTransport(response)).send(update.update().mergingSent)
    #expect(updated.title == title && updated.id == "7" && updated.author.id == "9")
    var tracked = try Tracked(update, coder: #require(Article.coder))
    tracked.value.title = "T2"
    tracked.value.author = .to(id: "8")
    try await client(StubTransport(response)).save(&tracked)
    #expect(tracked.value.title == (title == "T" ? "T2" : title) && tracked.value.author.id == "8")
  }

  @Test("C14, D21: errors, and answers that are no documents, do not pass for a success of what was sent") func notMerged()
    async throws
  {
    for answer in [#"{"errors":[{"title":"E"}]}"#, #"{"id":"7"}"#, "[1]", #"{"data":[]}"#, #"{"data":"x"}"#] {
      let error = await #expect(throws: CallError.self, "\(answer)") {
        try await client(StubTransport(.document(answer))).send(Article(title: "T").create().mergingSent)
      }
      #expect(error?.stage == .mapping)
    }
  }

  @Test("C08, D27: an update that is answered by nothing or by meta alone is nil where it may be") func optional() async throws
  {
    let api = client(
      StubTransport(.status(204), .document(#"{"meta":{"ok":true}}"#), .document(#"{"errors":[{"title":"E"}]}"#)))
    #expect(try await api.send(Article(id: "1", title: "T").update().optional) == nil)
    #expect(try await api.send(Article(id: "1", title: "T").update().optional) == nil)
    await #expect(throws: CallError.self) { try await api.send(Article(id: "1", title: "T").update().optional) }
  }
}
