import FoundationEssentials
import HTTPTypes
import Logging
import RefineryCore
import RefineryLogging
import RefineryTesting
import Synchronization
import TestSupport
import Testing

/// What is written while a server fails, and about failures after the chain.
@Suite struct LoggingOutageTests {
  private struct Person: Codable, Sendable, Equatable { var id: Int }

  private let log = Log()
  private let clock = ManualClock(advancesByItself: true)
  private let row = Endpoint("Person.read", .get, "people/5")
  private let down = TransportError(.cannotConnect, phase: .beforeSending, reason: "refused")

  private func client(_ links: [any Middleware], _ stub: StubTransport) -> Client {
    Client(
      name: "crm", baseURL: "https://api.example", middleware: links, transport: stub,
      options: Options { $0.timeout = nil }, clock: CallClock(clock))
  }

  private func fail(_ count: Int, _ api: Client) async {
    for _ in 0..<count { await #expect(throws: CallError.self) { try await api.send(Call<Person>(row)) } }
  }

  @Test("J04: at info, an outage writes one line for an origin and cause in a period, and one with the number of the others")
  func summaries() async throws {
    let stub = StubTransport { [down] request in
      if request.head.path == "/people/5" { throw down }
      return Response(status: .ok)
    }
    let api = client([LoggingMiddleware(log.logger(.info), label: "out")], stub)
    await fail(1_000, api)
    #expect(log.messages == ["call failed"])
    let line = try #require(log.lines.first)
    #expect(line.level == .info)
    #expect(line["error.type"] == "cannot_connect" && line["error.message"] == "cannot connect before sending: refused")
    #expect(line["call.outcome"] == "error" && line["endpoint.name"] == "Person.read" && line["call.number"] == "1")
    #expect(line["server.address"] == "api.example" && line["server.port"] == "443")

    clock.advance(by: .seconds(59))
    await fail(1, api)
    #expect(log.lines.count == 1)
    clock.advance(by: .seconds(1))
    try await api.send(Call<Okay>(Endpoint("Other.read", .get, "other")))
    #expect(log.messages == ["call failed", "calls failed"])
    let summary = try #require(log.lines.last)
    #expect(summary.level == .info)
    #expect(
      summary.metadata == [
        "summary.count": "1000", "summary.seconds": "60.0", "error.type": "cannot_connect",
        "error.message": "cannot connect before sending: refused", "server.address": "api.example", "server.port": "443",
        "client.name": "crm", "logging.link": "out",
      ])
    await fail(1, api)
    #expect(log.messages == ["call failed", "calls failed", "call failed"])
  }

  @Test("J04: each cause has its own line, also that of a response that cannot be mapped or is not HTTP")
  func causes() async throws {
    let stub = StubTransport(
      .json("[1,2"), .status(404), .failure(TransportError(.malformedResponse, phase: .waiting)),
      .failure(TimedOut(.attempt, limit: .seconds(2), during: .handshake)), .status(404), .json(#"{"id":5}"#),
      .failure(CancellationError()))
    let api = client([LoggingMiddleware(log.logger(.info))], stub)
    await fail(5, api)
    #expect(try await api.send(Call<Person>(row)) == Person(id: 5))
    await #expect(throws: CancellationError.self) { try await api.send(Call<Person>(row)) }
    #expect(log.messages == Array(repeating: "call failed", count: 4))
    #expect(log.lines.map { $0["error.type"] } == ["MappingError", "404", "malformed_response", "timeout_attempt"])
    #expect(
      log.lines.last?["error.message"] == "timed out: the attempt limit of 2.0 seconds was reached while negotiating TLS")
  }

  @Test("J04: calls outside the sample that fail have a limit for each cause; those of the sample are all written")
  func failedCalls() async throws {
    let unsampled = LoggingPolicy(sampleRate: 0, linesPerCause: 3)
    let api = client([LoggingMiddleware(log.logger(.debug), policy: unsampled)], StubTransport(.failure(down)))
    await fail(100, api)
    #expect(log.lines("request").count == 3 && log.lines("no response").count == 3 && log.lines.count == 6)
    clock.advance(by: .seconds(60))
    await fail(1, api)
    #expect(log.lines("calls failed").map { $0["summary.count"] } == ["97"])

    let other = Log()
    let sampled = client([LoggingMiddleware(other.logger(.debug))], StubTransport(.failure(down)))
    await fail(100, sampled)
    #expect(other.lines("no response").count == 100 && other.lines.count == 200)
  }

  @Test("J04: slow calls outside the sample have a limit, too")
  func slowCalls() async throws {
    let stub = StubTransport { [clock] _ in
      clock.advance(by: .seconds(1))
      return Response(status: .ok)
    }
    let policy = LoggingPolicy(sampleRate: 0, linesPerCause: 2)
    let api = client([LoggingMiddleware(log.logger(.debug), policy: policy)], stub)
    for _ in 0..<59 { try await api.send(Call<Okay>(row)) }
    #expect(log.lines("response").count == 2)
    for _ in 0..<3 { try await api.send(Call<Okay>(row)) }
    #expect(log.lines("calls were slow").map { $0["summary.count"] } == ["58"])
  }

  @Test("J04: lines about re-sends have a limit for each origin and cause")
  func resends() async throws {
    let stub = StubTransport { request in
      Response(status: request.context.attemptCount == 1 ? .serviceUnavailable : .ok)
    }
    let api = client([LoggingMiddleware(log.logger(.info)), Resender()], stub)
    for _ in 0..<200 { try await api.send(Call<Okay>(row)) }
    #expect(log.lines("request sent again").count == 10 && log.lines.count == 10)
    #expect(log.lines.allSatisfy { $0["error.type"] == "503" })
    clock.advance(by: .seconds(60))
    try await api.send(Call<Okay>(row))
    #expect(log.lines("requests sent again").map { $0["summary.count"] } == ["190"])
    #expect(log.lines("request sent again").count == 11)
  }

  @Test("J04: a server with any number of names or types of errors does not fill the memory of the link")
  func manyCauses() async throws {
    let api = client([LoggingMiddleware(log.logger(.info))], StubTransport(.failure(down)))
    for number in 0..<1_000 {
      let row = Endpoint.direct(.get, "https://h\(number).example/")
      await #expect(throws: CallError.self) { try await api.send(Call<Person>(row)) }
    }
    #expect(log.lines("call failed").count == 257)
    clock.advance(by: .seconds(60))
    await fail(1, api)
    #expect(log.lines("calls failed").map { $0["error.type"] } == ["_OTHER"])
    #expect(log.lines("calls failed").map { $0["summary.count"] } == ["743"])
  }

  @Test("J05: a response that cannot be mapped is no success, in the line of the link that tells of the call")
  func unmapped() async throws {
    let logging = LoggingMiddleware(log.logger(.debug), label: "call")
    let attempt = LoggingMiddleware(log.logger(.debug), label: "attempt").at(.observe)
    let stub = StubTransport(.status(503), .json("[1,2"), .json(#"{"id":5}"#))
    let api = client([logging, Resender(), attempt], stub)
    await fail(1, api)
    let calls = log.lines("response").filter { $0["logging.link"] == "call" }
    #expect(calls.map { $0["call.outcome"] } == ["error"])
    #expect(calls.map { $0["error.type"] } == ["MappingError"])
    #expect(calls.map { $0["http.response.status_code"] } == ["200"])
    #expect(log.messages.last == "response")
    #expect(log.lines("response").filter { $0["logging.link"] == "attempt" }.map { $0["error.type"] } == ["503", nil])
    _ = try await api.send(Call<Person>(row))
    #expect(log.lines.last?["call.outcome"] == "success" && log.lines.last?["error.type"] == nil)
  }

  @Test("J05: a link after retry tells the result of the call with the line of its last attempt")
  func unmappedAttempt() async throws {
    let logging = LoggingMiddleware(log.logger(.debug)).at(.observe)
    await fail(1, client([Resender(), logging], StubTransport(.status(503), .json("[1,2"))))
    #expect(log.lines("response").map { $0["error.type"] } == ["503", "MappingError"])
  }

  @Test("J05: a stream has one line with its result, also if an item cannot be mapped or the reader stops")
  func streams() async throws {
    let logging = LoggingMiddleware(log.logger(.debug))
    let stub = StubTransport { _ in
      Response(status: .ok, headers: [.contentType: "application/json"], body: stream(#"[{"id":1},"#, #"{"id":"x"}]"#))
    }
    let api = client([logging], stub)
    await #expect(throws: CallError.self) {
      for try await _ in api.stream(Call<[Person]>(row)) {}
    }
    #expect(log.lines("response").count == 1 && log.lines("response").map { $0["call.outcome"] } == ["error"])
  }

  @Test("J04: at info, a stream of a client that breaks has one line, and one whose item cannot be mapped another")
  func brokenStreams() async throws {
    let lost = TransportError(.connectionLost, phase: .receiving)
    let stub = StubTransport { request in
      let isBroken = request.context.number <= 20
      let body = isBroken ? stream(#"[{"id":1}"#, failing: lost) : stream(#"[{"id":"x"}]"#)
      return Response(status: .ok, headers: [.contentType: "application/json"], body: body)
    }
    let api = client([LoggingMiddleware(log.logger(.info))], stub)
    for _ in 0..<21 {
      await #expect(throws: CallError.self) { for try await _ in api.stream(Call<[Person]>(row)) {} }
    }
    #expect(log.lines("response cut").count == 10)
    #expect(log.lines("call failed").map { $0["error.type"] } == ["MappingError"] && log.lines.count == 11)
  }

  @Test("J05: the line of a call names the server that responded last")
  func servers() async throws {
    let stub = StubTransport { request in
      guard request.head.authority == "api.example" else { return Response(status: .ok) }
      return Response(status: .found, headers: [.location: "https://other.example:8443/"])
    }
    var api = client([LoggingMiddleware(log.logger(.debug)), RedirectMiddleware()], stub)
    api.options.redirects = .anyOrigin
    try await api.send(Call<Okay>(row))
    #expect(log.messages == ["request", "request sent again", "response"])
    #expect(log.lines.map { $0["server.address"] } == ["api.example", "other.example", "other.example"])
    #expect(log.lines.map { $0["server.port"] } == ["443", "8443", "8443"])
  }

  @Test("J05: a line has the other end of the connection, if the transport reports it")
  func peer() async throws {
    let stub = StubTransport { request in
      var times = AttemptTimes()
      (times.peerAddress, times.peerPort) = ("2001:db8::1", 8443)
      request.report(times)
      return Response(status: .ok)
    }
    try await client([LoggingMiddleware(log.logger(.debug))], stub).send(Call<Okay>(row))
    #expect(log.lines("response").map { $0["network.peer.address"] } == ["2001:db8::1"])
    #expect(log.lines("response").map { $0["network.peer.port"] } == ["8443"])
  }

  @Test(
    "A logged call of a client leaves nothing in memory, also one that fails, and a stream that is not read",
    arguments: [Logger.Level.debug, .info])
  func released(level: Logger.Level) async throws {
    /// Keeps the contexts of calls without owning them.
    final class Witness: Middleware {
      private struct Reference { weak var context: CallContext? }
      private let references = Mutex<[Reference]>([])
      var isEmpty: Bool { references.withLock { $0.allSatisfy { $0.context == nil } } }
      var count: Int { references.withLock { $0.count } }
      func respond(to request: Request, next: Next) async throws -> Response {
        references.withLock { $0.append(Reference(context: request.context)) }
        return try await next(request)
      }
    }
    /// Unlike a stub, it keeps no requests.
    struct Server: Transport {
      func send(_ request: Request) async throws -> Response {
        switch request.context.number {
        case 1: Response(status: .ok, body: Body(#"{"id":5}"#))
        case 2: Response(status: .ok, body: Body("[1,2"))
        case 3: Response(status: .notFound)
        case 4: throw TransportError(.connectionLost, phase: .waiting)
        default: Response(status: .ok, body: stream("a", "b"))
        }
      }
    }
    let witness = Witness()
    let api = Client(
      baseURL: "https://api.example", middleware: [LoggingMiddleware(log.logger(level)), witness], transport: Server())
    for _ in 0..<4 { _ = try? await api.send(Call<Person>(row)) }
    do {
      let response = try await api.open(Call<Person>(row))
      #expect(try await response.next() == Data("a".utf8))
    }
    #expect(witness.count == 5 && witness.isEmpty)
  }

  @Test("J04: faulty limits of lines are refused")
  func faults() {
    #expect(
      LoggingPolicy(linesPerCause: -1, summaryPeriod: .milliseconds(999)).problems == [
        "linesPerCause must not be negative, but is -1", "summarySeconds must be from 1 to 86400 seconds, not 0.999 seconds",
      ])
    #expect(LoggingPolicy(linesPerCause: 0, summaryPeriod: .seconds(1)).problems.isEmpty)
  }
}
