#if Redis
  enum CircuitScript {
    /// The most circuits with an act that the server keeps.
    static let keptCircuits = 1_024

    /// Keeps an act of an operator, and publishes it.
    ///
    /// Key: a hash with the number of the last act of each circuit, positive if it is isolated, and negative if it was closed.
    /// The numbers are times of the server in microseconds, so they increase even if the server has lost its data. Arguments:
    /// the circuit; `isolate`, `release`, or `restore` to isolate it only if the hash has no act of it; the channel; the
    /// message without its last brace. Returns the number of the circuit's last act, with its sign; zero if the hash is full.
    static let decide = RedisScript(
      """
      local old = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0') or 0
      if ARGV[2] == 'restore' and old ~= 0 then return old end
      local time = redis.call('TIME')
      local number = math.max(time[1] * 1000000 + time[2], math.abs(old) + 1)
      local keeps = true
      if old == 0 and redis.call('HLEN', KEYS[1]) >= \(keptCircuits) then
        -- Closed circuits are kept for instances that have lost the connection.
        local all, gone = redis.call('HGETALL', KEYS[1]), {}
        for i = 1, #all, 2 do
          if (tonumber(all[i + 1]) or 0) <= 0 then gone[#gone + 1] = all[i] end
        end
        if #gone > 0 then redis.call('HDEL', KEYS[1], unpack(gone)) end
        keeps = redis.call('HLEN', KEYS[1]) < \(keptCircuits)
      end
      local isolates = ARGV[2] ~= 'release'
      if isolates and not keeps then return 0 end
      local signed = isolates and number or -number
      if keeps then redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f', signed)) end
      redis.call('PUBLISH', ARGV[3], ARGV[4] .. string.format(',"number":%.0f}', number))
      return signed
      """)
  }
#endif
