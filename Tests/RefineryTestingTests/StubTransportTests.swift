import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite("StubTransport", .timeLimit(.minutes(5)))
struct StubTransportTests {
  private func request(
    _ method: HTTPRequest.Method = .get, _ path: String = "/people/5", headers: HTTPFields = [:], body: Body? = nil
  ) -> Request {
    Request(
      endpoint: Endpoint("Person.read", method, "people/{id}"),
      head: HTTPRequest(method: method, scheme: "https", authority: "api.example", path: path, headerFields: headers),
      body: body)
  }

  @Test("N01: the last request shows its method, path, query, headers and body")
  func lastRequest() async throws {
    let stub = StubTransport(.status(200))
    #expect(stub.last == nil)
    let path = "/people/a%2Fb?limit=10&tag=red&tag=a%20b&flag&none="
    _ = try await stub.send(request())
    _ = try await stub.send(request(.post, path, headers: [.accept: "text/plain"], body: Body(#"{"name":"Ann"}"#)))
    let last = try #require(stub.last)
    #expect(last.method == .post)
    #expect(last.path == "/people/a%2Fb")
    #expect(last.url == "https://api.example\(path)")
    #expect(last.query == ["limit": ["10"], "tag": ["red", "a b"], "flag": [""], "none": [""]])
    #expect(last.headers[.accept] == "text/plain")
    #expect(last.text == #"{"name":"Ann"}"#)
    #expect(last.body?.count == 14)
    #expect(stub.sent.map(\.method) == [.get, .post])
    #expect(stub.sent.first?.query == [:])
    #expect(stub.sent.first?.body == nil)
  }

  @Test("N01: a streamed body is read on demand, and not a second time")
  func streamedBody() async throws {
    let stub = StubTransport(.status(200))
    let chunks = AsyncStream { continuation in
      for text in ["one", "two"] { continuation.yield(Data(text.utf8)) }
      continuation.finish()
    }
    _ = try await stub.send(request(.put, body: Body(chunks)))
    let last = try #require(stub.last)
    #expect(last.body == nil)
    #expect(try await last.request.body?.collect() == Data("onetwo".utf8))
    await #expect(throws: BodyError.alreadyConsumed) { try await last.request.body?.collect() }
  }

  @Test("N02: a script answers in order with data, statuses, headers and errors, and then repeats its last")
  func script() async throws {
    struct Refused: Error, Equatable {}
    let stub = StubTransport(
      .json(#"{"id":5}"#, headers: [.eTag: "\"1\""]), .status(503, headers: [.retryAfterText: "1"], body: Body("later")),
      .failure(Refused()), .json("[]", status: 201, headers: [.contentType: "application/vnd.api+json"]))
    let first = try await stub.send(request())
    #expect(first.head.status == .ok)
    #expect(first.head.headerFields[.contentType] == "application/json")
    #expect(first.head.headerFields[.eTag] == "\"1\"")
    #expect(try await first.body.collect() == Data(#"{"id":5}"#.utf8))
    let second = try await stub.send(request())
    #expect(second.head.status == .serviceUnavailable)
    #expect(try await second.body.collect() == Data("later".utf8))
    await #expect(throws: Refused()) { try await stub.send(request()) }
    for _ in 0..<2 {
      let last = try await stub.send(request())
      #expect(last.head.status == .created)
      #expect(last.head.headerFields[.contentType] == "application/vnd.api+json")
    }
    #expect(stub.requests.count == 5)
  }

  @Test("N02: an answer can be computed from its request, also for many calls at once")
  func computed() async throws {
    let stub = StubTransport { request in Response(status: .ok, body: Body(request.head.path ?? "")) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          let response = try await stub.send(request(.get, "/people/\(number)"))
          #expect(try await response.body.collect() == Data("/people/\(number)".utf8))
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(stub.sent.map(\.path)).count == 200)
  }

  @Test("N02: a stub without a script says so, and one that never answers ends with its task")
  func emptyAndNever() async throws {
    let empty = StubTransport()
    let error = await #expect(throws: StubTransport.UnscriptedRow.self) { try await empty.send(request()) }
    #expect(error?.description == "the stub transport has no response in its script")
    #expect(empty.requests.count == 1)
    let silent = StubTransport(.never)
    let call = Task { try await silent.send(request()) }
    await Task.yield()
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
  }

  private func request(row: String) -> Request {
    Request(endpoint: Endpoint(row, .get, "people"), head: HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/"))
  }

  @Test("N02: each row has a script of its own, and what nobody asked for can be asserted")
  func rows() async throws {
    let stub = StubTransport(rows: ["Person.read": [.status(200), .status(404)], "Person.delete": [.status(204)]])
    #expect(stub.unused == ["Person.delete: 1 of 1 responses", "Person.read: 2 of 2 responses"])
    #expect(try await stub.send(request(row: "Person.read")).head.status == .ok)
    #expect(stub.unused == ["Person.delete: 1 of 1 responses", "Person.read: 1 of 2 responses"])
    #expect(try await stub.send(request(row: "Person.delete")).head.status == .noContent)
    for _ in 0..<2 { #expect(try await stub.send(request(row: "Person.read")).head.status == .notFound) }
    #expect(stub.unused.isEmpty)
    #expect(stub.requests.map(\.endpoint.name) == ["Person.read", "Person.delete", "Person.read", "Person.read"])
  }

  @Test("N02: a row without a script fails by its name, unless there is a script for all others")
  func unscripted() async throws {
    let stub = StubTransport(rows: ["Person.read": [.status(200)], "Dog.read": [.status(200)], "Cat.read": []])
    for name in ["Person.create", "Cat.read"] {
      let error = await #expect(throws: StubTransport.UnscriptedRow.self) { try await stub.send(request(row: name)) }
      #expect(error?.description == "the stub transport has no script for \(name); it has one for Dog.read, Person.read")
    }
    let lenient = StubTransport(rows: ["Person.read": [.status(200)]], otherwise: [.status(404), .status(410)])
    #expect(try await lenient.send(request(row: "Person.create")).head.status == .notFound)
    #expect(lenient.unused == ["Person.read: 1 of 1 responses", "all other rows: 1 of 2 responses"])
    let plain = StubTransport(.status(200), .status(204))
    _ = try await plain.send(request(row: "Person.read"))
    #expect(plain.unused == ["the script: 1 of 2 responses"])
  }

  /// A group written by hand, whose list lacks a row that its function uses.
  private enum Weather: EndpointGroup {
    static let customEndpoints = [currentEndpoint]
    static let currentEndpoint = endpoint("current", .get, "current", output: String.self)
    static let alertsEndpoint = endpoint("alerts", .get, "alerts", output: String.self)
    static func current() -> Call<String> { Call<String>(currentEndpoint) }
    static func alerts() -> Call<String> { Call<String>(alertsEndpoint) }
  }

  private func failure<Output>(_ call: Call<Output>, _ stub: StubTransport) async -> String? {
    let error = await #expect(throws: CallError.self) { try await Client(baseURL: "http://stub", transport: stub).send(call) }
    return (error?.underlying as? StubTransport.UnlistedRow)?.description
      ?? (error?.underlying as? StubTransport.UnscriptedRow)?.description
  }

  @Test("U05: with a table, a row answers what the test says, or fails and names itself")
  func mockOfAGroup() async throws {
    let table = EndpointTable("Weather", [Weather.self])
    let stub = StubTransport(rows: ["Weather.current": [.json(#""sunny""#)]], of: table)
    #expect(try await Client(baseURL: "http://stub", transport: stub).send(Weather.current()) == "sunny")
    #expect(
      await failure(Weather.alerts(), stub)
        == "Weather.alerts was called, and the table Weather lacks it: list it in customEndpoints or in the table's rows")
    let listed = EndpointTable("Weather", [Weather.self], rows: [Weather.alertsEndpoint])
    let unanswered = StubTransport(rows: ["Weather.current": [.json(#""sunny""#)]], of: listed)
    #expect(
      await failure(Weather.alerts(), unanswered)
        == "the stub transport has no script for Weather.alerts; it has one for Weather.current")
  }

  @Test("U05: a script for a row that the table lacks fails every call, and names the nearest row")
  func misspelledRow() async throws {
    let stub = StubTransport(rows: ["Weather.curent": [.json(#""sunny""#)]], of: EndpointTable("Weather", [Weather.self]))
    #expect(
      await failure(Weather.current(), stub)
        == "the stub transport has a script for Weather.curent, which the table Weather lacks; did you mean Weather.current?")
  }
}

extension HTTPField.Name {
  fileprivate static var retryAfterText: HTTPField.Name { HTTPField.Name("Retry-After") ?? .contentType }
}
