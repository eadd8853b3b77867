#if Redis
  public import RefineryCore
  import Synchronization

  /// A connection to a Redis or Valkey server, for the stores of this module.
  ///
  /// ```swift
  /// let redis = try RedisConnection("redis://app:\(password)@cache.internal:6379") { state in
  ///   logger.notice("Redis is \(state)")
  /// }
  /// let limit = try RateLimitMiddleware(RateLimitPolicy(500), store: RedisRateLimitStore(redis))
  /// ```
  ///
  /// All stores of a process share one connection, on which commands are pipelined. It has a thread of its own, begins to
  /// connect at once, and connects again after a loss: after 25 to 75 ms, and after at most 1.5 s after further failures. It
  /// does not wait: a command that has no reply within ``limit`` fails. If there is no connection, if no reply arrives for 100
  /// ms (or twice the limit, if that is longer), or if all replies are late, the server counts as *away*: further commands fail
  /// at once, and the stores go on with the state of their process. The connection tests the server ten times a second, and
  /// uses it again when it replies in time.
  ///
  /// The names of all keys begin with ``prefix``. The connection ends when it is released, or with ``shutdown()``. Needs the
  /// package's trait `Redis` and hiredis 0.14 or later.
  public final class RedisConnection: Sendable {
    private let loop: RedisLoop
    private let address: RedisAddress
    /// How long a command waits for its reply: a call that uses a store costs at most this much time more.
    public let limit: Duration
    /// The beginning of the names of all keys.
    public let prefix: String
    /// The digests of the scripts, as this server has named them. Another server does not choose what runs here.
    let digests = Mutex<[ObjectIdentifier: String]>([:])
    /// Tells this process from the other instances.
    let instance = String(UInt64.random(in: 0 ... .max), radix: 16)

    /// Begins to connect. Does not wait for the server.
    ///
    /// - Parameters:
    ///   - url: `redis://user:password@host:6379/0`, of which only the host is required, or
    ///     `unix://user:password@/path?db=0`. User and password are percent-encoded; the user is one of Redis's access control
    ///     lists. `rediss` (TLS) is not supported.
    ///   - prefix: the beginning of the names of all keys. All instances of an app need the same, and two apps on one server
    ///     need different ones.
    ///   - limit: how long a command waits for its reply, from 1 ms to 10 s. Default 20 ms.
    ///   - onChange: called when the server is available, and when it is away, once for each change, on the thread of the
    ///     connection. For a log line and a metric. Must return quickly.
    /// - Throws: `UnusableSettings` with every fault.
    public convenience init(
      _ url: String, prefix: String = "refinery", limit: Duration = .milliseconds(20),
      onChange: @escaping @Sendable (RedisState) -> Void = { _ in }
    ) throws(UnusableSettings) {
      try self.init(url, prefix: prefix, limit: limit, silence: max(.milliseconds(100), limit * 2), onChange: onChange)
    }

    /// Begins to connect. For tests on a busy machine, a longer silence does not count as an absence.
    init(
      _ url: String, prefix: String = "refinery", limit: Duration, silence: Duration,
      onChange: @escaping @Sendable (RedisState) -> Void = { _ in }
    ) throws(UnusableSettings) {
      address = try RedisAddress(url)
      var problems: [String] = []
      if !(.milliseconds(1) ... .seconds(10)).contains(limit) {
        problems.append("limit must be from 1 ms to 10 s, not \(limit)")
      }
      if prefix.isEmpty || prefix.utf8.count > 64
        || prefix.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F || "{}:".utf8.contains($0) })
      {
        problems.append("prefix must have 1 to 64 ASCII characters without white space, braces and colons")
      }
      guard problems.isEmpty else { throw UnusableSettings(of: RedisConnection.self, problems: problems) }
      self.limit = limit
      self.prefix = prefix
      guard
        let loop = RedisLoop(
          .init(
            address: address, clientName: "refinery-\(prefix)", onChange: onChange, silence: silence,
            probeLimit: max(.milliseconds(20), limit)))
      else {
        throw UnusableSettings(of: RedisConnection.self, problems: ["the system has no free thread or descriptor"])
      }
      self.loop = loop
    }

    deinit { loop.end() }

    /// Whether the server can be used.
    public var state: RedisState { loop.state }

    /// The last error with which the server refused a command, for a health check: the user lacks a permission, or the memory
    /// is full. The stores then continue with the state of their process. Nil if no command was refused.
    public var lastRefusal: RedisError? { loop.lastRefusal }

    /// Ends the connection. Later uses of a store go on with the state of their process. Returns when the thread has ended.
    public func shutdown() async {
      loop.end()
      await loop.waitForEnd()
    }

    /// Sends a command. Without a limit of its own, it has that of the connection.
    func send(_ command: RedisCommand, within limit: Duration? = nil) async throws(RedisError) -> RedisReply {
      try await loop.send(command, within: limit ?? self.limit)
    }

    /// Begins a second connection that passes the messages of a channel to a closure, on its own thread.
    func subscribe(to channel: String, _ onMessage: @escaping @Sendable (RedisReply) -> Void) -> RedisLoop? {
      RedisLoop(
        .init(address: address, clientName: "refinery-\(prefix)-subscriber", channel: channel, onMessage: onMessage))
    }
  }

  extension RedisConnection: Redacted {
    /// The address and the state, without the user and the password.
    public var description: String { "RedisConnection(\(Redaction.escaped(address.name)), \(state))" }
  }
#endif
