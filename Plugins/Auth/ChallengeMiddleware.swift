import HTTPTypes
public import RefineryCore

/// Sends a request again after a 401 that asks for more than a fresh credential, such as a second factor or a nonce.
///
/// ```swift
/// ChallengeMiddleware { request, response in
///   guard let nonce = response.head.headerFields[.nonce] else { return nil }
///   var again = request
///   again.head.headerFields[.proof] = try proof(for: nonce)
///   return again
/// }
/// ```
/// Place this middleware after ``AuthMiddleware``, so that it sees a 401 before credentials are renewed. If the closure returns
/// nil, or the last round ends with another 401, that 401 is returned to `AuthMiddleware`.
///
/// Two kinds of requests are not sent again: a request whose body can be sent only once, and a request that is not idempotent
/// and that a redirect has turned into a GET. If a redirect led to another origin, the closure is not called for a 401 of that
/// origin.
public struct ChallengeMiddleware: Middleware {
  private let rounds: Int
  private let react: @Sendable (Request, Response) async throws -> Request?

  /// Creates middleware that responds to challenges.
  ///
  /// - Parameters:
  ///   - rounds: the maximum number of times that a request is sent again, for servers with several challenges. Default 1.
  ///   - react: makes the request that satisfies a challenge, from the request that was sent and its response. If it returns
  ///     nil, the 401 is returned. It is called for each 401, at most `rounds` times for a request. Its errors end the call.
  ///     The body of the response is in memory unless the call streams.
  public init(rounds: Int = 1, react: @escaping @Sendable (Request, Response) async throws -> Request?) {
    self.rounds = max(0, rounds)
    self.react = react
  }

  /// The stage of middleware that adds credentials.
  public var stage: ChainStage? { .credentials }

  /// Says how often the request may be sent again.
  public func explanation(for request: Request) -> String? {
    if request.options.credentialsWithheld { return "off: this call sends no credentials" }
    guard rounds > 0, request.isReplayable else { return "passes a 401 on" }
    return "after a 401, sends the request that its closure returns, at most \(rounds == 1 ? "once" : "\(rounds) times")"
  }

  /// Passes the request on. After a 401, passes on the request that the closure returns.
  public func respond(to request: Request, next: Next) async throws -> Response {
    var request = request
    var response = try await next(request)
    // The value that satisfies a challenge is a credential.
    guard !request.options.credentialsWithheld else { return response }
    var round = 0
    while round < rounds, response.head.status == .unauthorized, request.isReplayable, !request.hasTakenEffect,
      !response.isFromOtherOrigin(than: request)
    {
      guard var again = try await react(request, response) else { break }
      // A redirect to another origin is sent without the fields that the closure has set.
      let (old, new) = (request.head.headerFields, again.head.headerFields)
      for name in Set(new.map(\.name)) where new[values: name] != old[values: name] {
        again.options.credentialFields.insert(name)
      }
      again.resend(because: .replay(status: response.head.status.code), after: response)
      // The body is released, so that its connection is free for the next request.
      response.body = .empty
      request = again
      response = try await next(request)
      round += 1
    }
    return response
  }
}

extension Request {
  /// Whether this request is not idempotent and a redirect has turned it into a GET. The server has then acted on it, so the
  /// request must not be sent again after a 401 of the GET.
  var hasTakenEffect: Bool {
    guard !isIdempotent else { return false }
    return context.attempts.contains { attempt in
      switch attempt.reason {
      case .redirect(status: 303, to: _)?: true
      case .redirect(status: 301...302, to: _)?: options.movedMethod == .get
      default: false
      }
    }
  }
}
