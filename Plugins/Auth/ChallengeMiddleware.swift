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
/// Place this link after ``AuthMiddleware``, so that it sees a 401 before credentials are renewed. A response that it does not
/// respond to is returned to `AuthMiddleware`. A request whose body can be sent only once is not sent again.
public struct ChallengeMiddleware: Middleware {
  /// Makes the request that satisfies a challenge, from the request that was sent and its response; nil to give up.
  public typealias Reaction = @Sendable (Request, Response) async throws -> Request?

  private let rounds: Int
  private let react: Reaction

  /// Creates a link.
  ///
  /// - Parameters:
  ///   - rounds: how many times one pass of a request is sent again, for servers that ask step by step. Default 1.
  ///   - react: called for each 401. Its errors end the call. The body of the response is in memory unless the call streams.
  public init(rounds: Int = 1, react: @escaping Reaction) {
    self.rounds = max(0, rounds)
    self.react = react
  }

  /// Among the credentials.
  public var stage: ChainStage? { .credentials }

  /// Passes the request on, and passes on what the closure makes of it after a 401.
  public func respond(to request: Request, next: Next) async throws -> Response {
    var request = request
    var response = try await next(request)
    for _ in 0..<rounds where response.head.status == .unauthorized && request.isReplayable {
      guard var again = try await react(request, response) else { break }
      again.resend(because: .replay(status: response.head.status.code), after: response)
      request = again
      response = try await next(request)
    }
    return response
  }
}
