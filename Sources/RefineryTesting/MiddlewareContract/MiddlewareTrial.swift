import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryParts

/// One rule of the contract and its check.
struct MiddlewareRule: Sendable {
  let name: String
  let check: @Sendable (MiddlewareTrial) async throws -> Void

  init(_ name: String, _ check: @escaping @Sendable (MiddlewareTrial) async throws -> Void) {
    self.name = name
    self.check = check
  }
}

/// A rule is not met.
struct Unmet: Error {
  let expected: String
  let seen: String
}

/// An error that no middleware knows.
struct ScriptedFailure: SafelyDescribed, Equatable {
  var description: String { "scripted failure" }
}

/// The middleware under test and the state that the rules share.
struct MiddlewareTrial: Sendable {
  let make: @Sendable () throws -> any Middleware
  let allowance: MiddlewareContract.Allowance
  let secrets: [String]
  let clock: CallClock
  /// The options of all requests.
  let options: Options
  /// Further errors that the rest of the chain throws.
  let errors: [any Error & Equatable & Sendable]
  /// The time limit for something that should happen at once.
  let moment: Duration

  static let rules = requestRules + responseRules + failureRules + sharingRules

  /// A body that reached the transport.
  struct Sent: Sendable {
    let request: Request
    let bytes: Data
  }

  /// The result of one call.
  struct TrialResult: Sendable {
    let sent: [Sent]
    let result: Result<Response, any Error>
  }

  func expect(_ isMet: Bool, _ expected: @autoclosure () -> String, seen: @autoclosure () -> String) throws {
    if !isMet { throw Unmet(expected: expected(), seen: seen()) }
  }

  func may(_ act: MiddlewareContract.Allowance.Acts) -> Bool { allowance.acts.contains(act) }

  func request(
    _ method: HTTPRequest.Method = .get, _ path: String = "/contract/1", headers: HTTPFields = [:], body: Body? = nil,
    options: Options? = nil, number: UInt64 = 1
  ) -> Request {
    Request(
      endpoint: Endpoint("Contract.row", method, "contract/{id}"),
      head: HTTPRequest(method: method, scheme: "https", authority: "contract.example", path: path, headerFields: headers),
      body: body, options: options ?? self.options, context: CallContext(number: number, clock: clock))
  }

  /// Sends a request through the middleware, reads its body at the transport, and responds.
  func exchange(
    _ request: Request, through middleware: (any Middleware)? = nil,
    answer: @escaping @Sendable (Request) async throws -> Response = { _ in Response(status: .ok, body: Body("plain")) }
  ) async throws -> TrialResult {
    let log = Observed<[Sent]>([])
    let stub = StubTransport { request in
      let bytes = try await request.body?.collect() ?? Data()
      log.change { $0.append(Sent(request: request, bytes: bytes)) }
      return try await answer(request)
    }
    let next = Next([try middleware ?? make()], transport: stub)
    let result: Result<Response, any Error>
    do { result = .success(try await next(request)) } catch { result = .failure(error) }
    return TrialResult(sent: log.value, result: result)
  }
}

extension HTTPFields {
  /// The names of the fields whose values differ, for an error that shows no value; nil if there are none. Repeated fields must
  /// have the same order.
  func differences(from other: HTTPFields, ignoring names: Set<HTTPField.Name>) -> String? {
    if self == other { return nil }
    let changed = Set(map(\.name) + other.map(\.name)).subtracting(names).filter { self[values: $0] != other[values: $0] }
    return changed.isEmpty ? nil : "changed fields \(changed.map(\.canonicalName).sorted().joined(separator: ", "))"
  }
}
