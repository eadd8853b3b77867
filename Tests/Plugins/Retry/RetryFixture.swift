import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryRetry
import RefineryTesting

/// One call through a retry middleware to a stub, on a clock that advances at each sleep.
struct RetryFixture {
  let clock = ManualClock(advancesByItself: true)
  let stub: StubTransport
  private let chance: Double
  private let date: Date

  /// Each wait is `chance` of its bound.
  init(_ stub: StubTransport, chance: Double = 0.5, date: Date = Date(timeIntervalSince1970: 0)) {
    self.stub = stub
    self.chance = chance
    self.date = date
  }

  var callClock: CallClock { CallClock(clock, random: { [chance] in chance }, date: { [date] in date }) }

  func request(
    _ method: HTTPRequest.Method = .get, body: Body? = nil, headers: HTTPFields = [:], options: Options = Options(),
    timeout: Duration? = nil
  ) -> Request {
    Request(
      endpoint: Endpoint("Person.read", method, "people/{id}"),
      head: HTTPRequest(method: method, scheme: "https", authority: "api.example", path: "/people/5", headerFields: headers),
      body: body, options: options, context: CallContext(number: 7, clock: callClock, timeout: timeout))
  }

  @discardableResult
  func send(_ request: Request? = nil, by retry: RetryMiddleware) async throws -> Response {
    try await Next([retry], transport: stub)(request ?? self.request())
  }
}

extension RetryMiddleware {
  /// The default policy, or a changed one.
  static func standard(
    _ change: (inout RetryPolicy) -> Void = { _ in }, advice: (@Sendable (Response) -> Bool?)? = nil,
    onRetry: (@Sendable (RetryEvent) -> Void)? = nil
  ) throws -> RetryMiddleware {
    var policy = RetryPolicy()
    change(&policy)
    return try RetryMiddleware(policy, serverAdvice: advice, onRetry: onRetry)
  }
}

extension HTTPField.Name {
  static let idempotencyKey = HTTPField.Name("Idempotency-Key") ?? .via
  static var retryAfter: HTTPField.Name { HTTPField.Name("Retry-After") ?? .contentType }
}
