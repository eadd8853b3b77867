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

    /// - Parameter traces: whether every attempt is logged as it goes over the wire, redacted, with its bodies.
    init(logs: @escaping @Sendable (String) -> Void, traces: Bool, credential: Credential?) {
      self.init(logs: logs, traces: traces, gzip: GzipMiddleware(), auth: credential.map { AuthMiddleware($0) })
    }

    init(logs: @escaping @Sendable (String) -> Void, traces: Bool, gzip: GzipMiddleware, auth: AuthMiddleware?) {
      var links: [any Middleware] = [gzip, RetryMiddleware()]
      if let auth { links.append(auth) }
      #if Logging
        let calls = LoggingPolicy(level: traces ? .debug : .off, detailLevel: .off)
        links.insert(LoggingMiddleware(policy: calls, to: logs), at: 0)
        // A second time behind the others, to see each attempt as it leaves.
        if traces { links.append(LoggingMiddleware(policy: LoggingPolicy(detailLevel: .debug, bodies: true), to: logs)) }
      #endif
      self.links = links
    }
  }
#endif
