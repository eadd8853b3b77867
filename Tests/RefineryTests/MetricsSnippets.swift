#if Metrics
  import CoreMetrics
  import Refinery
  import RefineryMetrics

  // The Swift block of RefineryMetrics.md. DocumentationTests compares it, imports included.

  func measured(_ factory: any MetricsFactory, _ provider: some CredentialProvider) -> Client {
    let retry = RetryMiddleware()
    let metrics = MetricsMiddleware(
      factory: factory, gauges: ["refinery.client.retry.budget": { Double(retry.remainingBudget) }])
    let credentials = CredentialStore(provider) { metrics.recordRefresh($0.duration, isFailure: $0.problem != nil) }
    return Client(
      baseURL: "https://api.example.com", middleware: [retry, AuthMiddleware(store: credentials), metrics],
      transport: URLSessionTransport(), observers: [metrics])
  }
#endif
