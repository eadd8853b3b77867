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
/// Place this link after ``AuthMiddleware``, so that it sees a 401 before credentials are renewed. If the closure returns nil,
/// or the last round ends with another 401, that 401 is returned to `AuthMiddleware`. A request whose body can be sent only
/// once is not sent again, and neither is one that is not idempotent after a redirect has turned it into a GET. The closure is
/// not called for the 401 of another origin that a redirect led to.
public struct ChallengeMiddleware: Middleware {
  /// Makes the request that satisfies a challenge, from the request that was sent and its response. Nil: the 401 is returned.
  public typealias Reaction = @Sendable (Request, Response) async throws -> Request?

  private let rounds: Int
  private let react: Reaction

  /// Creates a link.
  ///
  /// - Parameters:
  ///   - rounds: the maximum number of times that this link sends a request again, for servers with several challenges. Default
  ///     1.
  ///   - react: called for each 401, at most `rounds` times for a request. Its errors end the call. The body of the response is
  ///     in memory unless the call streams.
  public init(rounds: Int = 1, react: @escaping Reaction) {
    self.rounds = max(0, rounds)
    self.react = react
  }

  /// The stage of links that add credentials.
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
      // Released, so that its connection is free for the next request.
      response.body = .empty
      request = again
      response = try await next(request)
      round += 1
    }
    return response
  }
}

extension Request {
  /// Whether this request is not idempotent and a redirect has turned it into a GET, so the server has acted on it. If the GET
  /// gets a 401, the request itself must not be sent again.
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
