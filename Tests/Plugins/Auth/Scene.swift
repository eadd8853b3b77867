import HTTPTypes
import RefineryAuth
import RefineryCore
import RefineryTesting
import Synchronization
import TestSupport

/// What a store tells of a refresh.
typealias Refresh = (key: String, duration: Duration, problem: String?)

/// A request of `Person.read`, as a client would make it.
func personRequest(
  _ method: HTTPRequest.Method = .get, scheme: String = "https", authority: String = "api.example", path: String = "/people/5",
  headers: HTTPFields = [:], body: Body? = nil, options: Options = Options(), context: CallContext = CallContext()
) -> Request {
  Request(
    endpoint: Endpoint("Person.read", method, "people/{id}"),
    head: HTTPRequest(method: method, scheme: scheme, authority: authority, path: path, headerFields: headers),
    body: body, options: options, context: context)
}

extension StubTransport {
  /// A server that takes one bearer token and refuses every other.
  static func accepting(_ token: String) -> StubTransport {
    StubTransport { request in
      request.head.headerFields[.authorization] == "Bearer \(token)"
        ? Response(status: .ok, body: Body(#"{"id":5}"#))
        : Response(status: .unauthorized, headers: [.wwwAuthenticate: #"Bearer error="invalid_token""#], body: Body("no"))
    }
  }

  /// The `Authorization` of everything that was sent.
  var authorizations: [String?] { requests.map { $0.head.headerFields[.authorization] } }
}

/// A provider that gives `t1`, `t2` and so on, or what a script says, and can be held back.
final class CountingProvider: CredentialProvider {
  private let made = Atomic(0)
  private let give: @Sendable (Int, CredentialContext) async throws -> Credential

  init(
    _ give: @escaping @Sendable (Int, CredentialContext) async throws -> Credential = { number, _ in .bearer("t\(number)") }
  ) {
    self.give = give
  }

  /// How often it was called.
  var count: Int { made.load(ordering: .sequentiallyConsistent) }

  func credential(for context: CredentialContext) async throws -> Credential {
    try await give(made.add(1, ordering: .sequentiallyConsistent).newValue, context)
  }
}

/// A server that answers no request with the token `t1` before a number of them is there, and then refuses them all.
final class Rush: Sendable {
  private let arrived = Atomic(0)
  private let gate = Latch()
  private let expected: Int

  init(_ expected: Int) { self.expected = expected }

  func answer(_ request: Request) async -> Response {
    guard request.head.headerFields[.authorization] == "Bearer t1" else { return Response(status: .ok) }
    if arrived.add(1, ordering: .sequentiallyConsistent).newValue == expected { gate.open() }
    await gate.wait()
    return Response(status: .unauthorized)
  }
}

/// Repeats everything that is not a success, as no retry policy should.
struct Stubborn: Middleware {
  func respond(to request: Request, next: Next) async throws -> Response {
    var response = try await next(request)
    for _ in 1..<5 where response.head.status.kind != .successful { response = try await next(request) }
    return response
  }
}

/// A chain that its own middleware can reach.
final class Chain: Sendable {
  private let whole = Mutex(Next(transport: StubTransport()))
  var next: Next { whole.withLock { $0 } }
  func set(_ next: Next) { whole.withLock { $0 = next } }
}

extension Credential {
  /// What goes into `Authorization`.
  func sent() async throws -> String? {
    let stub = StubTransport(.status(200))
    _ = try await Next([AuthMiddleware(self)], transport: stub)(personRequest())
    return stub.authorizations.first ?? nil
  }
}

extension CredentialStore {
  /// Whether the store's credential is the one that a ``CountingProvider`` gave as its nth.
  func gives(_ number: Int) async throws -> Bool { try await credential().sent() == "Bearer t\(number)" }
}
