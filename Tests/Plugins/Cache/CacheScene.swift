import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Synchronization

@testable import RefineryCache

/// A cache between calls and a scripted server, with a date that only the test moves.
struct CacheScene: Sendable {
  let date = MovedDate()
  let stub: StubTransport
  let store: MemoryCacheStore
  let cache: CacheMiddleware

  init(_ stub: StubTransport, for identity: CacheMiddleware.Identity = .client, store: MemoryCacheStore = MemoryCacheStore()) {
    self.stub = stub
    self.store = store
    cache = CacheMiddleware(for: identity, store: store)
  }

  /// The machine's clock with the date of the scene.
  var clock: CallClock { CallClock(ContinuousClock(), date: { [date] in date.value }) }

  init(_ script: StubTransport.StubResponse...) { self.init(StubTransport(script: script)) }

  static func request(
    _ method: HTTPRequest.Method = .get, _ path: String = "/people/5", _ fields: HTTPFields = [:], body: Body? = nil,
    policy: CachePolicy = CachePolicy(), options: Options = Options()
  ) -> Request {
    Request(
      endpoint: Endpoint("Person.read", method, "people/{id}"),
      head: HTTPRequest(method: method, scheme: "https", authority: "api.example", path: path, headerFields: fields),
      body: body, options: options.merging(Options { $0.caching = policy }))
  }

  @discardableResult
  func send(
    _ request: Request = CacheScene.request(), after seconds: Int = 0, inner: [any Middleware] = [], on clock: CallClock? = nil
  ) async throws -> Response {
    date.move(by: seconds)
    return try await Next([cache] + inner, transport: stub)(request.on(clock ?? self.clock))
  }

  /// The stored form of a response that arrives at midnight.
  static func stored(_ fields: HTTPFields, body: String = "{}", to request: Request = CacheScene.request()) -> StoredResponse? {
    let midnight = Date(timeIntervalSince1970: Double(RuleCase.midnight))
    return CacheRules().storable(
      HTTPResponse(status: .ok, headerFields: fields), body: Data(body.utf8), to: request, requestTime: midnight,
      responseTime: midnight)
  }
}

final class MovedDate: Sendable {
  private let seconds = Mutex(RuleCase.midnight)
  var value: Date { Date(timeIntervalSince1970: Double(seconds.withLock { $0 })) }
  func move(by count: Int) { seconds.withLock { $0 += count } }
}

extension Request {
  /// The request in a call of its own on this clock.
  func on(_ clock: CallClock) -> Request {
    Request(endpoint: endpoint, head: head, body: body, options: options, context: CallContext(clock: clock))
  }
}

extension CallClock {
  /// The machine's clock with a date that does not move.
  static let midnight = CallClock(
    ContinuousClock(), date: { Date(timeIntervalSince1970: Double(RuleCase.midnight)) })
}

extension Response {
  var text: String { String(decoding: body.data ?? Data(), as: UTF8.self) }
}

extension StubTransport.StubResponse {
  /// A body with header lines.
  static func answer(_ text: String, _ fields: HTTPFields = [:], status: Int = 200) -> Self {
    .status(status, headers: fields, body: Body(text))
  }
}
