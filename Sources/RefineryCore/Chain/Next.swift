import HTTPTypes

/// The rest of the chain as a value: call it to pass a request on.
///
/// It is a value, so middleware can call it again (retry), keep it (coalescing) or race it (hedging). Calling it allocates
/// nothing.
public struct Next: Sendable, Redacted {
  private let links: [any Middleware]
  private let index: Int
  private let transport: any Transport
}

extension Next {
  /// The whole chain: the middleware in order, then the transport.
  public init(_ links: [any Middleware] = [], transport: any Transport) {
    self.init(links: links, index: 0, transport: transport)
  }

  /// The capabilities of the transport at the end, for middleware that depends on them.
  public var capabilities: TransportCapabilities { transport.capabilities }

  /// Returns the rest of the chain with another transport at its end: `change` makes it from the present one.
  ///
  /// For middleware that changes what the transport does, such as one that injects faults. Each attempt through the new
  /// transport has its number, time limit and outcome as usual.
  package func replacingTransport(_ change: (any Transport) -> any Transport) -> Next {
    Next(links: links, index: index, transport: change(transport))
  }

  /// Passes the request to the next middleware, or to the transport after the last one.
  ///
  /// A middleware that passes a request on again records the reason first: see ``Request/resend(because:after:)``.
  ///
  /// - Throws: what the rest of the chain throws, unwrapped; `CancellationError` when the task is cancelled.
  public func callAsFunction(_ request: Request) async throws -> Response {
    guard index < links.count else { return try await transmit(request) }
    return try await links[index].respond(to: request, next: Next(links: links, index: index + 1, transport: transport))
  }

  private func transmit(_ request: Request) async throws -> Response {
    try Task.checkCancellation()
    var request = request
    let number = request.context.attemptStarts(&request)
    do {
      var response: Response
      if let limit = request.options.attemptTimeout {
        response = try await send(request, as: number, within: limit)
      } else {
        response = try await transport.send(request)
      }
      response.sender = (request.context.identity, number)
      response.source = .network
      request.context.attemptEnds(number, outcome: .status(response.head.status.code))
      return response
    } catch {
      request.context.attemptEnds(
        number, outcome: .failure(ErrorSummary.text(of: error)), errorType: ErrorSummary.type(of: error))
      throw error
    }
  }

  private func send(_ request: Request, as number: Int, within limit: Duration) async throws -> Response {
    guard limit > .zero else { throw TimedOut(.attempt, limit: limit) }
    let context = request.context
    let response = try await Deadline.race {
      try await transport.send(request)
    } against: {
      try await context.sleep(untilEndOf: limit, of: number)
    }
    // The transport has reported the phase by now, because its cancelled task has ended.
    guard let response else { throw TimedOut(.attempt, limit: limit, during: context.interruptedPhase(of: number)) }
    return response
  }
}
