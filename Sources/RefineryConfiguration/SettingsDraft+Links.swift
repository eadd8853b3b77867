#if Configuration
  import HTTPTypes
  import RefineryCache
  import RefineryCircuitBreaker
  import RefineryConcurrency
  import RefineryCore
  import RefineryHedging
  import RefineryRateLimit

  extension SettingsDraft {
    /// Reads the settings of middleware that is part of the client only if one of its keys is set.
    mutating func readLinks() {
      // Settings of middleware that is switched off are checked, too, so that it can be switched on later.
      var settings = LinkSettings(
        rateLimit: readRateLimit(), circuitBreaker: readCircuitBreaker(), concurrency: readConcurrency(),
        hedging: readHedging(), idempotencyKey: readIdempotencyKey(), cache: readCache())
      var problems: [(link: String, problems: [String])] = []
      _ = ConfiguredLinks(settings) { problems.append(($0, $1)) }
      for (link, problems) in problems { add(problems, below: link) }

      if isOff("rateLimit") { settings.rateLimit = nil }
      if isOff("circuitBreaker") { settings.circuitBreaker = nil }
      if isOff("concurrency") { settings.concurrency = nil }
      if isOff("hedging") { settings.hedging = nil }
      if isOff("idempotencyKey") { settings.idempotencyKey = nil }
      if isOff("cache") { settings.cache = nil }
      linkSettings = settings
      if let policy = settings.cache?.policy { options.caching = policy }
    }

    private func isOff(_ link: String) -> Bool { values["\(link).enabled"]?.bool == false }

    /// Whether a key of a middleware has a value. A faulty value counts, so that all faults of the middleware are found
    /// together.
    private func isSet(_ link: String) -> Bool { firstKey(of: link) != nil }

    private func firstKey(of link: String) -> String? {
      ConfigurationKey.links.map(\.name).first { key in
        key.hasPrefix("\(link).") && (values[key] != nil || values.faults.contains { $0.hasPrefix("\(key):") })
      }
    }

    /// Adds a fault if a key that a middleware needs is missing.
    private mutating func require(_ key: String, for link: String) {
      guard values[key] == nil, !isOff(link), let other = firstKey(of: link) else { return }
      fault(key, "is missing, but \(other) is set")
    }

    // MARK: The links

    private mutating func readRateLimit() -> RateLimitPolicy? {
      guard isSet("rateLimit") else { return nil }
      require("rateLimit.rate", for: "rateLimit")
      var policy = RateLimitPolicy(1)
      read("rateLimit.rate", into: &policy.rate)
      policy.capacity = Int(min(max(policy.rate.rounded(.up), 1), 1_000_000))
      read("rateLimit.capacity", into: &policy.capacity)
      read("rateLimit.maximumWait", into: &policy.maximumWait)
      read("rateLimit.maximumWaiting", into: &policy.maximumWaiting)
      read("rateLimit.maximumPause", into: &policy.maximumPause)
      read("rateLimit.adaptive", into: &policy.isAdaptive)
      if let names = texts("rateLimit.hints") {
        let hints: [String: RateLimitPolicy.Hint] = [
          "fields": .fields, "retryAfter": .retryAfter, "legacyFields": .legacyFields,
        ]
        if !names.allSatisfy({ hints[$0] != nil }) {
          fault("rateLimit.hints", "must be a list of the values fields, retryAfter and legacyFields")
        }
        policy.hints = Set(names.compactMap { hints[$0] })
      }
      return policy
    }

    private mutating func readCircuitBreaker() -> CircuitBreakerPolicy? {
      guard isSet("circuitBreaker") else { return nil }
      var policy = CircuitBreakerPolicy()
      read("circuitBreaker.window", into: &policy.window)
      read("circuitBreaker.failureRatio", into: &policy.failureRatio)
      policy.slowDuration = duration("circuitBreaker.slowDuration")
      read("circuitBreaker.slowRatio", into: &policy.slowRatio)
      // With null, an operator can switch off a duration that another provider sets.
      let slow = "circuitBreaker.slowDuration"
      let isSlowSet = values[slow] != nil || values.faults.contains { $0.hasPrefix("\(slow):") }
      if values["circuitBreaker.slowRatio"] != nil, !isSlowSet {
        fault("circuitBreaker.slowRatio", "has no effect without \(slow): set that, or remove this")
      }
      read("circuitBreaker.minimumCalls", into: &policy.minimumCalls)
      read("circuitBreaker.openDuration", into: &policy.openDuration)
      read("circuitBreaker.probes", into: &policy.probes)
      read("circuitBreaker.probeTimeout", into: &policy.probeTimeout)
      return policy
    }

    private mutating func readConcurrency() -> ConcurrencyPolicy? {
      guard isSet("concurrency") else { return nil }
      var adaptation = ConcurrencyPolicy.Adaptation()
      read("concurrency.initial", into: &adaptation.initial)
      read("concurrency.floor", into: &adaptation.floor)
      read("concurrency.ceiling", into: &adaptation.ceiling)
      read("concurrency.smoothing", into: &adaptation.smoothing)
      read("concurrency.tolerance", into: &adaptation.tolerance)
      var policy = ConcurrencyPolicy(adaptation)
      if let limit = count("concurrency.limit") {
        policy.limit = .fixed(limit)
        for name in ["initial", "floor", "ceiling", "smoothing", "tolerance"] where values["concurrency.\(name)"] != nil {
          fault("concurrency.\(name)", "has no effect on a fixed limit: remove it, or remove concurrency.limit")
        }
      }
      read("concurrency.maximumWaiting", into: &policy.maximumWaiting)
      return policy
    }

    private mutating func readHedging() -> HedgingPolicy? {
      guard isSet("hedging") else { return nil }
      var policy = HedgingPolicy()
      read("hedging.percentile", into: &policy.percentile)
      read("hedging.delay", into: &policy.delay)
      read("hedging.minimumDelay", into: &policy.minimumDelay)
      read("hedging.minimumSamples", into: &policy.minimumSamples)
      read("hedging.budget", into: &policy.budget)
      read("hedging.burst", into: &policy.burst)
      read("hedging.pause", into: &policy.pause)
      read("hedging.writes", into: &policy.hedgesWrites)
      return policy
    }

    private mutating func readIdempotencyKey() -> IdempotencyKeySettings? {
      guard isSet("idempotencyKey") else { return nil }
      var settings = IdempotencyKeySettings()
      switch values["idempotencyKey.form"]?.string {
      case nil, "quoted": break
      case "raw": settings.quotesKey = false
      default: fault("idempotencyKey.form", "must be quoted or raw")
      }
      if let names = texts("idempotencyKey.methods") {
        let methods = names.compactMap { name in name == name.uppercased() ? HTTPRequest.Method(name) : nil }
        if methods.count < names.count { fault("idempotencyKey.methods", "must be HTTP methods in capitals, such as POST") }
        settings.methods = Set(methods)
      }
      return settings
    }

    private mutating func readCache() -> CacheSettings? {
      guard isSet("cache") else { return nil }
      var settings = CacheSettings()
      require("cache.identity", for: "cache")
      switch values["cache.identity"]?.string {
      case nil, "client": break
      case "fields": settings.isPerCredential = true
      default: fault("cache.identity", "must be client or fields")
      }
      // This may be more than the billion that other counts permit, because a cache may be large.
      settings.byteLimit = values["cache.byteLimit"]?.int ?? settings.byteLimit
      if settings.byteLimit < 1 { fault("cache.byteLimit", "must be at least 1") }
      read("cache.revalidations", into: &settings.revalidations)
      if settings.revalidations < 0 { fault("cache.revalidations", "must not be negative") }
      if let names = texts("cache.targets") {
        settings.targets = names.compactMap { HTTPField.Name($0) }
        if settings.targets.count < names.count { fault("cache.targets", "must be names of header fields") }
      }
      var policy = CachePolicy()
      read("cache.maximumHeuristicLifetime", into: &policy.maximumHeuristicLifetime)
      read("cache.staleWhileRevalidate", into: &policy.staleWhileRevalidate)
      read("cache.staleIfError", into: &policy.staleIfError)
      if policy != CachePolicy() { settings.policy = policy }
      return settings
    }

    // MARK: Values

    mutating func read(_ key: String, into value: inout Duration) { value = duration(key) ?? value }

    mutating func read(_ key: String, into value: inout Int) { value = count(key) ?? value }

    private func read(_ key: String, into value: inout Double) { value = values[key]?.double ?? value }

    private func read(_ key: String, into value: inout Bool) { value = values[key]?.bool ?? value }

    private func texts(_ key: String) -> [String]? { values[key]?.array?.compactMap(\.string) }
  }
#endif
