import FoundationEssentials
import HTTPTypes
import RefineryCore

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
    let log = Shared<[Sent]>([])
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
  /// The fields except some, in a fixed order, for comparison.
  func comparable(without names: Set<HTTPField.Name>) -> [String] {
    filter { !names.contains($0.name) }.map { "\($0.name.canonicalName): \($0.value)" }
      .enumerated()
      // Sorted by name only, so repeated fields keep their order.
      .sorted { left, right in
        let names = (left.element.prefix { $0 != ":" }, right.element.prefix { $0 != ":" })
        return names.0 == names.1 ? left.offset < right.offset : names.0 < names.1
      }
      .map(\.element)
  }

  /// The names of fields that differ, for an error that shows no value.
  func differences(from other: HTTPFields, ignoring names: Set<HTTPField.Name>) -> String? {
    if self == other { return nil }
    let left = comparable(without: names), right = other.comparable(without: names)
    guard left != right else { return nil }
    let lines = Set(left).symmetricDifference(right).map { $0.prefix { $0 != ":" } }
    return lines.isEmpty ? "fields in another order or number" : "changed fields \(Set(lines).sorted().joined(separator: ", "))"
  }
}
