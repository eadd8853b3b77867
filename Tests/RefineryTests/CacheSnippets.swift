import Refinery
import RefineryCache
import RefineryTesting
import Testing

// The Swift blocks of RefineryCache.md. DocumentationTests compares them, imports included.

func cached(_ token: String) -> Client {
  Client(
    baseURL: "https://api.example.com",
    middleware: [
      CacheMiddleware(for: .client),  // first: a stored response needs no other link
      RetryMiddleware(),
      AuthMiddleware(.bearer(token)),
    ])
}

@Test func theSecondReadIsAHit() async throws {
  let server = StubTransport(.json(#"{"id":5,"name":"Ann"}"#, headers: [.cacheControl: "max-age=60"]))
  let api = Client(baseURL: "https://stub", middleware: [CacheMiddleware(for: .client)], transport: server)
  let first = try await api.reply(to: Person.read(5))
  let second = try await api.reply(to: Person.read(5))
  #expect(first.source == .network && first.cacheStatus.last?.isStored == true)
  #expect(second.source == .freshCache && second.attempts.isEmpty)
  #expect(server.requests.count == 1)
}

func rates() -> Endpoint {
  Endpoint("Rates.read", .get, "rates", Options { $0.caching = CachePolicy { $0.staleIfError = .seconds(3600) } })
}

func shared(_ store: some CacheStore, _ warn: @escaping @Sendable (String) -> Void) -> CacheMiddleware {
  CacheMiddleware(for: .each { _ in "app" }, store: store, onStoreFailure: { warn("cache: \($0)") })
}
