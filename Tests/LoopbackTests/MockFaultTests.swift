import FoundationEssentials
import HTTPTypes
import RefineryContracts
import RefineryCore
import RefineryGzip
import RefineryJSON
import RefineryMock
import RefineryTesting
import Testing

/// Each fault of the mock server over each transport. The table is that of the page `Faults`.
extension Sockets.MockFaultTests {
  /// A fault and how the call ends that has it.
  struct Row: Sendable, CustomTestStringConvertible {
    let fault: MockFault
    /// Nil if the call returns the record.
    let kind: CallError.Kind?
    /// The step of a `TransportError`; nil for another error.
    var phase: TransportError.Phase?

    var testDescription: String { "\(fault)" }
  }

  static let table: [Row] = [
    Row(fault: .delay(.seconds(60)), kind: .timedOut(.total)),
    Row(fault: .dribble(bytes: 5, pause: .seconds(60)), kind: .timedOut(.total)),
    Row(fault: .empty, kind: .mapping),
    Row(fault: .malformed, kind: .mapping),
    Row(fault: .truncated(), kind: .transport(.connectionLost), phase: .receiving),
    Row(fault: .droppedBeforeHead, kind: .transport(.connectionLost), phase: .waiting),
    Row(fault: .droppedAfterHead, kind: .transport(.connectionLost), phase: .receiving),
    Row(fault: .reset, kind: .transport(.connectionLost), phase: .waiting),
    Row(fault: .status(503), kind: .serverError(503)),
    Row(fault: .status(404), kind: .notFound),
    Row(fault: .status(429, retryAfter: .seconds(7)), kind: .status(429)),
    Row(fault: .expiredToken(), kind: .status(401)),
    Row(fault: .contentLength(difference: 5), kind: .transport(.connectionLost), phase: .receiving),
    Row(fault: .contentLength(difference: -5), kind: .mapping),
    Row(fault: .duplicated, kind: nil),
    Row(fault: .mediaType("text/html"), kind: nil),
    // URLSession decodes gzip itself.
    Row(fault: .damagedGzip, kind: .other),
  ]

  private static let read = Call<JSONValue>(Endpoint("Person.read", .get, "person/5"))

  private static func makeHost() -> MockHost {
    MockHost(row: { $0.target.hasPrefix("/person/") ? "Person.read" : nil }) { request in
      let content = #"{"id":\#(request.target.dropFirst(8)),"name":"Ann"}"#
      return MockResponse(200, fields: [.contentType: "application/json"], content: Data(content.utf8))
    }
  }

  private static func withHost<Output>(_ body: (MockHost, LoopbackServer) async throws -> Output) async throws -> Output {
    let host = makeHost()
    return try await withServer(host.handle) { server in try await body(host, server) }
  }

  @Test("S08, O05: each fault is the error that its page promises", arguments: Engine.allCases, table)
  func promised(engine: Engine, row: Row) async throws {
    try await Self.withHost { host, server in
      try await engine.using { transport in
        let api = Client(baseURL: "http://\(server.authority)", middleware: [GzipMiddleware()], transport: transport)
        try host.faults.add(row.fault, to: "Person.read", times: 1)
        // The faults that take a minute end when the call does.
        let limit = row.kind == .timedOut(.total) ? Duration.milliseconds(300) : .seconds(60)
        do {
          let person = try await api.send(Self.read.timeout(limit))
          #expect(row.kind == nil && person == ["id": 5, "name": "Ann"])
        } catch let error as CallError {
          if row.fault == .damagedGzip, engine == .urlSession {
            #expect(error.kind == .transport(.other))
          } else {
            #expect(error.kind == row.kind, "\(error)")
            #expect((error.underlying as? TransportError)?.phase == row.phase)
            #expect((error.underlying is GzipError) == (row.fault == .damagedGzip))
          }
          if case .status(_, .seconds(let seconds)?) = row.fault { #expect(error.retryAfter == .seconds(seconds)) }
        }
        #expect(host.journal.calls("Person.read").map(\.faults) == [[row.fault]])
        #expect(host.faults.unused == [])
        // The next call has its own response, on the same connection or another.
        let next = try await api.send(Call<JSONValue>(Endpoint("Person.read", .get, "person/6")).timeout(.seconds(60)))
        #expect(next["id"] == 6)
      }
    }
  }

  @Test("S08: a rate limit is stated, and a request beyond it gets 429", arguments: Engine.allCases)
  func rateLimit(engine: Engine) async throws {
    try await Self.withHost { host, server in
      try await engine.using { transport in
        let api = Client(baseURL: "http://\(server.authority)", transport: transport)
        try host.faults.add(.rateLimit(quota: 2, window: .seconds(60)), to: "Person.read")
        let limit = try #require(HTTPField.Name("RateLimit"))
        let limits = try await [api.reply(to: Self.read), api.reply(to: Self.read)].map { $0.head.headerFields[limit] }
        #expect(limits.first??.hasPrefix("\"mock\";r=1;t=") == true && limits.last??.hasPrefix("\"mock\";r=0;t=") == true)
        let error = await #expect(throws: CallError.self) { try await api.send(Self.read) }
        #expect(error?.kind == .status(429))
        let wait = try #require(error?.retryAfter)
        #expect(wait > .zero && wait <= .seconds(60))
        #expect(host.journal.calls.map(\.status) == [200, 200, 429])
      }
    }
  }

  @Test("S08: faults of several rules come together, and are set while the server runs", arguments: Engine.allCases)
  func together(engine: Engine) async throws {
    try await Self.withHost { host, server in
      try await engine.using { transport in
        let rules: JSONValue = ["Person.*: delay 1ms", "*: status 503, times 1", "*: dribble 3 bytes every 1ms"]
        let control = Call<JSONValue>(Endpoint("Faults.set", .put, "__refinery/faults")).body(["faults": rules] as JSONValue)
        let api = Client(baseURL: "http://\(server.authority)", transport: transport)
        let listed = try await api.send(control)
        #expect(listed["faults"]?.array?.count == 3)
        let error = await #expect(throws: CallError.self) { try await api.send(Self.read) }
        #expect(error?.problem?.title == "Service Unavailable")
        let person = try await api.send(Self.read)
        #expect(person["name"] == "Ann")
        let dribble = MockFault.dribble(bytes: 3, pause: .milliseconds(1))
        #expect(
          host.journal.calls.map(\.faults)
            == [[.delay(.milliseconds(1)), .status(503), dribble], [.delay(.milliseconds(1)), dribble]])
      }
    }
  }
}
