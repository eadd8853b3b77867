import FoundationEssentials
public import RefineryCore
import Synchronization

/// The authorization server returned an error, or a response without a valid token.
public struct OAuth2Error: SafelyDescribed, Equatable {
  enum Source: String, Sendable {
    case token = "the token endpoint"
    case metadata = "the metadata of the authorization server"
  }

  /// The status of the response.
  public let status: Int
  /// The error code of RFC 6749 section 5.2, such as `invalid_client`, or a description of what is wrong with the response.
  public let code: String
  /// The server's description of the error. Hidden, because it may repeat parts of the request.
  public let detail: Secret<String>?
  /// Whether the server has refused the grant permanently, such as an expired refresh token. The provider then sends no further
  /// request until it has another grant.
  public var isFinal: Bool { advice != nil }
  /// Whether nothing was sent, because the server had refused the same grant before.
  private(set) var isRemembered = false
  private let source: Source
  private var advice: String?

  /// Whether the code says that the server no longer accepts the grant. All codes except the standard one are from servers that
  /// send errors with the status 200.
  var isRefusalOfGrant: Bool { ["invalid_grant", "bad_refresh_token", "invalid_refresh_token"].contains(code) }

  init(_ source: Source, status: Int, code: String, detail: Secret<String>? = nil) {
    self.source = source
    self.status = status
    self.code = code
    self.detail = detail
  }

  /// Reads the error of a token endpoint (RFC 6749 section 5.2). If the body contains no error code, the code is `fallback`.
  init(status: Int, body: Data, secrets: [String], otherwise fallback: String = "no error code") {
    let refusal = try? JSONDecoder().decode(TokenErrorResponse.self, from: body)
    // Counts scalars, because one character can have any number of them.
    var code = refusal.map { String($0.error.unicodeScalars.prefix(64)) } ?? fallback
    // If the server repeats a part of the request, that part must not reach a log.
    if let text = refusal?.error, Self.mayRepeat(secrets, text) { code = Redaction.mark }
    self.init(.token, status: status, code: code, detail: refusal?.description.map { Secret($0) })
  }

  /// Whether a text has one of the secrets, as it is or percent-encoded as in the request, or looks like a part of a form, a
  /// credential or a token.
  private static func mayRepeat(_ secrets: [String], _ text: String) -> Bool {
    let redaction = Redaction()
    if redaction.mayHoldSecret(text) || redaction.replacingTokens(in: text, with: { _ in "" }) != text { return true }
    let lowercased = text.lowercased()
    return secrets.contains { secret in
      guard !secret.isEmpty else { return false }
      let encoded = OAuth2Form.encoded(secret).lowercased()
      // Comparing texts finds every Unicode form of a secret. Comparing bytes finds a secret with a combining mark after it.
      return text.contains(secret) || text.utf8.contains(secret.utf8) || lowercased.utf8.contains(encoded.utf8)
    }
  }

  /// The same error, as the final error for its grant, with advice on what to do.
  func final(_ advice: String) -> OAuth2Error {
    var copy = self
    copy.advice = advice
    return copy
  }

  /// The same error for a grant that is not sent again.
  var remembered: OAuth2Error {
    var copy = self
    copy.isRemembered = true
    return copy
  }

  /// One line, safe to log.
  public var description: String {
    "\(source.rawValue) responded \(status): \(Redaction.escaped(code))\(advice.map { "; \($0)" } ?? "")"
  }
}

private struct TokenErrorResponse: Decodable {
  private enum CodingKeys: String, CodingKey {
    case error
    case description = "error_description"
  }

  let error: String
  let description: String?

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    error = try values.decode(String.self, forKey: .error)
    description = try? values.decode(String.self, forKey: .description)
  }
}

/// The response of a token endpoint (RFC 6749 section 5.1, RFC 8693 section 2.2.1).
struct TokenResponse: Decodable, Sendable {
  private enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case tokenType = "token_type"
    case expiresIn = "expires_in"
    case refreshToken = "refresh_token"
    case issuedTokenType = "issued_token_type"
  }

  let accessToken: String
  let tokenType: String
  let lifetime: Duration?
  let refreshToken: String?
  let issuedTokenType: String?

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    accessToken = try values.decode(String.self, forKey: .accessToken)
    tokenType = try values.decodeIfPresent(String.self, forKey: .tokenType) ?? "Bearer"
    // A refresh token has at least one character (RFC 6749 appendix A.17). An empty one must not replace the one that is used.
    refreshToken = try values.decodeIfPresent(String.self, forKey: .refreshToken).flatMap { $0.isEmpty ? nil : $0 }
    issuedTokenType = try values.decodeIfPresent(String.self, forKey: .issuedTokenType)
    // Some servers write the number as text. A lifetime that is not a number is unknown.
    let text = try? values.decode(String.self, forKey: .expiresIn)
    let seconds = text.map { Double($0) } ?? (try? values.decode(Double.self, forKey: .expiresIn))
    lifetime = seconds.flatMap { $0.isNaN ? nil : Duration.seconds(min(max($0, 0), 1e9)) }
  }

  func credential() throws -> Credential {
    guard tokenType.lowercased() == "bearer" else {
      throw OAuth2Error(.token, status: 200, code: "the token type is not Bearer, which is the only one supported")
    }
    return .bearer(accessToken).lasting(lifetime)
  }
}

/// The grants that a server has refused permanently, one for each key. The same grant is not sent again.
final class RefusedGrants: Sendable {
  // There may be a key for each user, so the table must not grow without end. Dropping a refusal costs one request.
  private static let limit = 1_000
  private let refusals = Mutex<[String: (grant: Secret<String>, error: OAuth2Error)]>([:])

  /// Sends a request, unless the server has refused this grant before.
  func sending(
    _ grant: String, key: String = "", advice: String, _ send: () async throws -> TokenResponse
  ) async throws -> TokenResponse {
    if let refusal = refusals.withLock({ $0[key] }), refusal.grant.exposed == grant { throw refusal.error.remembered }
    do {
      return try await send()
    } catch let error as OAuth2Error where error.isRefusalOfGrant {
      let final = error.final(advice)
      refusals.withLock { refusals in
        if refusals.count >= Self.limit { refusals.removeAll() }
        refusals[key] = (Secret(grant), final)
      }
      throw final
    }
  }
}
