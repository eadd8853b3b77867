import Refinery
import RefineryCoalescing

// The Swift block of RefineryCoalescing.md. DocumentationTests compares it, imports included.

func combined(_ token: String) -> Client {
  Client(
    baseURL: "https://api.example.com",
    middleware: [
      CoalescingMiddleware(for: .client),  // first, before a cache, too
      RetryMiddleware(),
      AuthMiddleware(.bearer(token)),
    ])
}
