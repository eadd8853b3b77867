import Logging
import Refinery

// The Swift block of RefineryLogging.md. DocumentationTests compares it, imports included.

func observed(_ logger: Logger) -> Client {
  let policies = LoggingPolicyStore(LoggingPolicy(sampleRate: 0.1, slow: .seconds(2)))
  return Client(
    baseURL: "https://api.example.com",
    middleware: [LoggingMiddleware(logger, policies: policies), RetryMiddleware()])
}
