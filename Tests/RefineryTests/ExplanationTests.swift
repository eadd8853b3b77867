import Foundation
import Logging
import Refinery
import RefineryCache
import RefineryChaos
import RefineryCircuitBreaker
import RefineryCoalescing
import RefineryConcurrency
import RefineryHedging
import RefineryIdempotency
import RefineryRateLimit
import RefineryTesting
import Testing

#if Metrics
  import RefineryMetrics
#endif
#if Signing
  import RefinerySigning
#endif
#if Tracing
  import RefineryTracing
#endif

/// What `explain` says about the links of this package.
@Suite struct ExplanationTests {
  /// A client with every link, each in its place.
  private static func client() throws -> Client {
    var links: [any Middleware] = []
    #if Tracing
      links.append(CallTracingMiddleware())
    #endif
    links.append(LoggingMiddleware(Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
    links += [
      CoalescingMiddleware(for: .client), CacheMiddleware(for: .client), IdempotencyMiddleware(), GzipMiddleware(),
      try ConcurrencyMiddleware(ConcurrencyPolicy(64)), RetryMiddleware(), try HedgingMiddleware(),
      AuthMiddleware(.bearer("canary-token")), ChallengeMiddleware { _, _ in nil },
      try RateLimitMiddleware(RateLimitPolicy(10, per: .seconds(1))), try CircuitBreakerMiddleware(), RedirectMiddleware(),
    ]
    #if Signing
      links.append(try MessageSigningMiddleware(SigningKey(sharedSecret: Data("canary-secret".utf8))))
      links.append(
        try AWSSigningMiddleware(region: "eu-central-1", service: "s3") {
          try AWSCredentials(accessKeyID: "canary-id", secretAccessKey: "canary-secret")
        })
    #endif
    #if Tracing
      links.append(TracingMiddleware())
    #endif
    #if Metrics
      links.append(MetricsMiddleware())
    #endif
    links.append(
      try ChaosMiddleware(
        [.init(.latency(.seconds(2)), rate: 0.05)], isEnabled: true,
        environment: ["REFINERY_CHAOS": "on"]))
    return Client(baseURL: "https://api.example.com/v1", middleware: links, transport: StubTransport(.status(200)))
  }

  @Test("explain names the problems of the client")
  func problems() throws {
    let api = Client(
      baseURL: "https://api.example", middleware: [AuthMiddleware(.bearer("t")), RetryMiddleware()],
      transport: StubTransport(.status(200)))
    let explanation = try api.explain(Call<Okay>(Endpoint("Person.read", .get, "people/5")))
    #expect(explanation.problems == api.problems && explanation.problems.count == 1)
    #expect(
      explanation.description.contains(
        "\n  problem   RetryMiddleware must come before AuthMiddleware: stage retry comes before credentials\n"))
  }

  @Test("each link of this package says in a few words what it would do with a read and with a write, and shows no secret")
  func everyLink() throws {
    let client = try Self.client()
    #expect(client.problems.isEmpty, "\(client.problems)")
    let read = try client.explain(Person.read(5))
    let write = try client.explain(Person.create(Person(id: 5, name: "canary-name")))
    for explanation in [read, write] {
      #expect(explanation.links.count == client.middleware.count)
      for link in explanation.links {
        let effect = try #require(link.effect, "\(link.name) says nothing")
        let words = effect.split(separator: " ").count
        #expect((1...20).contains(words), "\(link.name) takes \(words) words: \(effect)")
        #expect(!effect.contains("\n") && !effect.hasSuffix("."), "\(link.name): \(effect)")
      }
      #expect(!explanation.description.contains("canary"))
    }
    // What links say depends on the call.
    let same = zip(read.links, write.links).filter { $0.effect == $1.effect }.map(\.0.name)
    for name in ["CacheMiddleware", "CoalescingMiddleware", "IdempotencyMiddleware", "GzipMiddleware", "HedgingMiddleware"] {
      #expect(!same.contains(name))
    }
  }
}
