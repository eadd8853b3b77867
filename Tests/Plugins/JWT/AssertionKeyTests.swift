#if JWT
  import Foundation
  import HTTPTypes
  import RefineryAuth
  import RefineryCore
  import RefineryJWT
  import RefineryTesting
  import Synchronization
  import Testing

  @Suite struct AssertionKeyTests {
    private let date = Date(timeIntervalSince1970: 1_800_000_000.75)

    @Test(
      "Q11: an assertion has the claims of RFC 7523 section 3 and a valid signature", arguments: AssertionAlgorithm.allCases)
    func assertion(algorithm: AssertionAlgorithm) async throws {
      let pair = try KeyPair(algorithm)
      let key = try AssertionKey(algorithm, pem: Secret(pair.pem), keyID: "k-1") { [date] in date }
      let token = try await key.assertion(
        issuer: "reports", subject: "ann", audience: "https://login.example", lifetime: .milliseconds(1500),
        claims: ["scope": "read write", "ö": "\""])
      let (header, claims) = try #require(pair.verified(token.exposed))
      #expect(header["alg"] == .string(algorithm.rawValue) && header["kid"] == "k-1" && header["typ"] == "JWT")
      #expect(claims["iss"] == "reports" && claims["sub"] == "ann" && claims["aud"] == "https://login.example")
      #expect(claims["iat"]?.int == 1_800_000_000 && claims["exp"]?.int == 1_800_000_002)
      #expect(claims["scope"] == "read write" && claims["ö"] == "\"")
      #expect(claims["jti"]?.string?.count == 36)
      let other = algorithm == .rs256 || algorithm == .ps256 ? try KeyPair(.es256) : try KeyPair(algorithm)
      #expect(other.verified(token.exposed) == nil)
    }

    @Test("Q11: without a key id there is none, and an assertion is valid for a minute unless told otherwise")
    func defaults() async throws {
      let pair = try KeyPair(.edDSA)
      let key = try AssertionKey(.edDSA, pem: Secret(pair.pem)) { [date] in date }
      let token = try await key.assertion(issuer: "a", subject: "a", audience: "b")
      let (header, claims) = try #require(pair.verified(token.exposed))
      #expect(header["kid"] == nil)
      #expect(claims["exp"]?.int == 1_800_000_060)
    }

    @Test("Q11: each assertion has a jti of its own")
    func unique() async throws {
      let pair = try KeyPair(.es256)
      let key = try AssertionKey(.es256, pem: Secret(pair.pem))
      var seen: Set<String> = []
      for _ in 0..<100 {
        let token = try await key.assertion(issuer: "a", subject: "a", audience: "b")
        seen.insert(try #require(pair.verified(token.exposed)?.claims["jti"]?.string))
      }
      #expect(seen.count == 100)
    }

    @Test("Q11: a key that does not fit is refused when it is made, and is not printed", arguments: AssertionAlgorithm.allCases)
    func refusedKeys(algorithm: AssertionAlgorithm) throws {
      let isRSA = algorithm == .rs256 || algorithm == .ps256
      let fitting = try KeyPair(algorithm).pem
      let lines = fitting.split(separator: "\n")
      let canary = String(lines[1])
      let wrong = [
        "", "canary", try KeyPair(isRSA ? .es256 : .rs256).pem, try KeyPair(algorithm == .edDSA ? .es256 : .edDSA).pem,
        fitting.replacing("PRIVATE KEY", with: "PUBLIC KEY"), (lines.prefix(1) + lines.suffix(1)).joined(separator: "\n"),
        (lines.prefix(1) + ["\(lines[1].dropLast(8))"] + lines.dropFirst(2)).joined(separator: "\n"),
        fitting.replacing("PRIVATE KEY", with: "ENCRYPTED PRIVATE KEY"),
      ]
      for (number, pem) in wrong.enumerated() where pem != fitting {
        let error = #expect(throws: CredentialError.self, "\(number)") { try AssertionKey(algorithm, pem: Secret(pem)) }
        let text = error?.description ?? ""
        #expect(text.contains(algorithm.rawValue) && !text.contains(canary) && !text.contains("canary"))
      }
      let key = try AssertionKey(algorithm, pem: Secret(fitting))
      #expect("\(key)" == "AssertionKey" && String(reflecting: key) == "\(key)")
      #expect(Mirror(reflecting: key).children.isEmpty)
    }

    @Test("Q11: an RSA key of 1,024 bits is refused")
    func shortKey() throws {
      #expect(throws: CredentialError.self) { try AssertionKey(.rs256, pem: Secret(KeyPair.short)) }
    }

    @Test("Q11: an assertion without issuer, subject or audience, with a bad lifetime, or with a claim twice is refused")
    func refusedClaims() async throws {
      let key = try AssertionKey(.es256, pem: Secret(KeyPair(.es256).pem))
      for texts in [["", "s", "a"], ["i", "", "a"], ["i", "s", ""]] {
        await #expect(throws: CredentialError.self) {
          try await key.assertion(issuer: texts[0], subject: texts[1], audience: texts[2])
        }
      }
      for lifetime in [Duration.zero, .milliseconds(999), .seconds(-60), .seconds(3601), .seconds(Int64.max)] {
        await #expect(throws: CredentialError.self) {
          try await key.assertion(issuer: "i", subject: "s", audience: "a", lifetime: lifetime)
        }
      }
      let stopped = try AssertionKey(.es256, pem: Secret(KeyPair(.es256).pem)) { Date(timeIntervalSince1970: .infinity) }
      await #expect(throws: CredentialError.self) {
        try await stopped.assertion(issuer: "i", subject: "s", audience: "a")
      }
      for name in ["iss", "sub", "aud", "exp", "iat", "jti"] {
        await #expect(throws: CredentialError.self) {
          try await key.assertion(issuer: "i", subject: "s", audience: "a", claims: [name: "x"])
        }
      }
    }
  }

  @Suite struct AssertionServerTests {
    /// A token endpoint that knows the client's public key, and accepts each assertion once.
    private final class Server: Sendable {
      private let pair: KeyPair
      private let audience: String
      private let seen = Mutex<Set<String>>([])

      init(_ pair: KeyPair, audience: String) {
        self.pair = pair
        self.audience = audience
      }

      func respond(to request: Request) async throws -> Response {
        let form = String(decoding: try await (request.body ?? .empty).collect(), as: UTF8.self)
        var values: [String: String] = [:]
        for member in form.split(separator: "&") {
          let parts = member.split(separator: "=", maxSplits: 1).map { String($0).removingPercentEncoding ?? "" }
          if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        let isGrant = values["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer"
        let isClient = values["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
        let token = isGrant ? values["assertion"] : isClient ? values["client_assertion"] : nil
        guard let token, let (header, claims) = pair.verified(token) else { return refusal("invalid_client") }
        let now = Int(Date().timeIntervalSince1970)
        guard header["alg"] == .string(pair.algorithm.rawValue), claims["aud"] == .string(audience),
          claims["iss"] == "reports", claims["sub"]?.string == (isGrant ? "ann" : "reports"),
          isGrant || values["client_id"] == "reports", let expiry = claims["exp"]?.int, let issued = claims["iat"]?.int,
          issued <= now, expiry > now, expiry <= issued + 60, let id = claims["jti"]?.string,
          seen.withLock({ $0.insert(id).inserted })
        else { return refusal(isGrant ? "invalid_grant" : "invalid_client") }
        return Response(status: .ok, body: Body(#"{"access_token":"t","token_type":"Bearer"}"#))
      }

      private func refusal(_ code: String) -> Response {
        Response(status: .unauthorized, body: Body(#"{"error":"\#(code)"}"#))
      }

      var next: Next { Next(transport: StubTransport { try await self.respond(to: $0) }) }
    }

    private let url = "https://login.example/token"

    @Test(
      "Q11: a client authenticates by its key, at a server that accepts each assertion once",
      arguments: AssertionAlgorithm.allCases)
    func privateKeyJWT(algorithm: AssertionAlgorithm) async throws {
      let pair = try KeyPair(algorithm)
      let key = try AssertionKey(algorithm, pem: Secret(pair.pem))
      let client = try OAuth2Client(
        "reports", .privateKeyJWT(key), tokenURL: url, via: Server(pair, audience: url).next)
      let provider = try OAuth2Grant.clientCredentials(client)
      for _ in 0..<3 { #expect(try await provider.credential(for: CredentialContext()) == .bearer("t")) }
    }

    @Test("Q11: the server refuses another key, another audience and another client")
    func refused() async throws {
      let pair = try KeyPair(.es256)
      let server = Server(pair, audience: url)
      let key = try AssertionKey(.es256, pem: Secret(pair.pem))
      let stolen = try AssertionKey(.es256, pem: Secret(KeyPair(.es256).pem))
      let refused: [(String, OAuth2ClientAuthentication)] = [
        ("reports", .privateKeyJWT(stolen)), ("other", .privateKeyJWT(key)),
        ("reports", .privateKeyJWT(key, audience: "https://other.example")),
        ("reports", .privateKeyJWT(key, lifetime: .seconds(61))),
      ]
      for (id, authentication) in refused {
        let client = try OAuth2Client(id, authentication, tokenURL: url, via: server.next)
        let error = await #expect(throws: OAuth2Error.self) {
          try await OAuth2Grant.clientCredentials(client).credential(for: CredentialContext())
        }
        #expect(error?.code == "invalid_client")
      }
    }

    @Test("Q11: a JWT bearer grant gets a token for the subject that the key of the call names")
    func bearerGrant() async throws {
      let pair = try KeyPair(.ps256)
      let key = try AssertionKey(.ps256, pem: Secret(pair.pem))
      let client = try OAuth2Client("", .none, tokenURL: url, via: Server(pair, audience: url).next)
      let provider = try OAuth2Grant.jwtBearer(client) { context, audience in
        try await key.assertion(issuer: "reports", subject: context.key, audience: audience)
      }
      #expect(try await provider.credential(for: CredentialContext(key: "ann")) == .bearer("t"))
      let error = await #expect(throws: OAuth2Error.self) {
        try await provider.credential(for: CredentialContext(key: "bob"))
      }
      #expect(error?.isFinal == true)
    }
  }
#endif
