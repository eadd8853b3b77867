import FoundationEssentials
import HTTPTypes
import RefineryCore

/// A check at work: sends by the transport under test and compares.
struct Context: Sendable {
  let check: String
  let transport: any Transport
  let server: LoopbackServer

  func send(
    _ target: String, headers: HTTPFields = [:], options: Options = Options(), timeout: Duration = .seconds(30)
  ) async throws -> Response {
    try await send(.get, target, headers: headers, options: options, timeout: timeout)
  }

  func send(
    _ method: HTTPRequest.Method, _ target: String, headers: HTTPFields = [:], body: Body? = nil,
    options: Options = Options(), timeout: Duration = .seconds(30)
  ) async throws -> Response {
    try await transport.send(
      server.request(method, target, headers: headers, body: body, options: options, timeout: timeout))
  }

  func text(_ response: Response) async throws -> String {
    String(decoding: try await response.body.collect(), as: UTF8.self)
  }

  func expect<Value: Equatable>(_ seen: Value, _ expected: Value, _ what: String) throws(ContractViolation) {
    if seen != expected { throw ContractViolation(rule: check, expected: "\(what) \(expected)", seen: "\(seen)") }
  }

  func expect(_ holds: Bool, _ expected: String, saw seen: Any) throws(ContractViolation) {
    if !holds { throw ContractViolation(rule: check, expected: expected, seen: "\(seen)") }
  }

  /// The error of a call that must fail; where it answers, its body must fail.
  func failure(
    _ expected: String, of call: () async throws -> Response
  ) async throws(ContractViolation) -> any Error {
    do {
      let response = try await call()
      let count = try await response.body.collect().count
      throw ContractViolation(rule: check, expected: expected, seen: "status \(response.head.status.code), \(count) bytes")
    } catch let violation as ContractViolation {
      throw violation
    } catch {
      return error
    }
  }

  /// The `TransportError` of a call that must fail with one.
  func transportError(_ expected: String, of call: () async throws -> Response) async throws -> TransportError {
    let error = try await failure(expected, of: call)
    guard let error = error as? TransportError else {
      throw ContractViolation(rule: check, expected: expected, seen: ErrorSummary.text(of: error))
    }
    return error
  }
}
