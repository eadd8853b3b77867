import FoundationEssentials
import HTTPTypes
import Logging
import RefineryCore
import RefineryLogging
import RefineryTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct LoggingMiddlewareTests {
  let log = Log()

  @Test("J05: the two lines carry number, verb, template, outcome, status, duration and sizes")
  func facts() async throws {
    let clock = ManualClock()
    let stub = StubTransport { _ in
      clock.advance(by: .milliseconds(12))
      return Response(status: .created, body: Body("made"))
    }
    let sent = request(
      "Person.create", .post, template: "people", body: Body("Ann"), context: CallContext(number: 7, clock: CallClock(clock)))

    _ = try await Next.send(sent, through: LoggingMiddleware(log.logger(.debug)), to: stub)

    #expect(log.messages == ["request", "response"])
    #expect(log.lines.allSatisfy { $0.level == .debug })
    let identity = [
      "call.number": "7", "endpoint.name": "Person.create", "http.request.method": "POST", "url.template": "people",
      "call.retry_count": "0", "http.request.body.size": "3", "server.address": "api.example",
      "server.port": "443",
    ]
    #expect(log.lines.first?.metadata == identity)
    let outcome = [
      "http.response.status_code": "201", "http.client.duration_ms": "12.0", "http.response.body.size": "4",
      "call.outcome": "success",
    ]
    #expect(log.lines.last?.metadata == identity.merging(outcome) { $1 })
  }

  @Test("the response line says where a response came from that is not from the network; not what Cache-Status says")
  func source() async throws {
    struct Stored: Middleware {
      func respond(to request: Request, next: Next) async throws -> Response {
        let status = HTTPField.Name("Cache-Status") ?? .age
        var response = Response(status: .ok, headers: [status: #"Refinery; hit; key="/people?q=canary""#])
        response.source = ResponseSource("cache (fresh)")
        return response
      }
    }
    let next = Next([LoggingMiddleware(log.logger(.trace)), Stored()], transport: StubTransport(.status(200)))
    _ = try await next(request())
    #expect(log.lines("response").map { $0["call.source"] } == ["cache (fresh)"])
    #expect(log.lines.allSatisfy { !"\($0.metadata)".contains("canary") })
  }

  @Test("J05: the address of a server has no brackets, as in metrics and spans")
  func address() async throws {
    let head = HTTPRequest(method: .get, scheme: "https", authority: "[2001:DB8::1]:8443", path: "/people/5")
    let sent = Request(endpoint: Endpoint("Person.read", .get, "people/{id}"), head: head)
    _ = try await Next.send(sent, through: LoggingMiddleware(log.logger()), to: StubTransport(.status(200)))
    #expect(log.lines.count == 4 && log.lines.allSatisfy { $0["server.address"] == "2001:db8::1" })
  }

  @Test("J05: a failure's line carries its type and safe text, an unsafe error's type alone")
  func failures() async throws {
    struct Unsafe: Error { let secret = "canary" }
    let lost = TransportError(.connectionLost, phase: .waiting, reason: "reset")
    let logging = LoggingMiddleware(log.logger(.debug))

    await #expect(throws: lost) { try await Next.send(request(), through: logging, to: StubTransport(.failure(lost))) }
    await #expect(throws: Unsafe.self) {
      try await Next.send(request(), through: logging, to: StubTransport(.failure(Unsafe())))
    }

    let failures = log.lines("no response")
    #expect(failures.map { $0["call.outcome"] } == ["error", "error"])
    #expect(failures.map { $0["error.type"] } == ["connection_lost", "Unsafe"])
    #expect(failures.map { $0["error.message"] } == ["connection lost while waiting for the response: reset", "Unsafe"])
    #expect(failures.allSatisfy { $0.level == .debug })
  }

  @Test("J01: after Auth every attempt shows its final header fields, redacted")
  func finalFields() async throws {
    let stub = StubTransport(.status(503), .status(200))
    let clock = ManualClock(advancesByItself: true)
    let sent = request(headers: [.accept: "text/plain"], context: CallContext(clock: CallClock(clock)))

    _ = try await Next.send(
      sent, through: Resender(), Credential(token: "canary"), LoggingMiddleware(log.logger()), to: stub)

    let details = log.lines("request details")
    #expect(details.map { $0["call.retry_count"] } == ["0", "1"])
    #expect(details.allSatisfy { $0["http.request.header.authorization"] == "<redacted>" })
    #expect(details.allSatisfy { $0["http.request.header.accept"] == "text/plain" })
    #expect(details.allSatisfy { $0["url.full"] == "https://api.example/people/5" && $0.level == .trace })
  }

  @Test("J02: one response line for each response, whatever its status")
  func responses() async throws {
    let stub = StubTransport(.json(#"{"title":"gone"}"#, status: 404))
    let logging = LoggingMiddleware(log.logger(), policy: LoggingPolicy(bodies: true))

    let body = try await Next.send(request(), through: logging, to: stub)

    #expect(body == #"{"title":"gone"}"#)
    #expect(log.lines("response").map { $0["http.response.status_code"] } == ["404"])
    #expect(log.lines("response").map { [$0["call.outcome"], $0["error.type"]] } == [["error", "404"]])
    #expect(log.lines("response details").map { $0["http.response.body"] } == [#"{"title":"gone"}"#])
    #expect(log.lines("response details").map { $0["http.response.header.content-type"] } == ["application/json"])
  }

  @Test("J02: a status that the row counts as success is no error")
  func expectedStatus() async throws {
    let sent = request(options: Options { $0.successCodes = StatusSet(200...299, 404...404) })
    _ = try await Next.send(sent, through: LoggingMiddleware(log.logger(.debug)), to: StubTransport(.status(404)))
    #expect(log.lines("response").map { $0["call.outcome"] } == ["success"])
  }

  @Test("J03: a function of the user's gets each line as text, without a logging backend")
  func function() async throws {
    let lines = Mutex<[String]>([])
    let logging = LoggingMiddleware { line in lines.withLock { $0.append(line) } }

    _ = try await Next.send(request(), through: logging, to: StubTransport(.status(204)))

    let written = lines.withLock { $0 }
    #expect(written.count == 2)
    #expect(
      written.first == "debug request call.number=7 call.retry_count=0 endpoint.name=Person.read "
        + "http.request.method=GET server.address=api.example server.port=443 url.template=people/{id}")
    #expect(written.last?.contains("http.response.status_code=204") == true)
  }

  @Test(
    "J03: in a line of text, a value with a space is quoted, and its quotation marks and backslashes are escaped",
    arguments: [
      (#"the "first" one"#, #""the \"first\" one""#), (#"a\" b=1"#, #""a\\\" b=1""#),
      ("a \"\u{301}b", "\"a \\\"\u{301}b\""), ("a \u{301}b", "\"a \u{301}b\""),
    ])
  func quotedValues(label: String, written: String) async throws {
    let lines = Mutex<[String]>([])
    let logging = LoggingMiddleware(label: label) { line in lines.withLock { $0.append(line) } }
    _ = try await Next.send(request(), through: logging, to: StubTransport(.status(204)))
    let line = try #require(lines.withLock { $0 }.first)
    #expect(line.utf8.contains(" logging.link=\(written) ".utf8))
  }

  @Test("A field that is there several times is written with all of its values")
  func repeatedFields() async throws {
    var headers = HTTPFields()
    for value in ["accept", "origin"] { headers.append(HTTPField(name: .vary, value: value)) }
    _ = try await Next.send(
      request(), through: LoggingMiddleware(log.logger()), to: StubTransport(.status(200, headers: headers)))
    #expect(log.lines("response details").map { $0["http.response.header.vary"] } == ["accept, origin"])
  }

  @Test("Lines tell clients, servers and logging links apart")
  func places() async throws {
    func lines(_ name: String?, _ url: String) async throws -> [Log.Line] {
      let log = Log()
      let stub = StubTransport(.status(503), .status(200))
      let api = Client(
        name: name, baseURL: url,
        middleware: [
          LoggingMiddleware(log.logger(), label: "call"), Resender(), LoggingMiddleware(log.logger(), label: "attempt"),
        ], transport: stub, clock: CallClock(ManualClock(advancesByItself: true)))
      try await api.send(Call<Okay>(Endpoint("Person.read", .get, "people")).timeout(nil))
      return log.lines
    }
    let billing = try await lines("billing", "https://Billing.example:8443/v1")
    #expect(billing.filter { $0.message == "request sent again" }.count == 1)
    #expect(billing.allSatisfy { $0["client.name"] == "billing" && $0["server.address"] == "billing.example" })
    #expect(billing.filter { $0["logging.link"] == "attempt" }.count == 8)
    #expect(billing.filter { $0["logging.link"] == "call" }.count == 5)
    #expect(billing.first?["logging.link"] == "call" && billing.last?["logging.link"] == "call")
    let other = try await lines(nil, "http://user-data.example")
    #expect(other.allSatisfy { $0["client.name"] == nil && $0["server.address"] == "user-data.example" })
  }

  @Test("J04: off is silent, and a logger that was given wins over the task's own")
  func defaults() async throws {
    let ambient = Log()
    let silent = LoggingMiddleware(log.logger(), policy: LoggingPolicy(level: .off))
    try await withLogger(ambient.logger()) { _ in
      _ = try await Next.send(request(), through: silent, to: StubTransport(.status(200)))
      #expect(log.lines.isEmpty && ambient.lines.isEmpty)
      _ = try await Next.send(request(), through: LoggingMiddleware(log.logger(.debug)), to: StubTransport(.status(200)))
      #expect(log.lines.count == 2 && ambient.lines.isEmpty)
      _ = try await Next.send(request(), through: LoggingMiddleware(), to: StubTransport(.status(200)))
      #expect(log.lines.count == 2 && ambient.lines("response").count == 1)
    }
  }

  @Test("J06: numbers are unique and lines pair up under 1000 concurrent requests")
  func concurrent() async throws {
    let logging = LoggingMiddleware(log.logger(.debug))
    let stub = StubTransport { request in
      await Task.yield()
      return Response(status: .ok, body: Body(request.endpoint.name))
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...1000 {
        group.addTask {
          let sent = request("Row\(number)", context: CallContext(number: UInt64(number)))
          let body = try await Next.send(sent, through: logging, to: stub)
          #expect(body == "Row\(number)")
        }
      }
      try await group.waitForAll()
    }
    for message in ["request", "response"] {
      let lines = log.lines(message)
      #expect(Set(lines.compactMap { $0["call.number"] }).count == 1000)
      #expect(lines.count == 1000)
      #expect(lines.allSatisfy { $0["endpoint.name"] == "Row\($0["call.number"] ?? "")" })
    }
  }

  @Test("J07: configuring the policy keeps the logger, and a call's own logger carries its metadata")
  func loggers() async throws {
    let logging = LoggingMiddleware(log.logger(.debug, metadata: ["service": "shop"]))
    try logging.policies.replace(with: LoggingPolicy(level: .info))
    _ = try await Next.send(request(), through: logging, to: StubTransport(.status(200)))
    #expect(log.lines.map { $0["service"] } == ["shop", "shop"])
    #expect(log.lines.allSatisfy { $0.level == .info })

    let own = Log()
    let options = Options { $0.logger = own.logger(.info, metadata: ["request.id": "r1"]) }
    _ = try await Next.send(request(options: options), through: logging, to: StubTransport(.status(200)))
    #expect(own.lines.map { $0["request.id"] } == ["r1", "r1"])
    #expect(log.lines.count == 2)
  }

  @Test("J07: loggers of calls are equal where label, level and metadata are")
  func equalLoggers() {
    let one = LoggerKey(logger: log.logger(.info, label: "a", metadata: ["request.id": "r1"]))
    #expect(one == LoggerKey(logger: Log().logger(.info, label: "a", metadata: ["request.id": "r1"])))
    #expect(one != LoggerKey(logger: log.logger(.info, label: "b", metadata: ["request.id": "r1"])))
    #expect(one != LoggerKey(logger: log.logger(.debug, label: "a", metadata: ["request.id": "r1"])))
    #expect(one != LoggerKey(logger: log.logger(.info, label: "a", metadata: ["request.id": "r2"])))
  }

  @Test(
    "A logger above notice is asked for its level alone, and bodies pass untouched", arguments: [Logger.Level.warning, .info])
  func hidden(level: Logger.Level) async throws {
    let bodyReads = Mutex(0)
    let stub = StubTransport { request in
      for try await _ in request.body ?? .empty { bodyReads.withLock { $0 += 1 } }
      return Response(status: .ok, body: stream("a", "b"))
    }
    let logging = LoggingMiddleware(log.logger(level), policy: LoggingPolicy(bodies: true))

    let body = try await Next.send(request(body: stream("one", "two")), through: logging, logging, to: stub)

    #expect(body == "ab")
    #expect(bodyReads.withLock { $0 } == 2)
    #expect(log.touched == 0)
    #expect(stub.requests.allSatisfy { $0.options.isEmpty })
  }

  @Test("Nothing is above info, whatever happens to a call")
  func levels() async throws {
    let clock = ManualClock(advancesByItself: true)
    let stub = StubTransport(.status(503), .failure(TransportError(.tlsFailed, phase: .beforeSending)))
    let logging = LoggingMiddleware(log.logger(), policy: LoggingPolicy(bodies: true))
    let sent = request(context: CallContext(clock: CallClock(clock)))
    await #expect(throws: TransportError.self) {
      try await Next.send(sent, through: logging, Resender(), logging, to: stub)
    }
    #expect(Set(log.lines.map(\.level)) == [.trace, .debug, .info])
  }

  @Test("A cancelled call is no error, unless its time was over")
  func cancelled() async throws {
    let clock = ManualClock()
    let late = CallContext(clock: CallClock(clock), timeout: .seconds(1))
    let stub = StubTransport(.failure(CancellationError()))
    let logging = LoggingMiddleware(log.logger(.debug), policy: LoggingPolicy(slow: nil))

    await #expect(throws: CancellationError.self) { try await Next.send(request(), through: logging, to: stub) }
    clock.advance(by: .seconds(2))
    await #expect(throws: CancellationError.self) { try await Next.send(request(context: late), through: logging, to: stub) }

    #expect(log.lines("no response").map { $0["call.outcome"] } == ["cancelled", "error"])
    #expect(log.lines("no response").map { $0["error.type"] } == ["cancelled", "timeout_total"])
  }

  @Test("L04: the contract of middleware holds at every level", arguments: [Logger.Level.trace, .debug, .info, .warning])
  func contract(level: Logger.Level) async throws {
    let policy = LoggingPolicy(bodies: true)
    try await MiddlewareContract.verify { LoggingMiddleware(log.logger(level), policy: policy) }
    #expect((level == .warning) == log.lines.isEmpty)
  }

  @Test("explain says level, details, bodies and sampling of a row")
  func explanation() {
    let policy = LoggingPolicy(
      sampleRate: 0.1, rows: ["Person.delete": .init(level: .off), "Person.list": .init(bodies: true)])
    let logging = LoggingMiddleware(log.logger(), policy: policy)
    #expect(logging.explanation(for: request()) == "debug lines, details at trace, bodies off, sampled 10 %")
    #expect(
      logging.explanation(for: request("Person.list")) == "debug lines, details at trace, bodies on, sampled 10 %")
    #expect(logging.explanation(for: request("Person.delete")) == "off")
    let quiet = LoggingMiddleware(log.logger(.info))
    #expect(quiet.explanation(for: request()) == "debug lines, hidden by the logger's level info")
  }
}
