import Refinery

// The Swift block of RefineryRetry.md. DocumentationTests compares it, imports included.

func patient() throws -> Client {
  var policy = RetryPolicy()
  policy.retries = 4  // 5 attempts
  policy.maximumDelay = .seconds(5)
  return Client(baseURL: "https://api.example.com", middleware: [try RetryMiddleware(policy)])
}
