#if Redis
  public import RefineryAuth
  public import RefineryCache
  import FoundationEssentials
  import RefineryCore
  import RefineryParts
  import Synchronization

  /// Keeps responses in Redis, up to a number of bytes, so that the instances of an app share them. When the store is full, it
  /// removes the least recently used responses.
  ///
  /// ```swift
  /// let store = try RedisCacheStore(redis, sealing: .aesGCM(key, names: nameKey))
  /// CacheMiddleware(for: .each { _ in "app" }, store: store)
  /// ```
  ///
  /// The identity of a call must be the same in each instance: use `CacheMiddleware.Identity.each` or `fields`. With `client`,
  /// each cache finds only its own responses. All instances need the same prefix, the same `Sealing` and the same limits.
  ///
  /// **Secrets.** Responses are encrypted, and the names of targets, identities and variants are digests, as the `Sealing`
  /// makes them. A reader of Redis sees the number and the sizes of responses, when they were stored, the order of their use,
  /// and which of them have the same target. Give `Sealing.aesGCM` a key for names: without it, a reader can check guesses,
  /// such as the name of a user, or a weak password if identities are `fields`. With `Sealing.plainText`, everything can be
  /// read, also the credentials in such identities. A response that cannot be decrypted, or whose checksum is wrong, is not
  /// returned: see ``unreadableCount``.
  ///
  /// **Exact.** A response is returned only for its target and identity, compared by bytes. Storing and removing are atomic.
  /// The counted bytes are at most the limit. The work for an operation does not depend on the number of responses. After a
  /// removal, no instance stores a response of the target whose request began before it: the removal leaves a mark for 90 s,
  /// and a response that took longer than 60 s is not stored. The clocks of the instances do not matter. A response whose
  /// request began within a few milliseconds after the removal is not stored, either.
  ///
  /// **Approximate.** The counted bytes are those of the encrypted responses, an eighth more for the allocator of Redis, and
  /// about 1 kB for each response. Redis 7 uses about as many, measured with 10,000 responses of 1 kB. Marks are not counted:
  /// about 200 bytes for each removal of the last 90 s. The least recently used responses are removed first; a response and
  /// its variants are used and removed together, and only the last 32 variants are kept. After `maximumAge` a response is not
  /// returned. `removeAll(target:)` makes all responses of the target invalid at once, and deletes a hundred of them. Invalid
  /// responses, and those that Redis has evicted or ended, are counted until a read or an eviction finds them; each store also
  /// examines four responses. Marks fail if the clock of the server is set, or the server loses its data, between a removal and
  /// the end of a request that began before it.
  ///
  /// **If Redis is away,** each operation throws `RedisError`, and `CacheMiddleware` continues without the cache. If a removal
  /// fails, this instance does not return the responses of the target until it has repeated the removal. It does so in the
  /// background, with the next operation after Redis is available again. Other instances may use these responses in the
  /// meantime, and so may this one after a restart. With more than 10,000 such targets, the instance removes everything.
  ///
  /// **Settings of Redis.** Set `maxmemory` to more than the limit, and the policy to `noeviction`, `volatile-lru` or
  /// `volatile-ttl`. With another policy, Redis may evict the bookkeeping. The cache then begins anew, and its older responses
  /// use memory until they end. No persistence is needed. All keys have an end, so that an abandoned cache disappears. They
  /// begin with `{PREFIX:cache}:`, and so are in one slot of a Cluster. Redis 6 or later, or Valkey. A user of Redis needs:
  ///
  /// ```
  /// ~{PREFIX:cache}:* +@scripting +@hash +@sortedset +@string +@keyspace +time +ping +select +client|setname
  /// ```
  public final class RedisCacheStore: CacheStore {
    /// How long the request of a stored response may take: the default time limit of a call.
    static let longestRequest = Duration.seconds(60)
    /// How long a removal is remembered: somewhat longer, because a command may come late.
    static let markLifetime = Duration.seconds(90)
    /// How many responses of the largest size the variants of a target and identity may have together, since a read returns
    /// all.
    private static let variantsFactor = 4

    let redis: RedisConnection
    let sealing: Sealing
    private let byteLimit: Int
    private let largestResponse: Int
    private let maximumAge: Int
    let keys: CacheRedisKeys
    let instance = "\(UInt64.random(in: 0 ... .max))"
    static let standardLimit = 256 * 1024 * 1024
    let removals = PendingRemovals()
    private let clock = ServerClock()
    private let unreadable = Atomic(0)

    /// Creates a store. Does not wait for the server.
    ///
    /// - Parameters:
    ///   - redis: the connection.
    ///   - byteLimit: the maximum number of bytes that all responses use in Redis; 256 MiB by default. If the limit is zero or
    ///     negative, nothing is stored.
    ///   - largestResponse: the maximum number of bytes of a stored response. A larger one is not stored, because it would
    ///     delay all commands of the connection. The variants of a target and identity have at most four times as many bytes;
    ///     the oldest are removed. 1 MiB by default.
    ///   - maximumAge: how long a response is kept that is not stored again, from 1 s to 365 days. Default: a day.
    ///   - sealing: how responses and names are encrypted: `.aesGCM` of RefinerySigning, or `.plainText`.
    public init(
      _ redis: RedisConnection, byteLimit: Int = 256 * 1024 * 1024, largestResponse: Int = 1024 * 1024,
      maximumAge: Duration = .seconds(86_400), sealing: Sealing
    ) {
      self.redis = redis
      self.sealing = sealing
      // The scripts compute with doubles.
      self.byteLimit = min(max(0, byteLimit), 1 << 50)
      self.largestResponse = min(max(0, largestResponse), 512 * 1024 * 1024 - 65_536)
      self.maximumAge = Int(min(max(.seconds(1), maximumAge), .seconds(31_536_000)) / .milliseconds(1))
      keys = CacheRedisKeys(redis.prefix)
    }

    /// Whether the limit of the connection is at most 20 ms, its default. The connection ends each wait at its limit, so the
    /// cache needs no timer of its own, which would cost two tasks for each wait. A call may exceed its own time limit by this
    /// much; after a restart of the server, the first call by three times as much.
    public var returnsPromptly: Bool { redis.limit <= .milliseconds(20) }

    /// How many stored responses this instance could not decrypt or found damaged, for a metric. They are not returned, and the
    /// next response replaces them. After a key was removed from the `Sealing`, this number grows for a while.
    public var unreadableCount: Int { unreadable.load(ordering: .relaxed) }

    /// Returns the bytes that the responses use, as they are counted for the limit. For a metric.
    ///
    /// - Throws: `RedisError`.
    public func byteCount() async throws -> Int {
      let reply = try await redis.send(RedisCommand("HGET", keys.key("sizes"), "total"))
      return reply.string.flatMap { Int($0) } ?? 0
    }

    /// The number of targets and identities that have responses.
    package func count() async throws -> Int {
      guard let count = try await redis.send(RedisCommand("ZCARD", keys.key("uses"))).integer else {
        throw RedisError.unexpected
      }
      return Int(clamping: count)
    }

    /// Returns the responses of a key, and marks them as most recently used.
    ///
    /// - Throws: `RedisError`.
    public func responses(for key: CacheKey) async throws -> [StoredResponse] {
      settle()
      guard !removals.concern(key.target) else { return [] }
      let names = CacheNames(key, sealing, keys)
      let values = try await run(CacheScripts.read, keys.books + [names.responses, names.identities]) { [maximumAge] command in
        command.add(names.member)
        command.add(names.identity)
        command.add(maximumAge)
      }
      guard !removals.concern(key.target) else { return [] }
      return values.compactMap { value in
        if let sealed = value.data, let data = try? sealing.open(sealed, for: names.label),
          case .whole(let response) = StoredRecord.response(key, data: data)
        {
          return response
        }
        unreadable.wrappingAdd(1, ordering: .relaxed)
        return nil
      }
    }

    /// Stores a response, unless its request began before a removal.
    ///
    /// - Throws: `RedisError`; an error of the `Sealing`.
    public func store(_ response: StoredResponse, for key: CacheKey) async throws {
      settle()
      guard !removals.concern(key.target) else { return }
      let record = try StoredRecord(response, key)
      let names = CacheNames(key, sealing, keys)
      let variant = CacheNames.variant(record.variant, sealing)
      let (began, isLong) = clock.time(of: response.requestTime)
      var value = Data()
      if !isLong, byteLimit > 0 {
        let data = record.data
        if data.count <= largestResponse { value = try sealing.seal(data, for: names.label) }
      }
      let start = ContinuousClock.now
      while try await store(value, variant, began, names) == .full {
        // A large response may need the room of many small ones. If this takes longer, the next store continues.
        var hasRoom = false
        while !hasRoom {
          guard start.duration(to: .now) < redis.limit else { return }
          hasRoom = try await makeRoom(for: value, variant, names)
        }
      }
    }

    /// Runs the script.
    func store(_ value: Data, _ variant: String, _ began: Int64, _ names: CacheNames) async throws
      -> CacheScripts.Outcome
    {
      let marks = [keys.mark, names.targetMark, names.mark]
      let reply = try await run(CacheScripts.store, keys.books + [names.responses, names.identities] + marks) { command in
        command.add(names.member)
        command.add(names.identity)
        command.add(variant)
        command.add(value)
        command.add(byteLimit)
        command.add(min(byteLimit, largestResponse * Self.variantsFactor))
        command.add(maximumAge)
        command.add(began)
        command.add(instance)
        command.add(Int(Self.markLifetime / .milliseconds(1)))
      }
      guard let outcome = reply.first?.integer.flatMap({ CacheScripts.Outcome(rawValue: $0) }) else {
        throw RedisError.unexpected
      }
      return outcome
    }

    private func makeRoom(for value: Data, _ variant: String, _ names: CacheNames) async throws -> Bool {
      // Somewhat more than the script needs.
      let bytes = value.count + value.count / 8 + 4 * names.member.utf8.count + variant.utf8.count + 1_024
      return try await run(CacheScripts.makeRoom, keys.books) { $0.add(max(0, byteLimit - bytes)) }.first?.integer == 1
    }

    /// Runs a script, and returns the reply without the time of the server.
    func run(
      _ script: RedisScript, _ keys: [String], _ arguments: (inout RedisCommand) -> Void = { _ in }
    ) async throws -> ArraySlice<RedisReply> {
      let reply = try await script.run(on: redis, keys: keys, arguments)
      guard let parts = reply.array, let time = parts.first?.integer else { throw RedisError.unexpected }
      clock.learn(time)
      return parts.dropFirst()
    }
  }
#endif
