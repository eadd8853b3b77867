import Foundation
import HTTPTypes
import Refinery
import Testing

/// Authlib's server; serialized, since it counts the requests of everyone.
@Suite("OAuth 2.0", .serialized, Server.oauth2.trait) struct OAuth2ServerTests {
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
    let tokens = try OAuth2ClientCredentials(
      tokenURL: "\(base)/oauth/token", clientID: "web", clientSecret: Secret(secret), scopes: scopes,
      via: Next([RetryMiddleware()], transport: URLSessionTransport()))
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
}
