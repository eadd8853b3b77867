import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSONAPI
import RefineryTesting
import Testing

struct Article: JSONAPIResource, Mappable, Equatable {
  static let resourceType = "articles"
  static let path: URITemplate = "articles"
  var id: String?
  var lid: String?
  var title: String
  var author: ToOne<Person> = .absent
  var comments: ToMany<Comment> = .absent
}

struct Person: JSONAPIResource, Mappable, Equatable {
  static let resourceType = "people"
  static let path: URITemplate = "people"
  var id: String?
  var lid: String?
  var name: String
  var favorite: ToOne<Article> = .absent
  var boss: ToOne<Person>?
}

struct Comment: JSONAPIResource, Mappable, Equatable {
  static let resourceType = "comments"
  static let path: URITemplate = "comments"
  var id: Int?
  var body: String
  var author: ToOne<Person> = .absent
}

/// The standard's own example, with a circle: Dan's favorite article is the one he wrote.
let compound = """
  {"jsonapi":{"version":"1.0"},"meta":{"count":13},
   "links":{"self":"http://h/articles","next":"http://h/articles?page[offset]=2","last":{"href":"/last","meta":{"n":10}},
            "prev":null,"bad":5},
   "data":[{"type":"articles","id":"1","attributes":{"title":"JSON:API paints my bikeshed!"},
     "links":{"self":"http://h/articles/1"},"meta":{"stars":3},
     "relationships":{
       "author":{"links":{"self":"/articles/1/relationships/author","related":"/articles/1/author"},
                 "data":{"type":"people","id":"9"}},
       "comments":{"links":{"self":"/articles/1/relationships/comments"},"meta":{"count":2},
                   "data":[{"type":"comments","id":"5"},{"type":"comments","id":"12"}]}}}],
   "included":[
     {"type":"people","id":"9","attributes":{"name":"Dan"},
      "relationships":{"favorite":{"data":{"type":"articles","id":"1"}}}},
     {"type":"comments","id":"5","attributes":{"body":"First!"},
      "relationships":{"author":{"data":{"type":"people","id":"2"}}}},
     {"type":"comments","id":"12","attributes":{"body":"I like XML better"},
      "relationships":{"author":{"data":{"type":"people","id":"9"}}}},
     {"type":"robots","id":"r2","attributes":{"beeps":true}}]}
  """

let coder = JSONAPICoder()

func decode<Value: Decodable>(_ type: Value.Type, _ text: String, by coder: JSONAPICoder = coder) throws -> Value {
  try coder.decode(type, from: Data(text.utf8))
}

func text(_ value: some Encodable, by coder: JSONAPICoder = coder, nulls: NullPolicy? = nil) throws -> String {
  String(decoding: try coder.encode(value, nulls: nulls), as: UTF8.self)
}

func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: text) }

/// The pointer and kind of what reading a document throws.
func fault<Value: Decodable>(_ type: Value.Type, _ text: String) -> String {
  do {
    _ = try decode(type, text)
    return "none"
  } catch let error as MappingError {
    return "\(error.kind) \(error.pointer)"
  } catch {
    return "another error: \(error)"
  }
}

extension StubTransport.StubResponse {
  static func document(_ text: String, status: Int = 200) -> StubTransport.StubResponse {
    .json(text, status: status, headers: [.contentType: "application/vnd.api+json"])
  }
}

func client(_ stub: StubTransport, _ middleware: any Middleware...) -> Client {
  Client(baseURL: "http://h/v1", middleware: middleware, transport: stub)
}
