import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct NumberedPagesTests {
  private func ids(_ server: StubTransport, _ call: Call<[Person]> = Person.enumerate(), by: Pagination) async throws -> [Int] {
    try await api(server).items(of: call, by: by).collected().map(\.id)
  }

  @Test("F01: pages are asked for by exactly page=1&per_page=10")
  func query() async throws {
    let server = ListServer(count: 12).stub
    #expect(try await ids(server, by: .numbers(size: 10)) == Array(1...12))
    #expect(server.targets == ["/api/people?page=1&per_page=10", "/api/people?page=2&per_page=10"])
  }

  @Test("F01: names, base and size are the user's")
  func names() async throws {
    let server = ListServer(count: 12, cap: 10, base: 0).stub
    let call = Person.enumerate(["q": "a b"])
    #expect(try await ids(server, call, by: .numbers(base: 0, page: "p")).count == 12)
    #expect(server.targets == [0, 1, 2].map { "/api/people?p=\($0)&q=a%20b" })
  }

  @Test("F01: a call that names a page is read from there, and no page has its key twice, wherever the key is")
  func from() async throws {
    let row = Endpoint("Person.search", .get, "people{?page,per_page,offset,limit,page%5Bnumber%5D}", output: [Person].self)
    let values = [("page", 2), ("offset", 5), ("page%5Bnumber%5D", 2)] as [(String, Int)]
    let strategies = [.numbers(size: 5), .offsets(limit: 5), .jsonAPI(number: 1, size: 5)] as [Pagination]
    for ((key, place), by) in zip(values, strategies) {
      let server = ListServer(count: 12, body: { list, _ in #"{"data":\#(list)}"# }).stub
      let call = Call<[Person]>(row, PathValues(dictionaryLiteral: (key, PathValue(id: place)))).envelope("data")
      #expect(try await ids(server, call, by: by) == Array(6...12))
      for target in server.targets {
        let keys = target.split(separator: "?")[1].split(separator: "&").map { $0.prefix { $0 != "=" } }
        #expect(keys.count == 2 && keys.contains { $0 == key }, "\(target)")
      }
    }
    // In the query of the call, and with a total that counts all pages.
    let server = ListServer(count: 12) { _, _, total in [("X-Total", "\(total)")] }.stub
    #expect(try await ids(server, Person.enumerate(["page": 2]), by: .numbers(size: 5)) == Array(6...12))
    #expect(server.requests.count == 2)
    // The page size of the pagination is in place of that of the call.
    let sized = ListServer(count: 4).stub
    #expect(try await ids(sized, Call(row, ["per_page": PathValue(id: 3)]), by: .numbers(size: 2)).count == 4)
    #expect(sized.targets.first == "/api/people?page=1&per_page=2")
  }

  @Test(
    "F05, F12: a total in a header field or the body ends the list without asking once more",
    arguments: [1, 9, 10, 11, 20, 21])
  func total(count: Int) async throws {
    let pages = (count + 9) / 10
    let withHeader = ListServer(count: count, fields: { _, _, total in [("x-total", "\(total)")] }).stub
    #expect(try await ids(withHeader, by: .numbers(size: 10)) == Array(1...count))
    #expect(withHeader.requests.count == pages)

    let withBody = ListServer(count: count, body: { list, _ in #"{"data":\#(list),"meta":{"total":\#(count)}}"# }).stub
    let pagination = Pagination.numbers(size: 10, total: .body("meta.total"), endsOnShortPage: false)
    #expect(try await ids(withBody, Person.enumerate().envelope("data"), by: pagination) == Array(1...count))
    #expect(withBody.requests.count == pages)

    let byOffset = ListServer(count: count, fields: { _, _, total in [("Total", "\(total)")] }).stub
    #expect(try await ids(byOffset, by: .offsets(limit: 10)) == Array(1...count))
    #expect(byOffset.requests.count == pages)
  }

  @Test("F05, F12: a reading that begins at a later page counts the pages before it towards the total")
  func laterStart() async throws {
    let server = ListServer(count: 12, body: { list, _ in #"{"data":\#(list),"meta":{"total":12}}"# }).stub
    let pagination = Pagination.jsonAPI(number: 2, size: 5, total: .body("meta.total"))
    #expect(try await ids(server, Person.enumerate().envelope("data"), by: pagination) == Array(6...12))
    #expect(server.requests.count == 2)
  }

  @Test("F04: a count in the body may be text with spaces around it")
  func spaces() async throws {
    let server = ListServer(count: 10, body: { list, _ in #"{"data":\#(list),"total":" 10 "}"# }).stub
    let pagination = Pagination.numbers(size: 10, total: .body("total"), endsOnShortPage: false)
    #expect(try await ids(server, Person.enumerate().envelope("data"), by: pagination) == Array(1...10))
    #expect(server.requests.count == 1)
  }

  @Test("F12: without a total a short page after full ones is the last, and a full one is followed by one more request")
  func shortPage() async throws {
    let short = ListServer(count: 12).stub
    #expect(try await ids(short, by: .numbers(size: 10)).count == 12)
    #expect(short.requests.count == 2)
    let full = ListServer(count: 20).stub
    let pages = try await api(full).pages(of: Person.enumerate(), by: .numbers(size: 10)).collected()
    #expect(pages.map(\.elements.count) == [10, 10, 0])
    #expect(full.requests.count == 3)
  }

  @Test("F12: a first page that is short ends the list only if the row says so, or the server states its size")
  func firstPage() async throws {
    for (by, requests) in [
      (Pagination.numbers(size: 10), 2), (.offsets(limit: 10), 2), (.numbers(size: 10, endsOnShortPage: true), 1),
      (.offsets(limit: 10, endsOnShortPage: true), 1),
    ] {
      let server = ListServer(count: 3).stub
      #expect(try await ids(server, by: by) == [1, 2, 3])
      #expect(server.requests.count == requests)
    }
    let stating = ListServer(count: 3, fields: { _, size, _ in [("X-Per-Page", "\(size)")] }).stub
    #expect(try await ids(stating, by: .numbers(size: 10)) == [1, 2, 3])
    #expect(stating.requests.count == 1)
  }

  @Test("F04: a server whose pages are smaller than asked for loses nothing, whether it says so or not")
  func capped() async throws {
    let silent = ListServer(count: 12, cap: 5)
    for by in [Pagination.numbers(size: 20), .offsets(limit: 20), .numbers(size: 6), .offsets(limit: 6)] {
      #expect(try await ids(silent.stub, by: by) == Array(1...12), "\(by)")
    }
    let call = Person.enumerate().envelope("data")
    let bare = ListServer(count: 12, cap: 5, body: { list, _ in #"{"data":\#(list)}"# })
    #expect(try await ids(bare.stub, call, by: .jsonAPI(size: 20)) == Array(1...12))
    #expect(try await ids(bare.stub, call, by: .jsonAPI(offset: nil, limit: 20)) == Array(1...12))
    #expect(try await ids(silent.stub, by: .numbers(size: 10, endsOnShortPage: false)).count == 12)
    #expect(try await ids(silent.stub, by: .offsets(limit: 10, endsOnShortPage: false)).count == 12)
    let stating = ListServer(count: 12, cap: 5, fields: { _, size, _ in [("X-Per-Page", "\(size)")] })
    #expect(try await ids(stating.stub, by: .numbers(size: 10)).count == 12)
    #expect(try await ids(stating.stub, by: .offsets(limit: 10)).count == 12)
  }

  @Test(
    "F04: garbage header fields lose no items and trap nowhere",
    arguments: ["", "abc", "-1", "0", "3", "99999999999999999999", "9223372036854775807", "1e9", "5, 5"])
  func garbage(value: String) async throws {
    for name in ["X-Total", "X-Per-Page", "X-Page", "Total-Objects", "Link"] {
      let server = ListServer(count: 12, fields: { _, _, _ in [(name, value)] }).stub
      let ids = try await ids(server, by: .numbers(size: 5, endsOnShortPage: false))
      #expect(ids == Array(1...12), "\(name): \(value)")
      #expect(server.requests.count <= 4)
    }
  }

  @Test("F03: X-Next-Page and Next-Page say which number is next, and nothing after the last")
  func nextPage() async throws {
    for name in ["X-Next-Page", "next-page"] {
      let server = ListServer(count: 20) { number, _, _ in [(name, number < 2 ? "\(number + 1)" : "")] }.stub
      #expect(try await ids(server, by: .numbers(size: 10)).count == 20)
      #expect(server.requests.count == 2)
      // One that leads back is as good as none.
      let circular = ListServer(count: 12) { _, _, _ in [(name, "1")] }.stub
      #expect(try await ids(circular, by: .numbers(size: 10)).count == 12)
    }
  }

  @Test("F10: JSON:API's numbers, offsets and cursors, their missing parts left out, under any key")
  func jsonAPI() async throws {
    func target(_ pagination: Pagination) async throws -> String? {
      let server = StubTransport(.json(#"{"data":[],"links":{"next":null}}"#))
      let call = Person.enumerate().envelope("data")
      _ = try await api(server).pages(of: call, by: pagination).first()
      return server.targets.first?.replacing("%5B", with: "[").replacing("%5D", with: "]")
    }
    #expect(try await target(.jsonAPI(number: 2, size: 10)) == "/api/people?page[number]=2&page[size]=10")
    #expect(try await target(.jsonAPI(size: 10)) == "/api/people?page[size]=10")
    #expect(try await target(.jsonAPI()) == "/api/people")
    #expect(try await target(.jsonAPI(number: 1, key: "p")) == "/api/people?p[number]=1")
    #expect(try await target(.jsonAPI(offset: 4, limit: 2)) == "/api/people?page[limit]=2&page[offset]=4")
    #expect(try await target(.jsonAPI(offset: nil, limit: 2)) == "/api/people?page[limit]=2")
    #expect(try await target(.jsonAPI(cursor: "a/b")) == "/api/people?page[cursor]=a%2Fb")
    #expect(try await target(.jsonAPI(cursor: nil, key: "p")) == "/api/people")
  }

  @Test("F10: JSON:API without links is read on by number or offset, with them by links.next alone")
  func jsonAPIFallback() async throws {
    let call = Person.enumerate().envelope("data")
    let bare = ListServer(count: 12, cap: 5, body: { list, _ in #"{"data":\#(list)}"# })
    #expect(try await ids(bare.stub, call, by: .jsonAPI(size: 5)) == Array(1...12))
    #expect(try await ids(bare.stub, call, by: .jsonAPI(offset: nil, limit: 5)) == Array(1...12))

    let linked = ListServer(
      count: 10, cap: 5,
      body: { list, next in
        let link = next.map { #""http://h:1/api/people?page[number]=\#($0)&page[size]=5""# } ?? "null"
        return #"{"data":\#(list),"links":{"next":\#(link)}}"#
      }
    ).stub
    #expect(try await ids(linked, call, by: .jsonAPI(number: 1, size: 5)) == Array(1...10))
    #expect(linked.targets == [1, 2].map { "/api/people?page%5Bnumber%5D=\($0)&page%5Bsize%5D=5" })
  }
}
