#if Redis
  public import RefineryCircuitBreaker
  public import RefineryCore

  /// Keeps the circuits of a circuit breaker in memory, and tells the other instances of the app through Redis what they do.
  ///
  /// ```swift
  /// let breaker = try CircuitBreakerMiddleware(store: RedisCircuitStore(redis))
  /// ```
  ///
  /// Each instance counts its own requests, so a request costs no command. When a circuit opens or closes by its requests, the
  /// instance publishes a hint. Hints are approximate: they may be lost, and no instance waits for them. A hint never causes
  /// another hint, and an instance does not repeat what another one said within half of the open time.
  ///
  /// - *opened*: a closed circuit of another instance opens for the rest of the time, and up to a fifth of that longer, so that
  ///   the first instance probes first. A hint opens a circuit only if the instance has itself had a failed or slow request of
  ///   that circuit within the policy's window. So an instance that alone sees failures, because its own network is broken,
  ///   does not open the circuits of instances that reach the server, and neither does a false message.
  /// - *closed*: an open or half-open circuit of another instance closes without probes. If it then opens again by its own
  ///   requests, it ignores further hints until its own probes succeed.
  ///
  /// ``isolate(_:)`` and ``close(_:)``, the acts of an operator, apply to all instances within moments. The server keeps
  /// isolated circuits, at most 1,024. An instance reads them when it starts, and whenever it has lost the connection; it does
  /// not wait for that, so its first requests may pass. An act during an absence of the server is sent later. If the server
  /// loses its data, the instances write isolated circuits again.
  ///
  /// While the server is away, circuits work by the requests of their instance. Names of more than 1,024 bytes are not shared.
  /// The names of circuits, by default origins, and the causes of failures are readable in the server. The store subscribes to
  /// one channel on a connection and a thread of its own, which end with ``shutdown()`` or when the store is released. Its
  /// commands are PUBLISH, SUBSCRIBE, HGETALL, and a script with HGET, HLEN, HDEL, HSET, TIME and PUBLISH.
  public final class RedisCircuitStore: CircuitStore {
    private let own: MemoryCircuitStore
    private let outbox: CircuitOutbox
    private let isolations: SharedIsolations
    private let subscriber: RedisLoop

    /// Creates a store, and begins to subscribe. Does not wait for the server.
    ///
    /// - Parameters:
    ///   - redis: the connection. A second one is made for the messages of the other instances.
    ///   - onChange: called after each change of a circuit's state in this instance, also by a hint, in the order of the
    ///     changes. Must return quickly.
    /// - Throws: `UnusableSettings` if the system has no free thread or descriptor.
    public convenience init(
      _ redis: RedisConnection, onChange: (@Sendable (CircuitChange) -> Void)? = nil
    ) throws(UnusableSettings) {
      try self.init(redis, clock: .continuous, onChange: onChange)
    }

    init(
      _ redis: RedisConnection, clock: CallClock, onChange: (@Sendable (CircuitChange) -> Void)? = nil
    ) throws(UnusableSettings) {
      let channel = "\(redis.prefix):circuits"
      let instance = String(UInt64.random(in: 0 ... .max), radix: 16)
      let outbox = CircuitOutbox(redis, channel: channel)
      let own = MemoryCircuitStore(clock: clock) { event in
        onChange?(event.change)
        guard event.isByRequests, let message = CircuitMessage(event, from: instance) else { return }
        outbox.publish(message)
      }
      let isolations = SharedIsolations(redis, channel: channel, instance: instance, circuits: own, outbox: outbox)
      let subscriber = redis.subscribe(to: channel) { reply in
        guard let parts = reply.array, parts.count == 3 else { return }
        switch parts[0].string {
        case "subscribe": isolations.read()
        case "message":
          guard let message = parts[2].data.flatMap({ CircuitMessage($0) }), message.instance != instance else { return }
          switch message.event {
          case .opened(let rest, let cause):
            own.open(message.circuit, for: rest, because: cause, delay: .random(in: 0..<0.2))
          case .closed: own.closeByHint(message.circuit)
          case .isolated(let number): isolations.apply(true, to: message.circuit, number: number)
          case .released(let number): isolations.apply(false, to: message.circuit, number: number)
          }
        default: break
        }
      }
      guard let subscriber else {
        throw UnusableSettings(of: RedisCircuitStore.self, problems: ["the system has no free thread or descriptor"])
      }
      (self.own, self.outbox, self.isolations, self.subscriber) = (own, outbox, isolations, subscriber)
    }

    deinit {
      isolations.end()
      subscriber.end()
    }

    /// Ends the subscription. Later, circuits work by the requests of this instance. Returns when the thread has ended.
    public func shutdown() async {
      outbox.end()
      isolations.end()
      subscriber.end()
      await subscriber.waitForEnd()
    }

    /// How many hints and acts could not be sent, because the server was away or refused them, or too many waited. For a
    /// metric.
    public var droppedMessages: Int { outbox.dropped }

    /// The circuits in memory.
    var circuitCount: Int { own.count }

    /// Whether this instance gets the hints of others.
    var isSubscribed: Bool { subscription == .available }

    /// The state of the subscription, for a health check. It has a connection of its own. If the user may not subscribe, it is
    /// away, and this instance learns nothing from the others.
    public var subscription: RedisState { subscriber.state }

    /// Admits a request if the circuit is closed, or as a probe if it is half-open and has a place.
    ///
    /// - Throws: `CircuitOpen` if the circuit refuses it.
    public func admit(to circuit: String, by policy: CircuitBreakerPolicy) throws(CircuitOpen) -> Int {
      try own.admit(to: circuit, by: policy)
    }

    /// Counts an outcome. If the circuit opens or closes by it, the other instances get a hint.
    public func settle(
      _ permit: Int, of circuit: String, as outcome: CircuitOutcome, after duration: Duration, by policy: CircuitBreakerPolicy,
      because cause: String?
    ) {
      own.settle(permit, of: circuit, as: outcome, after: duration, by: policy, because: cause)
    }

    /// Returns the state of a circuit in this instance.
    public func state(of circuit: String) -> CircuitState { own.state(of: circuit) }

    /// Refuses requests of all instances until the circuit is closed, also of those that start later.
    public func isolate(_ circuit: String) {
      isolations.decide(.isolate, for: circuit)
      own.isolate(circuit)
      isolations.reconcile(circuit)
    }

    /// Closes a circuit in all instances, and resets its counts.
    public func close(_ circuit: String) {
      isolations.decide(.release, for: circuit)
      own.close(circuit)
      isolations.reconcile(circuit)
    }
  }
#endif
