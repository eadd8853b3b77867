#if CommandLine
  package import Refinery

  /// The standard chain: Logging, Gzip, Retry, Auth.
  package struct Chain {
    package let links: [any Middleware]

    /// - Parameters:
    ///   - logs: receives the log lines.
    ///   - traces: whether the first middleware logs each call, and one after Auth logs each attempt, with all details that may
    ///     be shown.
    package init(
      logs: @escaping @Sendable (String) -> Void, traces: Bool, gzip: GzipMiddleware = GzipMiddleware(), auth: AuthMiddleware?
    ) {
      let calls = traces ? LoggingPolicy(detailLevel: .off) : LoggingPolicy(level: .off)
      var links: [any Middleware] = [LoggingMiddleware(policy: calls, to: logs), gzip, RetryMiddleware()]
      if let auth { links.append(auth) }
      if traces { links.append(LoggingMiddleware(policy: .details, to: logs).at(.observe)) }
      self.links = links
    }
  }

  extension LoggingPolicy {
    /// Logs all details that may be shown.
    static let details = LoggingPolicy(detailLevel: .debug, bodies: true)
  }
#endif
