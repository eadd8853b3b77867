import FoundationEssentials
import RefineryCore
import RefineryJSONAPI
import Testing

@Suite struct EncodingTests {
  @Test("D16: a resource becomes its document; without an id there is none") func one() throws {
    let article = Article(id: "1", title: "T", author: .to(id: "9"), comments: .to(ids: [5, 12]))
    #expect(
      try text(article) == """
        {"data":{"attributes":{"title":"T"},"id":"1","relationships":{"author":{"data":{"id":"9","type":"people"}},\
        "comments":{"data":[{"id":"5","type":"comments"},{"id":"12","type":"comments"}]}},"type":"articles"}}
        """)
    #expect(try text(Article(title: "T")) == #"{"data":{"attributes":{"title":"T"},"type":"articles"}}"#)
    #expect(try text(Comment(id: 7, body: "b")) == #"{"data":{"attributes":{"body":"b"},"id":"7","type":"comments"}}"#)
    struct Empty: JSONAPIResource {
      static let resourceType = "empties"
      var id: String?
    }
    #expect(try text(Empty()) == #"{"data":{"type":"empties"}}"#)
  }

  @Test("D17: a list becomes the document of all; new resources need no id") func list() throws {
    let people = [Person(id: "1", name: "Ann"), Person(id: "2", name: "Bob")]
    #expect(
      try text(people) == """
        {"data":[{"attributes":{"name":"Ann"},"id":"1","type":"people"},{"attributes":{"name":"Bob"},"id":"2","type":"people"}]}
        """)
    #expect(try text([Person]()) == #"{"data":[]}"#)
    #expect(
      try text([Person(name: "New"), Person(lid: "l", name: "Newer")]) == """
        {"data":[{"attributes":{"name":"New"},"type":"people"},{"attributes":{"name":"Newer"},"lid":"l","type":"people"}]}
        """)
  }

  @Test("D18: an attribute is absent, null or a value, each way, without special values") func threeStates() throws {
    struct Thing: JSONAPIResource, Equatable {
      static let resourceType = "things"
      var id = "1"
      var nick: Field<String> = .absent
      var count: Field<Int> = .absent
      var plain: String?
    }
    #expect(try text(Thing()) == #"{"data":{"id":"1","type":"things"}}"#)
    let null = Thing(nick: .null, count: .value(2_147_483_647))
    #expect(try text(null) == #"{"data":{"attributes":{"count":2147483647,"nick":null},"id":"1","type":"things"}}"#)
    #expect(try text(Thing(), nulls: .null) == #"{"data":{"attributes":{"plain":null},"id":"1","type":"things"}}"#)
    for thing in [Thing(), null, Thing(nick: .value("null"), plain: "x")] {
      #expect(try decode(Thing.self, text(thing)) == thing)
    }
  }

  @Test("D19: a relationship is null, empty or absent; an empty list of text stays an attribute") func emptyRelationships()
    throws
  {
    struct Thing: JSONAPIResource {
      static let resourceType = "things"
      var id: String?
      var one: ToOne<Person> = .absent
      var maybe: ToOne<Person>?
      var many: ToMany<Person> = .absent
      var maybeMany: ToMany<Person>?
      var any: Relationship?
      var some = Relationship(nil)
      var tags: [String] = []
    }
    let empty = #"{"data":{"attributes":{"tags":[]},"type":"things"}}"#
    #expect(try text(Thing()) == empty)
    #expect(try text(Thing(), nulls: .null) == empty)
    #expect(
      try json(text(Thing(one: .null, maybe: .null, many: .to([]), maybeMany: .to([ResourceIdentifier]()))))["data"]?[
        "relationships"]
        == ["one": ["data": nil], "maybe": ["data": nil], "many": ["data": []], "maybeMany": ["data": []]])
  }

  @Test("D20: a relationship to a new resource sends its lid, or throws") func newTargets() throws {
    let withLid = Article(title: "T", author: .to(Person(lid: "ann", name: "Ann")))
    #expect(try json(text(withLid))["data"]?["relationships"]?["author"] == ["data": ["type": "people", "lid": "ann"]])
    let error = #expect(throws: MappingError.self) { try text(Article(title: "T", author: .to(Person(name: "Ann")))) }
    #expect(error?.kind == .unencodable)
    #expect(error?.underlying as? ResourceFault == .unidentified(type: "people"))
    #expect(try json(text(Article(lid: "a", title: "T")))["data"]?["lid"] == "a")
  }

  @Test("D16: nothing that an attribute holds can pass for a relationship") func noInjection() throws {
    struct Thing: JSONAPIResource {
      struct Inner: Codable { var friend: ToOne<Person> }
      static let resourceType = "things"
      var id: String?
      var any: JSONValue
      var inner: Inner
      var generic: Relationship?
    }
    let thing = Thing(
      any: ["data": ["type": "people", "id": "1"]], inner: .init(friend: .to(id: "2")),
      generic: Relationship(.many([ResourceIdentifier("people", "3")])))
    let data = try json(text(thing))["data"]
    #expect(data?["relationships"] == ["generic": ["data": [["type": "people", "id": "3"]]]])
    #expect(data?["attributes"]?["any"] == ["data": ["type": "people", "id": "1"]])
    #expect(data?["attributes"]?["inner"] == ["friend": ["data": ["type": "people", "id": "2"]]])
  }

  @Test("D30: attributes without a model take the coder's type, and none is an error") func attributesAlone() throws {
    struct Changes: Codable { var age: Int?; var boss: ToOne<Person>? }
    let people = JSONAPICoder(for: Person.self)
    #expect(try text(Changes(age: 5), by: people) == #"{"data":{"attributes":{"age":5},"type":"people"}}"#)
    #expect(try text(["name": "Ann"] as JSONValue, by: people) == #"{"data":{"attributes":{"name":"Ann"},"type":"people"}}"#)
    #expect(
      try text(Changes(boss: .to(id: "1")), by: people)
        == #"{"data":{"relationships":{"boss":{"data":{"id":"1","type":"people"}}},"type":"people"}}"#)
    let error = #expect(throws: MappingError.self) { try text(Changes(age: 5)) }
    #expect(error?.underlying as? ResourceFault == .unknownType)
    #expect(throws: MappingError.self) { try text([1: 2.0, 3: .nan], by: people) }
    #expect(throws: MappingError.self) { try text(7, by: people) }
  }

  @Test("D16: a document is sent with what stands around its data") func document() throws {
    let tag = try GenericResource(type: "tags", id: "t", attributes: ["name": "new"])
    let document = Document(data: Article(id: "1", title: "T"), included: [tag], meta: ["by": "me"])
    #expect(
      try json(text(document)) == [
        "data": ["type": "articles", "id": "1", "attributes": ["title": "T"]], "meta": ["by": "me"],
        "included": [["type": "tags", "id": "t", "attributes": ["name": "new"]]],
      ])
    #expect(try text(Document<Article>(data: nil)) == #"{"data":null}"#)
    #expect(try decode(Document<Article>.self, text(document)).data == document.data)
  }

  @Test("D18: links and meta of the resource itself are not attributes; links are not sent") func ownMembers() throws {
    struct Thing: JSONAPIResource {
      static let resourceType = "things"
      var id: String?
      var links: ResourceLinks?
      var meta: [String: Int]?
    }
    let thing = try decode(Thing.self, #"{"data":{"type":"things","id":"1","links":{"self":"/1"},"meta":{"n":1}}}"#)
    #expect(thing.links?["self"]?.href == "/1" && thing.meta == ["n": 1])
    #expect(try text(thing) == #"{"data":{"id":"1","meta":{"n":1},"type":"things"}}"#)
    #expect(try text(Thing(id: "1"), nulls: .null) == #"{"data":{"id":"1","type":"things"}}"#)
  }

  @Test("D18: an attribute with a name of the resource's own members wins over those") func attributesOfOwnNames() throws {
    struct Thing: JSONAPIResource {
      static let resourceType = "things"
      var id: String?
      var lid: String?
      var meta: String?
    }
    let thing = try decode(
      Thing.self, #"{"data":{"type":"things","id":"1","lid":"l","meta":{"n":1},"attributes":{"lid":"a","meta":"b"}}}"#)
    #expect(thing.lid == "a" && thing.meta == "b")
  }

  @Test("D19: a relationship without linkage is not sent, also by a property of a generic type") func hiddenRelationship()
    throws
  {
    struct Thing<Value: Codable & Sendable>: JSONAPIResource {
      static var resourceType: String { "things" }
      var id: String?
      var value: Value
    }
    #expect(try text(Thing(value: Relationship(nil))) == #"{"data":{"type":"things"}}"#)
    let empty = #"{"data":{"relationships":{"value":{"data":null}},"type":"things"}}"#
    #expect(try text(Thing(value: Relationship(.one(nil)))) == empty)
  }

  @Test("D02, D16: ids are text in documents, whatever they are in the model") func ids() throws {
    struct Number: RawRepresentable, Codable, Hashable { var rawValue: Int16 }
    struct Name: RawRepresentable, Codable, Hashable { var rawValue: String }
    struct Counted<ID: Codable & Hashable & Sendable>: JSONAPIResource, Equatable {
      static var resourceType: String { "things" }
      var id: ID
    }
    func check<ID: Codable & Hashable & Sendable>(_ id: ID, _ expected: String) throws {
      let document = #"{"data":{"id":"\#(expected)","type":"things"}}"#
      #expect(try text(Counted(id: id)) == document)
      #expect(try decode(Counted<ID>.self, document) == Counted(id: id))
      #expect(Counted(id: id).resourceIdentifier == ResourceIdentifier("things", expected))
    }
    try check(5, "5")
    try check(UInt64.max, "18446744073709551615")
    try check(Int?.some(-7), "-7")
    try check("007", "007")
    try check(Name(rawValue: "5"), "5")
    let id = UUID()
    try check(id, id.uuidString.lowercased())
    #expect(fault(Counted<Int>.self, #"{"data":{"id":"x","type":"things"}}"#) == "wrong type /data/id")
    #expect(try text(Counted<Int?>(id: nil)) == #"{"data":{"type":"things"}}"#)
    let number = try decode(Counted<Number>.self, #"{"data":{"id":"7","type":"things"}}"#)
    #expect(number.id == Number(rawValue: 7))
  }
}
