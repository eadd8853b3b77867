import Foundation
import HTTPTypes
import Refinery
import Synchronization
import Testing

/// Authlib's server; serialized, since it counts the requests of everyone.
@Suite("OAuth 2.0", .timeLimit(.minutes(5)), .serialized, Server.oauth2.trait) struct OAuth2ServerTests {
  private struct Note: Decodable, Identifiable, Sendable {
    var id: Int
    var text: String
  }

  private static let notes = Endpoint("Note.enumerate", .get, "api/notes")
  private static let add = Endpoint("Note.create", .post, "api/notes")
  private static let stats = Endpoint("Stats.read", .get, "__stats__")
  private static let expire = Endpoint("Token.expire", .post, "__expire__")

  private let plain = Client(Server.oauth2.url)

  private func client(secret: String = "s3cret", scopes: [String] = ["read"], log: Log = Log()) throws -> Client {
    let base = try #require(Server.oauth2.url)
    let client = try OAuth2Client(
      "web", .basic(Secret(secret)), tokenURL: "\(base)/oauth/token",
      via: Next([RetryMiddleware()], transport: URLSessionTransport()))
    let tokens = try OAuth2Grant.clientCredentials(client, for: OAuth2Target(scopes: scopes))
    return Client(base, auth: AuthMiddleware(tokens), log: log)
  }

  private func tokensGiven() async throws -> Int {
    try await plain.send(Call<JSONValue>(Self.stats))["token"]?["client_credentials"]?.int ?? 0
  }

  @Test("K06: a service logs in as itself and reads, and no log line holds its secret or its token")
  func grant() async throws {
    let log = Log()
    let api = try client(log: log)
    let before = try await tokensGiven()
    #expect(try await api.send(Call<[Note]>(Self.notes)).count >= 50)
    #expect(try await tokensGiven() == before + 1)
    #expect(!log.lines.contains { $0.contains("s3cret") || $0.contains("Bearer ") })
  }

  @Test("K10: a hundred calls whose token has been taken back cause one token request and a replay each")
  func refresh() async throws {
    let api = try client()
    _ = try await api.send(Call<[Note]>(Self.notes))
    try await plain.send(Call<Okay>(Self.expire))
    let before = try await tokensGiven()
    let attempts = try await withThrowingTaskGroup(of: [Attempt.Outcome?].self) { group in
      for _ in 1...100 {
        group.addTask { try await api.reply(to: Call<[Note]>(Self.notes)).attempts.map(\.outcome) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(attempts.count == 100)
    #expect(attempts.contains([.status(401), .status(200)]))
    // A call that came late finds the new token.
    #expect(attempts.allSatisfy { $0 == [.status(401), .status(200)] || $0 == [.status(200)] })
    #expect(try await tokensGiven() == before + 1)
  }

  @Test("K10: a scope that is not granted is the call's answer, and no new token is asked for")
  func scope() async throws {
    let api = try client()
    let before = try await tokensGiven()
    let call = Call<Note>(Self.add).body(["text": "x"])
    let error = try #require(await #expect(throws: CallError.self) { try await api.send(call) })
    #expect(error.status == 403)
    #expect(try JSONValue(parsing: error.body)["error"] == "insufficient_scope")
    #expect(try await tokensGiven() == before + 1)
    #expect(try await client(scopes: ["read", "write"]).send(call).text == "x")
  }

  @Test("J08: a wrong client secret is an error that does not repeat it")
  func wrongSecret() async throws {
    let api = try client(secret: "wr0ng")
    let error = try #require(await #expect(throws: CallError.self) { try await api.send(Call<[Note]>(Self.notes)) })
    #expect(error.stage == .sending)
    #expect(error.underlying is CredentialError)
    #expect(error.description.contains("invalid_client"))
    #expect(!error.description.contains("wr0ng"))
  }

  /// Counts what is sent to the token endpoint.
  private struct Counter: Middleware {
    let count: @Sendable () -> Void

    func respond(to request: Request, next: Next) async throws -> Response {
      count()
      return try await next(request)
    }
  }

  private func app(_ count: @escaping @Sendable () -> Void = {}) throws -> OAuth2Client {
    let base = try #require(Server.oauth2.url)
    return try OAuth2Client(
      "app", .none, tokenURL: "\(base)/oauth/token", via: Next([Counter(count: count)], transport: URLSessionTransport()))
  }

  /// The refresh token of a user who logs in by password.
  private func login() async throws -> Secret<String> {
    let form = [
      "grant_type": "password", "username": "alice", "password": "wonder", "client_id": "app", "scope": "profile read",
    ]
    let session = try await plain.send(Call<JSONValue>(Endpoint("Session.create", .post, "oauth/token")).form(form))
    return Secret(try #require(session["refresh_token"]?.string))
  }

  @Test("Q11: the token endpoint is found by the metadata of the server, which takes the secret in the body too")
  func discovery() async throws {
    let base = try #require(Server.oauth2.url)
    let client = try OAuth2Client("web", .post("s3cret"), issuer: base, via: Next(transport: URLSessionTransport()))
    let tokens = try OAuth2Grant.clientCredentials(client, for: OAuth2Target(scopes: ["read"]))
    #expect(try await Client(base, auth: AuthMiddleware(tokens)).send(Call<[Note]>(Self.notes)).count >= 50)
  }

  @Test("Q11: an id and a secret of special characters are form-encoded in Basic credentials (RFC 6749 section 2.3.1)")
  func specialCharacters() async throws {
    let base = try #require(Server.oauth2.url)
    let client = try OAuth2Client(
      "odd client+id", .basic("p@ss:w/ö rd"), tokenURL: "\(base)/oauth/token", via: Next(transport: URLSessionTransport()))
    let tokens = try OAuth2Grant.clientCredentials(client, for: OAuth2Target(scopes: ["read"]))
    #expect(try await Client(base, auth: AuthMiddleware(tokens)).send(Call<[Note]>(Self.notes)).count >= 50)
  }

  @Test("Q11: a server that rotates refresh tokens: each new one is saved and used, once for a hundred calls")
  func rotation() async throws {
    let first = try await login()
    let saved = Mutex([first.exposed])
    let sent = Mutex(0)
    let tokens = try OAuth2RefreshToken(app { sent.withLock { $0 += 1 } }, refreshToken: first) { token in
      saved.withLock { $0.append(token.exposed) }
    }
    let api = Client(Server.oauth2.url, auth: AuthMiddleware(tokens))
    for _ in 1...3 {
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 1...100 { group.addTask { try await api.send(Call<[Note]>(Self.notes)).count } }
        for try await count in group { #expect(count >= 50) }
      }
      try await plain.send(Call<Okay>(Self.expire))
    }
    let all = saved.withLock { $0 }
    #expect(all.count == 4 && Set(all).count == 4 && sent.withLock { $0 } == 3)
  }

  @Test("Q11: a refresh token that was used before is refused for good, and not sent again")
  func usedRefreshToken() async throws {
    let first = try await login()
    let last = Mutex(first)
    let fresh = try OAuth2RefreshToken(app(), refreshToken: first) { token in last.withLock { $0 = token } }
    _ = try await fresh.credential(for: CredentialContext())

    let sent = Mutex(0)
    let tokens = try OAuth2RefreshToken(app { sent.withLock { $0 += 1 } }, refreshToken: first)
    let store = CredentialStore(tokens)
    let api = Client(Server.oauth2.url, auth: AuthMiddleware(store: store))
    for _ in 1...3 {
      let error = try #require(await #expect(throws: CallError.self) { try await api.send(Call<[Note]>(Self.notes)) })
      #expect(error.description.contains("invalid_grant; the refresh token has expired or was withdrawn"))
      #expect(!error.description.contains(first.exposed))
    }
    #expect(sent.withLock { $0 } == 1)

    tokens.use(last.withLock { $0 })
    store.forget()
    #expect(try await api.send(Call<[Note]>(Self.notes)).count >= 50)
  }
}
