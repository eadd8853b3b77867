import Refinery
import RefineryCache

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

func rates() -> Endpoint {
  Endpoint("Rates.read", .get, "rates", Options { $0.caching = CachePolicy { $0.staleIfError = .seconds(3600) } })
}
