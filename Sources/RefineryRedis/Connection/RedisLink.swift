#if Redis
  import CHiredis
  import RefineryAuth
  import RefineryCore

  /// The current connection of a ``RedisLoop``, the commands that wait for replies, and all times. Only the loop's thread
  /// uses it.
  final class RedisLink {
    private enum Phase {
      /// Between two attempts to connect.
      case idle(until: ContinuousClock.Instant)
      /// The address of the host is looked up.
      case resolving(until: ContinuousClock.Instant)
      case connecting(until: ContinuousClock.Instant)
      /// The connection is established, and the commands for user, database and name wait for replies.
      case greeting(until: ContinuousClock.Instant, missing: Int)
      case open
    }

    private static let connectLimit = Duration.seconds(2)
    private static let backOff = (first: Duration.milliseconds(50), longest: Duration.seconds(1))
    /// How long no reply may arrive, while commands wait for one, before the server counts as away.
    static let silence = Duration.milliseconds(100)
    /// After this silence, the connection is replaced.
    private static let longSilence = Duration.seconds(3)
    private static let probeInterval = Duration.milliseconds(100)

    let settings: RedisLoop.Settings
    private(set) var state = RedisState.connecting
    /// Whether the server is away only because it is slow. A command that may wait for long, as of the vault, is sent
    /// nevertheless.
    private(set) var isSlow = false
    private var redis: OpaquePointer?
    private var phase = Phase.idle(until: .now)
    private var failures = 0
    /// When the greeting of the last connection ended.
    private var opened = ContinuousClock.now
    private var lastNumber: UInt64 = 0
    /// The commands whose callers wait, by their number.
    private var waits: [UInt64: RedisLoop.Pending] = [:]
    /// The numbers of the commands that wait for the connection.
    private var queue: [UInt64] = []
    /// The numbers of commands and the ends of their waits, oldest first, by limit: all with one limit end in their order.
    private var ends: [Duration: Fifo] = [:]
    /// The commands without a reply, also those whose wait is over.
    private var outstanding = 0
    private var greetings: Set<UInt64> = []
    private var probe: (number: UInt64, sent: ContinuousClock.Instant)?
    private var nextProbe = ContinuousClock.now
    /// Since when no reply has arrived although commands wait; nil if none waits.
    private var silentSince: ContinuousClock.Instant?
    /// Since when every reply has been late, and how many.
    private var late: (since: ContinuousClock.Instant, count: Int)?
    private var lossReason: String?
    private var lookup: HostLookup?
    private let wake: @Sendable () -> Void

    /// - Parameter wake: ends the wait of the thread, so that it calls ``advance()``.
    init(_ settings: RedisLoop.Settings, wake: @escaping @Sendable () -> Void) {
      self.settings = settings
      self.wake = wake
    }

    /// The socket, and whether there is something to write.
    var socket: (Int32, Bool)? {
      redis.map { (refinery_redis_socket($0), refinery_redis_wants_write($0)) }
    }

    /// When ``advance()`` has something to do.
    var nextEvent: ContinuousClock.Instant? {
      var next: [ContinuousClock.Instant] = ends.values.compactMap { $0.first?.end }
      switch phase {
      case .idle(let until), .resolving(let until), .connecting(let until), .greeting(let until, _): next.append(until)
      case .open:
        if let silentSince { next.append(silentSince + (isAway ? Self.longSilence : settings.silence)) }
        if isAway, probe == nil { next.append(nextProbe) }
      }
      return next.min()
    }

    private var isAway: Bool { if case .away = state { true } else { false } }

    // MARK: Commands

    /// Sends a command now, or when the connection is established.
    func take(_ pending: RedisLoop.Pending) {
      if case .away(let reason) = state, !isSlow || pending.limit <= Self.silence {
        return pending.continuation.resume(returning: .failure(.away(reason)))
      }
      lastNumber += 1
      waits[lastNumber] = pending
      ends[pending.limit, default: Fifo()].append((lastNumber, pending.end))
      if case .open = phase { transmit(lastNumber) } else { queue.append(lastNumber) }
    }

    /// Sends a command unless its wait is over.
    private func transmit(_ number: UInt64) {
      guard let pending = waits[number] else { return }
      guard outstanding < RedisLoop.maximumCommands, transmit(pending.command, as: number) else {
        waits[number] = nil
        return pending.continuation.resume(returning: .failure(.busy(commands: outstanding)))
      }
    }

    private func transmit(_ command: RedisCommand) -> UInt64? {
      lastNumber += 1
      return transmit(command, as: lastNumber) ? lastNumber : nil
    }

    private func transmit(_ command: RedisCommand, as number: UInt64) -> Bool {
      guard let redis else { return false }
      let isSent = command.withArguments { pointers, lengths in
        refinery_redis_send(redis, number, Int32(pointers.count), pointers, lengths)
      }
      guard isSent else { return false }
      outstanding += 1
      if silentSince == nil { silentSince = .now }
      return true
    }

    fileprivate func replied(_ number: UInt64, _ reply: RedisReply) {
      if settings.channel != nil, case .array = reply {
        settings.onMessage?(reply)
        if case .greeting = phase {} else { return }
      }
      let now = ContinuousClock.now
      outstanding = max(0, outstanding - 1)
      silentSince = outstanding > 0 ? now : nil
      if greetings.remove(number) != nil { return greeted(reply) }
      if let current = probe, current.number == number {
        probe = nil
        nextProbe = now + Self.probeInterval
        if now - current.sent <= settings.probeLimit, reply.string == "PONG" { becomeAvailable() }
        return
      }
      guard let pending = waits.removeValue(forKey: number) else {
        // Its wait is over.
        late = late.map { ($0.since, $0.count + 1) } ?? (now, 1)
        return
      }
      late = nil
      if case .error(let text) = reply, ["READONLY", "LOADING"].contains(RedisError.code(of: text)) {
        // After a failover, another server may have the address by now.
        lossReason = lossReason ?? RedisError.refusal(text).description
      }
      if lossReason == nil { failures = 0 }
      pending.continuation.resume(returning: .success(reply))
    }

    // MARK: Times

    /// Ends waits that are over, and begins what is due.
    func advance() {
      let now = ContinuousClock.now
      expire(now)
      if let reason = lossReason, redis != nil {
        lossReason = nil
        return lose(reason)
      }
      switch phase {
      case .idle(let until):
        if until <= now { resolve(now) }
      case .resolving(let until):
        if let result = lookup?.result {
          lookup = nil
          guard !result.isEmpty else { return lose("the host \(settings.address.host) is not known") }
          // After a failure, the next address of the host.
          connect(to: result[failures % result.count], now)
        } else if until <= now {
          lose("the address of \(settings.address.host) was not found within \(Self.connectLimit)")
        }
      case .connecting(let until), .greeting(let until, _):
        if until <= now { lose("no connection to \(settings.address.name) within \(Self.connectLimit)") }
      case .open:
        if let since = silentSince, now - since >= Self.longSilence { return lose("no reply for \(Self.longSilence)") }
        if !isAway, let since = silentSince, now - since >= settings.silence {
          slow("no reply for \(settings.silence)")
        }
        if !isAway, let late, late.count >= 10, now - late.since >= settings.silence {
          slow("replies take longer than the limit")
        }
        if isAway, probe == nil, nextProbe <= now, let number = transmit(RedisCommand("PING")) {
          probe = (number, now)
        }
      }
      flush()
    }

    /// Reads and writes what the socket permits.
    func exchange() {
      guard let redis else { return }
      refinery_redis_read(redis)
      flush()
    }

    private func flush() {
      guard let redis, refinery_redis_wants_write(redis) else { return }
      refinery_redis_write(redis)
    }

    private func expire(_ now: ContinuousClock.Instant) {
      for limit in ends.keys {
        while let first = ends[limit]?.first, first.end <= now || waits[first.number] == nil {
          ends[limit]?.removeFirst()
          waits.removeValue(forKey: first.number)?.continuation.resume(returning: .failure(.late(limit: limit)))
        }
        if ends[limit]?.isEmpty == true { ends[limit] = nil }
      }
    }

    // MARK: The connection

    private func resolve(_ now: ContinuousClock.Instant) {
      let address = settings.address
      guard address.path == nil, !HostLookup.isAddress(address.host) else { return connect(to: address.host, now) }
      // A look-up that still hangs is not repeated.
      if lookup == nil { lookup = HostLookup(of: address.host, onEnd: wake) }
      phase = .resolving(until: now + Self.connectLimit)
      // It may have ended between two attempts.
      if lookup?.result != nil { wake() }
    }

    private func connect(to host: String, _ now: ContinuousClock.Instant) {
      let callbacks = refinery_redis_callbacks(
        owner: Unmanaged.passUnretained(self).toOpaque(),
        connected: { owner in RedisLink.of(owner)?.greet() },
        ended: { owner, reason in RedisLink.of(owner)?.ended(reason.map { String(cString: $0) }) },
        replied: { owner, number, reply in
          if let reply { RedisLink.of(owner)?.replied(number, RedisReply(reply)) }
        })
      var reason = [CChar](repeating: 0, count: 160)
      let address = settings.address
      redis = refinery_redis_connect(host, Int32(address.port), address.path, callbacks, &reason, reason.count)
      guard redis != nil else {
        let text = String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return lose("no connection to \(address.name): \(text)")
      }
      phase = .connecting(until: now + Self.connectLimit)
    }

    private static func of(_ owner: UnsafeMutableRawPointer?) -> RedisLink? {
      owner.map { Unmanaged<RedisLink>.fromOpaque($0).takeUnretainedValue() }
    }

    private func greet() {
      var commands: [RedisCommand] = []
      let address = settings.address
      if let password = address.password {
        var command = RedisCommand("AUTH")
        if let user = address.user { command.add(user) }
        command.add(password.exposed)
        commands.append(command)
      }
      if address.database != 0 { commands.append(RedisCommand("SELECT", String(address.database))) }
      commands.append(RedisCommand("CLIENT", "SETNAME", settings.clientName))
      if let channel = settings.channel {
        commands.append(RedisCommand("SUBSCRIBE", channel))
      } else {
        commands.append(RedisCommand("PING"))
      }
      phase = .greeting(until: .now + Self.connectLimit, missing: commands.count)
      greetings = Set(commands.compactMap { transmit($0) })
      if greetings.count < commands.count { lossReason = "no memory for a command" }
    }

    private func greeted(_ reply: RedisReply) {
      guard case .greeting(let until, let missing) = phase else { return }
      // A user may lack the permission to name the connection, which is only for operators. That is the last command but one.
      if case .error(let text) = reply, !text.hasPrefix("NOPERM") || missing != 2 {
        lossReason = lossReason ?? RedisError.refusal(text).description
        return
      }
      guard missing <= 1 else {
        phase = .greeting(until: until, missing: missing - 1)
        return
      }
      phase = .open
      opened = .now
      if settings.channel != nil { (outstanding, silentSince) = (0, nil) }
      becomeAvailable()
      let waiting = queue
      queue = []
      for number in waiting { transmit(number) }
    }

    /// Ends the connection, and connects again after a while.
    private func lose(_ reason: String) {
      lossReason = reason
      if let redis { refinery_redis_close(redis) } else { ended(nil) }
    }

    /// The connection has ended and is already freed.
    private func ended(_ reason: String?) {
      redis = nil
      // A connection that lasted was a good one, also if it had no command.
      if case .open = phase, opened.duration(to: .now) > Self.backOff.longest { failures = 0 }
      let text = lossReason ?? "the connection to \(settings.address.name) was lost: \(reason ?? "closed")"
      lossReason = nil
      (probe, late, silentSince, outstanding, greetings) = (nil, nil, nil, 0, [])
      // The first attempt after a loss comes soon, in case that only the connection was lost. The times differ, so that the
      // instances of an app do not all come back at the same moment.
      let wait = min(Self.backOff.first * (1 << min(failures, 10)), Self.backOff.longest)
      failures += 1
      phase = .idle(until: .now + wait * Double.random(in: 0.5..<1.5))
      let reason = Redaction.escaped(text)
      (state, isSlow) = (.away(reason), false)
      endWaits(.away(reason))
    }

    /// The commands that wait end by their limits.
    private func slow(_ reason: String) {
      (state, isSlow) = (.away(reason), true)
      nextProbe = .now + Self.probeInterval
    }

    private func becomeAvailable() {
      late = nil
      (state, isSlow) = (.available, false)
    }

    private func endWaits(_ error: RedisError) {
      let over = waits.values
      (queue, waits, ends) = ([], [:], [:])
      for pending in over { pending.continuation.resume(returning: .failure(error)) }
    }

    /// Closes the connection for good.
    func end() {
      endWaits(.closed)
      if let redis { refinery_redis_close(redis) }
    }
  }

  /// Numbers of commands with the ends of their waits, in their order.
  private struct Fifo {
    private var elements: [(number: UInt64, end: ContinuousClock.Instant)] = []
    private var start = 0

    var first: (number: UInt64, end: ContinuousClock.Instant)? { start < elements.count ? elements[start] : nil }
    var isEmpty: Bool { start == elements.count }

    mutating func append(_ element: (number: UInt64, end: ContinuousClock.Instant)) { elements.append(element) }

    mutating func removeFirst() {
      start += 1
      // Each element is moved at most once for each that was removed.
      guard start > 64, start * 2 > elements.count else { return }
      elements.removeFirst(start)
      start = 0
    }
  }
#endif
