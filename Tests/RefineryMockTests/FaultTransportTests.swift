import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryGzip
import RefineryJSON
import RefineryTesting
import Testing

@testable import RefineryMock

/// A host of one row, `Person.read`, which counts the requests that it acted on.
struct PersonHost: Sendable {
  let host: MockHost
  let acted = Tally()
  let clock = ManualClock()

  init(contentLimit: Int = MockHost.standardContentLimit, known: [String]? = nil, journal: MockJournal = MockJournal()) {
    let acted = acted
    host = MockHost(
      faults: MockFaults(known: known), journal: journal, clock: CallClock(clock), contentLimit: contentLimit,
      row: { request in request.target.hasPrefix("/person") ? "Person.\(request.method == .post ? "create" : "read")" : nil },
      respond: { request in
        acted.add()
        guard request.target.hasPrefix("/person") else { return MockResponse(404) }
        let content = request.method == .post ? request.content : Data(#"{"id":5,"name":"Ann"}"#.utf8)
        return MockResponse(200, fields: [.contentType: "application/json"], content: content)
      },
      reset: { acted.add() })
  }

  /// A client whose calls use the manual clock.
  var api: Client { Client(baseURL: "http://mock", transport: host, clock: CallClock(clock)) }

  static let read = Call<JSONValue>(Endpoint("Person.read", .get, "person/5"))

  func failure(_ call: Call<JSONValue> = read) async -> CallError? {
    await #expect(throws: CallError.self) { try await api.send(call) }
  }
}

@Suite("S08: faults in process") struct FaultTransportTests {
  @Test("S08: without a fault the response is the server's")
  func none() async throws {
    let person = PersonHost()
    #expect(try await person.api.send(PersonHost.read) == ["id": 5, "name": "Ann"])
    #expect(person.host.journal.calls("Person.read").map(\.status) == [200])
  }

  @Test(
    "S08: each fault of the connection is the error that transports throw",
    arguments: [
      (MockFault.droppedBeforeHead, TransportError.Phase.waiting), (.reset, .waiting), (.droppedAfterHead, .receiving),
      (.truncated(), .receiving), (.truncated(after: 1000), .receiving), (.contentLength(difference: 5), .receiving),
    ])
  func lost(fault: MockFault, phase: TransportError.Phase) async throws {
    let person = PersonHost()
    try person.host.faults.add(fault, times: 1)
    let error = await person.failure()
    #expect(error?.kind == .transport(.connectionLost))
    #expect((error?.underlying as? TransportError)?.phase == phase)
    #expect(person.acted.count == 1)
    #expect(person.host.journal.calls.map(\.status) == [phase == .waiting ? nil : 200])
    #expect(person.host.journal.calls.map(\.faults) == [[fault]])
    #expect(try await person.api.send(PersonHost.read)["id"] == 5)
  }

  @Test(
    "S08: damaged content is a failed mapping",
    arguments: [MockFault.empty, .malformed, .damagedGzip, .contentLength(difference: -5)])
  func content(fault: MockFault) async throws {
    let person = PersonHost()
    try person.host.faults.add(fault)
    let error = await person.failure()
    #expect(error?.kind == .mapping && error?.status == 200)
  }

  @Test("S08: damaged gzip is found where gzip is decoded")
  func gzip() async throws {
    let person = PersonHost()
    try person.host.faults.add(.damagedGzip)
    let api = Client(baseURL: "http://mock", middleware: [GzipMiddleware()], transport: person.host)
    let error = await #expect(throws: CallError.self) { try await api.send(PersonHost.read) }
    #expect(error?.underlying is GzipError)
  }

  @Test("S08: a fault that responds keeps the server from acting")
  func statuses() async throws {
    let person = PersonHost()
    try person.host.faults.add(.status(503, retryAfter: .seconds(2)), times: 1)
    try person.host.faults.add(.expiredToken(), times: 1)
    let unavailable = await person.failure()
    #expect(unavailable?.kind == .serverError(503) && unavailable?.retryAfter == .seconds(2))
    #expect(unavailable?.problem?.title == "Service Unavailable")
    let expired = await person.failure()
    #expect(expired?.kind == .status(401))
    #expect(expired?.headers?[.wwwAuthenticate] == "Bearer error=\"invalid_token\"")
    #expect(person.acted.count == 0)
  }

  @Test("S08: a rate limit responds with 429 until its window is over")
  func rateLimit() async throws {
    let person = PersonHost()
    try person.host.faults.add(.rateLimit(quota: 1, window: .seconds(30)), to: "Person.read")
    let reply = try await person.api.reply(to: PersonHost.read)
    #expect(HTTPField.Name("RateLimit-Policy").flatMap { reply.head.headerFields[$0] } == "\"mock\";q=1;w=30")
    let error = await person.failure()
    #expect(error?.kind == .status(429) && error?.retryAfter == .seconds(30))
    person.clock.advance(by: .seconds(30))
    #expect(try await person.api.send(PersonHost.read)["id"] == 5)
  }

  @Test("S08: a delay is a sleep of the call's clock, and a limit of the call ends it")
  func delay() async throws {
    let person = PersonHost()
    try person.host.faults.add(.delay(.seconds(5)))
    let call = Task { try await person.api.send(PersonHost.read) }
    await person.clock.sleepers(1)
    #expect(person.host.journal.calls.count == 1)
    person.clock.advance(by: .seconds(5))
    #expect(try await call.value["id"] == 5)
    let late = Task { await person.failure(PersonHost.read.timeout(.seconds(3))) }
    await person.clock.sleepers(1)
    person.clock.advance(by: .seconds(3))
    #expect(await late.value?.kind == .timedOut(.total))
  }

  @Test("S08: content dribbles, whole and streamed")
  func dribble() async throws {
    let clock = ManualClock(advancesByItself: true)
    let person = PersonHost()
    try person.host.faults.add(.dribble(bytes: 10, pause: .seconds(1)))
    let api = Client(baseURL: "http://mock", transport: person.host, clock: CallClock(clock))
    #expect(try await api.send(PersonHost.read)["name"] == "Ann")
    #expect(clock.slept == [.seconds(3)])
    let request = Request(
      endpoint: PersonHost.read.endpoint, head: HTTPRequest(method: .get, scheme: "http", authority: "mock", path: "/person/5"),
      options: Options { $0.delivery = .streamed(buffer: 1000) }, context: CallContext(clock: CallClock(clock)))
    var pieces: [Int] = []
    for try await piece in try await person.host.send(request).body { pieces.append(piece.count) }
    #expect(pieces == [10, 10, 1])
    #expect(clock.slept == [.seconds(3), .seconds(1), .seconds(1), .seconds(1)])
  }

  @Test("S08: a stream that is cut gives its bytes and then the error")
  func cutStream() async throws {
    let person = PersonHost()
    try person.host.faults.add(.truncated(after: 4))
    let request = Request(
      endpoint: PersonHost.read.endpoint, head: HTTPRequest(method: .get, scheme: "http", authority: "mock", path: "/person/5"),
      options: Options { $0.delivery = .streamed(buffer: 1000) })
    let response = try await person.host.send(request)
    var received = Data()
    let error = await #expect(throws: TransportError.self) {
      for try await piece in response.body { received.append(piece) }
    }
    #expect(received == Data(#"{"id"#.utf8))
    #expect(error?.code == .connectionLost && error?.phase == .receiving)
  }

  @Test("S08: a media type is replaced, and a response sent twice arrives once")
  func others() async throws {
    let person = PersonHost()
    try person.host.faults.add(.mediaType("text/html"), times: 1)
    try person.host.faults.add(.duplicated, times: 1)
    #expect(try await person.api.reply(to: PersonHost.read).head.headerFields[.contentType] == "text/html")
    #expect(try await person.api.send(PersonHost.read)["id"] == 5)
  }

  @Test("S08: content beyond the limit gets 413, also when it is compressed, and is not kept")
  func tooLong() async throws {
    let person = PersonHost(contentLimit: 1000)
    let create = Endpoint("Person.create", .post, "person")
    func send(_ body: Data, _ fields: HTTPFields = [:]) async throws -> Response {
      let head = HTTPRequest(method: .post, scheme: "http", authority: "mock", path: "/person", headerFields: fields)
      return try await person.host.send(Request(endpoint: create, head: head, body: Body(body)))
    }
    let zeros = Data(repeating: 0x30, count: 1001)
    #expect(try await send(zeros).head.status == .contentTooLarge)
    #expect(try await send(try Gzip.compress(zeros), [.contentEncoding: "gzip"]).head.status == .contentTooLarge)
    #expect(try await send(Data("x".utf8), [.contentEncoding: "gzip"]).head.status == .badRequest)
    #expect(try await send(Data("x".utf8), [.contentEncoding: "br"]).head.status == .unsupportedMediaType)
    #expect(person.acted.count == 0)
    let content = try Gzip.compress(Data(zeros.dropLast()))
    #expect(try await send(content, [.contentEncoding: "gzip"]).body.collect() == zeros.dropLast())
    #expect(person.host.journal.calls("Person.create").map(\.status) == [413, 413, 400, 415, 200])
    #expect(person.host.journal.calls.map(\.content.count) == [0, 0, 0, 0, 1000])
  }
}
