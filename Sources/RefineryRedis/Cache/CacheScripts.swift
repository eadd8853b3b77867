#if Redis
  /// The scripts of ``RedisCacheStore``. Each does a bounded amount of work, on the clock of the server.
  ///
  /// All keys begin with `{PREFIX:cache}:`, so they are in one slot of a Cluster. A *member* names the responses of one target
  /// and one identity: `LENGTH:TARGETIDENTITY`, where LENGTH is that of the target's name.
  ///
  /// | Key | Content |
  /// | --- | --- |
  /// | `r:MEMBER` | a hash: the responses; a field is the time of storing in 16 digits, and the name of the variant |
  /// | `t:TARGET` | a hash: the identities that have responses of the target |
  /// | `uses` | a sorted set: the members by their last use |
  /// | `sizes` | a hash: the size of each member, `total`, the number of the last use (`turn`), the next to examine (`sweep`) |
  /// | `m`, `m:TARGET`, `m:MEMBER` | time and author of the last removal, and time of the last one of another author |
  ///
  /// A response is valid only if its member is in `uses` and its identity is in `t:TARGET`. So whichever key the server evicts,
  /// a removal stays in force, and what is not counted is not returned.
  enum CacheScripts {
    /// The result of ``store``.
    enum Outcome: Int64 {
      /// The response is stored; or it was empty, and only removed the stored one.
      case done = 0
      /// A removal came after the request.
      case refused = 1
      /// The script has removed as many responses as it may, and there is still no room.
      case full = 2
    }

    /// The most variants of a member.
    static let variants = 32
    /// The most members that one script removes.
    static let step = 100

    /// Keys: uses, sizes, responses, target. Arguments: member, identity, maximum age in ms. Returns the time and the
    /// responses.
    static let read = RedisScript(
      common + """
        local member = ARGV[1]
        if not redis.call('ZSCORE', uses, member) then
          redis.call('UNLINK', KEYS[3])
          return {now}
        end
        local found = redis.call('HEXISTS', KEYS[4], ARGV[2]) == 1 and redis.call('HGETALL', KEYS[3]) or {}
        if #found == 0 then
          drop(member)
          return {now}
        end
        -- A full server refuses these two, but not the read.
        local turn = redis.pcall('HINCRBY', sizes, 'turn', 1)
        if type(turn) == 'number' then redis.pcall('ZADD', uses, turn, member) end
        local result, oldest = {now}, now - ARGV[3] * 1000
        for i = 1, #found, 2 do
          if tonumber(string.sub(found[i], 1, 16)) > oldest then result[#result + 1] = found[i + 1] end
        end
        return result
        """)

    /// Keys: uses, sizes, responses, target, and the marks of everything, of the target and of the member. Arguments: member,
    /// identity, variant, response (empty: only removes the stored one), byte limit, byte limit of a member, maximum age in ms,
    /// when the request began, instance. Returns the time and the outcome.
    static let store = RedisScript(
      common + """
        local member, responses, variant, value = ARGV[1], KEYS[3], ARGV[3], ARGV[4]
        local limit, lifetime = tonumber(ARGV[5]), tonumber(ARGV[7])
        local began = tonumber(ARGV[8])
        -- A mark may have ended: this command comes late.
        if began > 0 and now - began >= ARGV[10] * 1000 then return {now, 1} end
        local marks = redis.call('MGET', KEYS[5], KEYS[6], KEYS[7])
        for i = 1, 3 do
          if marks[i] then
            local at, author, other = string.match(marks[i], '^(%d+) (%S+) (%d+)$')
            -- An instance may replace what it has removed itself, but not what another one has removed before.
            if i == 3 and author == ARGV[9] then at = other end
            if tonumber(at) >= began then return {now, 1} end
          end
        end
        -- The first change is one that a full server refuses. After it, the server would accept all others.
        local turn = redis.call('HINCRBY', sizes, 'turn', 1)
        repair()
        redis.call('PEXPIRE', sizes, lifetime + 60000)
        local before = isWhole(member) and tonumber(redis.call('HGET', sizes, member))
        if not before then drop(member) end
        local target = parts(member)
        local base = \(memberCost) + 3 * #member + #target
        local size, kept = before or base, {}
        local function remove(field)
          size = size - cost(field, redis.call('HSTRLEN', responses, field))
          redis.call('HDEL', responses, field)
        end
        local fields = redis.call('HKEYS', responses)
        table.sort(fields)
        for _, field in ipairs(fields) do
          if string.sub(field, 17) == variant or tonumber(string.sub(field, 1, 16)) <= now - lifetime * 1000 then
            remove(field)
          else
            kept[#kept + 1] = field
          end
        end
        local field = string.format('%016.0f', now) .. variant
        local new = cost(field, #value)
        local isStored = #value > 0 and base + new <= math.min(limit, tonumber(ARGV[6]))
        local outcome = 0
        if isStored then
          while #kept > 0 and (#kept >= \(variants) or size + new > tonumber(ARGV[6])) do remove(table.remove(kept, 1)) end
          redis.call('ZADD', uses, turn, member)
          if not evict(limit - new - size + (before or 0), member) then isStored, outcome = false, 2 end
        end
        if isStored then
          redis.call('HSET', responses, field, value)
          redis.call('HSET', KEYS[4], ARGV[2], '')
          size = size + new
        elseif #kept == 0 then
          drop(member)
          return {now, outcome}
        end
        redis.call('HSET', sizes, member, size)
        redis.call('HINCRBY', sizes, 'total', size - (before or 0))
        if not isStored then return {now, outcome} end
        for _, key in ipairs({responses, KEYS[4]}) do redis.call('PEXPIRE', key, lifetime) end
        redis.call('PEXPIRE', uses, lifetime + 60000)
        -- Some responses have ended, or are those of a removed target: each store examines the next four members.
        local first, whole = tonumber(redis.call('HGET', sizes, 'sweep')), 0
        if first >= redis.call('ZCARD', uses) then first = 0 end
        for _, other in ipairs(redis.call('ZRANGE', uses, first, first + 3)) do
          if isWhole(other) then whole = whole + 1 else drop(other) end
        end
        redis.call('HSET', sizes, 'sweep', first + whole)
        return {now, 0}
        """)

    /// Keys: uses, sizes. Arguments: the number of bytes that may stay. Returns the time, and whether no more than that are
    /// left.
    static let makeRoom = RedisScript(
      common + """
        repair()
        return {now, evict(tonumber(ARGV[1])) and 1 or 0}
        """)

    /// Keys: uses, sizes, the mark of the member. Arguments: member, lifetime of the mark in ms, instance. Returns the time.
    static let remove = RedisScript(
      common + """
        drop(ARGV[1])
        mark(KEYS[3], ARGV[2], ARGV[3])
        return {now}
        """)

    /// Keys: uses, sizes, the target, its mark. Arguments: target, lifetime of the mark in ms, instance. Returns the time.
    ///
    /// All responses are invalid at once. Those beyond the first hundred are deleted, and no longer counted, when a read, an
    /// eviction or a sweep finds them.
    static let removeTarget = RedisScript(
      common + """
        local identities = redis.call('HSCAN', KEYS[3], 0, 'COUNT', \(step))[2]
        redis.call('UNLINK', KEYS[3])
        mark(KEYS[4], ARGV[2], ARGV[3])
        for i = 1, math.min(#identities, 2 * \(step)), 2 do drop(#ARGV[1] .. ':' .. ARGV[1] .. identities[i]) end
        return {now}
        """)

    /// Keys: uses, sizes, the mark of everything, the removed members. Arguments: lifetime of the mark in ms, instance. Returns
    /// the time.
    static let removeAll = RedisScript(
      common + """
        redis.call('UNLINK', sizes)
        if redis.call('EXISTS', uses) == 1 then redis.call('RENAME', uses, KEYS[4]) end
        mark(KEYS[3], ARGV[1], ARGV[2])
        return {now}
        """)

    /// Keys: uses, sizes, the removed members. Deletes the responses of some of them. Returns the time and how many are left.
    static let deleteRemoved = RedisScript(
      common + """
        local members = redis.call('ZPOPMIN', KEYS[3], \(step))
        for i = 1, #members, 2 do
          -- It may have been stored again.
          if not redis.call('ZSCORE', uses, members[i]) then drop(members[i]) end
        end
        return {now, redis.call('ZCARD', KEYS[3])}
        """)

    /// What Redis 7 uses for a member and a response beyond the names and bytes, measured with `INFO memory`.
    static let memberCost = 560
    static let responseCost = 64

    private static let common = """
      local uses, sizes = KEYS[1], KEYS[2]
      local prefix = string.sub(uses, 1, -5)
      local time = redis.call('TIME')
      local now = time[1] * 1000000 + time[2]
      -- The names of a member's target and identity.
      local function parts(member)
        local colon = string.find(member, ':', 1, true)
        local last = colon + tonumber(string.sub(member, 1, colon - 1))
        return string.sub(member, colon + 1, last), string.sub(member, last + 1)
      end
      local function isWhole(member)
        local target, identity = parts(member)
        return redis.call('ZSCORE', uses, member) and redis.call('EXISTS', prefix .. 'r:' .. member) == 1
          and redis.call('HEXISTS', prefix .. 't:' .. target, identity) == 1
      end
      -- Removes the responses of a member, and returns their size.
      local function drop(member)
        local target, identity = parts(member)
        local size = redis.call('HGET', sizes, member)
        if size then
          redis.call('HDEL', sizes, member)
          redis.call('HINCRBY', sizes, 'total', -size)
        end
        redis.call('ZREM', uses, member)
        redis.call('UNLINK', prefix .. 'r:' .. member)
        redis.call('HDEL', prefix .. 't:' .. target, identity)
        return tonumber(size or 0)
      end
      -- The allocator rounds sizes up, by an eighth on average.
      local function cost(field, length) return length + math.floor(length / 8) + #field + \(responseCost) end
      -- Begins anew if the server has lost a part of the bookkeeping.
      local function repair()
        if redis.call('HLEN', sizes) == redis.call('ZCARD', uses) + 3 then return end
        redis.call('UNLINK', uses, sizes)
        redis.call('HSET', sizes, 'total', 0, 'turn', 0, 'sweep', 0)
      end
      -- Removes the least recently used members, except one, until the total is within a limit. Returns whether it is.
      local function evict(limit, spared)
        local total = tonumber(redis.call('HGET', sizes, 'total'))
        for i = 1, \(step) do
          if total <= limit then return true end
          local victim = redis.call('ZRANGE', uses, 0, 0)[1]
          if not victim or victim == spared then return false end
          total = total - drop(victim)
        end
        return total <= limit
      end
      -- Refuses responses whose requests began earlier.
      local function mark(key, lifetime, author)
        local old, other = redis.call('GET', key), 0
        if old then
          local at, last, before = string.match(old, '^(%d+) (%S+) (%d+)$')
          other = last == author and before or at
        end
        redis.call('SET', key, string.format('%.0f', now) .. ' ' .. author .. ' ' .. other, 'PX', lifetime)
      end

      """
  }
#endif
