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
      _ arguments: (inout RedisCommand) -> Void = { _ in }
    ) async throws(RedisError) -> RedisReply {
      var rest = RedisCommand()
      rest.add(keys.count)
      for key in keys { rest.add(key) }
      arguments(&rest)
      if let known = redis.digests.withLock({ $0[ObjectIdentifier(self)] }) {
        do {
          return try await redis.send(RedisCommand("EVALSHA", known).followed(by: rest), within: limit)
        } catch .refused(let reason) where reason.hasPrefix("NOSCRIPT") {}
      }
      guard let loaded = try await redis.send(RedisCommand("SCRIPT", "LOAD", source), within: limit).string else {
        throw .unexpected
      }
      redis.digests.withLock { $0[ObjectIdentifier(self)] = loaded }
      return try await redis.send(RedisCommand("EVALSHA", loaded).followed(by: rest), within: limit)
    }
  }

  extension RedisCommand {
    /// This command with further arguments.
    func followed(by other: RedisCommand) -> RedisCommand {
      var command = self
      command.add(contentsOf: other)
      return command
    }
  }
#endif
