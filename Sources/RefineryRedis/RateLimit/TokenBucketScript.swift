#if Redis
  /// The token bucket of RefineryRateLimit as Lua, on the clock of the server.
  ///
  /// Times are in microseconds, as whole numbers that a double holds exactly. A bucket is a hash:
  ///
  /// | Field | Content |
  /// | --- | --- |
  /// | `now` | when the bucket was last changed |
  /// | `credit` | the tokens, expressed as the time in which the bucket gets them |
  /// | `interval` | the time between two tokens |
  /// | `pause` | the end of a pause of the server |
  /// | `left`, `end`, `first` | the server's quota, and the end of its window, now and at first |
  /// | `rate`, `cap` | the server's rate and capacity |
  /// | `a*` | the state of the adaptive rate |
  enum TokenBucketScript {
    /// Keys: the bucket, the instances, the turns of those that wait. Arguments: interval, capacity, maximum wait, instance,
    /// whether the instance tells that it is there, and the time in tests. Returns the wait, the interval and the number of
    /// instances.
    static let take = RedisScript(
      common(timeAt: 6) + """
        local wait = math.max(0, b.interval - b.credit)
        if b.pause then wait = math.max(wait, b.pause - now) end
        if b.left and b.left <= 0 then wait = math.max(wait, b['end'] - now) end
        -- A shorter wait is an error of rounding: the time as a double has quarters of a microsecond, so the wait that is
        -- returned below would be zero, and the caller would take it for a token.
        if wait < 1 then
          wait = 0
          b.credit = b.credit - b.interval
          if b.left then b.left = b.left - 1 end
          redis.call('ZREM', KEYS[3], ARGV[4])
        else
          -- Each waiting instance is told its own turn, after those of the other instances that wait, and at most half a second
          -- after the first; later ones are spread over that time. A turn is only advice: a call that comes at another time
          -- takes a token if there is one.
          local first = now + wait
          redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now)
          redis.call('ZREM', KEYS[3], ARGV[4])
          local turn = first + redis.call('ZCARD', KEYS[3]) * b.interval
          if turn > first + 500000 then turn = first + 500000 - now % 250000 end
          if turn - now > tonumber(ARGV[3]) then
            turn = first
          else
            redis.call('ZADD', KEYS[3], string.format('%.0f', turn), ARGV[4])
            redis.call('PEXPIRE', KEYS[3], math.ceil((turn - now) / 1000) + 1000)
          end
          wait = turn - now
        end
        save()
        if ARGV[5] == '1' then
          redis.call('ZADD', KEYS[2], now, ARGV[4])
          redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - 15000000)
          redis.call('PEXPIRE', KEYS[2], 60000)
        end
        local count = redis.call('ZCARD', KEYS[2])
        return {math.ceil(wait), math.ceil(b.interval), count}
        """)

    /// Keys: the bucket. Arguments: interval, capacity, maximum pause, whether the policy is adaptive, the policy's rate; of
    /// the hint, each empty if it has none: pause, remaining, window, rate, capacity; whether the response has status 429;
    /// and the time in tests.
    static let apply = RedisScript(
      common(timeAt: 12) + """
        local policyRate, longest = tonumber(ARGV[5]), tonumber(ARGV[3])
        if ARGV[9] ~= '' then b.rate = math.max(tonumber(ARGV[9]), 1 / 86400, 1000000 / longest) end
        if ARGV[10] ~= '' then b.cap = math.max(tonumber(ARGV[10]), 1) end
        local refused = ARGV[11] == '1'
        if ARGV[4] == '1' then
          local time = now / 1000000
          local slot = math.floor(time * 2) / 2
          b.aslot, b.acount = b.aslot or slot, (b.acount or 0) + 1
          b.ameasured, b.amaximum, b.arefusal = b.ameasured or 0, b.amaximum or 0, b.arefusal or 0
          if slot < b.aslot then b.aslot = slot end
          if slot > b.aslot then
            b.ameasured = b.acount / (slot - b.aslot) * 0.8 + b.ameasured * 0.2
            b.acount, b.aslot = 0, slot
          end
          local rate
          if refused then
            b.amaximum = b.alimit and math.min(b.ameasured, b.alimit) or b.ameasured
            if b.amaximum <= 0 then b.amaximum = policyRate end
            b.arefusal = time
            rate = b.amaximum * 0.7
          elseif b.alimit then
            local plateau = (b.amaximum * 0.3 / 0.4) ^ (1 / 3)
            local distance = math.max(0, time - b.arefusal) - plateau
            rate = math.min(0.4 * distance ^ 3 + b.amaximum, math.max(2 * b.ameasured, 0.5))
          end
          if rate then b.alimit = math.min(math.max(rate, 0.5), math.max(policyRate, 1 / 86400)) end
        end
        local rate = math.min(policyRate, b.rate or policyRate, b.alimit or policyRate)
        local changed = 1000000 / rate
        if changed ~= b.interval then b.credit = b.credit * changed / b.interval end
        b.interval = changed
        b.credit = math.min(b.credit, full())
        if ARGV[6] ~= '' and tonumber(ARGV[6]) > 0 then
          b.pause = math.max(b.pause or 0, now + math.min(tonumber(ARGV[6]), longest))
        end
        if ARGV[7] ~= '' and ARGV[8] ~= '' and tonumber(ARGV[8]) > 0 then
          local left, stop = tonumber(ARGV[7]), now + math.min(tonumber(ARGV[8]), longest)
          if b.left and math.abs(stop - b.first) <= 2000000 then
            b.left = math.min(b.left, left)
            b['end'] = stop
            if b.left <= 0 then b.first = stop end
          else
            b.left, b['end'], b.first = left, stop, stop
          end
        end
        if refused and ARGV[6] == '' and ARGV[7] == '' then b.credit = math.min(b.credit, 0) end
        save()
        return 1
        """)

    /// Reads the bucket, and brings it to the present: the time of the server, or in tests an argument. In tests, a bucket is
    /// kept, because the server does not know when it is full.
    private static func common(timeAt index: Int) -> String {
      """
      local time, given = redis.call('TIME'), ARGV[\(index)] and tonumber(ARGV[\(index)])
      local now = given or time[1] * 1000000 + time[2]
      local interval, capacity = tonumber(ARGV[1]), tonumber(ARGV[2])
      local b, old = {}, redis.call('HGETALL', KEYS[1])
      for i = 1, #old, 2 do b[old[i]] = tonumber(old[i + 1]) end
      local function full()
        local limit = math.min(capacity, b.cap or capacity)
        if b.alimit then limit = math.min(limit, math.max(1, math.floor(b.alimit))) end
        return b.interval * limit
      end
      if not b.now then
        b.now, b.interval = now, interval
        b.credit = full()
      end
      if not b.rate and not b.alimit and b.interval ~= interval then
        -- The policy has changed.
        b.credit = b.credit * interval / b.interval
        b.interval = interval
      end
      if now < b.now then
        local jump = b.now - now
        if b.pause then b.pause = b.pause - jump end
        if b.left then b['end'], b.first = b['end'] - jump, b.first - jump end
      else
        -- The difference first: the sum of a credit and the time of the server is rounded to quarters of a microsecond.
        b.credit = math.min(b.credit + (now - b.now), full())
      end
      b.now = now
      if b.pause and b.pause <= now then b.pause = nil end
      if b.left and b['end'] <= now then b.left, b['end'], b.first = nil, nil, nil end
      local function save()
        local flat, gone = {}, {}
        for i = 1, #old, 2 do if b[old[i]] == nil then gone[#gone + 1] = old[i] end end
        for name, value in pairs(b) do
          flat[#flat + 1] = name
          flat[#flat + 1] = string.format('%.17g', value)
        end
        redis.call('HSET', KEYS[1], unpack(flat))
        if #gone > 0 then redis.call('HDEL', KEYS[1], unpack(gone)) end
        -- A full bucket without hints is like none.
        local rest = full() - b.credit
        if b.pause then rest = math.max(rest, b.pause - now) end
        if b.left then rest = math.max(rest, b['end'] - now) end
        if given then return end
        redis.call('PEXPIRE', KEYS[1], math.ceil(rest / 1000) + (b.rate and 3600000 or b.alimit and 600000 or 1000))
      end

      """
    }
  }
#endif
