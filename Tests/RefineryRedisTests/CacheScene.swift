#if Redis
  import Foundation
  import HTTPTypes
  import RefineryAuth
  import RefineryCache
  import RefineryCore
  import TestSupport

  @testable import RefineryRedis

  #if Signing
    import Crypto
    import RefinerySigning
  #endif

  /// A server, and stores of several instances that share it.
  struct CacheScene {
    let server: RedisServer
    /// A connection for what a test looks at.
    let redis: RedisConnection

    init(_ options: String...) async throws {
      server = try await RedisServer(options)
      redis = try RedisConnection(server.url, limit: .seconds(10), silence: .seconds(10))
    }

    /// The store of an instance with a connection of its own.
    func store(
      byteLimit: Int = 64 << 20, largestResponse: Int = 1 << 20, maximumAge: Duration = .seconds(86_400),
      limit: Duration = .seconds(10), silence: Duration = .seconds(10), sealing: Sealing = .plainText
    ) throws -> RedisCacheStore {
      RedisCacheStore(
        try RedisConnection(server.url, limit: limit, silence: silence), byteLimit: byteLimit, largestResponse: largestResponse,
        maximumAge: maximumAge, sealing: sealing)
    }

    static func key(_ target: String, _ identity: String = "ann") -> CacheKey { CacheKey(target: target, identity: identity) }

    static func response(_ text: String = "{}", _ fields: HTTPFields = [:], variant: [String: String?] = [:]) -> StoredResponse
    {
      StoredResponse(
        requestTime: Date(), responseTime: Date(), head: HTTPResponse(status: .ok, headerFields: fields), body: Data(text.utf8),
        variant: variant)
    }

    static func response(_ bytes: Int, variant: [String: String?] = [:]) -> StoredResponse {
      response(String(repeating: "x", count: bytes), variant: variant)
    }

    /// The number of commands that the server runs for some work, those of scripts included.
    func commands(_ work: () async throws -> Void) async throws -> Int {
      _ = try await redis.send(RedisCommand("CONFIG", "RESETSTAT"))
      try await work()
      let text = try await redis.send(RedisCommand("INFO", "commandstats")).string ?? ""
      return text.split(whereSeparator: \.isNewline).reduce(0) { sum, line in
        guard let calls = line.split(separator: "calls=").dropFirst().first, !line.contains("config|") else { return sum }
        return sum + (Int(calls.prefix { $0.isNumber }) ?? 0)
      }
    }

    /// Runs a line of Lua on the server.
    func lua(_ script: String) async throws -> RedisReply { try await redis.send(RedisCommand("EVAL", script, "0")) }

    func memory() async throws -> Int {
      let text = try await redis.send(RedisCommand("INFO", "memory")).string ?? ""
      let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("used_memory:") }
      return line.flatMap { Int($0.dropFirst("used_memory:".count)) } ?? 0
    }

    /// Compares the bookkeeping with what is there. Returns every fault.
    func faults() async throws -> [String] {
      let prefix = "{refinery:cache}:"
      let reply = try await lua(
        """
        local faults, sum, books = {}, 0, redis.call('HGETALL', '\(prefix)sizes')
        local function fault(text) faults[#faults + 1] = text end
        local total = tonumber(redis.call('HGET', '\(prefix)sizes', 'total') or '0')
        local members = {}
        for i = 1, #books, 2 do
          if string.find(books[i], '^%d') then
            members[books[i]], sum = true, sum + tonumber(books[i + 1])
            if not redis.call('ZSCORE', '\(prefix)uses', books[i]) then fault('a size without a use') end
            local colon = string.find(books[i], ':', 1, true)
            local length = tonumber(string.sub(books[i], 1, colon - 1))
            local size = \(CacheScripts.memberCost) + 3 * #books[i] + length
            local fields = redis.call('HGETALL', '\(prefix)r:' .. books[i])
            for j = 1, #fields, 2 do
              size = size + #fields[j + 1] + math.floor(#fields[j + 1] / 8) + #fields[j] + \(CacheScripts.responseCost)
            end
            if #fields == 0 then fault('a size without responses') end
            if #fields > 64 then fault('too many variants') end
            if size ~= tonumber(books[i + 1]) then fault('a size of ' .. books[i + 1] .. ' for ' .. size) end
            local target, identity = string.sub(books[i], colon + 1, colon + length), string.sub(books[i], colon + length + 1)
            if redis.call('HEXISTS', '\(prefix)t:' .. target, identity) == 0 then fault('a response that its target lacks') end
          end
        end
        if total ~= sum then fault('a total of ' .. total .. ' for ' .. sum) end
        for _, key in ipairs(redis.call('KEYS', '*')) do
          local member = string.match(key, '^{refinery:cache}:r:(.*)$')
          if member and not members[member] then fault('responses without a size') end
          if redis.call('PTTL', key) < 0 then fault('a key that stays for ever') end
        end
        return faults
        """)
      return reply.array?.compactMap(\.string) ?? ["\(reply)"]
    }
  }

  /// How a store seals, as an argument of tests.
  enum TestedSealing: String, CaseIterable {
    case plainText
    #if Signing
      case aesGCM
    #endif

    func sealing() throws -> Sealing {
      switch self {
      case .plainText: return .plainText
      #if Signing
        case .aesGCM:
          let keys = (1...2).map { SymmetricKey(data: Data(repeating: $0, count: 32)) }
          return try .aesGCM(keys[0], names: keys[1])
      #endif
      }
    }
  }
#endif
