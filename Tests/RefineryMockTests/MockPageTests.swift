import Endpoints
import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryMock
import Testing

/// A model whose lists are read page by page. Each style is a table of its own.
private struct Item: Codable, Identifiable, Hashable, Sendable {
  var id: Int
  var name: String
}

extension Item: Creatable, Enumerable {
  static let path: URITemplate = "items"
}

@Suite("Mock server: pages") struct MockPageTests {
  /// A row of the list with a style, and members around the list.
  private static func row(
    _ pagination: Pagination, _ method: HTTPRequest.Method = .get, envelope: MemberPath = [], item: MemberPath = []
  ) -> Endpoint {
    var row = Item.endpoint(of: .enumerate, method, method == .get ? "items" : "items/search")
    row.options.pagination = pagination
    row.options.envelope = envelope
    row.options.itemEnvelope = item
    return row
  }

  private static let styles: [(name: String, row: Endpoint)] = [
    ("page numbers", row(.numbers(size: 100))),
    (
      "page numbers from 0, with a total in the body",
      row(.numbers(size: 64, base: 0, page: "p", perPage: "n", total: .body("total")), envelope: "items")
    ),
    ("the server's own page size", row(.numbers())),
    ("offsets", row(.offsets(limit: 90))),
    ("offsets with other names", row(.offsets(limit: 128, offset: "skip", limitName: "top", total: .header("Total-Records")))),
    (
      "a cursor in the body",
      row(.cursor(.body("meta.next"), size: 75, more: "meta.more", total: .body("meta.total")), envelope: "data.items")
    ),
    ("a cursor in a header field", row(.cursor(.header("X-Next-Cursor"), parameter: "after", from: "begin", size: 250))),
    ("one cursor for all pages", row(.cursor(.body("scroll"), size: 333, repeats: true), envelope: "hits", item: "source")),
    ("Link", row(.linkHeader)),
    ("a link in a header field", row(.nextLink(.header("Next-Page")))),
    (
      "links in the body",
      row(
        .nextLink(
          .body("links.next"), previous: .body("links.prev"), first: .body("links.first"), last: .body("links.last"),
          current: .body("links.self"), total: .body("count")), envelope: "items")
    ),
    ("numbers in the body of the request", row(.numbers(size: 200).inBody(), .post)),
    (
      "a cursor in the body of the request",
      row(.cursor(.body("next"), parameter: "after", size: 125).inBody(at: "page"), .post, envelope: "items")
    ),
  ]

  @Test("S07: every style of pages reads 1,000 records", arguments: styles.indices) func pages(index: Int) async throws {
    let (name, row) = Self.styles[index]
    let create = Item.createEndpoint
    let mock = try MockServer(EndpointTable("Items", rows: [create, row]), MockSettings { $0.records = 1_000 })
    let api = Client(baseURL: mock.url, transport: mock.transport)
    let call = Call<[Item]>(row).query(["limit": nil])
    var ids: [Int] = []
    for try await item in api.items(of: call) { ids.append(item.id) }
    #expect(ids == Array(1...1_000), "\(name)")
  }

  @Test("S07: pages have members around the list also in a format other than JSON") func otherFormat() throws {
    struct Reversed: Coder {
      let contentType = "text/reversed", accept = "text/reversed"
      func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy?) throws -> Data {
        Data(try JSONCoder().encode(value, nulls: nulls).reversed())
      }
      func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String]) throws -> Value {
        try JSONCoder().decode(type, from: Data(data.reversed()), at: path)
      }
    }
    let row = Self.row(.numbers(size: 2, total: .body("total")), envelope: "items")
    let settings = MockSettings {
      $0.records = 5
      $0.coder = Reversed()
    }
    let mock = try MockServer(EndpointTable("Items", rows: [Item.createEndpoint, row]), settings)
    let response = mock.respond(to: MockRequest(method: .get, target: "/items?page=2&per_page=2"))
    #expect(response.fields[.contentType] == "text/reversed")
    let body = try Reversed().decode(JSONValue.self, from: response.content, at: [])
    #expect(body["total"] == 5 && body["items"]?.array?.compactMap { $0["id"]?.int } == [3, 4])
  }

  @Test("S07: a list without a declared style has pages by limit and offset, and by page and per_page") func undeclared() throws
  {
    let mock = try MockServer(Household.table, MockSettings { $0.records = 45 })
    func get(_ target: String) throws -> (ids: [Int], response: MockResponse) {
      let response = mock.respond(to: MockRequest(method: .get, target: target))
      return (try JSONValue(parsing: response.content).array?.compactMap { $0["id"]?.int } ?? [], response)
    }
    let link = try #require(HTTPField.Name("Link"))
    #expect(try get("/household/people").ids.count == 45)
    let second = try get("/household/people?limit=20&offset=20")
    #expect(second.ids == Array(21...40))
    #expect(
      second.response.fields[link] == """
        </household/people?offset=0&limit=20>; rel="first", </household/people?offset=0&limit=20>; rel="prev", \
        </household/people?offset=40&limit=20>; rel="next", </household/people?offset=40&limit=20>; rel="last"
        """)
    let third = try get("/household/people?page=3&per_page=20")
    #expect(third.ids == Array(41...45))
    #expect(third.response.fields[link]?.contains("next") == false)
    #expect(try get("/household/people?limit=none").response.status == 400)
    #expect(try get("/household/people?page=0").response.status == 400)
    #expect(try get("/household/people?page=9&per_page=20").ids.isEmpty)
  }

  @Test("S07: lists are filtered by members and sorted") func selection() async throws {
    let seeds: JSONValue = [
      "Person": [
        ["id": 1, "name": "Ann", "age": 40, "household": 9], ["id": 2, "name": "Bo", "age": 30, "household": 9],
        ["id": 3, "name": "Cy", "age": 20, "household": 7], ["id": 4, "name": "Di", "household": 7],
      ]
    ]
    let mock = try MockServer(Household.table, MockSettings { $0.seeds = seeds })
    let api = Client(baseURL: mock.url, transport: mock.transport)
    func names(_ query: Query) async throws -> [String] { try await api.send(Person.enumerate(query)).map(\.name) }
    #expect(try await names(["household": 9]) == ["Ann", "Bo"])
    #expect(try await names(["household": 9, "limit": 1]) == ["Ann"])
    #expect(try await names(["name": "Ann,Di"]) == ["Ann", "Di"])
    #expect(try await names(["age_gte": 30]) == ["Ann", "Bo"])
    #expect(try await names(["age[lt]": 30]) == ["Cy"])
    #expect(try await names(["max_age": 30]) == ["Bo", "Cy"])
    #expect(try await names(["not_household": 9]) == ["Cy", "Di"])
    #expect(try await names(["sort": "-name"]) == ["Di", "Cy", "Bo", "Ann"])
    #expect(try await names(["_sort": "household,-age"]) == ["Cy", "Di", "Ann", "Bo"])
    #expect(try await names(["sort": "age", "order": "desc"]) == ["Ann", "Bo", "Cy", "Di"])
    #expect(try await names(["unknown": "x", "q": "an"]) == ["Ann"])
  }
}
