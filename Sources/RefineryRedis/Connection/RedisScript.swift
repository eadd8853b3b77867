#if Redis
  import Synchronization

  /// A Lua script. The server keeps it; a command names it by its digest.
  ///
  /// The first use on a server sends the source. So does a use after the server has lost its scripts, as by a restart.
  final class RedisScript: Sendable {
    private let source: String

    init(_ source: String) { self.source = source }

    /// Runs the script: `keys` and `arguments` are added to the command by a closure, the number of keys is that of the keys.
    func run(
      on redis: RedisConnection, keys: [String], within limit: Duration? = nil,
      _ arguments: (inout RedisCommand) -> Void
    ) async throws(RedisError) -> RedisReply {
      func command(_ digest: String) -> RedisCommand {
        var command = RedisCommand("EVALSHA", digest)
        command.add(keys.count)
        for key in keys { command.add(key) }
        arguments(&command)
        return command
      }
      if let known = redis.digests.withLock({ $0[ObjectIdentifier(self)] }) {
        do {
          return try await redis.send(command(known), within: limit)
        } catch .refused(let reason) where reason.hasPrefix("NOSCRIPT") {}
      }
      guard let loaded = try await redis.send(RedisCommand("SCRIPT", "LOAD", source), within: limit).string else {
        throw .unexpected
      }
      redis.digests.withLock { $0[ObjectIdentifier(self)] = loaded }
      return try await redis.send(command(loaded), within: limit)
    }
  }
#endif
