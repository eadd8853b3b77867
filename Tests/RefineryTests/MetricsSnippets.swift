#if Metrics
  import CoreMetrics
  import Refinery
  import RefineryCircuitBreaker
  import RefineryHedging
  import RefineryMetrics

  // The Swift blocks of RefineryMetrics.md. DocumentationTests compares them, imports included.

  func measured(_ factory: any MetricsFactory, _ provider: some CredentialProvider) -> Client {
    let retry = RetryMiddleware()
    let metrics = MetricsMiddleware(
      factory: factory, gauges: ["refinery.client.retry.budget": { Double(retry.remainingBudget) }])
    let credentials = CredentialStore(provider) { metrics.recordRefresh($1, isFailure: $2 != nil) }
    return Client(
      baseURL: "https://api.example.com", middleware: [retry, AuthMiddleware(store: credentials), metrics],
      transport: URLSessionTransport(), observers: [metrics])
  }

  func gauges(_ hedging: HedgingMiddleware, _ breaker: CircuitBreakerMiddleware) -> [String: @Sendable () -> Double] {
    [
      "refinery.client.hedge.wins": { Double(hedging.counts.wins) },
      "refinery.client.circuit.open": { breaker.state(of: "https://api.example.com") == .open ? 1 : 0 },
    ]
  }
#endif
