#if CommandLine
  import Refinery

  /// The standard chain: Logging, Gzip, Retry, Auth.
  struct Chain {
    let links: [any Middleware]

    /// - Parameters:
    ///   - logs: where log lines go.
    ///   - calls: what is logged of each call, by the first link.
    ///   - attempts: what is logged of each attempt, behind the others, where credentials are on; nil for no such link.
    init(
      logs: @escaping @Sendable (String) -> Void, calls: LoggingPolicy, attempts: LoggingPolicy?,
      gzip: GzipMiddleware = GzipMiddleware(), auth: AuthMiddleware?
    ) {
      var links: [any Middleware] = [gzip, RetryMiddleware()]
      if let auth { links.append(auth) }
      #if Logging
        links.insert(LoggingMiddleware(policy: calls, to: logs), at: 0)
        if let attempts { links.append(LoggingMiddleware(policy: attempts, to: logs)) }
      #endif
      self.links = links
    }
  }

  extension LoggingPolicy {
    /// Nothing.
    static let silent = LoggingPolicy(level: .off)
    /// A line each way.
    static let lines = LoggingPolicy(detailLevel: .off)
    /// Everything that may be shown.
    static let details = LoggingPolicy(detailLevel: .debug, bodies: true)
    /// Everything that may be shown, of one row alone.
    static func details(of row: String) -> LoggingPolicy {
      LoggingPolicy(level: .off, rows: [row: Row(level: .debug, detailLevel: .debug, bodies: true)])
    }
  }
#endif
