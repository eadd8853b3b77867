#if Redis
  /// The steps of a vault as Lua, on the clock of the server. Times are in microseconds.
  ///
  /// An entry, its lease and its pause are one hash:
  ///
  /// | Field | Content |
  /// | --- | --- |
  /// | `version`, `data` | the entry |
  /// | `lifetime`, `end` | how long it could be used when it was saved, and until when; missing without a lifetime |
  /// | `removal` | until when it is kept; missing if it is kept until it is replaced |
  /// | `token`, `until` | the current lease and its end |
  /// | `reason`, `pause` | why the last renewal failed, and the end of the pause |
  enum CredentialScripts {
    /// Keys: the hash, the counter of leases. Arguments: the version that the instance has seen, the length of a lease.
    static let checkOut = RedisScript(
      common + """
        local usable = version and version ~= ARGV[1]
        if usable and stop then usable = stop - now > math.min(15000000, number('lifetime') / 20) end
        if usable then return {'entry', version, h.data, remaining()} end
        if number('pause') and number('pause') > now then return {'failed', h.reason, number('pause') - now} end
        if number('until') and number('until') > now then return {'held', number('until') - now} end
        -- Greater than every earlier token, also after the server has lost its data.
        local token = math.max(tonumber(redis.call('GET', KEYS[2]) or '0') + 1, now)
        redis.call('SET', KEYS[2], string.format('%.0f', token))
        redis.call('HSET', KEYS[1], 'token', string.format('%.0f', token), 'until', string.format('%.0f', now + ARGV[2]))
        keep(now + ARGV[2])
        return {'leased', string.format('%.0f', token), version or '', version and h.data or '', remaining()}
        """)

    /// Keys: the hash. Arguments: the token, the new length of the lease. Returns 1, or 0 for another lease.
    static let extend = RedisScript(
      common + """
        if h.token ~= ARGV[1] then return 0 end
        redis.call('HSET', KEYS[1], 'until', string.format('%.0f', now + ARGV[2]))
        keep(now + ARGV[2])
        return 1
        """)

    /// Keys: the hash. Arguments: the token, the data, the lifetime and the retention, each empty if there is none.
    static let save = RedisScript(
      common + """
        if h.token ~= ARGV[1] then return 0 end
        redis.call('DEL', KEYS[1])
        redis.call('HSET', KEYS[1], 'version', ARGV[1], 'data', ARGV[2])
        if ARGV[3] ~= '' then
          redis.call('HSET', KEYS[1], 'lifetime', ARGV[3], 'end', string.format('%.0f', now + ARGV[3]))
        end
        if ARGV[4] ~= '' then
          redis.call('HSET', KEYS[1], 'removal', string.format('%.0f', now + ARGV[4]))
          redis.call('PEXPIRE', KEYS[1], math.ceil(ARGV[4] / 1000))
        end
        return 1
        """)

    /// Keys: the hash. Arguments: the token, the reason, the length of the pause.
    static let fail = RedisScript(
      common + """
        if h.token ~= ARGV[1] then return 0 end
        redis.call('HDEL', KEYS[1], 'token', 'until')
        redis.call('HSET', KEYS[1], 'reason', ARGV[2], 'pause', string.format('%.0f', now + ARGV[3]))
        keep(now + ARGV[3])
        return 1
        """)

    private static let common = """
      local time = redis.call('TIME')
      local now = time[1] * 1000000 + time[2]
      local h, flat = {}, redis.call('HGETALL', KEYS[1])
      for i = 1, #flat, 2 do h[flat[i]] = flat[i + 1] end
      local function number(name) return h[name] and tonumber(h[name]) end
      local version = h.version
      if number('removal') and number('removal') <= now then version = nil end
      local stop = number('end')
      local function remaining() return version and stop and string.format('%.0f', stop - now) or '' end
      -- A lease is kept for ten minutes after its end: it is still current if no other instance has taken one.
      local function keep(time)
        if h.version and not h.removal then return end
        local left = math.max(time + 600000000, number('removal') or 0) - now
        if left / 1000 > redis.call('PTTL', KEYS[1]) then redis.call('PEXPIRE', KEYS[1], math.ceil(left / 1000)) end
      end

      """
  }
#endif
