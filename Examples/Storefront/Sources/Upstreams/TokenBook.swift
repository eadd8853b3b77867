import Foundation
import HTTPTypes
import Hummingbird
import Synchronization

/// A token endpoint for the client credentials grant (RFC 6749 section 4.4), whose tokens are valid for a few seconds.
final class TokenBook: Sendable {
  struct Token: ResponseEncodable {
    var access_token: String
    var token_type = "Bearer"
    var expires_in: Int
  }

  private static let lifetime = 5
  private let basic: String
  private let tokens = Mutex<[String: ContinuousClock.Instant]>([:])

  init(client: String, secret: String) { basic = "Basic " + Data("\(client):\(secret)".utf8).base64EncodedString() }

  func grant(_ request: Request) throws -> Token {
    guard request.headers[.authorization] == basic else { throw HTTPError(.unauthorized) }
    let token = UUID().uuidString
    tokens.withLock { tokens in
      tokens = tokens.filter { $0.value > .now }
      tokens[token] = .now + .seconds(Self.lifetime)
    }
    return Token(access_token: token, expires_in: Self.lifetime)
  }

  func accepts(_ field: String?) -> Bool {
    guard let field, field.hasPrefix("Bearer ") else { return false }
    return tokens.withLock { $0[String(field.dropFirst(7))].map { $0 > .now } ?? false }
  }
}

/// Refuses requests without a valid token.
struct BearerTokens<Context: RequestContext>: RouterMiddleware {
  let tokens: TokenBook

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard tokens.accepts(request.headers[.authorization]) else { throw HTTPError(.unauthorized) }
    return try await next(request, context)
  }
}
