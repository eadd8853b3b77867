#if Redis
  public import FoundationEssentials
  public import RefineryAuth
  public import RefineryCore

  /// Keeps credentials in Redis, so that one instance of an app at a time renews each of them.
  ///
  /// ```swift
  /// let tokens = SharedCredentials(provider, in: RedisCredentialVault(redis), sealing: .aesGCM(key))
  /// api.middleware.append(AuthMiddleware(tokens))
  /// ```
  ///
  /// Each step is one script on the server's clock. A server that loses its data, as by a restart without persistence, costs
  /// one renewal for each credential; with rotating refresh tokens, set `appendonly yes`. A failover of Redis to a replica may
  /// lose the last moments: two instances can then renew at the same time.
  public struct RedisCredentialVault: CredentialVault, Redacted {
    /// `SharedCredentials` ends the waits. The limit of the connection is for calls that wait for a look-up.
    private static let limit = Duration.seconds(1)
    private let redis: RedisConnection

    /// Creates a vault.
    public init(_ redis: RedisConnection) { self.redis = redis }

    /// Returns the entry to use, or a lease to renew it.
    public func checkOut(_ identity: String, seen: Int64?, lease: Duration) async throws -> CredentialCheckout {
      let reply = try await CredentialScripts.checkOut.run(
        on: redis, keys: [key(identity), "{\(redis.prefix)}:leases"], within: Self.limit
      ) {
        $0.add(seen.map { "\($0)" } ?? "")
        $0.add(Self.microseconds(lease))
      }
      guard let parts = reply.array, let kind = parts.first?.string else { throw RedisError.unexpected }
      switch (kind, parts.count) {
      case ("entry", 4):
        guard let entry = Self.entry(parts[1...]) else { throw RedisError.unexpected }
        return .entry(entry)
      case ("failed", 3):
        guard let reason = parts[1].string, let rest = parts[2].integer else { throw RedisError.unexpected }
        return .failed(reason: reason, for: .microseconds(rest))
      case ("held", 2):
        guard let rest = parts[1].integer else { throw RedisError.unexpected }
        return .held(for: .microseconds(rest))
      case ("leased", 5):
        guard let token = parts[1].string.flatMap({ Int64($0) }) else { throw RedisError.unexpected }
        return .leased(CredentialLease(identity: identity, token: token), Self.entry(parts[2...]))
      default: throw RedisError.unexpected
      }
    }

    /// Sets the end of the current lease.
    public func extend(_ lease: CredentialLease, by duration: Duration) async throws -> Bool {
      try await run(CredentialScripts.extend, lease) { $0.add(Self.microseconds(duration)) }
    }

    /// Stores an entry, and ends the lease.
    public func save(
      _ data: Data, lifetime: Duration?, retention: Duration?, under lease: CredentialLease
    ) async throws -> Bool {
      try await run(CredentialScripts.save, lease) {
        $0.add(data)
        $0.add(lifetime.map { Self.microseconds($0) } ?? "")
        $0.add(retention.map { Self.microseconds(max($0, .milliseconds(1))) } ?? "")
      }
    }

    /// Ends the lease after a failure, and begins a pause.
    public func fail(_ lease: CredentialLease, because reason: String, pause: Duration) async throws {
      _ = try await run(CredentialScripts.fail, lease) {
        $0.add(reason)
        $0.add(Self.microseconds(pause))
      }
    }

    private func run(
      _ script: RedisScript, _ lease: CredentialLease, _ arguments: (inout RedisCommand) -> Void
    ) async throws(RedisError) -> Bool {
      let reply = try await script.run(on: redis, keys: [key(lease.identity)], within: Self.limit) {
        $0.add("\(lease.token)")
        arguments(&$0)
      }
      return reply.integer == 1
    }

    private func key(_ identity: String) -> String { "{\(redis.prefix)}:credential:\(identity)" }

    /// Reads version, data and the rest of the lifetime; nil if the version is empty.
    private static func entry(_ parts: ArraySlice<RedisReply>) -> CredentialEntry? {
      let parts = Array(parts)
      guard parts.count == 3, let version = parts[0].string.flatMap({ Int64($0) }), let data = parts[1].data else { return nil }
      let remaining = parts[2].string.flatMap { Int64($0) }
      return CredentialEntry(version: version, data: data, remaining: remaining.map { .microseconds($0) })
    }

    /// A duration as a whole number, at most a hundred years, which a double of Lua holds exactly.
    private static func microseconds(_ duration: Duration) -> String {
      "\(Int64(min(max(duration / .microseconds(1), 0), 3_155_760_000_000_000)))"
    }
  }
#endif
