#if JWT
  public import FoundationEssentials
  import JWTKit
  public import RefineryAuth
  public import RefineryCore

  /// The signature algorithms of assertions, by their registered names (RFC 7518 section 3.1, RFC 8037 section 3.1).
  public enum AssertionAlgorithm: String, Sendable, CaseIterable {
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = "RS256"
    /// RSASSA-PSS with SHA-256.
    case ps256 = "PS256"
    /// ECDSA with the curve P-256 and SHA-256.
    case es256 = "ES256"
    /// EdDSA with the curve Ed25519.
    case edDSA = "EdDSA"
  }

  /// A private key that signs assertions for an OAuth 2.0 authorization server (RFC 7523).
  ///
  /// ```swift
  /// let key = try AssertionKey(.es256, pem: Secret(environment["CLIENT_KEY"] ?? ""), keyID: "2026-11")
  /// let client = try OAuth2Client("reports", .privateKeyJWT(key), issuer: "https://login.example", via: next)
  /// ```
  /// The initializer parses the key. The description contains no key.
  public struct AssertionKey: Sendable, Redacted {
    private enum Storage: Sendable {
      case rsa(Insecure.RSA.PrivateKey)
      case es256(ES256PrivateKey)
      case edDSA(EdDSA.PrivateKey)
    }

    /// The claims that ``assertion(issuer:subject:audience:lifetime:claims:)`` sets itself.
    private static let reserved: Set<String> = ["iss", "sub", "aud", "exp", "iat", "jti"]
    private static let maximumLifetime = Duration.seconds(3600)

    private let algorithm: AssertionAlgorithm
    private let keyID: String?
    private let storage: Storage
    private let now: @Sendable () -> Date

    /// Creates a key from a PEM document (RFC 7468).
    ///
    /// - Parameters:
    ///   - algorithm: what the key signs with.
    ///   - pem: an unencrypted private key: PKCS #8 for every algorithm, also PKCS #1 for RSA and SEC 1 for ECDSA. An RSA key
    ///     has at least 2,048 bits.
    ///   - keyID: the id by which the server knows the key.
    ///   - now: the current time. Default: the time of this machine.
    /// - Throws: `CredentialError.malformed`. The error does not contain the key.
    public init(
      _ algorithm: AssertionAlgorithm, pem: Secret<String>, keyID: String? = nil,
      now: @escaping @Sendable () -> Date = { Date() }
    ) throws(CredentialError) {
      do {
        // The parser of Ed25519 keys does not read the label.
        guard ["", "RSA ", "EC "].contains(where: { pem.exposed.contains("-----BEGIN \($0)PRIVATE KEY-----") }) else {
          throw CredentialError.malformed("")
        }
        storage =
          switch algorithm {
          case .rs256, .ps256: .rsa(try Insecure.RSA.PrivateKey(pem: pem.exposed))
          case .es256: .es256(try ES256PrivateKey(pem: pem.exposed))
          case .edDSA: .edDSA(try EdDSA.PrivateKey(pem: pem.exposed))
          }
      } catch {
        let size = algorithm == .rs256 || algorithm == .ps256 ? " of at least 2,048 bits" : ""
        throw .malformed(
          "the text is not a PEM document of an unencrypted private key for \(algorithm.rawValue)\(size) (RFC 7468)")
      }
      self.algorithm = algorithm
      self.keyID = keyID
      self.now = now
    }

    /// Returns a new assertion: a signed JSON Web Token with `iss`, `sub`, `aud`, `iat`, `exp` and a unique `jti` (RFC 7523
    /// section 3).
    ///
    /// - Parameters:
    ///   - issuer: the maker of the assertion.
    ///   - subject: the subject of the token. For client authentication, the client id.
    ///   - audience: the authorization server, as `OAuth2Grant.jwtBearer` passes it to its closure.
    ///   - lifetime: how long the assertion is valid; from 1 s to 1 h, rounded up to a second. Default: 60 s.
    ///   - claims: other claims that the server needs, such as `scope`.
    /// - Throws: `CredentialError.malformed` for an empty text, a lifetime out of range, or a claim that this method sets
    ///   itself.
    public func assertion(
      issuer: String, subject: String, audience: String, lifetime: Duration = .seconds(60), claims: [String: String] = [:]
    ) async throws(CredentialError) -> Secret<String> {
      guard !issuer.isEmpty, !subject.isEmpty, !audience.isEmpty else {
        throw .malformed("an assertion needs an issuer, a subject and an audience (RFC 7523 section 3)")
      }
      guard lifetime >= .seconds(1), lifetime <= Self.maximumLifetime else {
        throw .malformed("the lifetime of an assertion must be from 1 second to 1 hour")
      }
      if let name = claims.keys.sorted().first(where: Self.reserved.contains) {
        throw .malformed("the claim \(name) is set by the assertion itself")
      }
      // The limit is the year 9999: with a clock beyond it, no assertion is made.
      guard let issuedAt = Int(exactly: now().timeIntervalSince1970.rounded(.down)), 0...253_402_300_799 ~= issuedAt else {
        throw .malformed("the current time is not a usable date")
      }
      let (seconds, rest) = lifetime.components
      let payload = AssertionClaims(
        texts: claims.merging(
          ["iss": issuer, "sub": subject, "aud": audience, "jti": UUID().uuidString.lowercased()], uniquingKeysWith: { $1 }),
        issuedAt: issuedAt, expiry: issuedAt + Int(seconds) + (rest > 0 ? 1 : 0))
      do {
        return Secret(try await sign(payload))
      } catch {
        throw .malformed("the key cannot sign with \(algorithm.rawValue)")
      }
    }

    private func sign(_ claims: AssertionClaims) async throws -> String {
      let keys = JWTKeyCollection()
      let id = keyID.map { JWKIdentifier(string: $0) }
      switch storage {
      case .rsa(let key) where algorithm == .ps256: await keys.add(pss: key, digestAlgorithm: .sha256, kid: id)
      case .rsa(let key): await keys.add(rsa: key, digestAlgorithm: .sha256, kid: id)
      case .es256(let key): await keys.add(ecdsa: key, kid: id)
      case .edDSA(let key): await keys.add(eddsa: key, kid: id)
      }
      return try await keys.sign(claims, kid: id)
    }
  }

  extension OAuth2ClientAuthentication {
    /// `private_key_jwt`: by an assertion, which the key signs anew for each request (RFC 7523 section 2.2).
    ///
    /// - Parameters:
    ///   - key: the client's private key. The server knows the public key.
    ///   - audience: the value of `aud` that the server expects. Default: the issuer if it is known, otherwise the token URL.
    ///   - lifetime: how long an assertion is valid; from 1 s to 1 h. Default: 60 s.
    public static func privateKeyJWT(
      _ key: AssertionKey, audience: String? = nil, lifetime: Duration = .seconds(60)
    ) -> OAuth2ClientAuthentication {
      OAuth2ClientAuthentication { id, _, standard in
        try await key.assertion(issuer: id, subject: id, audience: audience ?? standard, lifetime: lifetime)
      }
    }
  }

  /// The claims of an assertion. The times are whole seconds, because some servers cannot read fractions.
  private struct AssertionClaims: JWTPayload {
    private struct Name: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    let texts: [String: String]
    let issuedAt: Int
    let expiry: Int

    init(texts: [String: String], issuedAt: Int, expiry: Int) {
      self.texts = texts
      self.issuedAt = issuedAt
      self.expiry = expiry
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Name.self)
      issuedAt = try values.decode(Int.self, forKey: Name(stringValue: "iat"))
      expiry = try values.decode(Int.self, forKey: Name(stringValue: "exp"))
      let others = values.allKeys.filter { !["iat", "exp"].contains($0.stringValue) }
      texts = try others.reduce(into: [:]) { $0[$1.stringValue] = try values.decode(String.self, forKey: $1) }
    }

    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Name.self)
      for (name, text) in texts { try values.encode(text, forKey: Name(stringValue: name)) }
      try values.encode(issuedAt, forKey: Name(stringValue: "iat"))
      try values.encode(expiry, forKey: Name(stringValue: "exp"))
    }

    func verify(using algorithm: some JWTAlgorithm) {}
  }
#endif
