import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Synchronization

/// The context of a running check: sends by the transport under test and compares.
struct Context: Sendable {
  let check: String
  let server: LoopbackServer
  let servers: SecureServers?
  private let make: TransportContract.Maker
  let transport: any Transport

  /// The limit of waiting requests is unique, so that the transport does not share an engine with an equal configuration.
  init(
    check: String, server: LoopbackServer, servers: SecureServers?, make: @escaping TransportContract.Maker,
    _ change: (inout TransportConfiguration) -> Void = { _ in }
  ) throws {
    var configuration = TransportConfiguration()
    configuration.maximumWaitingPerOrigin = Int.random(in: 100_001...1_000_000_000)
    change(&configuration)
    self.check = check
    self.server = server
    self.servers = servers
    self.make = make
    transport = try make(configuration)
  }

  /// The same context with a transport of another configuration.
  func configured(_ change: (inout TransportConfiguration) -> Void = { _ in }) throws -> Context {
    try Context(check: check, server: server, servers: servers, make: make, change)
  }

  /// The same context with a transport that trusts the authority of the secure servers.
  func trusting(_ change: (inout TransportConfiguration) -> Void = { _ in }) throws -> Context {
    try configured { configuration in
      configuration.trustRoots = servers?.trustRoots
      change(&configuration)
    }
  }

  /// A request to another address than that of the server.
  func request(
    _ method: HTTPRequest.Method = .get, _ target: String = "/", to authority: String, scheme: String = "http",
    body: Body? = nil, timeout: Duration = .seconds(30)
  ) -> Request {
    var request = server.request(method, target, body: body, timeout: timeout)
    request.head.scheme = scheme
    request.head.authority = authority
    return request
  }

  /// Sends a request over TLS.
  func send(
    _ method: HTTPRequest.Method = .get, _ target: String, at authority: String, body: Body? = nil
  ) async throws -> Response {
    try await transport.send(request(method, target, to: authority, scheme: "https", body: body))
  }

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

  /// Sends a request as a client does: the transport sends each hop, and a middleware follows redirects.
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

  func expect(_ response: Response, _ status: Int, _ body: String) async throws {
    try expect(response.head.status.code, status, "status")
    try expect(try await text(response), body, "body")
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

  /// Expects the call to fail with a `TransportError` of this code, and with this `isUnsent` and phase if they are given.
  func expectFailure(
    _ code: TransportError.Code, isUnsent: Bool? = nil, phase: TransportError.Phase? = nil, on route: String? = nil,
    of call: () async throws -> Response
  ) async throws {
    let place = route.map { " on \($0)" } ?? ""
    let error = try await transportError("\(code)\(place)", of: call)
    try expect(error.code, code, "code\(place)")
    try expect(error.isUnsent, isUnsent ?? error.isUnsent, "isUnsent\(place)")
    try expect(error.phase, phase ?? error.phase, "phase\(place)")
  }

  func expectCancelled(_ error: any Error) throws(ContractViolation) {
    try expect(error is CancellationError, "CancellationError", saw: ErrorSummary.text(of: error))
  }

  /// Expects the call to fail because this timer ran out.
  func expectTimeout(_ timer: TimedOut.Timer = .total, of call: () async throws -> Response) async throws {
    let error = try await failure("timed out: \(timer)", of: call)
    try expect((error as? TimedOut)?.timer == timer, "timed out: \(timer)", saw: ErrorSummary.text(of: error))
  }

  /// Cancels the call, including the reading of its body, once `isTime` has been true in more than this number of turns, and
  /// expects it to throw `CancellationError`.
  func expectCancellation(
    after turns: Int = 0, once isTime: () -> Bool = { true }, of call: @escaping @Sendable () async throws -> Response
  ) async throws {
    let isOver = Mutex(false)
    let task = Task {
      defer { isOver.withLock { $0 = true } }
      let response = try await call()
      _ = try await response.body.collect()
      return response
    }
    var count = 0
    while !isOver.withLock({ $0 }), count <= turns, !Task.isCancelled {
      if isTime() { count += 1 }
      await Task.yield()
    }
    task.cancel()
    try expectCancelled(try await failure("CancellationError") { try await task.value })
  }

  /// Runs calls at once, and waits for all of them.
  func atOnce(_ count: Int, _ body: @escaping @Sendable (_ number: Int) async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count { group.addTask { try await body(number) } }
      try await group.waitForAll()
    }
  }

  /// Waits until something is true, or until the check is abandoned.
  func waits(until isTrue: () -> Bool) async throws {
    while !isTrue() {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

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
}
