import FoundationEssentials
import RefineryCore
import RefineryJSONAPI
import Testing

@Suite struct DocumentTests {
  @Test("D02: a single document gives id, type, attributes, relationships, links and meta") func single() throws {
    struct Full: JSONAPIResource {
      static let resourceType = "articles"
      var id: String
      var type: String
      var title: String
      var author: ToOne<Person>
      var links: ResourceLinks
      var meta: JSONValue
    }
    let full = try decode(
      Full.self,
      """
      {"data":{"type":"articles","id":"1","attributes":{"title":"T"},"meta":{"stars":3},"links":{"self":"/articles/1"},
       "relationships":{"author":{"data":{"type":"people","id":"9"}}}}}
      """)
    #expect(full.id == "1" && full.type == "articles" && full.title == "T" && full.author.id == "9")
    #expect(full.links["self"]?.href == "/articles/1")
    #expect(full.meta["stars"]?.int == 3)
  }

  @Test("D03: a list keeps its order, and an empty one is empty") func list() throws {
    let text =
      #"{"data":[{"type":"comments","id":"2","attributes":{"body":"b"}},{"type":"comments","id":"1","attributes":{"body":"a"}}]}"#
    #expect(try decode([Comment].self, text).map(\.id) == [2, 1])
    #expect(try decode([Comment].self, #"{"data":[]}"#).isEmpty)
  }

  @Test("D04: null data and documents of meta alone are nil, not errors") func noData() throws {
    let null = try decode(Document<Article>.self, #"{"data":null}"#)
    #expect(null.data == nil && null.hasData)
    let meta = try decode(Document<[Article]>.self, #"{"meta":{"total":5}}"#)
    #expect(meta.data == nil && !meta.hasData && meta.meta["total"]?.int == 5)
    #expect(try decode(Article?.self, #"{"data":null}"#) == nil)
    #expect(try decode(Article?.self, "") == nil)
    #expect(fault(Article.self, #"{"data":null}"#) == "null /data")
    #expect(fault(Article.self, #"{"meta":{}}"#) == "missing /data")
    #expect(fault(Article.self, " ") == "empty body ")
    #expect(fault(JSONValue.self, "") == "empty body ")
    #expect(try decode([Article]?.self, "") == nil && decode([Article]?.self, #"{"data":null}"#) == nil)
  }

  @Test("D05: the top level's meta, links, included and jsonapi are there") func topLevel() throws {
    let document = try decode(Document<[Article]>.self, compound)
    #expect(document.jsonapi?.version == "1.0")
    #expect(document.meta["count"]?.int == 13)
    #expect(document.included.map(\.type) == ["people", "comments", "comments", "robots"])
    #expect(document.links.next?.href == "http://h/articles?page[offset]=2")
    let version = try decode(
      Document<[Article]>.self,
      #"{"data":[],"jsonapi":{"version":"1.1","ext":["https://e"],"profile":["https://p"],"meta":{"a":1}}}"#
    ).jsonapi
    #expect(version?.extensions == ["https://e"] && version?.profiles == ["https://p"] && version?.meta["a"] == 1)
  }

  @Test("D15: a link may be text, an object or null, and a bad one does not lose the others") func links() throws {
    let links = try decode(Document<[Article]>.self, compound).links
    #expect(links.names == ["last", "next", "self"])
    #expect(links["last"]?.href == "/last" && links["last"]?.meta["n"]?.int == 10)
    #expect(links["prev"] == nil && links.nulls == ["prev"] && links.unreadable == ["bad"])
    let rich = try decode(
      Document<[Article]>.self,
      """
      {"data":[],"links":{"related":{"href":"","rel":"r","title":"T","type":"text/html","hreflang":["de","en"],
       "describedby":{"href":"/schema"}},"describedby":"/d"}}
      """
    ).links
    #expect(rich["related"]?.href == "" && rich["related"]?.languages == ["de", "en"] && rich["related"]?.title == "T")
    #expect(rich["related"]?.rel == "r" && rich["related"]?.type == "text/html" && rich["related"]?.describedBy == "/schema")
    #expect(rich["describedby"]?.href == "/d")
    #expect(fault(Document<[Article]>.self, #"{"data":[],"links":"x"}"#) == "wrong shape /links")
  }

  @Test("D07: attributes are native numbers, truth values, dates, lists and objects") func attributes() throws {
    struct Thing: JSONAPIResource, Equatable {
      struct Part: Codable, Equatable { var size: Double }
      static let resourceType = "things"
      var id: UUID
      var count: Int
      var ratio: Double?
      var isOn: Bool
      var born: Date
      var tags: [String]
      var parts: [Part]
      var map: [String: Int]
      var any: JSONValue
    }
    let id = UUID()
    let document = """
      {"data":{"type":"things","id":"\(id.uuidString)","attributes":{"count":2147483647,"ratio":0.5,"isOn":true,
       "born":"2024-02-02T03:04:05Z","tags":[],"parts":[{"size":1.5}],"map":{"a_b":1},"any":{"x":[1e400,null]}}}}
      """
    let thing = try decode(Thing.self, document)
    #expect(thing.id == id && thing.count == 2_147_483_647 && thing.ratio == 0.5 && thing.isOn)
    #expect(thing.parts == [Thing.Part(size: 1.5)] && thing.map == ["a_b": 1] && thing.any["x"]?[1] == JSONValue.null)
    #expect(try decode(Thing.self, text(thing)) == thing)
    #expect(try json(text(thing))["data"]?["attributes"]?["tags"] == [])
  }

  @Test("D06: names are mapped per type, for attributes and relationships, in included types too") func keys() throws {
    struct Author: JSONAPIResource {
      static let resourceType = "authors"
      static let keyStrategy: KeyStrategy? = .snakeCase
      var id: String
      var fullName: String
    }
    struct Post: JSONAPIResource {
      enum CodingKeys: String, CodingKey { case id, titleText = "headline", firstAuthor }
      static let resourceType = "posts"
      static let keyStrategy: KeyStrategy? = .kebabCase
      var id: String
      var titleText: String
      var firstAuthor: ToOne<Author>
    }
    let document = """
      {"data":{"attributes":{"headline":"T"},"id":"1","relationships":{"first-author":{"data":{"id":"9","type":"authors"}}},\
      "type":"posts"},"included":[{"type":"authors","id":"9","attributes":{"full_name":"Ann"}}]}
      """
    let post = try decode(Post.self, document)
    #expect(try post.titleText == "T" && post.firstAuthor.value?.fullName == "Ann")
    #expect(try json(text(post))["data"] == json(document)["data"])
    let wrong = document.replacing(#""headline":"T""#, with: #""headline":7"#)
    #expect(fault(Post.self, wrong) == "wrong type /data/attributes/headline")
    struct Plain: JSONAPIResource {
      static let resourceType = "plains"
      static let coder: (any Coder)? = JSONAPICoder(for: Self.self, keys: .kebabCase)
      var id: String
      var someName: String
    }
    let kebab = try #require(Plain.coder)
    let body = Data(#"{"data":{"type":"plains","id":"1","attributes":{"some-name":"x"}}}"#.utf8)
    #expect(try kebab.decode(Plain.self, from: body, at: []).someName == "x")
  }

  @Test("D06: a rule of your own may change the names of all properties, also of those that are no attributes") func ownKeys()
    throws
  {
    struct Sheet: JSONAPIResource {
      static let resourceType = "sheets"
      static let keyStrategy: KeyStrategy? = .custom { $0.uppercased() }
      var id: Int
      var links: String
    }
    let text = #"{"data":{"type":"sheets","id":"1","attributes":{"LINKS":"own"},"links":{"self":"/1"}}}"#
    let sheet = try decode(Sheet.self, text)
    #expect(sheet.id == 1 && sheet.links == "own")
    #expect(fault(Sheet.self, text.replacing(#""id":"1""#, with: #""id":"x""#)) == "wrong type /data/id")
  }

  @Test("D12: resources of unknown types are kept as generic ones, or skipped, or an error with its place")
  func unknownTypes() throws {
    let text = """
      {"data":[{"type":"comments","id":"1","attributes":{"body":"a"}},
               {"type":"robots","id":"r2","attributes":{"beeps":true},"relationships":{"owner":{"data":{"type":"comments","id":"1"}}}}]}
      """
    #expect(fault([Comment].self, text) == "invalid /data/1/type")
    let skipped = try coder.decodeList(Comment.self, from: Data(text.utf8), onFailure: .skip)
    #expect(skipped.elements.count == 1 && skipped.skipped.map(\.index) == [1])
    let generic = try decode([GenericResource].self, text)
    #expect(generic[1].type == "robots" && generic[1].id == "r2" && generic[1].attributes["beeps"] == true)
    #expect(generic[1].related("owner").first?.attributes["body"] == "a")
    #expect(try generic[0].decoded(as: Comment.self).body == "a")
    #expect(throws: MappingError.self) { try generic[1].decoded(as: Comment.self) }
    #expect(try decode([GenericResource].self, JSONAPICoder().encode(generic).text) == generic)
  }

  @Test(
    "D13: a malformed document throws with the pointer of its fault",
    arguments: [
      (#"{"data":{"id":"1"}}"#, "missing /data/type"),
      (#"{"data":{"type":"articles","attributes":{"title":"T"}}}"#, "missing /data/id"),
      (#"{"data":{"type":7,"id":"1"}}"#, "wrong type /data/type"),
      (#"{"data":{"type":"articles","id":1}}"#, "wrong type /data/id"),
      (#"{"data":{"type":"articles","id":null}}"#, "null /data/id"),
      (#"{"data":"x"}"#, "wrong shape /data"),
      (#"{"data":[]}"#, "wrong shape /data"),
      (#"[]"#, "wrong shape "),
      (#"{}"#, "missing /data"),
      (#"{"data":{"#, "malformed "),
      (#"{"data":{"type":"articles","id":"1","attributes":[]}}"#, "wrong shape /data/attributes"),
      (#"{"data":{"type":"articles","id":"1","attributes":{}}}"#, "missing /data/attributes/title"),
      (#"{"data":{"type":"articles","id":"1","attributes":{"title":5}}}"#, "wrong type /data/attributes/title"),
      (#"{"data":{"type":"articles","id":"1","relationships":{"a/b":[]}}}"#, "wrong shape /data/relationships/a~1b"),
      (#"{"data":{"type":"articles","id":"1","relationships":{"x":{"data":"y"}}}}"#, "wrong shape /data/relationships/x/data"),
      (
        #"{"data":{"type":"articles","id":"1","relationships":{"x":{"data":[{"type":"t","id":"1"},{"id":"2"}]}}}}"#,
        "missing /data/relationships/x/data/1/type"
      ),
      (
        #"{"data":{"type":"articles","id":"1","attributes":{"title":"T"},"relationships":{"author":{"data":[]}}}}"#,
        "wrong shape /data/relationships/author/data"
      ),
      (#"{"data":{"type":"articles","id":"1","links":"x"}}"#, "wrong shape /data/links"),
      (#"{"data":{"type":"articles","id":"1","meta":[]}}"#, "wrong shape /data/meta"),
      (#"{"data":{"type":"articles","id":"1","relationships":{"a":{"links":7}}}}"#, "wrong shape /data/relationships/a/links"),
      (#"{"data":null,"included":{}}"#, "wrong shape /included"),
      (#"{"data":null,"included":[{"type":"a","id":"1"},{"type":"b"}]}"#, "missing /included/1/id"),
      (#"{"data":null,"meta":[]}"#, "wrong shape /meta"),
    ])
  func malformed(_ text: String, _ expected: String) {
    #expect(fault(Article.self, text) == expected)
  }

  @Test("D13: pointers say the names that the document has, not those of properties") func pointerNames() {
    struct Deep: JSONAPIResource {
      struct Part: Codable { var someSize: Int }
      static let resourceType = "deeps"
      static let keyStrategy: KeyStrategy? = .kebabCase
      var id: String
      var manyParts: [Part]?
      var byName: [String: Part]?
      var data: ToOne<Person> = .absent
      var dueDate: Date?
    }
    func fault(_ members: String) -> String {
      RefineryJSONAPITests.fault(Deep.self, #"{"data":{"type":"deeps","id":"1",\#(members)}}"#)
    }
    #expect(
      fault(#""attributes":{"many-parts":[{"some-size":1},{"some-size":"x"}]}"#)
        == "wrong type /data/attributes/many-parts/1/some-size")
    #expect(
      fault(#""attributes":{"by-name":{"theKey":{}}}"#) == "missing /data/attributes/by-name/theKey/some-size")
    #expect(fault(#""attributes":{"due-date":"yesterday"}"#) == "invalid /data/attributes/due-date")
    #expect(fault(#""relationships":{"data":{"data":[]}}"#) == "wrong shape /data/relationships/data/data")
    #expect(
      fault(#""relationships":{"x":{"data":[{"type":"a","id":"1","lid":5}]}}"#) == "wrong type /data/relationships/x/data/0/lid"
    )
  }

  @Test("D13: a fault inside an included resource is thrown where it is reached, with its place") func lazyFault() throws {
    let article = try decode([Article].self, compound.replacing(#""name":"Dan""#, with: #""name":5"#))[0]
    #expect(article.author.isLoaded)
    let error = #expect(throws: MappingError.self) { try article.author.value }
    #expect(error?.pointer == "/included/0/attributes/name" && error?.kind == .wrongType)
  }

  @Test("C20: of a repeated member the first counts") func repeated() throws {
    let text = #"{"data":{"type":"articles","id":"1","id":"2","attributes":{"title":"a","title":"b"}}}"#
    #expect(try decode(Article.self, text) == Article(id: "1", title: "a"))
  }

  @Test("D04: fields of other types than models are read from the primary data, and from any place") func otherTypes() throws {
    struct Title: Decodable { var title: String }
    struct Statistics: Decodable { var total: Int }
    let text = #"{"data":{"type":"x","id":"1","attributes":{"title":"T"}},"meta":{"stats":{"total":4}}}"#
    #expect(try decode(Title.self, text).title == "T")
    #expect(try coder.decode(Statistics.self, from: Data(text.utf8), at: ["meta", "stats"]).total == 4)
    #expect(try decode(JSONValue.self, text) == json(text))
  }
}

extension Data {
  var text: String { String(decoding: self, as: UTF8.self) }
}
