import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryJSONAPI
import RefineryMock
import Testing

private struct Product: Codable, Identifiable, Mappable {
  static let path: URITemplate = "products"
  var id: Int
  var in_stock: Bool?
  var max_players: Int?
  var order: Int?
  var direction: String?
  var shop: UUID?
  var marks: [UUID]?
}

private struct Book: JSONAPIResource, Mappable {
  static let resourceType = "books"
  static let path: URITemplate = "books"
  var id: String?
  var title: String
  var author: ToOne<Author> = .absent
}

private struct Author: JSONAPIResource, Mappable {
  static let resourceType = "authors"
  static let path: URITemplate = "authors"
  var id: UUID?
  var name: String
}

@Suite("Mock server: lists") struct MockListTests {
  private func get(_ mock: MockServer, _ target: String) -> MockResponse {
    mock.respond(to: MockRequest(method: .get, target: target))
  }

  private func ids(_ mock: MockServer, _ target: String) throws -> [Int] {
    try JSONValue(parsing: get(mock, target).content).array?.compactMap { $0["id"]?.int } ?? []
  }

  @Test("S07: a key that is the whole name of a member is a filter, also if it looks like a comparison or an order")
  func memberFirst() throws {
    let seeds: JSONValue = [
      "products": [
        ["id": 1, "in_stock": true, "max_players": 4, "order": 5, "direction": "north"],
        ["id": 2, "in_stock": false, "max_players": 2, "order": 6, "direction": "south"],
      ]
    ]
    let mock = try MockServer(EndpointTable("Products", [Product.self]), MockSettings { $0.seeds = seeds })
    #expect(try ids(mock, "/products?in_stock=true") == [1])
    #expect(try ids(mock, "/products?filter[in_stock]=false") == [2])
    #expect(try ids(mock, "/products?max_players=4") == [1])
    #expect(try ids(mock, "/products?max_max_players=3") == [2])
    #expect(try ids(mock, "/products?order=6") == [2])
    #expect(try ids(mock, "/products?direction=south") == [2])
    #expect(try ids(mock, "/products?sort=id&order=desc") == [2, 1])
    let notes = DictionaryResource("Note", path: "notes", identifiedBy: "id")
    let loose = try MockServer(
      EndpointTable("Notes", rows: notes.endpoints),
      MockSettings { $0.seeds = ["Note": [["id": 1, "opt_in": true, "order": 1], ["id": 2, "opt_in": false, "order": 2]]] })
    #expect(try ids(loose, "/notes?opt_in=false") == [2])
    #expect(try ids(loose, "/notes?order=1") == [1])
    #expect(try ids(loose, "/notes?_sort=-order") == [2, 1])
  }

  @Test("S07: filters find a UUID in capitals and in lower case") func uuids() throws {
    let (upper, lower) = ("E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "e621e1f8-c36c-495a-93fc-0c247a3e6e5f")
    let seeds: JSONValue = [
      "products": [
        ["id": 1, "shop": .string(upper), "marks": [.string(upper)]], ["id": 2, "shop": .string(lower)], ["id": 3],
      ]
    ]
    let mock = try MockServer(EndpointTable("Products", [Product.self]), MockSettings { $0.seeds = seeds })
    for id in [upper, lower] {
      #expect(try ids(mock, "/products?shop=\(id)") == [1, 2])
      #expect(try ids(mock, "/products?shop[in]=\(id),x") == [1, 2])
      #expect(try ids(mock, "/products?not_shop=\(id)") == [3])
      #expect(try ids(mock, "/products?marks=\(id)") == [1])
    }
  }

  @Test("S07: a query has a limited number of sort keys and of values") func limits() throws {
    let mock = try MockServer(EndpointTable("Products", [Product.self]), MockSettings { $0.records = 2 })
    let keys = Array(repeating: "id", count: 101).joined(separator: ",")
    #expect(get(mock, "/products?sort=\(keys)").status == 400)
    #expect(get(mock, "/products?order_by=\(keys.dropLast(3))").status == 200)
    let values = Array(repeating: "1", count: 1_001).joined(separator: ",")
    #expect(get(mock, "/products?id=\(values)").status == 400)
    #expect(get(mock, "/products?" + Array(repeating: "id=1", count: 1_001).joined(separator: "&")).status == 400)
    #expect(try ids(mock, "/products?id=\(values.dropLast(2))") == [1])
  }

  @Test("S07: values of several types have one order") func mixedTypes() throws {
    let notes = DictionaryResource("Note", path: "notes", identifiedBy: "id")
    let values: [JSONValue] = [10, "5", true, 9, [1], .null, "10"]
    let seeds = values.indices.map { JSONValue.object(["id": .number($0), "value": values[$0]]) }
    let mock = try MockServer(
      EndpointTable("Notes", rows: notes.endpoints), MockSettings { $0.seeds = ["Note": .array(seeds)] })
    #expect(try ids(mock, "/notes?sort=value") == [2, 3, 0, 6, 1, 4, 5])
  }

  @Test("S07: a list that is deleted page by page, by its cursor, is deleted whole") func cursors() throws {
    let mock = try MockServer(EndpointTable("Products", [Product.self]), MockSettings { $0.records = 45 })
    var target: String? = "/products?_limit=10"
    var pages = 0
    let name = try #require(HTTPField.Name("Link"))
    while let next = target, pages < 10 {
      pages += 1
      let response = get(mock, next)
      let link = response.fields[name] ?? ""
      target = link.split(separator: ", ").first { $0.hasSuffix("rel=\"next\"") }.map {
        String($0.dropFirst().prefix { $0 != ">" })
      }
      for id in try ids(mock, next) {
        _ = mock.respond(to: MockRequest(method: .delete, target: "/products/\(id)"))
      }
    }
    #expect(pages == 5 && mock.records { $0.all("Product") }.isEmpty)
  }

  @Test("S07: a cursor stays at its element when another one is created before it") func insertion() throws {
    let seeds: JSONValue = ["products": .array((1...4).map { ["id": .number($0 * 10)] })]
    let mock = try MockServer(EndpointTable("Products", [Product.self]), MockSettings { $0.seeds = seeds })
    let first = get(mock, "/products?sort=id&_limit=2")
    let name = try #require(HTTPField.Name("Link"))
    let link = try #require(first.fields[name])
    let next = try #require(link.split(separator: ", ").first { $0.hasSuffix("rel=\"next\"") })
    _ = mock.respond(to: MockRequest(method: .post, target: "/products", content: Data(#"{"id":5}"#.utf8)))
    #expect(try ids(mock, String(next.dropFirst().prefix { $0 != ">" })) == [30, 40])
    #expect(try ids(mock, "/products?start=2024-01-01").count == 5)
  }

  @Test("S07: JSON:API: an unknown relationship in include and an unknown member in sort get 400, which name the parameter")
  func unknown() throws {
    let mock = try MockServer(EndpointTable("Books", [Book.self, Author.self]), MockSettings { $0.records = 3 })
    for (query, parameter) in [
      ("include=autor", "include"), ("include=author.nobody", "include"), ("include=.", "include"), ("sort=titel", "sort"),
      ("sort=title,-", "sort"),
    ] {
      let response = get(mock, "/books?\(query)")
      #expect(response.status == 400)
      #expect(try JSONValue(parsing: response.content)["errors"]?[0]?["source"]?["parameter"]?.string == parameter)
    }
    #expect(get(mock, "/books/1?include=autor").status == 400)
    #expect(get(mock, "/books?include=author&sort=-title,id").status == 200)
  }

  @Test("S07: JSON:API: a linkage with a UUID in capitals includes its resource") func linkage() throws {
    let mock = try MockServer(EndpointTable("Books", [Book.self, Author.self]))
    let id = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    for (target, content) in [
      ("/authors", #"{"data":{"type":"authors","id":"\#(id)","attributes":{"name":"Ann"}}}"#),
      (
        "/books",
        #"{"data":{"type":"books","attributes":{"title":"One"},"relationships":"#
          + #"{"author":{"data":{"type":"authors","id":"\#(id)"}}}}}"#
      ),
    ] {
      let fields: HTTPFields = [.contentType: JSONAPI.mediaType]
      let request = MockRequest(method: .post, target: target, fields: fields, content: Data(content.utf8))
      #expect(mock.respond(to: request).status == 201)
    }
    let body = try JSONValue(parsing: get(mock, "/books?include=author").content)
    #expect(body["included"]?[0]?["attributes"]?["name"] == "Ann")
  }
}
