#if Tracing && AsyncHTTPClient
  import AsyncHTTPClient
  import Refinery
  import RefineryTracing
  import Tracing

  // The Swift blocks of RefineryTracing.md. DocumentationTests compares them, imports included.

  func traced(_ tracer: any Tracer) -> Client {
    Client(
      baseURL: "https://api.example.com",
      middleware: [
        CallTracingMiddleware(tracer),  // first: one span for each call
        RetryMiddleware(),
        TracingMiddleware(tracer),  // last: one span for each attempt
      ])
  }

  func ownClient() -> HTTPClient {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    configuration.tracing.tracer = nil  // TracingMiddleware writes the spans
    return HTTPClient(configuration: configuration)
  }
#endif
