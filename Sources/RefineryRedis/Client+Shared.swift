#if Redis
  public import RefineryAuth
  import RefineryCache
  import RefineryCircuitBreaker
  public import RefineryCore
  import RefineryRateLimit

  extension Client {
    /// Returns a client whose links share their state with the other instances of the app.
    ///
    /// It replaces the stores of each `AuthMiddleware` with a provider, `CacheMiddleware`, `RateLimitMiddleware` and
    /// `CircuitBreakerMiddleware`. A link that already has a store of the app's choice, such as a file, keeps it. The byte
    /// limit of a `MemoryCacheStore` becomes that of all instances together; without one, it is 256 MiB.
    ///
    /// - Parameters:
    ///   - redis: the connection of this process.
    ///   - name: what the credentials are for: one name for each account, server and environment. Clients with the same name
    ///     and provider use each other's credentials.
    ///   - sealing: encrypts credentials and cached responses.
    ///   - onVaultFailure: see `SharedCredentials`.
    /// - Throws: `UnusableSettings` if there is no link to share, or if a cache is for `Identity.client`, whose responses no
    ///   other process can find.
    public func shared(
      through redis: RedisConnection, named name: String, sealing: Sealing,
      onVaultFailure: (@Sendable (_ problem: String?) -> Void)? = nil
    ) throws(UnusableSettings) -> Client {
      var (client, problems, count) = (self, [String](), 0)
      let vault = RedisCredentialVault(redis)
      for (index, link) in middleware.enumerated() {
        var shared: (any Middleware)?
        switch link {
        case let link as AuthMiddleware:
          shared = link.sharing {
            SharedCredentials($0, named: name, in: vault, sealing: sealing, onVaultFailure: onVaultFailure)
          }
        case let link as CacheMiddleware:
          guard let local = link.localStore else { break }
          if link.isForOneClient {
            problems.append("the cache is for .client: choose .each or .fields, so that the other instances find its responses")
          }
          // A limit that the app has not chosen is that of a small memory.
          let limit = local.byteLimit == MemoryCacheStore.standardLimit ? RedisCacheStore.standardLimit : local.byteLimit
          shared = link.keepingResponses(in: RedisCacheStore(redis, byteLimit: limit, sealing: sealing))
        case let link as RateLimitMiddleware where link.isLocal:
          shared = link.keepingBuckets(in: RedisRateLimitStore(redis))
        case let link as CircuitBreakerMiddleware:
          guard let local = link.localStore else { break }
          shared = link.keepingCircuits(in: try RedisCircuitStore(redis, onChange: local.onChange))
        default: break
        }
        guard let shared else { continue }
        client.middleware[index] = shared
        count += 1
      }
      if count == 0, problems.isEmpty {
        problems.append("the client has no credentials of a provider, cache, rate limit or circuit breaker in memory to share")
      }
      guard problems.isEmpty else { throw UnusableSettings(of: Client.self, problems: problems) }
      return client
    }
  }
#endif
