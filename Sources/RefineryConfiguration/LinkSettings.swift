#if Configuration
  import HTTPTypes
  import RefineryCache
  import RefineryCircuitBreaker
  import RefineryConcurrency
  import RefineryHedging
  import RefineryRateLimit

  /// The settings of the middleware that the configuration adds to a client; nil for each that it does not add.
  struct LinkSettings: Sendable, Equatable {
    var rateLimit: RateLimitPolicy?
    var circuitBreaker: CircuitBreakerPolicy?
    var concurrency: ConcurrencyPolicy?
    var hedging: HedgingPolicy?
    var idempotencyKey: IdempotencyKeySettings?
    var cache: CacheSettings?
  }

  struct IdempotencyKeySettings: Sendable, Equatable {
    var quotesKey = true
    var methods: Set<HTTPRequest.Method> = [.patch, .post]
  }

  struct CacheSettings: Sendable, Equatable {
    /// Whether the cache identifies the user of a request by the request's credential fields. If false, all calls of the client
    /// have the same identity.
    var isPerCredential = false
    var byteLimit = 64 * 1024 * 1024
    var targets: [HTTPField.Name] = []
    var revalidations = 8
    /// Nil if no key changes it. The default of each row applies then.
    var policy: CachePolicy?
  }
#endif
