#if CommandLine
  import Refinery

  /// The standard chain: Logging, Gzip, Retry, Auth.
  struct Chain {
    let links: [any Middleware]

    /// Options of the standard plugins that an overrides file may give.
    static var overridable: [any OverridableOption.Type] {
      var keys: [any OverridableOption.Type] = [Retries.self]
      #if Logging
        keys.append(LogLevel.self)
      #endif
      return keys
    }

    /// - Parameters:
    ///   - logs: where log lines go.
    ///   - traces: whether every attempt is logged as it leaves, redacted, with header fields and bodies.
    ///   - isLogging: whether calls are logged, a line each way; always when they are traced.
    init(
      logs: @escaping @Sendable (String) -> Void, traces: Bool, isLogging: Bool = false,
      gzip: GzipMiddleware = GzipMiddleware(), auth: AuthMiddleware?
    ) {
      var links: [any Middleware] = [gzip, RetryMiddleware()]
      if let auth { links.append(auth) }
      #if Logging
        let calls = LoggingPolicy(level: isLogging || traces ? .debug : .off, detailLevel: .off)
        links.insert(LoggingMiddleware(policy: calls, to: logs), at: 0)
        // A second time behind the others, where credentials are on and each attempt passes.
        if traces { links.append(LoggingMiddleware(policy: LoggingPolicy(detailLevel: .debug, bodies: true), to: logs)) }
      #endif
      self.links = links
    }
  }
#endif
