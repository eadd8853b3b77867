#if Configuration
  import RefineryCache
  import RefineryCircuitBreaker
  import RefineryConcurrency
  import RefineryHedging
  import RefineryRateLimit

  /// The keys of middleware that is part of a client only if one of its keys is set.
  extension ConfigurationKey {
    static let links: [ConfigurationKey] = rateLimit + circuitBreaker + concurrency + hedging + idempotencyKey + cache

    /// Returns the key that switches a middleware off, or on with its default values.
    private static func enabled(_ link: String, example: String) -> ConfigurationKey {
      ConfigurationKey("\(link).enabled", .flag, standard: "true if another of its keys is set", example: example)
    }

    static let rateLimit = [
      enabled("rateLimit", example: "false"),
      ConfigurationKey("rateLimit.rate", .number, standard: "required for a rate limit", example: "10"),
      ConfigurationKey("rateLimit.capacity", .integer, standard: "`rateLimit.rate`, rounded up", example: "20"),
      ConfigurationKey("rateLimit.maximumWait", .seconds, standard: text(rate.maximumWait), example: "5"),
      ConfigurationKey("rateLimit.maximumWaiting", .integer, standard: "\(rate.maximumWaiting)", example: "500"),
      ConfigurationKey(
        "rateLimit.hints", .texts, standard: "fields,retryAfter", example: "fields,retryAfter,legacyFields"),
      ConfigurationKey("rateLimit.maximumPause", .seconds, standard: text(rate.maximumPause), example: "600"),
      ConfigurationKey("rateLimit.adaptive", .flag, standard: "\(rate.isAdaptive)", example: "true"),
    ]
    private static let rate = RateLimitPolicy(1)

    static let circuitBreaker = [
      enabled("circuitBreaker", example: "true"),
      ConfigurationKey("circuitBreaker.window", .seconds, standard: text(breaker.window), example: "60"),
      ConfigurationKey("circuitBreaker.failureRatio", .number, standard: text(breaker.failureRatio), example: "0.5"),
      ConfigurationKey("circuitBreaker.slowDuration", .seconds, null: true, standard: "null", example: "2"),
      ConfigurationKey("circuitBreaker.slowRatio", .number, standard: text(breaker.slowRatio), example: "0.8"),
      ConfigurationKey("circuitBreaker.minimumCalls", .integer, standard: "\(breaker.minimumCalls)", example: "20"),
      ConfigurationKey("circuitBreaker.openDuration", .seconds, standard: text(breaker.openDuration), example: "10"),
      ConfigurationKey("circuitBreaker.probes", .integer, standard: "\(breaker.probes)", example: "1"),
      ConfigurationKey("circuitBreaker.probeTimeout", .seconds, standard: text(breaker.probeTimeout), example: "5"),
    ]
    private static let breaker = CircuitBreakerPolicy()

    static let concurrency = [
      enabled("concurrency", example: "true"),
      ConfigurationKey("concurrency.limit", .integer, standard: "the limit adapts", example: "64"),
      ConfigurationKey("concurrency.initial", .integer, standard: "\(adaptation.initial)", example: "40"),
      ConfigurationKey("concurrency.floor", .integer, standard: "\(adaptation.floor)", example: "4"),
      ConfigurationKey("concurrency.ceiling", .integer, standard: "\(adaptation.ceiling)", example: "400"),
      ConfigurationKey("concurrency.smoothing", .number, standard: text(adaptation.smoothing), example: "0.5"),
      ConfigurationKey("concurrency.tolerance", .number, standard: text(adaptation.tolerance), example: "2"),
      ConfigurationKey(
        "concurrency.maximumWaiting", .integer, standard: "\(ConcurrencyPolicy(adaptation).maximumWaiting)", example: "10"),
    ]
    private static let adaptation = ConcurrencyPolicy.Adaptation()

    static let hedging = [
      enabled("hedging", example: "true"),
      ConfigurationKey("hedging.percentile", .number, standard: text(hedge.percentile), example: "0.99"),
      ConfigurationKey("hedging.delay", .seconds, standard: text(hedge.delay), example: "0.5"),
      ConfigurationKey("hedging.minimumDelay", .seconds, standard: text(hedge.minimumDelay), example: "0.01"),
      ConfigurationKey("hedging.minimumSamples", .integer, standard: "\(hedge.minimumSamples)", example: "50"),
      ConfigurationKey("hedging.budget", .number, standard: text(hedge.budget), example: "0.02"),
      ConfigurationKey("hedging.burst", .integer, standard: "\(hedge.burst)", example: "5"),
      ConfigurationKey("hedging.pause", .seconds, standard: text(hedge.pause), example: "30"),
      ConfigurationKey("hedging.writes", .flag, standard: "\(hedge.hedgesWrites)", example: "true"),
    ]
    private static let hedge = HedgingPolicy()

    static let idempotencyKey = [
      enabled("idempotencyKey", example: "true"),
      ConfigurationKey("idempotencyKey.form", .text, standard: "quoted", example: "raw"),
      ConfigurationKey("idempotencyKey.methods", .texts, standard: "PATCH,POST", example: "POST"),
    ]

    static let cache = [
      enabled("cache", example: "false"),
      ConfigurationKey("cache.identity", .text, standard: "required for a cache", example: "client"),
      ConfigurationKey("cache.byteLimit", .integer, standard: "\(CacheSettings().byteLimit)", example: "1048576"),
      ConfigurationKey("cache.targets", .texts, example: "Surrogate-Control"),
      ConfigurationKey("cache.revalidations", .integer, standard: "\(CacheSettings().revalidations)", example: "2"),
      ConfigurationKey(
        "cache.maximumHeuristicLifetime", .seconds, standard: text(caching.maximumHeuristicLifetime), example: "3600"),
      ConfigurationKey(
        "cache.staleWhileRevalidate", .seconds, standard: text(caching.staleWhileRevalidate), example: "30"),
      ConfigurationKey("cache.staleIfError", .seconds, standard: text(caching.staleIfError), example: "600"),
    ]
    private static let caching = CachePolicy()
  }
#endif
