import Refinery
import RefineryRateLimit

// The Swift block of RefineryRateLimit.md. DocumentationTests compares it, imports included.

func polite() throws -> Client {
  var policy = RateLimitPolicy(10, per: .seconds(1))
  policy.capacity = 1  // evenly: one request each 100 ms
  return Client(
    baseURL: "https://api.example.com", middleware: [RetryMiddleware(), try RateLimitMiddleware(policy)])
}
