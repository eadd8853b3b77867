import FoundationEssentials
import HTTPTypes
public import RefineryCore
import Synchronization

/// Access tokens from the client credentials grant (RFC 6749 section 4.4): the service authenticates as itself.
///
/// ```swift
/// let tokens = try OAuth2ClientCredentials(
///   tokenURL: "https://login.example/token", clientID: "reports", clientSecret: secret, scopes: ["read"],
///   via: Next([RetryMiddleware()], transport: transport))
/// let api = Client(baseURL: url, middleware: [RetryMiddleware(), AuthMiddleware(tokens)])
/// ```
public struct OAuth2ClientCredentials: CredentialProvider {
  private let endpoint: TokenEndpoint
  private let scopes: [String]
  private let parameters: [String: String]

  /// Creates a provider for one client and one set of scopes.
  ///
  /// - Parameters:
  ///   - tokenURL: the URL of the token endpoint.
  ///   - clientID: the id of the client.
  ///   - clientSecret: the client's secret.
  ///   - scopes: the scopes of the tokens.
  ///   - parameters: other parameters that the server needs, such as `audience` or `resource`.
  ///   - authentication: how the client authenticates to the token endpoint.
  ///   - allowPlaintext: whether the token endpoint may use plain http on another machine.
  ///   - next: sends the requests to the token endpoint. It must not contain this provider's ``AuthMiddleware``, which waits for
  ///     them.
  /// - Throws: ``CredentialError/malformed(_:)`` or ``CredentialError/plaintextRefused(origin:)`` for an unusable URL.
  public init(
    tokenURL: String, clientID: String, clientSecret: Secret<String>, scopes: [String] = [],
    parameters: [String: String] = [:], authentication: OAuth2ClientAuthentication = .basic, allowPlaintext: Bool = false,
    via next: Next
  ) throws {
    endpoint = try TokenEndpoint(tokenURL, clientID, clientSecret, authentication, allowPlaintext, next)
    self.scopes = scopes
    self.parameters = parameters
  }

  /// Requests a token from the token endpoint. The context's key is ignored.
  ///
  /// - Throws: ``OAuth2Error``; the errors of the chain to the endpoint.
  public func credential(for context: CredentialContext) async throws -> Credential {
    var form = parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    form.append(("grant_type", "client_credentials"))
    if !scopes.isEmpty { form.append(("scope", scopes.joined(separator: " "))) }
    return try await endpoint.grant(form, context).credential()
  }
}

/// Access tokens from a refresh token (RFC 6749 section 6), for a user who has logged in elsewhere.
///
/// A new refresh token in a response replaces the old one. Use the provider in only one store.
public final class OAuth2RefreshToken: CredentialProvider {
  private let endpoint: TokenEndpoint
  private let refreshToken: Mutex<Secret<String>>
  private let rotated: @Sendable (Secret<String>) async throws -> Void

  /// Creates a provider that starts with `refreshToken`.
  ///
  /// - Parameters:
  ///   - tokenURL: the URL of the token endpoint.
  ///   - clientID: the id of the client.
  ///   - clientSecret: nil for a public client, which sends only its id.
  ///   - refreshToken: the first refresh token.
  ///   - authentication: how the client authenticates to the token endpoint.
  ///   - allowPlaintext: whether the token endpoint may use plain http on another machine.
  ///   - next: sends the requests to the token endpoint. It must not contain this provider's ``AuthMiddleware``.
  ///   - rotated: receives each new refresh token before the access token is used, so that it can be stored.
  /// - Throws: ``CredentialError`` for an unusable URL.
  public init(
    tokenURL: String, clientID: String, clientSecret: Secret<String>? = nil, refreshToken: Secret<String>,
    authentication: OAuth2ClientAuthentication = .basic, allowPlaintext: Bool = false, via next: Next,
    rotated: @escaping @Sendable (Secret<String>) async throws -> Void = { _ in }
  ) throws {
    endpoint = try TokenEndpoint(tokenURL, clientID, clientSecret, authentication, allowPlaintext, next)
    self.refreshToken = Mutex(refreshToken)
    self.rotated = rotated
  }

  /// Requests a token from the token endpoint. The context's key is ignored.
  public func credential(for context: CredentialContext) async throws -> Credential {
    let old = refreshToken.withLock { $0.exposed }
    let answer = try await endpoint.grant([("grant_type", "refresh_token"), ("refresh_token", old)], context)
    if let new = answer.refreshToken, new != old {
      refreshToken.withLock { $0 = Secret(new) }
      try await rotated(Secret(new))
    }
    return try answer.credential()
  }
}

/// How an OAuth 2 client authenticates to the token endpoint (RFC 6749 section 2.3.1).
public enum OAuth2ClientAuthentication: Sendable, Equatable {
  /// With the Basic scheme. Id and secret are form-encoded first. Every server must support this.
  case basic
  /// With `client_id` and `client_secret` in the body, for servers that support only this.
  case body
}

/// The token endpoint returned an error, or a response without a valid token.
public struct OAuth2Error: SafelyDescribed, Equatable {
  /// The status of the response.
  public let status: Int
  /// The error code of RFC 6749 section 5.2, such as `invalid_client`, or a description of what is wrong with the response.
  public let code: String
  /// The server's description of the error. Hidden, because it may repeat parts of the request.
  public let detail: Secret<String>?

  /// One line, safe to log.
  public var description: String { "the token endpoint answered \(status): \(Redaction.escaped(code))" }
}

/// Sends the requests to a token endpoint.
private struct TokenEndpoint: Sendable {
  private static let limit = 64 * 1024
  private let numbers = CallNumbers()
  private let head: HTTPRequest
  private let client: Credential?
  private let form: Secret<String>
  private let next: Next

  init(
    _ url: String, _ id: String, _ secret: Secret<String>?, _ authentication: OAuth2ClientAuthentication,
    _ allowPlaintext: Bool, _ next: Next
  ) throws {
    guard let origin = Origin(url), let (scheme, authority, target) = Origin.parts(of: url), !target.contains("#"),
      !authority.contains("@")
    else {
      throw CredentialError.malformed("the token URL must be absolute, such as https://login.example/token, without fragment")
    }
    guard allowPlaintext || origin.isConfidential else {
      throw CredentialError.plaintextRefused(origin: origin.description)
    }
    head = HTTPRequest(
      method: .post, scheme: scheme.lowercased(), authority: String(authority),
      path: target.hasPrefix("/") ? String(target) : "/\(target)",
      headerFields: [.contentType: "application/x-www-form-urlencoded", .accept: "application/json"])
    client = secret.flatMap { secret in
      authentication == .basic ? .basic(user: Self.encoded(id), password: Self.encoded(secret.exposed)) : nil
    }
    let pairs = client != nil ? [] : [("client_id", id)] + (secret.map { [("client_secret", $0.exposed)] } ?? [])
    form = Secret(Self.encoded(pairs))
    self.next = next
  }

  func grant(_ pairs: [(String, String)], _ context: CredentialContext) async throws -> TokenResponse {
    let body = [Self.encoded(pairs), form.exposed].filter { !$0.isEmpty }.joined(separator: "&")
    let options = Options().setting(Authentication.self, .off).setting(Redirects.self, .never)
      .setting(ResponseLimit.self, Self.limit).setting(Idempotent.self, true)
    var request = Request(
      endpoint: Endpoint("OAuth2.token", .post, "token", options), head: head, body: Body(body), options: options,
      context: CallContext(number: numbers.next(), clock: context.clock, timeout: max(context.deadline.remaining, .zero)))
    if let client { _ = client.apply(to: &request, replacing: true) }
    let response = try await next(request)
    let data = try await response.body.collect(upTo: Self.limit)
    let status = response.head.status
    guard status.kind == .successful else {
      let refusal = try? JSONDecoder().decode(TokenErrorResponse.self, from: data)
      throw OAuth2Error(
        status: status.code, code: refusal.map { String($0.error.prefix(64)) } ?? "no error code",
        detail: refusal?.error_description.map { Secret($0) })
    }
    guard let answer = try? JSONDecoder().decode(TokenResponse.self, from: data) else {
      throw OAuth2Error(status: status.code, code: "the answer is not a token of RFC 6749 section 5.1", detail: nil)
    }
    return answer
  }

  // A space is %20 and not +: every form decoder reads that, and some servers decode Basic credentials like a URL.
  private static func encoded(_ text: String) -> String { Credential.percentEncoded(text) }

  private static func encoded(_ pairs: [(String, String)]) -> String {
    pairs.map { "\(encoded($0.0))=\(encoded($0.1))" }.joined(separator: "&")
  }
}

/// Numbers the requests to a token endpoint from 1, to tell them apart in log lines and for sampling.
private final class CallNumbers: Sendable {
  private let last = Atomic<UInt64>(0)
  func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}

private struct TokenErrorResponse: Decodable {
  let error: String
  let error_description: String?
}

private struct TokenResponse: Decodable {
  private enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case tokenType = "token_type"
    case expiresIn = "expires_in"
    case refreshToken = "refresh_token"
  }

  let accessToken: String
  let tokenType: String
  let lifetime: Duration?
  let refreshToken: String?

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    accessToken = try values.decode(String.self, forKey: .accessToken)
    tokenType = try values.decodeIfPresent(String.self, forKey: .tokenType) ?? "Bearer"
    refreshToken = try values.decodeIfPresent(String.self, forKey: .refreshToken)
    // Some servers write the number as text. A lifetime that is not a number is unknown.
    let text = (try? values.decodeIfPresent(String.self, forKey: .expiresIn)).flatMap { $0 }
    let seconds = try text.map { Double($0) } ?? values.decodeIfPresent(Double.self, forKey: .expiresIn)
    lifetime = seconds.flatMap { $0.isNaN ? nil : Duration.seconds(min(max($0, 0), 1e9)) }
  }

  func credential() throws -> Credential {
    guard tokenType.lowercased() == "bearer" else {
      throw OAuth2Error(status: 200, code: "the token type is not Bearer, which is the only one supported", detail: nil)
    }
    return .bearer(accessToken).lasting(lifetime)
  }
}
