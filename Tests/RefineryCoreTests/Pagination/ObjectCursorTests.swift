import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

/// Pages whose next page is named by any JSON in the body, as in DynamoDB.
@Suite struct ObjectCursorTests {
  struct Song: Codable, Sendable, Equatable { var title: String }

  private static let pagination = Pagination.cursor(.body("LastEvaluatedKey"), parameter: "ExclusiveStartKey").inBody()
  private static let row = Endpoint(
    "Song.query", .post, "", Options { $0.pagination = pagination }, output: [Song].self)
  private let query = Call<[Song]>(row).envelope("Items").header("X-Amz-Target", "DynamoDB_20120810.Query")
    .body(["TableName": "Music", "Limit": 2] as JSONValue)

  /// A table with keys of two members, which returns two items at a time after the key that a request names.
  private func dynamoDB(_ count: Int) -> StubTransport {
    StubTransport { request in
      let sent = try JSONValue(parsing: request.body?.data ?? Data())
      let start = sent["ExclusiveStartKey"].map { key in (key["Song"]?["N"]?.string).flatMap { Int($0) } ?? 0 } ?? 0
      let items = (start..<min(count, start + 2)).map { JSONValue.object(["title": .string("s\($0)")]) }
      var answer: JSONValue.Object = ["Items": .array(items), "Count": .number(items.count)]
      let end = start + items.count
      if end < count {
        answer["LastEvaluatedKey"] = ["Artist": ["S": "No One"], "Song": ["N": .string("\(end)")]]
      }
      return Response(status: .ok, body: Body(JSONValue.object(answer).data()))
    }
  }

  private func bodies(_ server: StubTransport) throws -> [JSONValue] {
    try server.requests.map { try JSONValue(parsing: $0.body?.data ?? Data()) }
  }

  private func page(_ key: String, _ titles: String...) -> StubTransport.StubResponse {
    .json(#"{"Items":[\#(titles.map { #"{"title":"\#($0)"}"# }.joined(separator: ","))],"LastEvaluatedKey":\#(key)}"#)
  }

  @Test("F11: a key of the last element requests the next page, in the body of the call")
  func pages() async throws {
    let server = dynamoDB(5)
    #expect(EndpointTable("Songs", rows: [Self.row]).problems.isEmpty)
    #expect(try await api(server).items(of: query).collected().map(\.title) == ["s0", "s1", "s2", "s3", "s4"])
    let sent = try bodies(server)
    #expect(sent.map { $0["TableName"] } == ["Music", "Music", "Music"] && sent.allSatisfy { $0["Limit"] == 2 })
    #expect(
      sent.map { $0["ExclusiveStartKey"] } == [
        nil, ["Artist": ["S": "No One"], "Song": ["N": "2"]], ["Artist": ["S": "No One"], "Song": ["N": "4"]],
      ])
  }

  @Test("F12: a reading continues from a stored token in another process, with any JSON")
  func resuming() async throws {
    let server = dynamoDB(5)
    let first = try await api(server).pages(of: query).first()
    let stored = try JSONCoder().encode(try #require(first.token))
    let token = try JSONCoder().decode(PageToken.self, from: stored)
    #expect(token == first.token && token.number == 2 && token.offset == 2)
    #expect(try await api(server).items(of: query, from: token).collected().map(\.title) == ["s2", "s3", "s4"])
    #expect(try await api(server).send(#require(first.next)).map(\.title) == ["s2", "s3"])
    #expect(try JSONDecoder().decode(PageToken.self, from: JSONEncoder().encode(token)) == token)
  }

  @Test(
    "F11: any JSON is sent as the server wrote it",
    arguments: [
      #"{"href":"/a"}"#, #"[1,"a",null]"#, "7", "1e400", "12345678901234567890.10", #"{"b":1,"a":[]}"#, #""007""#, #""{}""#,
    ])
  func kinds(key: String) async throws {
    let server = StubTransport(script: [page(key, "a"), page("null", "b")])
    #expect(try await api(server).items(of: query).collected().map(\.title) == ["a", "b"])
    let text = server.requests.last?.body?.data.map { String(decoding: $0, as: UTF8.self) }
    #expect(text == #"{"TableName":"Music","Limit":2,"ExclusiveStartKey":\#(key)}"#)
  }

  @Test("F11: an absent, null, false or empty key is the last page", arguments: ["null", "{}", "[]", "\"\"", "false"])
  func end(key: String) async throws {
    let server = StubTransport(script: [page(key, "a")])
    #expect(try await api(server).items(of: query).collected().count == 1)
    #expect(server.requests.count == 1)
  }

  @Test(
    "F11: true, a malformed key, and a key inside of another kind of value are errors after the page",
    arguments: ["true", #"{"n":01}"#, "[]", "7"])
  func unusableKeys(key: String) async throws {
    let inner = Pagination.cursor(.body("LastEvaluatedKey.inner"), parameter: "after").inBody()
    let pagination = ["[]", "7"].contains(key) ? inner : Self.pagination
    var pages = api(StubTransport(script: [page(key, "a")])).pages(of: query, by: pagination).makeAsyncIterator()
    #expect(try await pages.next()?.elements.count == 1)
    let error = await #expect(throws: CallError.self) { try await pages.next() }
    #expect(error?.stage == .mapping && error?.page == 2 && error?.underlying is MappingError)
  }

  @Test("F13: the same key again ends the reading, in any order of its members, and after other keys")
  func loop() async throws {
    for keys in [
      [#"{"a":1,"b":2}"#, #"{"b":2,"a":1.0}"#], [#"{"a":1}"#, #"{"a":2}"#, #"{"a":1}"#], ["[1]", "[1]"], ["7", "7"],
    ] {
      let server = StubTransport(script: keys.enumerated().map { page($1, "s\($0)") })
      let error = await #expect(throws: CallError.self) { try await api(server).items(of: query).collected() }
      #expect(error?.underlying as? PagingError == .loop && error?.page == keys.count + 1)
      #expect(server.requests.count == keys.count)
    }
    let server = StubTransport(page(#"{"a":1}"#, "same"))
    let repeated = await #expect(throws: CallError.self) {
      try await api(server).items(of: query.body(["n": 1] as JSONValue)).collected()
    }
    #expect(repeated?.underlying as? PagingError == .repeated && server.requests.count == 2)
  }

  @Test("F13: an empty page may have a key, because a filter left nothing of it")
  func emptyPages() async throws {
    let server = StubTransport(script: [page(#"{"a":1}"#), page(#"{"a":2}"#), page("null", "x")])
    #expect(try await api(server).items(of: query).collected().map(\.title) == ["x"])
    let endless = StubTransport(script: (0..<200).map { page(#"{"a":\#($0)}"#) })
    let error = await #expect(throws: CallError.self) { try await api(endless).items(of: query).collected() }
    #expect(error?.underlying as? PagingError == .tooManyEmptyPages(limit: 100))
  }

  @Test("F11: a key that would go into a query is an error that names the row and says what to do")
  func inQuery() async throws {
    let byQuery = Pagination.cursor(.body("LastEvaluatedKey"), parameter: "after")
    for key in [#"{"a":1}"#, "[1]", #"{"href":5}"#] {
      let server = StubTransport(script: [page(key, "a")])
      var pages = api(server).pages(of: query, by: byQuery).makeAsyncIterator()
      #expect(try await pages.next()?.token == nil)
      let error = await #expect(throws: CallError.self) { try await pages.next() }
      #expect(error?.description.contains("Song.query") == true && error?.description.contains(".inBody()") == true)
      #expect(server.requests.count == 1)
    }
    for key in ["{}", "[]", "null"] {
      #expect(try await api(StubTransport(script: [page(key, "a")])).items(of: query, by: byQuery).collected().count == 1)
    }
  }

  @Test("F11: a key of 1 MB and one that is deeply nested are sent unchanged")
  func growth() async throws {
    let large = #"{"a":"\#(String(repeating: "x", count: 1 << 20))"}"#
    let deep = String(repeating: #"{"a":["#, count: 250) + "1" + String(repeating: "]}", count: 250)
    for key in [large, deep] {
      let server = StubTransport(script: [page(key, "a"), page("null", "b")])
      var tokens: [PageToken] = []
      for try await page in api(server).pages(of: query) { page.token.map { tokens.append($0) } }
      let text = server.requests.last?.body?.data.map { String(decoding: $0, as: UTF8.self) }
      #expect(text == #"{"TableName":"Music","Limit":2,"ExclusiveStartKey":\#(key)}"#)
      let token = try #require(tokens.first)
      #expect(try JSONCoder().decode(PageToken.self, from: JSONCoder().encode(token)) == token)
    }
    let tooDeep = String(repeating: "[", count: 200_000) + String(repeating: "]", count: 200_000)
    await #expect(throws: CallError.self) {
      try await api(StubTransport(script: [page(tooDeep, "a")])).items(of: query).collected()
    }
  }

  @Test("F11: the key is a member at the path of the body's members, with the size as a number")
  func nestedMembers() async throws {
    let pagination = Pagination.cursor(.body("LastEvaluatedKey"), parameter: "after", size: 3).inBody(at: "page.at")
    let server = StubTransport(script: [page("[1]", "a"), page("null", "b")])
    _ = try await api(server).items(of: query, by: pagination).collected()
    #expect(try bodies(server).map { $0["page"] } == [["at": ["limit": 3]], ["at": ["after": [1], "limit": 3]]])
  }

  /// Pages after the sort values of the last element, as in Elasticsearch.
  private struct AfterSort: PageStrategy {
    func next(after page: PageResponse) -> PageStep? {
      page.json?["Items"]?.array?.last?["sort"].map { .members(["search_after": $0]) }
    }
  }

  @Test("F10: a strategy of one's own requests pages by any JSON, with and without a path")
  func ownStrategy() async throws {
    for (pagination, path) in [(Pagination(AfterSort()), ""), (Pagination(AfterSort()).inBody(at: "page"), "page")] {
      let server = StubTransport(script: [.json(#"{"Items":[{"title":"a","sort":[3,"x"]}]}"#), page("null", "b")])
      #expect(try await api(server).items(of: query, by: pagination).collected().map(\.title) == ["a", "b"])
      let last = try #require(bodies(server).last)
      #expect((path.isEmpty ? last : last["page"])?["search_after"] == [3, "x"])
    }
  }

  @Test("A body that is no object is refused, and so is a call that follows a link")
  func unusableCalls() async throws {
    let token = PageToken(.members(["after": [1]]))
    let server = StubTransport(script: [page("null", "a")])
    for call in [query.body([1, 2] as JSONValue), query.following("/x")] {
      let error = await #expect(throws: CallError.self) { try await api(server).items(of: call, from: token).collected() }
      #expect(error?.stage == .building && error?.underlying is PagingError)
    }
    #expect(server.requests.isEmpty)
  }
}
