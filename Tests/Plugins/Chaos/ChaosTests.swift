import FoundationEssentials
import HTTPTypes
import RefineryChaos
import RefineryCore
import RefineryTesting
import Synchronization
import Testing

@Suite("ChaosMiddleware", .timeLimit(.minutes(5)))
struct ChaosTests {
  private static let on = ["REFINERY_CHAOS": "on"]
  private let manual = ManualClock(advancesByItself: true)
  private let numbers = Numbers()

  private final class Numbers: Sendable {
    private let random = Mutex(SeededRandom(seed: 8))
    func next() -> Double { random.withLock { Double.random(in: 0..<1, using: &$0) } }
  }

  private func request(
    _ row: String = "Person.read", timeout: Duration? = nil, clock: ManualClock? = nil, random: (@Sendable () -> Double)? = nil
  ) -> Request {
    Request(
      endpoint: Endpoint(row, .get, "people/{id}"),
      head: HTTPRequest(method: .get, scheme: "https", authority: "api.example", path: "/people/5"),
      context: CallContext(number: 1, clock: CallClock(clock ?? manual, random: random ?? numbers.next), timeout: timeout))
  }

  private func chaos(_ rules: ChaosRule...) throws -> ChaosMiddleware {
    try ChaosMiddleware(rules, isEnabled: true, environment: Self.on)
  }

  private struct Chunks: AsyncSequence, Sendable {
    func makeAsyncIterator() -> Iterator { Iterator() }
    struct Iterator: AsyncIteratorProtocol {
      var left = [Data("abcd".utf8), Data("efg".utf8)]
      mutating func next() async throws -> Data? { left.isEmpty ? nil : left.removeFirst() }
    }
  }

  @Test("Q08: it is off unless it is switched on twice: in code and in the environment")
  func switches() throws {
    let rules: [ChaosRule] = []
    #expect(throws: UnusableSettings.self) { try ChaosMiddleware(rules, isEnabled: true, environment: [:]) }
    #expect(throws: UnusableSettings.self) { try ChaosMiddleware(rules, isEnabled: false, environment: Self.on) }
    let error = #expect(throws: UnusableSettings.self) {
      try ChaosMiddleware(rules, isEnabled: false, environment: ["REFINERY_CHAOS": "false"])
    }
    #expect(error?.problems.count == 2)
    for value in ["", "off", "1", "true", "ON", "on "] {
      #expect(throws: UnusableSettings.self, "\(value)") {
        try ChaosMiddleware(rules, isEnabled: true, environment: ["REFINERY_CHAOS": value])
      }
    }
    _ = try ChaosMiddleware(rules, isEnabled: true, environment: Self.on)
  }

  @Test("a rate of zero never makes a fault, and a rate of one always does")
  func extremeRates() async throws {
    for (rate, number, status) in [(0.0, 0.0, 200), (1, 1 - Double.ulpOfOne, 429)] {
      let link = try ChaosMiddleware(
        [.init(.status(.tooManyRequests), rate: rate)], isEnabled: true, environment: Self.on)
      let request = request(random: { number })
      #expect(try await Next([link], transport: StubTransport(.status(200)))(request).head.status.code == status)
    }
  }

  @Test("without a rule that applies, it keeps the contract of every middleware")
  func contract() async throws {
    try await MiddlewareContract.verify {
      try ChaosMiddleware(
        [.init(.status(.notFound), rate: 1, rows: ["Other.row"]), .init(.latency(.zero), rate: 0)],
        isEnabled: true,
        environment: Self.on)
    }
  }

  @Test("Q08: each fault happens at its rate, and only to its rows")
  func rates() async throws {
    let lost = TransportError(.connectionLost, phase: .waiting)
    let link = try chaos(.init(.failure(lost), rate: 0.1, rows: ["Person.read"]), .init(.status(.tooManyRequests), rate: 0.2))
    let stub = StubTransport(.status(200))
    var counts: [String: Int] = [:]
    for number in 0..<4_000 {
      let row = number % 2 == 0 ? "Person.read" : "House.read"
      do {
        counts["\(row) \(try await Next([link], transport: stub)(request(row)).head.status.code)", default: 0] += 1
      } catch {
        #expect(error as? TransportError == lost)
        counts["\(row) lost", default: 0] += 1
      }
    }
    #expect((150...250).contains(counts["Person.read lost"] ?? 0) && counts["House.read lost"] == nil)
    #expect((300...420).contains(counts["Person.read 429"] ?? 0) && (340...460).contains(counts["House.read 429"] ?? 0))
    #expect(stub.requests.count == (counts["Person.read 200"] ?? 0) + (counts["House.read 200"] ?? 0))
    #expect(link.explanation(for: request("House.read")) == "makes faults: status 429 with probability 0.2")
  }

  @Test("Q08: latency waits before the request, but not beyond the deadline")
  func latency() async throws {
    let link = try chaos(.init(.latency(.seconds(3)), rate: 1))
    let stub = StubTransport(.status(200))
    _ = try await Next([link], transport: stub)(request())
    await #expect(throws: TimedOut(.total)) { try await Next([link], transport: stub)(request(timeout: .seconds(2))) }
    #expect(manual.slept == [.seconds(3), .seconds(2)] && stub.requests.count == 1)
  }

  @Test("Q08: faults are attempts of the call, and the limit of an attempt ends a wait, wherever the link is")
  func attempts() async throws {
    let slow = try chaos(.init(.latency(.seconds(3)), rate: 1))
    let failing = try chaos(.init(.failure(TransportError(.connectionLost, phase: .waiting)), rate: 1))
    let stub = StubTransport(.status(200))
    for isFirst in [true, false] {
      let clock = ManualClock()
      var limited = request(clock: clock)
      limited.options.attemptTimeout = .seconds(2)
      let links: [any Middleware] = isFirst ? [slow, Again()] : [Again(), slow]
      let call = Task { [limited] in try await Next(links, transport: stub)(limited) }
      await clock.sleepers(2)
      clock.advance(by: .seconds(2))
      await #expect {
        try await call.value
      } throws: {
        ($0 as? TimedOut)?.timer == .attempt
      }
      #expect(limited.context.attempts.count == 1)
    }
    let refused = request()
    let unavailable = try chaos(.init(.status(.serviceUnavailable), rate: 1))
    #expect(try await Next([Again(), unavailable], transport: stub)(refused).head.status.code == 503)
    #expect(refused.context.attempts.map(\.outcome) == [.status(503), .status(503)])
    await #expect(throws: TransportError.self) { try await Next([failing], transport: stub)(request()) }
    #expect(stub.requests.isEmpty)
  }

  /// Sends a request that got a 503 once more.
  private struct Again: Middleware {
    func respond(to request: Request, next: Next) async throws -> Response {
      let response = try await next(request)
      guard response.head.status.code == 503 else { return response }
      var again = request
      again.resend(because: .other("503"))
      return try await next(again)
    }
  }

  @Test("Q08: dribble and truncation of streams and of whole bodies")
  func bodies() async throws {
    let stream = StubTransport { _ in Response(status: .ok, body: Body(Chunks(), length: 7)) }
    let whole = StubTransport { _ in Response(status: .ok, body: Body("abcdefg")) }
    let dribble = try chaos(.init(.dribble(bytes: 3, wait: .seconds(1)), rate: 1))
    var pieces: [String] = []
    for try await piece in try await Next([dribble], transport: stream)(request()).body {
      pieces.append(String(decoding: piece, as: UTF8.self))
    }
    #expect(pieces == ["abc", "d", "efg"] && manual.slept == Array(repeating: .seconds(1), count: 3))
    #expect(try await Next([dribble], transport: whole)(request()).body.collect() == Data("abcdefg".utf8))
    #expect(manual.slept.last == .seconds(3))
    for limit in [0, 1, 4, 6] {
      let link = try chaos(.init(.truncation(after: limit), rate: 1))
      var received = 0
      let body = try await Next([link], transport: stream)(request()).body
      await #expect(throws: TransportError.self) { for try await piece in body { received += piece.count } }
      #expect(received == limit)
      await #expect(throws: TransportError.self) { try await Next([link], transport: whole)(request()) }
    }
    let harmless = try chaos(.init(.truncation(after: 7), rate: 1))
    #expect(try await Next([harmless], transport: stream)(request()).body.collect().count == 7)
    #expect(try await Next([harmless], transport: whole)(request()).body.collect().count == 7)
  }

  @Test("rates that are NaN and waits without an end are refused, with every fault")
  func badPolicies() {
    let rules: [ChaosRule] = [
      .init(.latency(.seconds(Int64.max)), rate: .nan), .init(.dribble(bytes: 0, wait: .seconds(-1)), rate: 2),
      .init(.truncation(after: -1), rate: -0.1),
    ]
    let error = #expect(throws: UnusableSettings.self) { try ChaosMiddleware(rules, isEnabled: true, environment: Self.on) }
    #expect(error?.problems.count == 7)
  }
}
