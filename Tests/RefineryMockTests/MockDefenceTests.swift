import Endpoints
import Foundation
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryJSONAPI
import RefineryLoopback
import RefineryMock
import Testing

private struct Tag: Codable, Identifiable, Sendable, Equatable {
  var id: UUID
  var name: String
}

extension Tag: Mappable { static let path: URITemplate = "tags" }

private struct Friend: JSONAPIResource, Mappable {
  static let resourceType = "friends"
  static let path: URITemplate = "friends"
  var id: String?
  var name: String
  var friends: ToMany<Friend> = .absent
}

/// What no request may do to a mock server.
@Suite("Mock server: defence") struct MockDefenceTests {
  private func response(
    _ mock: MockServer, _ method: HTTPRequest.Method, _ target: String, _ content: String = "", _ fields: HTTPFields = [:]
  ) -> MockResponse {
    mock.respond(to: MockRequest(method: method, target: target, fields: fields, content: Data(content.utf8)))
  }

  @Test("S07: a new record replaces no other, whatever ids clients have chosen") func greatestID() throws {
    let mock = try MockServer(Household.table)
    for content in [#"{"id":9223372036854775807,"name":"A"}"#, #"{"name":"B"}"#, #"{"name":"C"}"#] {
      #expect(response(mock, .post, "/people/new", content).status == 201)
    }
    let people = mock.records { $0.all("Person") }
    #expect(people.map { $0["name"]?.string } == ["A", "B", "C"] && Set(people.map { $0["id"]?.int }).count == 3)
  }

  @Test("S07: ids are new after a restart, and the file keeps what its tables do not know") func restart() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "refinery-mock-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let tables = [EndpointTable("Tags", [Tag.self]), Household.table]
    for round in 1...3 {
      // The second start is with one of the tables only.
      let mock = try MockServer(round == 2 ? [tables[0]] : tables, MockSettings { $0.stateFile = file })
      if round == 1 { #expect(response(mock, .post, "/people/new", #"{"name":"Ann"}"#).status == 201) }
      #expect(response(mock, .post, "/tags", #"{"name":"\#(round)"}"#).status == 201)
      let tags = mock.records { $0.all("Tag") }
      #expect(tags.count == round && Set(tags.map { $0["id"]?.string }).count == round)
      if round == 3 { #expect(mock.records { $0.all("Person") }.count == 1) }
    }
  }

  @Test("S07: relationships that lead back to each other are followed once") func include() throws {
    let mock = try MockServer(EndpointTable("Friends", [Friend.self]))
    for id in ["1", "2"] {
      let content =
        #"{"data":{"type":"friends","id":"\#(id)","attributes":{"name":"n"},"relationships":{"friends":{"data":"#
        + #"[{"type":"friends","id":"1"},{"type":"friends","id":"2"}]}}}}"#
      #expect(response(mock, .post, "/friends", content, [.contentType: JSONAPI.mediaType]).status == 201)
    }
    let path = Array(repeating: "friends", count: 20).joined(separator: ".")
    #expect(response(mock, .get, "/friends?include=\(path)").status == 200)
    #expect(response(mock, .get, "/friends?include=\(path).friends").status == 400)
    for query in ["filter[]=x", "min_=1", ".=1", "sort=,", "include=", "fields[friends]="] {
      #expect(response(mock, .get, "/friends?\(query)").status == 200)
    }
  }

  @Test("S07: HEAD states the length of the content that GET has") func head() async throws {
    let mock = try MockServer(Household.table, MockSettings { $0.records = 2 })
    let api = Client(baseURL: mock.url, transport: mock.transport)
    let get = try await api.reply(to: Call<Data>(Endpoint("People.bytes", .get, "household/people")))
    let head = try await api.reply(to: Call<Okay>(Endpoint("People.head", .head, "household/people")))
    #expect(head.headers[.contentLength] == String(get.value.count) && !get.value.isEmpty)
    #expect(head.headers[.eTag] == get.headers[.eTag])
  }

  @Test("S07: weak entity tags count for If-None-Match, and a POST that has the state already gets 412") func weakTags() throws
  {
    let mock = try MockServer([Household.table, Blog.table], MockSettings { $0.records = 2 })
    let tag = try #require(response(mock, .get, "/person/1").fields[.eTag])
    let update = #"{"id":1,"name":"Ann"}"#
    #expect(response(mock, .put, "/person/1/record", update, [.ifNoneMatch: "W/\(tag)"]).status == 412)
    #expect(response(mock, .get, "/person/1", "", [.ifNoneMatch: "W/\(tag)"]).status == 304)
    #expect(response(mock, .get, "/person/1", "", [.ifMatch: "\"other\""]).status == 412)
    #expect(response(mock, .post, "/posts/1/comments/1/hide", "", [.ifNoneMatch: "*"]).status != 304)
  }

  @Test("S07: a query has a limited number of filters") func filters() throws {
    let mock = try MockServer(Household.table, MockSettings { $0.records = 2 })
    let query = (0..<200).map { "a\($0)=1" }.joined(separator: "&")
    #expect(response(mock, .get, "/household/people?\(query)").status == 400)
    let many = Array(repeating: "household=1", count: 500).joined(separator: "&")
    #expect(response(mock, .get, "/household/people?\(many)").status == 200)
  }

  @Test("S07: a query key is a filter if the model has such a member, also if it is a usual name of pages") func sizes() throws
  {
    struct Shirt: Codable, Identifiable, Enumerable, Creatable {
      static let path: URITemplate = "shirts"
      var id: Int
      var size: String
      var count: Int
    }
    let mock = try MockServer(EndpointTable("Shirts", [Shirt.self]))
    for (size, count) in [("S", 3), ("L", 3), ("L", 4)] {
      #expect(response(mock, .post, "/shirts", #"{"size":"\#(size)","count":\#(count)}"#).status == 201)
    }
    func count(_ query: String) -> Int? {
      (try? JSONValue(parsing: response(mock, .get, "/shirts?\(query)").content))?.array?.count
    }
    #expect(count("size=L") == 2 && count("count=3") == 2 && count("size=L&count=4") == 1 && count("limit=1") == 1)
  }

  @Test("S07: a record is removed with all that belongs to it, once") func cascade() throws {
    let mock = try MockServer(Blog.table, MockSettings { $0.records = 12 })
    #expect(response(mock, .delete, "/posts/1").status == 204)
    #expect(mock.records { $0.all("Post") }.count == 11)
    #expect(mock.records { $0.all("Post.Comment", below: ["post_id": "1"]) }.isEmpty)
    #expect(mock.records { $0.all("Post.Comment.Reaction", below: ["post_id": "1"]) }.isEmpty)
    #expect(mock.records { $0.all("Post.Comment") }.count == 11 * 12)
  }

  @Test("S08: a page of this machine reads faults, and its preflight request has none") func preflight() async throws {
    let mock = try MockServer(Household.table, MockSettings { $0.records = 1 })
    try mock.start()
    defer { mock.stop() }
    try mock.faults.add(.status(503), times: 1)
    let page = "Origin: http://localhost:3000"
    let preflight = try await exchange(mock, "OPTIONS /households HTTP/1.1\r\nHost: a\r\n\(page)\r\nConnection: close\r\n\r\n")
    #expect(preflight.hasPrefix("HTTP/1.1 204"))
    let fault = try await exchange(mock, "GET /households HTTP/1.1\r\nHost: a\r\n\(page)\r\nConnection: close\r\n\r\n")
    #expect(
      fault.hasPrefix("HTTP/1.1 503") && fault.lowercased().contains("access-control-allow-origin: http://localhost:3000"))
  }

  @Test("S07: a head that is cut off is not acted on, and one with too many fields is refused") func heads() async throws {
    let mock = try MockServer(Household.table, MockSettings { $0.records = 2 })
    try mock.start()
    defer { mock.stop() }
    #expect(try await exchange(mock, "DELETE /people/1/membership HTTP/1.1\r\nHost: a").isEmpty)
    #expect(mock.records { $0.all("Person") }.count == 2)
    let fields = String(repeating: "a:\r\n", count: 70_000)
    #expect(try await exchange(mock, "GET /households HTTP/1.1\r\n\(fields)\r\n").hasPrefix("HTTP/1.1 431"))
    #expect(
      try await exchange(mock, "GET /households HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").hasPrefix("HTTP/1.1 200"))
  }

  @Test("S07: while the process has no descriptors left, connections wait; the server goes on when others have closed")
  func descriptors() async {
    await #expect(processExitsWith: .success) {
      let mock = try MockServer(Household.table)
      try mock.start()
      let port = try #require(mock.url.split(separator: ":").last.flatMap { Int($0) })
      var limit = rlimit(rlim_cur: 64, rlim_max: 64)
      #if canImport(Glibc)
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      #else
        try #require(setrlimit(RLIMIT_NOFILE, &limit) == 0)
      #endif
      let response = await withCheckedContinuation { continuation in
        LoopbackThreads().run {
          let request = "GET /households HTTP/1.1\r\nHost: a\r\n\r\n"
          // It is chance which end gets the last descriptor, so there are several rounds.
          for _ in 0..<50 {
            let first = LoopbackSocket.connect(to: port)
            guard let first, Self.send(request, on: first).hasPrefix("HTTP/1.1 200") else { break }
            var held = [first]
            while held.count < 64, let socket = LoopbackSocket.connect(to: port) { held.append(socket) }
            _ = Self.send(request, on: first)
            for socket in held { LoopbackSocket.free(socket) }
          }
          continuation.resume(returning: LoopbackSocket.connect(to: port).map { Self.send(request, on: $0) })
        }
      }
      #expect(response?.hasPrefix("HTTP/1.1 200") == true, "\(response ?? "no connection")")
    }
  }

  /// Sends a request and returns the first bytes that come back within ten seconds.
  private static func send(_ request: String, on socket: Int32) -> String {
    guard LoopbackSocket.send(Array(request.utf8), to: socket),
      LoopbackSocket.waits(for: POLLIN, on: socket, milliseconds: 10_000)
    else { return "no response" }
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = LoopbackSocket.receive(socket, into: &buffer)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }

  /// Sends bytes on a connection of their own and returns all that comes back. A thread of its own waits, because the server
  /// needs those of Swift's tasks.
  private func exchange(_ mock: MockServer, _ request: String) async throws -> String {
    let port = try #require(mock.url.split(separator: ":").last.flatMap { Int($0) })
    return await withCheckedContinuation { continuation in
      LoopbackThreads().run { continuation.resume(returning: Self.exchange(request, port)) }
    }
  }

  private static func exchange(_ request: String, _ port: Int) -> String {
    guard let socket = LoopbackSocket.connect(to: port) else { return "no connection" }
    defer { LoopbackSocket.free(socket) }
    _ = LoopbackSocket.send(Array(request.utf8), to: socket)
    LoopbackSocket.endSending(socket)
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = LoopbackSocket.receive(socket, into: &buffer)
      guard count > 0 else { return String(decoding: received, as: UTF8.self) }
      received += buffer[..<count]
    }
  }
}
