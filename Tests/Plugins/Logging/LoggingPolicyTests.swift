import FoundationEssentials
import HTTPTypes
import Logging
import RefineryCore
import RefineryLogging
import RefineryTesting
import TestSupport
import Testing

@Suite struct LoggingPolicyTests {
  let log = Log()

  @Test("A policy file sets every member")
  func file() throws {
    let json = #"""
      {"level":"info","detailLevel":"debug","headers":false,"bodies":true,"bodyCap":100,"sampleRate":0.25,"linesPerCause":3,"summarySeconds":90,
       "slowMilliseconds":1500,"allowedHeaders":["X-Region"],"allowedQuery":["Page"],"secretMembers":["pass-code"],
       "rows":{"Person.read":{"level":"off"},"Person.create":{"detailLevel":"info","bodies":false}}}
      """#
    let policy = try LoggingPolicy(json: Data(json.utf8))

    #expect(policy.level == .info && policy.detailLevel == .debug && !policy.headers && policy.bodies)
    #expect(policy.bodyCap == 100 && policy.sampleRate == 0.25 && policy.slow == .milliseconds(1500))
    #expect(policy.linesPerCause == 3 && policy.summaryPeriod == .seconds(90))
    #expect(policy.redaction.headers.map(\.canonicalName) == ["x-region"])
    #expect(policy.redaction.target("/a?PAGE=2&q=canary") == "/a?PAGE=2&q=<redacted>")
    #expect(policy.redaction.isSecret(member: "Pass_Code") && policy.redaction.isSecret(member: "password"))
    #expect(policy.rows == ["Person.read": .init(level: .off), "Person.create": .init(detailLevel: .info, bodies: false)])
    #expect(try LoggingPolicy(json: Data("{}".utf8)) == LoggingPolicy())
    #expect(try LoggingPolicy(json: Data(#"{"slowMilliseconds":null}"#.utf8)).slow == nil)
  }

  @Test("A bad policy file is refused with all its faults, and the old policy stays")
  func faults() throws {
    let store = LoggingPolicyStore(LoggingPolicy(level: .info))
    let json = #"""
      {"level":"loud","bodies":"yes","bodyCap":-1,"sampleRate":1.5,"slowMilliseconds":-5,"colour":1,"headers":null,
       "allowedHeaders":["x y","Cookie","proxy-authorization","Set-Cookie","AUTHORIZATION"],"allowedQuery":["sig"],"rows":{"A":{"level":"error","size":1},"B":5}}
      """#
    let faults = #expect(throws: UnusableSettings.self) { try store.load(json: Data(json.utf8)) }

    #expect(
      faults?.problems == [
        #"level must be one of trace, debug, info, notice, off, not "loud""#,
        "headers must be true or false",
        #"bodies must be true or false, not "yes""#,
        #"rows.A.level must be one of trace, debug, info, notice, off, not "error""#,
        "rows.A.size is not a member of a row of a logging policy",
        "rows.B must be an object",
        "colour is not a member of a logging policy",
        #"allowedHeaders: "x y" is not a header name"#,
        "sampleRate must be from 0 to 1, not 1.5",
        "bodyCap must be from 0 to 65536 bytes, not -1",
        "slowMilliseconds must not be negative, but is -0.005 seconds",
        "allowedHeaders: Authorization is never shown",
        "allowedHeaders: Proxy-Authorization is never shown",
        "allowedHeaders: Cookie is never shown",
        "allowedHeaders: Set-Cookie is never shown",
        "allowedQuery: sig is never shown",
      ])
    #expect(store.policy == LoggingPolicy(level: .info))
  }

  @Test(
    "What is not a JSON object, or says a thing twice, is no policy",
    arguments: [
      "", "[]", "5", "{", #"{"sampleRate":1e999}"#, #"{"bodyCap":1e30}"#, #"{"level":"info","level":"debug"}"#,
      #"{"slowMilliseconds":"1"}"#, #"{"rows":{"A":{"bodies":"yes"}}}"#, #"{"allowedQuery":[1]}"#,
    ])
  func nonsense(text: String) {
    let store = LoggingPolicyStore()
    #expect(throws: UnusableSettings.self) { try store.load(json: Data(text.utf8)) }
    #expect(store.policy == LoggingPolicy())
  }

  @Test("A bad policy in code is refused too", arguments: [Double.nan, .infinity, -0.1, 1.01])
  func codeFaults(rate: Double) async throws {
    let bad = LoggingPolicy(level: .info, bodyCap: -1, sampleRate: rate)
    let store = LoggingPolicyStore()
    let faults = #expect(throws: UnusableSettings.self) { try store.replace(with: bad) }
    #expect(faults?.problems.count == 2)

    let logging = LoggingMiddleware(log.logger(), policy: bad)
    #expect(log.lines.map(\.level) == [.warning])
    #expect(log.text.contains("sampleRate must be from 0 to 1"))
    #expect(logging.policies.policy == LoggingPolicy())
  }

  @Test("The most bytes of a body that may be written are 65,536")
  func bodyCap() {
    #expect(LoggingPolicy(bodyCap: 65_536).problems.isEmpty)
    #expect(LoggingPolicy(bodyCap: 65_537).problems == ["bodyCap must be from 0 to 65536 bytes, not 65537"])
  }

  @Test("A logger whose level is notice writes the lines of a row of that level")
  func notice() async throws {
    let logging = LoggingMiddleware(log.logger(.notice), policy: LoggingPolicy(rows: ["Loud": .init(level: .notice)]))
    for name in ["Plain", "Loud"] {
      _ = try await Next.send(request(name), through: logging, to: StubTransport(.status(200)))
    }
    #expect(log.lines.map { $0["endpoint.name"] } == ["Loud", "Loud"])
  }

  @Test("A policy that names a row the table does not have is refused, with the nearest name, and the old one stays")
  func unknownRows() throws {
    let store = LoggingPolicyStore(LoggingPolicy(level: .info))
    let table = EndpointTable("T", rows: [Endpoint("Person.read", .get, "people/{id}")])
    let json = Data(
      #"{"rows":{"OAuth2.token":{"level":"info"},"OAuth.tokn":{},"Person.raed":{"level":"off"},"Person.read":{"level":"off"},"Zoo":{}}}"#
        .utf8)
    let faults = #expect(throws: UnusableSettings.self) { try store.load(json: json, for: table) }
    #expect(
      faults?.problems == [
        "rows: OAuth.tokn: there is no such row; did you mean OAuth2.token?",
        "rows: Person.raed: there is no such row; did you mean Person.read?", "rows: Zoo: there is no such row",
      ])
    #expect(store.policy == LoggingPolicy(level: .info))
    try store.load(json: json)
    #expect(store.policy.rows["Zoo"] != nil)
  }

  @Test("A policy file with faults of every kind lists them all at once, and near names for those that are unknown")
  func everyFault() throws {
    let store = LoggingPolicyStore()
    let table = EndpointTable("T", rows: [Endpoint("Person.read", .get, "people/{id}")])
    let json = #"""
      {"level":"loud","levle":"info","sampleRat":1,"bodyCap":-1,"level":"debug","zebra":1,
       "rows":{"Person.raed":{"levle":"off"}}}
      """#
    let faults = #expect(throws: UnusableSettings.self) { try store.load(json: Data(json.utf8), for: table) }
    let problems = try #require(faults?.problems)
    #expect(problems.first?.hasPrefix("the policy repeats a name: ") == true)
    for problem in [
      "levle is not a member of a logging policy; did you mean level?",
      "sampleRat is not a member of a logging policy; did you mean sampleRate?",
      "zebra is not a member of a logging policy",
      "rows.Person.raed.levle is not a member of a row of a logging policy; did you mean level?",
      "bodyCap must be from 0 to 65536 bytes, not -1",
      "rows: Person.raed: there is no such row; did you mean Person.read?",
    ] { #expect(problems.contains(problem), "\(problem)") }
    #expect(store.policy == LoggingPolicy())
  }

  @Test("A policy replaced while running holds from the next call on, for every link that shares it")
  func replacing() async throws {
    let store = LoggingPolicyStore()
    let links = [
      LoggingMiddleware(log.logger(.info), policies: store), LoggingMiddleware(log.logger(.info), policies: store),
    ]
    let chain = Next(links, transport: StubTransport(.status(200)))

    _ = try await chain(request())
    #expect(log.lines.isEmpty)
    try store.load(json: Data(#"{"level":"info"}"#.utf8))
    _ = try await chain(request())
    #expect(log.messages == ["request", "request", "response", "response"])
  }

  @Test("Row levels: the policy's row over the option, the option over the policy")
  func precedence() async throws {
    let policy = LoggingPolicy(rows: ["Named": .init(level: .notice), "Loud": .init(detailLevel: .info)])
    let logging = LoggingMiddleware(log.logger(), policy: policy)
    let quiet = Options { $0.logLevel = .off }
    func levels(_ name: String, _ options: Options = Options()) async throws -> [Logger.Level] {
      let log = Log()
      let logging = LoggingMiddleware(log.logger(), policies: logging.policies)
      _ = try await Next.send(request(name, options: options), through: logging, to: StubTransport(.status(200)))
      return log.lines.map(\.level)
    }
    #expect(try await levels("Plain") == [.debug, .trace, .debug, .trace])
    #expect(try await levels("Plain", quiet) == [])
    #expect(try await levels("Plain", Options { $0.logLevel = .info }) == [.info, .trace, .info, .trace])
    #expect(try await levels("Named", quiet) == [.notice, .trace, .notice, .trace])
    #expect(try await levels("Loud") == [.debug, .info, .debug, .info])
    #expect(LogLineLevel(rawValue: "info") == .info && LogLineLevel(rawValue: "loud") == nil)
  }

  @Test("Row bodies: an option that forbids them wins over every policy")
  func bodies() async throws {
    func shows(_ name: String, _ allowed: Bool?) async throws -> Bool {
      let log = Log()
      let policy = LoggingPolicy(rows: ["On": .init(bodies: true), "Off": .init(bodies: false)])
      let sent = request(name, body: Body("x"), options: Options { $0.logBodies = allowed })
      _ = try await Next.send(
        sent, through: LoggingMiddleware(log.logger(), policy: policy), to: StubTransport(.status(200)))
      return log.lines("request details").contains { $0["http.request.body"] != nil }
    }
    #expect(try await shows("Plain", nil) == false)
    #expect(try await shows("Plain", true))
    #expect(try await shows("On", nil))
    #expect(try await shows("On", false) == false)
    #expect(try await shows("Off", true) == false)
  }
}

@Suite struct LoggingSampleTests {
  let log = Log()
  let clock = ManualClock()

  func send(_ number: UInt64, rate: Double, taking time: Duration = .zero, _ stub: StubTransport) async throws {
    let policy = LoggingPolicy(sampleRate: rate)
    let logging = LoggingMiddleware(log.logger(.debug), policy: policy)
    let slow = StubTransport { [clock] request in
      clock.advance(by: time)
      return try await stub.send(request)
    }
    let sent = request(context: CallContext(number: number, clock: CallClock(clock)))
    _ = try await Next.send(sent, through: logging, logging, to: slow)
  }

  @Test("One call in ten is logged, both links agree, and the same call always decides alike", .afterTheRush)
  func share() async throws {
    for number in 1...2000 { try await send(UInt64(number), rate: 0.1, StubTransport(.status(200))) }
    let numbers = log.lines("request").compactMap { $0["call.number"] }
    let sampled = Set(numbers)
    #expect((150...250).contains(sampled.count))
    #expect(numbers.count == 2 * sampled.count && log.lines("response").count == numbers.count)

    for number in 1...2000 { try await send(UInt64(number), rate: 0.1, StubTransport(.status(200))) }
    #expect(Set(log.lines.compactMap { $0["call.number"] }) == sampled)
    #expect(log.lines.count == 8 * sampled.count)
  }

  @Test("Failed and slow calls are logged though sampled out, with their request lines")
  func kept() async throws {
    try await send(1, rate: 0, StubTransport(.status(200)))
    try await send(2, rate: 0, StubTransport(.status(500)))
    try await send(3, rate: 0, taking: .milliseconds(999), StubTransport(.status(200)))
    try await send(4, rate: 0, taking: .seconds(1), StubTransport(.status(200)))
    await #expect(throws: TransportError.self) {
      try await send(5, rate: 0, StubTransport(.failure(TransportError(.cannotConnect, phase: .beforeSending))))
    }
    await #expect(throws: CancellationError.self) { try await send(6, rate: 0, StubTransport(.failure(CancellationError()))) }

    #expect(log.lines("request").compactMap { $0["call.number"] } == ["2", "2", "4", "4", "5", "5"])
    #expect(log.lines.count == 12)
  }

  @Test("A broken body of an otherwise successful call is logged though sampled out")
  func brokenBody() async throws {
    let lost = TransportError(.connectionLost, phase: .receiving, reason: "reset")
    let stub = StubTransport(.status(200, body: stream("half", failing: lost)))
    await #expect(throws: TransportError.self) { try await send(7, rate: 0, stub) }
    #expect(log.lines("request").count == 2)
    #expect(log.lines("response").map { $0["http.response.status_code"] } == ["200", "200"])
    #expect(log.lines("response").map { $0["call.outcome"] } == ["error", "error"])
    #expect(log.lines("response").map { $0["error.type"] } == ["connection_lost", "connection_lost"])

    let quiet = Log()
    let logging = LoggingMiddleware(quiet.logger(.debug), policy: LoggingPolicy(sampleRate: 0))
    let whole = StubTransport(.status(200, body: stream("half", "half")))
    _ = try await Next.send(request(), through: logging, to: whole)
    #expect(quiet.lines.isEmpty)
  }

  @Test("A call that failed once and then succeeded is logged whole")
  func recovered() async throws {
    let logging = LoggingMiddleware(log.logger(.debug), policy: LoggingPolicy(sampleRate: 0))
    let sent = request(context: CallContext(number: 7, clock: CallClock(ManualClock(advancesByItself: true))))
    _ = try await Next.send(
      sent, through: logging, Resender(), logging, to: StubTransport(.status(503), .status(200)))
    #expect(log.lines("request").map { $0["call.retry_count"] } == ["0", "1", "0"])
    #expect(log.lines("response").map { $0["http.response.status_code"] } == ["503", "200", "200"])
  }
}
