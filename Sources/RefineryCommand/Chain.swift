#if CommandLine
  import Refinery

  /// The standard chain: Logging, Gzip, Retry, Auth.
  struct Chain {
    let links: [any Middleware]

    /// - Parameters:
    ///   - logs: receives the log lines.
    ///   - calls: what the first link logs of each call.
    ///   - attempts: what a second logging link logs of each attempt, after Auth; nil for no such link.
    init(
      logs: @escaping @Sendable (String) -> Void, calls: LoggingPolicy, attempts: LoggingPolicy?,
      gzip: GzipMiddleware = GzipMiddleware(), auth: AuthMiddleware?
    ) {
      var links: [any Middleware] = [gzip, RetryMiddleware()]
      if let auth { links.append(auth) }
      #if Logging
        links.insert(LoggingMiddleware(policy: calls, to: logs), at: 0)
        if let attempts { links.append(LoggingMiddleware(policy: attempts, to: logs).at(.observe)) }
      #endif
      self.links = links
    }
  }

  extension LoggingPolicy {
    /// Logs nothing.
    static let silent = LoggingPolicy(level: .off)
    /// Logs one line for the request and one for the response.
    static let lines = LoggingPolicy(detailLevel: .off)
    /// Logs everything that may be shown.
    static let details = LoggingPolicy(detailLevel: .debug, bodies: true)
    /// Logs everything that may be shown, of one row only.
    static func details(of row: String) -> LoggingPolicy {
      LoggingPolicy(level: .off, rows: [row: Row(level: .debug, detailLevel: .debug, bodies: true)])
    }
  }
#endif
