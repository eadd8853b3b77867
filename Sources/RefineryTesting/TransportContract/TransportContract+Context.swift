import FoundationEssentials
import HTTPTypes
import RefineryCore
import Synchronization

/// The context of a running check: sends by the transport under test and compares.
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
    try await following(
      server.request(method, target, headers: headers, body: body, options: options, timeout: timeout))
  }

  /// Sends a request as a client does: the transport sends each hop, and a link of the chain follows redirects.
  func following(_ request: Request) async throws -> Response {
    try await Next([RedirectMiddleware()], transport: transport)(request)
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

  /// The error of a call that must fail; if there is a response, reading its body must fail.
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

  func expectCancelled(_ error: any Error) throws(ContractViolation) {
    try expect(error is CancellationError, "CancellationError", saw: ErrorSummary.text(of: error))
  }

  func expectTimedOut(_ error: any Error, _ timer: TimedOut.Timer = .total) throws(ContractViolation) {
    try expect((error as? TimedOut)?.timer == timer, "timed out: \(timer)", saw: ErrorSummary.text(of: error))
  }

  /// Cancels a call, including the reading of its body, once `isTime` is true, and returns its error.
  func cancelling(
    once isTime: () -> Bool, _ call: @escaping @Sendable () async throws -> Response
  ) async throws -> any Error {
    let isOver = Mutex(false)
    let task = Task {
      defer { isOver.withLock { $0 = true } }
      let response = try await call()
      _ = try await response.body.collect()
      return response
    }
    while !isOver.withLock({ $0 }), !isTime() { await Task.yield() }
    task.cancel()
    return try await failure("CancellationError") { try await task.value }
  }

  /// Lets other tasks run, for checks that something does not happen.
  func letOthersRun() async { for _ in 0..<200 { await Task.yield() } }

  /// A target that is unique within a route.
  func unique(_ route: String) -> String { "\(route)/\(UInt64.random(in: .min ... .max))" }

  func hasReceived(_ target: String) -> Bool { server.received.contains { $0.target == target } }

  /// Starts a server for one check.
  func withServer<Output>(
    on address: LoopbackServer.Address = .ipv4(), _ handler: @escaping LoopbackServer.Handler = LoopbackRoutes.misbehaving,
    _ body: (LoopbackServer) async throws -> Output
  ) async throws -> Output {
    let server = try LoopbackServer(on: address, handler)
    defer { server.stop() }
    return try await body(server)
  }

  /// Runs a check; abandons it as violated if it does not end in time.
  func losingPatience(after limit: Duration, _ body: @escaping @Sendable () async throws -> Void) async throws {
    let (outcomes, outcome) = AsyncStream<Result<Void, any Error>>.makeStream()
    let work = Task {
      do { outcome.yield(.success(try await body())) } catch { outcome.yield(.failure(error)) }
    }
    let watch = Task {
      try await ContinuousClock().sleep(for: limit)
      let violation = ContractViolation(rule: check, expected: "an end within \(limit)", seen: "none")
      outcome.yield(.failure(violation))
    }
    defer {
      watch.cancel()
      work.cancel()
    }
    for await result in outcomes { return try result.get() }
    throw CancellationError()
  }
}
