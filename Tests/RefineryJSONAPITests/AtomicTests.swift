import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSONAPI
import RefineryTesting
import Testing

private struct Device: JSONAPIResource {
  static let resourceType = "devices"
  static let coder: (any Coder)? = JSONAPICoder(for: Device.self, dates: .secondsSince1970, keys: .kebabCase)
  var id: String?
  var serialNumber: String
  var madeAt: Date?
}

private final class Crate: JSONAPIResource {
  static let resourceType = "crates"
  let id: String
}

private struct Shelf: JSONAPIResource {
  static let resourceType = "shelves"
  var id: String?
  var lamp: ToOne<GenericResource> = .absent
}

@Suite struct AtomicTests {
  private let mediaType = #"application/vnd.api+json; ext="https://jsonapi.org/ext/atomic""#

  @Test("D01, D20: atomic operations are one document with its own media type, and later ones refer by lid") func document()
    async throws
  {
    let stub = StubTransport(
      .document(
        """
        {"atomic:results":[{"data":{"type":"people","id":"9","attributes":{"name":"Ann"}}},
          {"data":{"type":"articles","id":"1","attributes":{"title":"T"},"relationships":{"author":{"data":{"type":"people","id":"9"}}}}},
          {},{"meta":{"n":1}},{},{"data":null}]}
        """))
    var operations = AtomicOperations()
    let ann = Person(lid: "ann", name: "Ann")
    operations.add(ann)
    let place = operations.add(Article(title: "T", author: .to(ann)), at: "/articles")
    operations.update(Comment(id: 3, body: "b"))
    operations.remove(Comment.self, id: 4)
    operations.replace("author", of: ResourceIdentifier("articles", "7"), by: .one(ann.resourceIdentifier))
    operations.remove([ResourceIdentifier("comments", "5")], from: "comments", of: ResourceIdentifier("articles", "7"))
    let results = try #require(try await client(stub).send(operations.call("operations")))
    #expect(place == 1 && operations.count == 6 && results.results.count == 6)
    #expect(try results.value(Article.self, at: place)?.author.id == "9")
    #expect(try results.value(Person.self, at: 0)?.name == "Ann")
    #expect(try results.value(Comment.self, at: 2) == nil && results.value(Comment.self, at: 99) == nil)
    #expect(results.results[3].meta["n"] == 1)
    let sent = try #require(stub.last)
    #expect(sent.method == .post && sent.path == "/v1/operations")
    #expect(sent.headers[.contentType] == mediaType && sent.headers[.accept] == mediaType)
    #expect(
      try json(#require(sent.text)) == [
        "atomic:operations": [
          ["op": "add", "data": ["type": "people", "lid": "ann", "attributes": ["name": "Ann"]]],
          [
            "op": "add", "href": "/articles",
            "data": [
              "type": "articles", "attributes": ["title": "T"],
              "relationships": ["author": ["data": ["type": "people", "lid": "ann"]]],
            ],
          ],
          ["op": "update", "data": ["type": "comments", "id": "3", "attributes": ["body": "b"]]],
          ["op": "remove", "ref": ["type": "comments", "id": "4"]],
          [
            "op": "update", "ref": ["type": "articles", "id": "7", "relationship": "author"],
            "data": ["type": "people", "lid": "ann"],
          ],
          [
            "op": "remove", "ref": ["type": "articles", "id": "7", "relationship": "comments"],
            "data": [["type": "comments", "id": "5"]],
          ],
        ]
      ])
  }

  @Test("D20: a resource is created after the new resources that it refers to by lid") func compoundCreate() throws {
    let boss = Person(lid: "boss", name: "Boss")
    let ann = Person(lid: "ann", name: "Ann", boss: .to(boss))
    let article = Article(
      lid: "new", title: "T", author: .to(ann), comments: .to([Comment(id: 5, body: "there already")]))
    var operations = AtomicOperations()
    operations.add(boss)
    operations.add(ann)
    #expect(operations.add(article) == 2)
    let list = try json(text(operations))["atomic:operations"]?.array ?? []
    #expect(list.map { $0["data"]?["lid"]?.string } == ["boss", "ann", "new"])
    #expect(list[2]["data"]?["relationships"]?["comments"] == ["data": [["type": "comments", "id": "5"]]])
    var nameless = AtomicOperations()
    nameless.add(Article(title: "T", author: .to(Person(name: "Ann"))))
    let error = #expect(throws: MappingError.self) { try text(nameless) }
    #expect(error?.underlying is ResourceFault)
  }

  @Test("D20: a new resource may have no model") func genericCreate() throws {
    let lamp = try GenericResource(type: "lamps", lid: "lamp", attributes: ["watts": 9])
    var operations = AtomicOperations()
    operations.add(lamp)
    #expect(operations.add(Shelf(lamp: .to(lamp))) == 1)
    let list = try json(text(operations))["atomic:operations"]?.array ?? []
    #expect(list.map { $0["data"]?["type"]?.string } == ["lamps", "shelves"])
    #expect(list.first == ["op": "add", "data": ["type": "lamps", "lid": "lamp", "attributes": ["watts": 9]]])
    operations.add(try GenericResource(type: "lamps", lid: "wrong", attributes: ["-": 9]))
    #expect(throws: MappingError.self) { try text(operations) }
  }

  @Test("D20: a result is read by the coder of its model, which wrote the operation, and stays one object")
  func ownCoder() async throws {
    let stub = StubTransport(
      .document(
        """
        {"atomic:results":[{"data":{"type":"devices","id":"1","attributes":{"serial-number":"A7","made-at":86400}}},
          {"data":{"type":"crates","id":"2"}}]}
        """))
    var operations = AtomicOperations()
    operations.add(Device(serialNumber: "A7", madeAt: Date(timeIntervalSince1970: 86400)))
    let results = try #require(try await client(stub).send(operations.call("operations")))
    let sent = try json(#require(stub.last?.text))["atomic:operations"]?.array?.first?["data"]?["attributes"]
    #expect(sent == ["serial-number": "A7", "made-at": 86400])
    let device = try results.value(Device.self, at: 0)
    #expect(device?.serialNumber == "A7" && device?.madeAt == Date(timeIntervalSince1970: 86400))
    let crate = try #require(try results.value(Crate.self, at: 1))
    let again = try results.value(Crate.self, at: 1)
    #expect(again === crate)
  }

  @Test("D21: errors are told apart by operation; what cannot be written names its operation") func errors() async throws {
    let stub = StubTransport(
      .document(
        """
        {"errors":[{"status":"422","source":{"pointer":"/atomic:operations/1/data/attributes/title"}},{"status":"500"}]}
        """, status: 422))
    var operations = AtomicOperations()
    operations.add(Person(name: "Ann"))
    operations.add(Article(title: ""))
    let error = await #expect(throws: CallError.self) { try await client(stub).send(operations.call("operations")) }
    let details = try #require(error?.details(as: JSONAPIErrors.self))
    #expect(details.errors(ofOperation: 1).count == 1 && details.errors(ofOperation: 0).isEmpty)
    operations.add(Article(title: "", author: .to(Person(name: "Ann"))))
    let building = await #expect(throws: CallError.self) { try await client(stub).send(operations.call("operations")) }
    #expect(building?.stage == .building && stub.sent.count == 1)
    #expect((building?.underlying as? MappingError)?.pointer.hasPrefix("/atomic:operations/2/data") == true)
    var nameless = AtomicOperations()
    nameless.update(Person(name: "Ann"))
    #expect(throws: MappingError.self) { try text(nameless) }
  }

  @Test("D27: no content is no results; a document without results is an error") func noResults() async throws {
    let api = client(StubTransport(.status(204), .document("{}"), .document(#"{"atomic:results":[{"data":[{"id":"1"}]}]}"#)))
    let call = AtomicOperations().call("operations")
    #expect(try await api.send(call) == nil)
    for pointer in ["/atomic:results", "/atomic:results/0/data/0/type"] {
      let error = await #expect(throws: CallError.self) { try await api.send(call) }
      #expect((error?.underlying as? MappingError)?.pointer == pointer)
    }
  }
}
