public import FoundationEssentials
import HTTPTypes
public import RefineryCore

/// Injects faults, to test that an app survives them. Use it in tests and drills only.
///
/// A fault replaces the transport's work, so it is an attempt of the call, within the attempt's time limit. The place of this
/// middleware in the chain does not matter. For each rule of a request, it takes one random number from the clock of the call.
///
/// ```swift
/// let chaos = try ChaosMiddleware(rules, isEnabled: true)  // and REFINERY_CHAOS=on in the environment
/// ```
///
/// The initializer throws unless two switches are on: `isEnabled`, and the environment variable `REFINERY_CHAOS` with the value
/// `on`. So an app that has this middleware in production by mistake does not start.
public struct ChaosMiddleware: Middleware {
  private let rules: [ChaosRule]

  /// Creates middleware that injects faults by rules.
  ///
  /// - Parameters:
  ///   - rules: the faults. Each rule is applied to a request independently of the others.
  ///   - isEnabled: must be true.
  ///   - environment: the environment of the process.
  /// - Throws: `UnusableSettings` unless both switches are on and the rules can be used.
  public init(
    _ rules: [ChaosRule], isEnabled: Bool, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(UnusableSettings) {
    var problems = ChaosRule.problems(of: rules)
    if !isEnabled { problems.append("isEnabled is false") }
    if environment["REFINERY_CHAOS"] != "on" { problems.append("the environment variable REFINERY_CHAOS is not on") }
    guard problems.isEmpty else { throw UnusableSettings(of: Self.self, problems: problems) }
    self.rules = rules
  }

  /// Last in the chain, so that all other middleware sees the faults.
  public var stage: ChainStage? { ChainStage("chaos", between: .observe, and: .observe) }

  /// Passes the request on to a transport that injects faults. The rules and chance select them.
  ///
  /// - Throws: the error of a fault; `TimedOut` if a time limit ends a wait; errors of `next`.
  public func respond(to request: Request, next: Next) async throws -> Response {
    try await next.replacingTransport { FaultyTransport(transport: $0, link: self) }(request)
  }

  fileprivate func send(_ request: Request, over transport: any Transport) async throws -> Response {
    var later: [ChaosRule.Fault] = []
    for rule in rules(of: request) where request.context.clock.random() < rule.rate {
      switch rule.fault {
      case .failure(let error): throw error
      case .latency(let wait): try await request.context.sleep(for: wait)
      case .status(let status, let fields): return Response(status: status, headers: fields)
      case .dribble, .truncation: later.append(rule.fault)
      }
    }
    var response = try await transport.send(request)
    for fault in later { response.body = try await disturbed(response.body, by: fault, request.context) }
    return response
  }

  private func rules(of request: Request) -> [ChaosRule] {
    rules.filter { $0.rows?.contains(request.endpoint.name) ?? true }
  }

  /// Applies a fault to the body of a response. A stream gets the fault while it is read. A body in memory or in a file gets it
  /// now, because a real transport would still be receiving the body.
  private func disturbed(_ body: Body, by fault: ChaosRule.Fault, _ context: CallContext) async throws -> Body {
    let lost = TransportError(.connectionLost, phase: .receiving, reason: "by chaos")
    let isWhole = body.data != nil || body.file != nil
    switch fault {
    case .dribble(let bytes, let wait):
      if isWhole {
        // The product of the longest wait and any real body length fits into a `Duration`.
        try await context.sleep(for: wait * (Double(body.length ?? 0) / Double(bytes)).rounded(.up))
        return body
      }
      let pieces = Pieces(body: body, size: { _ in bytes }) { _ in try await context.sleep(for: wait) }
      return Body(pieces, length: body.length, isReplayable: body.isReplayable)
    case .truncation(let limit):
      if isWhole, limit < body.length ?? 0 { throw lost }
      if isWhole { return body }
      let pieces = Pieces(body: body, size: { limit - $0 }) { sent in if sent >= limit { throw lost } }
      return Body(pieces, length: body.length, isReplayable: body.isReplayable)
    default: return body
    }
  }

  /// Returns the faults that may happen to the request, as text.
  public func explanation(for request: Request) -> String? {
    let faults = rules(of: request).map { "\($0.fault.name) with probability \($0.rate)" }
    return faults.isEmpty ? "no faults" : "makes faults: " + faults.joined(separator: ", ")
  }
}

/// A transport that injects faults.
private struct FaultyTransport: Transport {
  let transport: any Transport
  let link: ChaosMiddleware

  var capabilities: TransportCapabilities { transport.capabilities }
  var enforcesDeadline: Bool { transport.enforcesDeadline }
  func send(_ request: Request) async throws -> Response { try await link.send(request, over: transport) }
}

extension ChaosRule.Fault {
  fileprivate var name: String {
    switch self {
    case .failure(let error): "\(error.code)"
    case .latency(let wait): "a wait of \(wait)"
    case .status(let status, _): "status \(status.code)"
    case .dribble: "dribble"
    case .truncation: "truncation"
    }
  }
}

/// The chunks of a body in smaller pieces. Before each piece, `before` and then `size` are called with the number of bytes so
/// far.
private struct Pieces: AsyncSequence, Sendable {
  let body: Body
  let size: @Sendable (Int) -> Int
  let before: @Sendable (Int) async throws -> Void

  func makeAsyncIterator() -> Iterator { Iterator(chunks: body.makeAsyncIterator(), size: size, before: before) }

  struct Iterator: AsyncIteratorProtocol {
    var chunks: Body.Iterator
    let size: @Sendable (Int) -> Int
    let before: @Sendable (Int) async throws -> Void
    private var rest = Data()
    private var sent = 0

    init(
      chunks: Body.Iterator, size: @escaping @Sendable (Int) -> Int,
      before: @escaping @Sendable (Int) async throws -> Void
    ) {
      self.chunks = chunks
      self.size = size
      self.before = before
    }

    mutating func next() async throws -> Data? { try await next(isolation: #isolation) }

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> Data? {
      if rest.isEmpty {
        guard let chunk = try await chunks.next(isolation: actor) else { return nil }
        rest = chunk
      }
      try await before(sent)
      let piece = rest.prefix(size(sent))
      rest = Data(rest.dropFirst(piece.count))
      sent += piece.count
      return Data(piece)
    }
  }
}
