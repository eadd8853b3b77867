import FoundationEssentials
import RefineryCore
import RefineryJSONAPI
import RefineryTesting
import RefineryTracking
import Testing

@Suite struct ConformanceTests {
  private static let strict = JSONAPICoder(conformance: .strict)

  /// What the strict coder says of a document: the pointer of the fault, or nothing.
  private func violation(_ text: String) -> String? {
    do {
      _ = try Self.strict.decode(Document<[GenericResource]>.self, from: Data(text.utf8))
      return nil
    } catch let error as MappingError {
      if (error.underlying as? JSONAPIErrors) != nil || error.kind == .wrongShape { return nil }
      guard let violation = error.underlying as? JSONAPIViolation else { return "another error: \(error)" }
      #expect(error.kind == .invalid && !violation.description.contains("canary"))
      return error.pointer
    } catch {
      return "another error: \(error)"
    }
  }

  @Test(
    "D13: a strict coder refuses what the standard's schema calls invalid, with the place; a lenient one reads on",
    arguments: [
      ("[]", ""), ("{}", ""), (#"{"links":{}}"#, ""), (#"{"jsonapi":{"version":"1.0"}}"#, ""),
      (#"{"data":[],"errors":[]}"#, "/errors"), (#"{"data":[],"canary":1}"#, "/canary"),
      (#"{"meta":{},"included":[]}"#, "/included"), (#"{"data":[],"meta":null}"#, "/meta"),
      (#"{"data":[],"meta":[]}"#, "/meta"),
      (#"{"data":[],"links":null}"#, "/links"), (#"{"data":[],"links":{"self":5}}"#, "/links/self"),
      (#"{"data":[],"links":{"self":{"meta":{}}}}"#, "/links/self"),
      (#"{"data":[],"links":{"self":{"href":5}}}"#, "/links/self/href"),
      (#"{"data":[],"links":{"self":{"href":"/","meta":1}}}"#, "/links/self/meta"),
      (#"{"data":[],"included":null}"#, "/included"), (#"{"data":[],"included":[1]}"#, "/included/0"),
      (#"{"data":[],"jsonapi":{"version":1}}"#, "/jsonapi/version"), (#"{"data":[],"jsonapi":[]}"#, "/jsonapi"),
      (#"{"data":[],"jsonapi":{"canary":1}}"#, "/jsonapi/canary"), (#"{"data":[],"jsonapi":{"ext":[1]}}"#, "/jsonapi/ext/0"),
      (#"{"data":5}"#, "/data"), (#"{"data":[5]}"#, "/data/0"), (#"{"data":[{"id":"1"}]}"#, "/data/0"),
      (#"{"data":[{"type":"a"}]}"#, "/data/0"), (#"{"data":[{"type":"a","lid":"1"}]}"#, "/data/0"),
      (#"{"data":[{"type":1,"id":"1"}]}"#, "/data/0/type"), (#"{"data":[{"type":"a","id":1}]}"#, "/data/0/id"),
      (#"{"data":[{"type":"","id":"1"}]}"#, "/data/0/type"), (#"{"data":[{"type":"a/b","id":"1"}]}"#, "/data/0/type"),
      (#"{"data":[{"type":"a","id":"1","canary":1}]}"#, "/data/0/canary"),
      (#"{"data":[{"type":"a","id":"1","attributes":{}},{"type":"a","id":"1","links":{}}]}"#, "/data/1"),
      (#"{"data":[],"included":[{"type":"a","id":"1"},{"type":"a","id":"1"}]}"#, "/included/1"),
      (#"{"data":[],"meta":{"key+":1}}"#, "/meta/key+"), (#"{"meta":{"":1}}"#, "/meta/"),
      (#"{"data":[{"type":"a","id":"1","meta":{"key+":1}}]}"#, "/data/0/meta/key+"),
      (#"{"data":[{"type":"a","id":"1","relationships":{"x":{"meta":{"-a":1}}}}]}"#, "/data/0/relationships/x/meta/-a"),
      (
        #"{"data":[{"type":"a","id":"1","relationships":{"x":{"data":{"type":"b","id":"1","meta":{"key+":1}}}}}]}"#,
        "/data/0/relationships/x/data/meta/key+"
      ),
      (#"{"data":[],"jsonapi":{"meta":{"a.b":1}}}"#, "/jsonapi/meta/a.b"),
      (#"{"data":[],"links":{"self":{"href":"/","meta":{"key+":1}}}}"#, "/links/self/meta/key+"),
      (#"{"data":[],"links":{"canary":"/"}}"#, "/links/canary"),
      (#"{"data":[],"links":{"self":{"href":"/","canary":1}}}"#, "/links/self/canary"),
      (#"{"data":[{"type":"a","id":"1","links":{"canary":"/"}}]}"#, "/data/0/links/canary"),
      (#"{"data":[{"type":"a","id":"1","links":{"related":"/"}}]}"#, "/data/0/links/related"),
      (
        #"{"data":[{"type":"a","id":"1","relationships":{"x":{"links":{"canary":"/"}}}}]}"#,
        "/data/0/relationships/x/links/canary"
      ),
      (#"{"errors":[{"links":{"canary":"/"}}]}"#, "/errors/0/links/canary"),
      (#"{"errors":[{"meta":{"key+":1}}]}"#, "/errors/0/meta/key+"),
      (#"{"data":[],"included":[{"type":"a","id":"1"},{"type":"a","id":"1","attributes":{}}]}"#, "/included/1"),
      (#"{"data":[{"type":"a","id":"1","meta":null}]}"#, "/data/0/meta"),
      (#"{"data":[{"type":"a","id":"1","attributes":null}]}"#, "/data/0/attributes"),
      (#"{"data":[{"type":"a","id":"1","attributes":{"id":1}}]}"#, "/data/0/attributes/id"),
      (#"{"data":[{"type":"a","id":"1","attributes":{"links":1}}]}"#, "/data/0/attributes/links"),
      (#"{"data":[{"type":"a","id":"1","attributes":{"relationships":1}}]}"#, "/data/0/attributes/relationships"),
      (#"{"data":[{"type":"a","id":"1","attributes":{"a.b":1}}]}"#, "/data/0/attributes/a.b"),
      (#"{"data":[{"type":"a","id":"1","attributes":{"":1}}]}"#, "/data/0/attributes/"),
      (#"{"data":[{"type":"a","id":"1","attributes":{"-a":1}}]}"#, "/data/0/attributes/-a"),
      (#"{"data":[{"type":"a","id":"1","relationships":null}]}"#, "/data/0/relationships"),
      (#"{"data":[{"type":"a","id":"1","relationships":{"type":{"data":null}}}]}"#, "/data/0/relationships/type"),
      (#"{"data":[{"type":"a","id":"1","relationships":{"x":{}}}]}"#, "/data/0/relationships/x"),
      (#"{"data":[{"type":"a","id":"1","relationships":{"x":null}}]}"#, "/data/0/relationships/x"),
      (#"{"data":[{"type":"a","id":"1","relationships":{"x":{"data":5}}}]}"#, "/data/0/relationships/x/data"),
      (#"{"data":[{"type":"a","id":"1","relationships":{"x":{"data":null,"canary":1}}}]}"#, "/data/0/relationships/x/canary"),
      (#"{"data":[{"type":"a","id":"1","relationships":{"x":{"data":{"type":"b"}}}}]}"#, "/data/0/relationships/x/data"),
      (
        #"{"data":[{"type":"a","id":"1","relationships":{"x":{"data":{"type":"b","id":"1","canary":1}}}}]}"#,
        "/data/0/relationships/x/data/canary"
      ),
      (
        #"{"data":[{"type":"a","id":"1","attributes":{"x":1},"relationships":{"x":{"data":null}}}]}"#,
        "/data/0/relationships/x"
      ),
      (#"{"errors":{}}"#, "/errors"), (#"{"errors":[1]}"#, "/errors/0"), (#"{"errors":[{"status":422}]}"#, "/errors/0/status"),
      (#"{"errors":[{"canary":1}]}"#, "/errors/0/canary"), (#"{"errors":[{"source":1}]}"#, "/errors/0/source"),
      (#"{"errors":[{"source":{"pointer":1}}]}"#, "/errors/0/source/pointer"), (#"{"errors":[{"meta":1}]}"#, "/errors/0/meta"),
    ])
  func invalid(text: String, pointer: String) { #expect(violation(text) == pointer, "\(text)") }

  @Test(
    "D13: a strict coder reads what the standard allows, version 1.1 and extensions among it",
    arguments: [
      #"{"data":[]}"#, #"{"data":null}"#, #"{"meta":{}}"#,
      #"{"data":[],"meta":{"a b":null},"jsonapi":{"version":"1.1","ext":["u"]}}"#,
      #"{"data":[],"links":{"self":"/","next":null,"describedby":{"href":"/d","title":"D","meta":{}}}}"#,
      #"{"data":[{"type":"a-b","id":"1","lid":"l","attributes":{"a_b":{"links":1,"x/y":2},"été":null,"a b":1,"@note":5}}]}"#,
      #"{"data":[{"type":"a","id":"1","relationships":{"x":{"links":{}},"y":{"meta":{}},"z":{"data":[]}}}]}"#,
      #"{"data":[{"type":"a","id":"1","relationships":{"x":{"data":{"type":"b","id":"1","meta":{}}}}}],"included":[]}"#,
      #"{"data":[{"type":"a","id":"1"},{"type":"a","id":"2"},{"type":"b","id":"1"}]}"#,
      #"{"data":[{"type":"people","id":"9"},{"type":"people","id":"9"}]}"#,
      #"{"data":[{"type":"a","id":"1","relationships":{"x":{"data":[{"type":"b","id":"1"},{"type":"b","id":"1"}]}}}]}"#,
      #"{"data":[{"type":"a","id":"1","links":{"self":"/","version:all":"/","@note":"/"},"meta":{"a b":{"key+":1}}}]}"#,
      #"{"data":[{"type":"a","id":"1","relationships":{"x":{"links":{"self":"/","related":null,"next":"/"}}}}]}"#,
      #"{"errors":[{"links":{"about":"/","type":{"href":"/","rel":"r","hreflang":["de"]}},"meta":{"été":1}}]}"#,
      #"{"data":[],"version:note":1,"@context":{}}"#, #"{"atomic:results":[]}"#,
      #"{"errors":[{"id":"1","status":"422","source":{"header":"Accept","pointer":"/data"},"links":{"type":"/t"}}]}"#,
    ])
  func valid(text: String) {
    #expect(violation(text) == (text.contains("atomic") ? "another error: missing at data" : nil), "\(text)")
  }

  @Test("D13: strictness is asked for, on every way in; error documents are read as they come") func asked() async throws {
    let odd = #"{"data":{"type":"articles","id":"1","canary":1,"attributes":{"title":"T"}}}"#
    #expect(try decode(Article.self, odd).title == "T")
    #expect(throws: MappingError.self) { try decode(Article.self, odd, by: Self.strict) }
    #expect(throws: MappingError.self) { try decode(Article?.self, odd, by: Self.strict) }
    #expect(throws: MappingError.self) {
      try Self.strict.decodeList(GenericResource.self, from: Data(#"{"data":[],"canary":1}"#.utf8), onFailure: .skip)
    }
    let strict = Article.read("1").options { $0.coder = Self.strict }
    let error = await #expect(throws: CallError.self) { try await client(StubTransport(.document(odd))).send(strict) }
    #expect((error?.underlying as? MappingError)?.underlying is JSONAPIViolation && error?.stage == .mapping)
    #expect(error.map { "\($0)" }?.contains("a member is not known") == true)
    let refused = await #expect(throws: CallError.self) {
      try await client(StubTransport(.document(#"{"errors":[{"status":422}]}"#, status: 422))).send(strict)
    }
    #expect(refused?.jsonAPIErrors?.errors.first?.status == 422)
  }

  @Test(
    "D16: names that the standard forbids are not sent, unless the coder is lenient",
    arguments: ["id", "type", "", "a.b", "a/b", "a+b", "-a", "a-", "_a", "a_", " a", "a ", "a:b:c", ":a", "@", "[a]"])
  func names(name: String) throws {
    let lenient = JSONAPICoder(conformance: .lenient)
    let field = try GenericResource(type: "things", id: "1", attributes: [name: 1])
    let error = #expect(throws: MappingError.self) { try text(field) }
    #expect(error?.kind == .unencodable && error?.codingPath == ["data", "attributes", name])
    #expect(error?.underlying is JSONAPIViolation)
    #expect(try json(text(field, by: lenient))["data"]?["attributes"]?[name] == 1)
    let relationship = try GenericResource(type: "things", id: "1", relationships: [name: Relationship(.one(nil))])
    #expect(throws: MappingError.self) { try text([relationship]) }
    #expect(throws: MappingError.self) { try text(Document(data: Person(id: "1", name: "A"), included: [field])) }
    // Without a resource around them these two are the resource's own.
    guard name != "id", name != "type" else { return }
    #expect(throws: MappingError.self) { try text([name: 1] as JSONValue, by: JSONAPICoder(type: "things")) }
  }

  @Test("D16: names of the standard, of an extension and those that are ignored are sent; one name is one field")
  func allowedNames() throws {
    for name in ["a", "aB9", "a-b", "a_b", "a b", "été", "日本", "version:id", "@note", "links"] {
      #expect(try json(text(GenericResource(type: "t", id: "1", attributes: [name: 1])))["data"]?["attributes"]?[name] == 1)
    }
    let both = try GenericResource(type: "t", id: "1", attributes: ["x": 1], relationships: ["x": Relationship(.one(nil))])
    let error = #expect(throws: MappingError.self) { try text(both) }
    #expect(error?.pointer == "/data/relationships/x")
    struct Dotted: JSONAPIResource, Mappable {
      enum CodingKeys: String, CodingKey { case id, name = "a.b" }
      static let resourceType = "dotted"
      static let path: URITemplate = "dotted"
      var id: String?
      var name: String
    }
    let model = #expect(throws: MappingError.self) { try text(Dotted(name: "x")) }
    #expect(model?.codingPath == ["data", "attributes", "a.b"])
    var tracked = try Tracked(Dotted(id: "1", name: "x"), coder: JSONAPICoder(for: Dotted.self, conformance: .lenient))
    tracked.value.name = "y"
    #expect(try tracked.patch() != nil)
  }

  @Test("D19: a relationship of nothing is left out, and is no document") func nothing() throws {
    let resource = try GenericResource(
      type: "t", id: "1", relationships: ["x": Relationship(nil), "y": Relationship(.one(nil))])
    #expect(try json(text(resource))["data"]?["relationships"] == ["y": ["data": nil]])
    #expect(
      try text(GenericResource(type: "t", id: "1", relationships: ["x": Relationship(nil)]))
        == #"{"data":{"id":"1","type":"t"}}"#)
    let error = #expect(throws: MappingError.self) { try text(Relationship(nil)) }
    #expect(error?.kind == .unencodable && error?.pointer == "/data")
    #expect(try text(Relationship(.one(nil))) == #"{"data":null}"#)
  }

  @Test("D19: of a generic resource that was read, only the linkage of the relationships is sent") func linkageOnly() throws {
    let read = try decode(
      GenericResource.self,
      """
      {"data":{"type":"t","id":"1","relationships":{"a":{"links":{"related":"/a"}},"b":{"meta":{"n":1}},"c":{"data":null},
       "d":{"links":{"related":"/d"},"meta":{"n":1},"data":{"type":"u","id":"2","meta":{"m":1}}},
       "e":{"data":[{"type":"u","id":"3"}]}}}}
      """)
    #expect(
      try json(text(read))["data"]?["relationships"] == [
        "c": ["data": nil], "d": ["data": ["type": "u", "id": "2", "meta": ["m": 1]]],
        "e": ["data": [["type": "u", "id": "3"]]],
      ])
    let bare = #"{"data":{"type":"t","id":"1","relationships":{"a":{"links":{"related":"/a"}}}}}"#
    #expect(try text([decode(GenericResource.self, bare)]) == #"{"data":[{"id":"1","type":"t"}]}"#)
  }

  @Test("D16: empty attributes and meta are there again after a round trip; those that were not are not") func empties() throws
  {
    struct Thing: JSONAPIResource {
      static let resourceType = "t"
      var id: String
      var meta: [String: Int]?
    }
    for document in [
      #"{"data":{"attributes":{},"id":"1","meta":{},"type":"t"},"meta":{}}"#, #"{"data":{"id":"1","type":"t"}}"#,
      #"{"data":{"attributes":{},"id":"1","type":"t"}}"#, #"{"data":{"id":"1","meta":{},"type":"t"}}"#,
    ] {
      #expect(try text(decode(Document<GenericResource>.self, document)) == document)
    }
    let included = #"{"data":null,"included":[{"attributes":{},"id":"1","meta":{},"type":"t"}],"meta":{}}"#
    #expect(try text(decode(Document<Thing>.self, included)) == included)
    let meta = #"{"data":{"id":"1","meta":{},"type":"t"}}"#
    #expect(try text(decode(Thing.self, meta)) == meta)
    #expect(try text(decode(Thing.self, #"{"data":{"id":"1","type":"t"}}"#)) == #"{"data":{"id":"1","type":"t"}}"#)
  }

  @Test("D10: of two included resources of one name the first counts, and the document has both") func duplicates() throws {
    let text = """
      {"data":{"type":"articles","id":"1","attributes":{"title":"T"},"relationships":{"author":{"data":{"type":"people","id":"9"}}}},
       "included":[{"type":"people","id":"9","attributes":{"name":"first"}},{"type":"people","id":"9","attributes":{"name":"second"}}]}
      """
    let document = try decode(Document<Article>.self, text)
    #expect(try document.data?.author.value?.name == "first" && document.included.count == 2)
    #expect(throws: MappingError.self) { try decode(Document<Article>.self, text, by: Self.strict) }
  }
}
