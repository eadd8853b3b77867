import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryIdempotency
import RefineryRetry
import RefineryTesting
import Synchronization
import TestSupport
import Testing

@Suite("IdempotencyMiddleware")
struct IdempotencyMiddlewareTests {
  private func client(_ stub: StubTransport, _ links: any Middleware...) -> Client {
    Client(
      baseURL: "https://api.example", middleware: links, transport: stub,
      options: Options { $0.timeout = nil },
      clock: CallClock(ManualClock(advancesByItself: true), random: { 0.5 }))
  }

  private func keys(_ stub: StubTransport) -> [String?] {
    stub.requests.map { $0.head.headerFields[.idempotencyKeyField] }
  }

  @Test("Q12: it keeps the contract of every middleware")
  func contract() async throws {
    try await MiddlewareContract.verify { IdempotencyMiddleware() }
  }

  @Test("Q12: a call brings its own key, or decides whether the link makes one")
  func ownKey() async throws {
    let stub = StubTransport(.json(#"{"id":1,"amount":5}"#))
    let api = client(stub, IdempotencyMiddleware(quotesKey: false, makeKey: { "made" }))
    let row = Endpoint("Payment.create", .post, "payments")
    _ = try await api.respond(to: Call<Okay>(row).idempotencyKey("caller"))
    _ = try await api.respond(to: Call<Okay>(row).options { $0.idempotencyKey = false })
    _ = try await api.respond(to: Call<Okay>(row).options { $0.idempotencyKey = nil })
    _ = try await api.respond(to: Call<Okay>(Endpoint("Payment.read", .get, "payments/1")).options { $0.idempotencyKey = true })
    #expect(keys(stub) == ["caller", nil, "made", "made"])
  }

  @Test("Q12: all attempts of a call have one key, and the next call has another")
  func oneKey() async throws {
    let stub = StubTransport(
      .status(503), .status(409), .json(#"{"id":1,"amount":5}"#), .json(#"{"id":2,"amount":5}"#))
    let api = client(stub, IdempotencyMiddleware(), RetryMiddleware())
    let call = Payment.create(["amount": 5])
    #expect(try await api.send(call).id == 1)
    #expect(try await api.send(call).id == 2)
    let keys = keys(stub).compactMap(\.self)
    #expect(keys.count == 4)
    #expect(Set(keys.prefix(3)).count == 1)
    #expect(keys[3] != keys[0])
    #expect(keys.allSatisfy { $0.hasPrefix("\"") && UUID(uuidString: String($0.dropFirst().dropLast())) != nil })
    #expect(stub.requests.map(\.body?.data).allSatisfy { $0 == Data(#"{"amount":5}"#.utf8) })
  }

  @Test("Q12: the caller's own key is sent as it is, and a 409 to it is retried as well")
  func callersKey() async throws {
    let stub = StubTransport(.status(409), .json(#"{"id":1,"amount":5}"#))
    let api = client(stub, IdempotencyMiddleware(), RetryMiddleware())
    _ = try await api.send(Payment.create(["amount": 5]).header(.idempotencyKeyField, "mine"))
    #expect(keys(stub) == ["mine", "mine"])
  }

  @Test("Q12: a 409 is retried in addition to the statuses of the row")
  func ownStatuses() async throws {
    let stub = StubTransport(.status(425), .status(409), .json(#"{"id":1,"amount":5}"#))
    let api = client(stub, IdempotencyMiddleware(), RetryMiddleware())
    _ = try await api.send(Payment.create(["amount": 5]).options { $0.retriedStatuses = StatusSet(425...425) })
    #expect(stub.requests.count == 3)
  }

  @Test("Q12: a 422 is not retried")
  func otherContent() async throws {
    let stub = StubTransport(.status(422), .json(#"{"id":1,"amount":5}"#))
    let api = client(stub, IdempotencyMiddleware(), RetryMiddleware())
    await #expect(throws: CallError.self) { try await api.send(Payment.create(["amount": 5])) }
    #expect(stub.requests.count == 1)
  }

  @Test("Q12: methods that are idempotent by themselves get no key, and their 409 is not retried")
  func otherMethods() async throws {
    let stub = StubTransport(.status(409), .status(409), .status(409))
    let api = client(stub, IdempotencyMiddleware(), RetryMiddleware())
    await #expect(throws: CallError.self) { try await api.send(Payment.read(1)) }
    await #expect(throws: CallError.self) { try await api.send(Payment(id: 1, amount: 5).update()) }
    await #expect(throws: CallError.self) { try await api.send(Payment.delete(1)) }
    #expect(keys(stub) == [nil, nil, nil])
  }

  @Test(
    "Q12: the option of a row or call decides, before its option idempotent and its method",
    arguments: [
      (nil, nil, true), (nil, true, false), (nil, false, false), (false, nil, false), (true, true, true), (true, false, true),
    ] as [(Bool?, Bool?, Bool)])
  func options(key: Bool?, idempotent: Bool?, isAdded: Bool) async throws {
    let stub = StubTransport(.json(#"{"id":1,"amount":5}"#))
    let call = Payment.create(["amount": 5]).options {
      $0.idempotencyKey = key
      $0.idempotent = idempotent
    }
    _ = try await client(stub, IdempotencyMiddleware()).send(call)
    #expect((keys(stub)[0] != nil) == isAdded)
  }

  @Test("Q12: a key is written as a quoted string or as it is")
  func forms() async throws {
    let stub = StubTransport(.status(204), .status(204))
    let call = Payment.create(["amount": 5]).okay
    _ = try await client(stub, IdempotencyMiddleware { #"a"b\c"# }).send(call)
    _ = try await client(stub, IdempotencyMiddleware(quotesKey: false) { "a-b" }).send(call)
    #expect(keys(stub) == [#""a\"b\\c""#, "a-b"])
  }

  @Test(
    "Q12: a key that the field cannot hold ends the call before it is sent",
    arguments: [
      (true, ""), (true, "a\r\nX: 1"), (true, "é"), (false, ""), (false, "a b"), (false, "\u{7F}"),
    ])
  func unusable(quotesKey: Bool, key: String) async throws {
    let stub = StubTransport(.status(204))
    let error = await #expect(throws: CallError.self) {
      try await client(stub, IdempotencyMiddleware(quotesKey: quotesKey) { key }).send(Payment.create(["amount": 5]).okay)
    }
    #expect((error?.underlying as? UnusableSettings)?.type == "IdempotencyMiddleware")
    #expect(stub.requests.isEmpty)
  }

  @Test("Q12: explain says whether a call gets a key, and why not")
  func explanations() throws {
    let link = IdempotencyMiddleware()
    let api = client(StubTransport(), link)
    func text<Output>(_ call: Call<Output>) throws -> String? { link.explanation(for: try api.makeRequest(for: call)) }
    #expect(try text(Payment.create(["amount": 5])) == "adds an Idempotency-Key")
    #expect(
      try text(Payment.create(["amount": 5]).header(.idempotencyKeyField, "mine"))
        == "the request has an Idempotency-Key already")
    #expect(try text(Payment.read(1)) == "no key: GET needs none")
    let declared = Payment.create(["amount": 5]).options { $0.idempotent = true }
    #expect(try text(declared) == "no key: the row is declared idempotent")
    #expect(try text(Payment.create(["amount": 5]).options { $0.idempotencyKey = false }) == "no key: off for this row")
  }

  @Test("Q12: explain shows later links the request with its key, and makes no key")
  func explanationsOfLaterLinks() throws {
    let link = IdempotencyMiddleware {
      Issue.record("explain made a key")
      return "spent"
    }
    let stub = StubTransport()
    let api = Client(baseURL: "https://api.example", middleware: [link, RetryMiddleware()], transport: stub)
    let created = try api.explain(Payment.create(["amount": 5]))
    #expect(created.retry == "up to \(RetryPolicy().retries + 1) attempts: POST carries an Idempotency-Key")
    #expect(created.links.first { $0.stage == .retry }?.effect == created.retry)
    #expect(!created.headers.contains { $0.name == "Idempotency-Key" })
    let keyless = try api.explain(Payment.create(["amount": 5]).options { $0.idempotencyKey = false })
    #expect(keyless.retry == "sent once: POST is not idempotent and carries no Idempotency-Key")
  }

  @Test(
    "Q12: of 10,000 POSTs that a faulty network loses before or after the server acts, none has a double effect", .afterTheRush)
  func faults() async throws {
    let server = RecordingServer(seed: 2026)
    let api = Client(
      baseURL: "https://api.example",
      middleware: [
        IdempotencyMiddleware(),
        try RetryMiddleware(.unlimited),
      ], transport: server, options: Options { $0.timeout = nil },
      clock: CallClock(ManualClock(advancesByItself: true), random: { 0.5 }))
    var succeeded = 0
    for amount in 1...10_000 {
      do {
        let payment = try await api.send(Payment.create(["amount": .number(amount)]))
        #expect(payment.amount == amount)
        succeeded += 1
      } catch {}
    }
    let effects = server.effects
    #expect(effects.values.allSatisfy { $0 == 1 })
    #expect(effects.count >= succeeded)
    #expect(succeeded > 9_000)
    #expect(server.requestCount > 12_000)
  }
}

private struct Payment: Codable, Identifiable, Sendable {
  var id: Int
  var amount: Int
}

extension Payment: Creatable, Readable, Updatable, Deletable {
  static let path: URITemplate = "payments"
}

extension RetryPolicy {
  fileprivate static var unlimited: RetryPolicy {
    var policy = RetryPolicy()
    policy.retries = 5
    policy.budget.tokens = 1_000_000
    return policy
  }
}

/// A server that honours keys, behind a network that loses requests and responses.
private final class RecordingServer: Transport {
  private struct State {
    var random: UInt64
    var requests = 0
    var responses: [String: Data] = [:]
    var effects: [Data: Int] = [:]
  }

  private let state: Mutex<State>
  let capabilities: TransportCapabilities = []

  init(seed: UInt64) { state = Mutex(State(random: seed)) }

  var requestCount: Int { state.withLock { $0.requests } }
  /// How often the server acted on each body.
  var effects: [Data: Int] { state.withLock { $0.effects } }

  func send(_ request: Request) async throws -> Response {
    let key = try #require(request.head.headerFields[.idempotencyKeyField])
    let body = try await #require(request.body).collect()
    return try state.withLock { state in
      state.requests += 1
      func isLost() -> Bool {
        state.random = state.random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state.random >> 33) % 5 == 0
      }
      let lost = TransportError(.connectionLost, phase: .waiting, reason: "lost")
      if isLost() { throw lost }
      if state.responses[key] == nil {
        state.effects[body, default: 0] += 1
        state.responses[key] = Data(#"{"id":\#(state.requests),"#.utf8) + body.dropFirst()
      }
      if isLost() { throw lost }
      var head = HTTPResponse(status: .created)
      head.headerFields[.contentType] = "application/json"
      return Response(head: head, body: Body(state.responses[key] ?? Data()))
    }
  }
}
