#if Configuration
  public import RefineryCache
  public import RefineryCircuitBreaker
  public import RefineryConcurrency
  public import RefineryCore
  public import RefineryHedging
  public import RefineryIdempotency
  public import RefineryRateLimit

  /// The middleware that the configuration adds to a client. Each is nil unless one of its keys is set.
  ///
  /// `Client(settings:middleware:transport:)` inserts each at its stage of the chain, unless `middleware` already contains one
  /// of the same type. Use the properties for metrics, and to change a state by hand:
  ///
  /// ```swift
  /// let settings = try ClientSettings(config: config.scoped(to: "crm"), table: table)
  /// settings.links.circuitBreaker?.isolate("https://api.example.com")  // during maintenance
  /// ```
  ///
  /// Clients with the same settings share the state of this middleware, such as buckets and circuits. A reload does not change
  /// this state. They also share the store of ``cache``. With the identity `client`, each client uses only its own responses.
  public struct ConfiguredLinks: Sendable, Redacted {
    /// Stores responses, in memory.
    public let cache: CacheMiddleware?
    /// Adds a key to each call that creates or changes something.
    public let idempotencyKey: IdempotencyMiddleware?
    /// Limits how many calls are under way, for each origin.
    public let concurrency: ConcurrencyMiddleware?
    /// Sends a slow request a second time, unless its circuit is not closed. It asks your own circuit breaker if the chain has
    /// one, otherwise ``circuitBreaker``.
    public let hedging: HedgingMiddleware?
    /// Keeps within the rate limit of each origin. It is before the circuit breaker, also before your own. Otherwise the probe
    /// of a circuit could wait for its turn here, and the circuit would refuse all other requests in that time.
    public let rateLimit: RateLimitMiddleware?
    /// Refuses requests to an origin that does not work.
    public let circuitBreaker: CircuitBreakerMiddleware?

    /// The middleware, in the order of the chain.
    private var all: [any Middleware] {
      let links: [(any Middleware)?] = [cache, idempotencyKey, concurrency, hedging, rateLimit, circuitBreaker]
      return links.compactMap(\.self)
    }

    /// Creates the middleware. Each fault of a value is passed to `report`, with the name that the keys of that middleware
    /// begin with.
    init(_ settings: LinkSettings, report: (_ link: String, _ problems: [String]) -> Void) {
      func made<Policy, Link>(
        _ link: String, _ policy: Policy?, _ make: (Policy) throws(UnusableSettings) -> Link
      ) -> Link? {
        guard let policy else { return nil }
        do throws(UnusableSettings) {
          return try make(policy)
        } catch {
          report(link, error.problems)
          return nil
        }
      }
      rateLimit = made("rateLimit", settings.rateLimit) { (policy) throws(UnusableSettings) in
        try RateLimitMiddleware(policy)
      }
      let circuitBreaker = made("circuitBreaker", settings.circuitBreaker) { (policy) throws(UnusableSettings) in
        try CircuitBreakerMiddleware(policy)
      }
      self.circuitBreaker = circuitBreaker
      concurrency = made("concurrency", settings.concurrency) { (policy) throws(UnusableSettings) in
        try ConcurrencyMiddleware(policy)
      }
      hedging = made("hedging", settings.hedging) { (policy) throws(UnusableSettings) in
        try HedgingMiddleware(policy) { request in
          let breaker = request.options[OwnCircuitBreaker.self]?.breaker ?? circuitBreaker
          return breaker?.state(for: request).map { $0 == .closed } ?? true
        }
      }
      idempotencyKey = settings.idempotencyKey.map { IdempotencyMiddleware(quotesKey: $0.quotesKey, methods: $0.methods) }
      cache = settings.cache.map {
        CacheMiddleware(
          for: $0.isPerCredential ? .fields : .client, store: MemoryCacheStore(byteLimit: $0.byteLimit), targets: $0.targets,
          revalidations: $0.revalidations)
      }
    }

    /// Returns the chain of one client: each middleware is inserted before the first of a later stage, unless the chain has one
    /// of the same type.
    func inserted(into middleware: [any Middleware]) -> [any Middleware] {
      all.reduce(into: middleware) { chain, link in
        guard let stage = link.stage, !middleware.contains(where: { type(of: $0) == type(of: link) }) else { return }
        let place = chain.firstIndex { other in
          // The rate limit and the app's own circuit breaker have the same stage; the rate limit comes first.
          other.stage.map { $0 > stage } ?? false || link is RateLimitMiddleware && other is CircuitBreakerMiddleware
        }
        // Another client may have other credentials, which this cache does not see.
        let own: any Middleware = (link as? CacheMiddleware)?.forAnotherClient() ?? link
        chain.insert(own, at: place ?? chain.endIndex)
      }
    }

    /// Returns the options of one client. By these, ``hedging`` finds the app's own circuit breaker.
    func options(_ options: Options, for middleware: [any Middleware]) -> Options {
      guard hedging != nil, let own = middleware.lazy.compactMap({ $0 as? CircuitBreakerMiddleware }).first else {
        return options
      }
      return options.merging(Options { $0[OwnCircuitBreaker.self] = OwnCircuitBreaker.Link(own) })
    }
  }

  /// The app's own circuit breaker in the chain of a client; nil if it has none. Clients with the same settings share the
  /// hedging, so each request names the circuit breaker that counts for it.
  private enum OwnCircuitBreaker: OptionKey {
    final class Link: Sendable, Equatable {
      let breaker: CircuitBreakerMiddleware

      init(_ breaker: CircuitBreakerMiddleware) { self.breaker = breaker }

      static func == (left: Link, right: Link) -> Bool { left === right }
    }

    static let name = "ownCircuitBreaker"
    static let defaultValue: Link? = nil
    static let isInherited = false
  }
#endif
