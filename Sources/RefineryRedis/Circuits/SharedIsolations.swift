#if Redis
  import RefineryCircuitBreaker
  import RefineryParts
  import Synchronization

  /// The circuits that operators have isolated, as the server and this instance know them.
  ///
  /// The acts for a circuit have an order, their numbers, which the server gives. What arrives late, such as the reply to a
  /// read, changes no circuit of which a later act is known.
  final class SharedIsolations: Sendable {
    enum Act: String, Sendable {
      case isolate, release
      /// Isolates a circuit that the server has forgotten.
      case restore
    }

    private static let pause = Duration.milliseconds(250)
    private let redis: RedisConnection
    private let channel: String
    private let key: String
    private let instance: String
    private let circuits: MemoryCircuitStore
    private let outbox: CircuitOutbox
    private let state = Mutex(State())

    private struct State {
      private static let keptCircuits = 2 * CircuitScript.keptCircuits
      /// The acts of this instance that the server has not confirmed.
      var own: [ExactText: Act] = [:]
      var known: [ExactText: (number: Int64, isIsolated: Bool)] = [:]
      var mustRead = false
      var isSending = false
      var hasEnded = false

      func isIsolated(_ circuit: ExactText) -> Bool? {
        own[circuit].map { $0 != .release } ?? known[circuit]?.isIsolated
      }

      /// Whether the act is the latest that is known, and there is room for it.
      mutating func learn(_ isIsolated: Bool, _ circuit: ExactText, number: Int64) -> Bool {
        guard number > known[circuit]?.number ?? 0 else { return false }
        if known[circuit] == nil, known.count >= Self.keptCircuits { known = known.filter { $0.value.isIsolated } }
        guard known[circuit] != nil || known.count < Self.keptCircuits else { return false }
        known[circuit] = (number, isIsolated)
        return true
      }
    }

    private enum Work {
      case act(ExactText, Act)
      case read
    }

    init(
      _ redis: RedisConnection, channel: String, instance: String, circuits: MemoryCircuitStore, outbox: CircuitOutbox
    ) {
      self.redis = redis
      self.channel = channel
      key = "{\(redis.prefix)}:isolated"
      self.instance = instance
      self.circuits = circuits
      self.outbox = outbox
    }

    /// Tells the server an act of this instance. The caller applies it.
    func decide(_ act: Act, for circuit: String) {
      guard circuit.utf8.count <= CircuitMessage.longestName else { return }
      let name = ExactText(circuit)
      let isKept = state.withLock { state in
        guard state.own[name] != nil || state.own.count < CircuitScript.keptCircuits else { return false }
        state.own[name] = act
        return true
      }
      if isKept { send() } else { outbox.drop() }
    }

    /// Reads all isolated circuits, now or when the server can be used.
    func read() {
      state.withLock { $0.mustRead = true }
      send()
    }

    func end() { state.withLock { $0.hasEnded = true } }

    /// Applies an act that another instance made, or that the server keeps, unless a later one is known.
    func apply(_ isIsolated: Bool, to circuit: String, number: Int64) {
      let name = ExactText(circuit)
      let isNew = state.withLock { state in
        guard state.learn(isIsolated, name, number: number) else { return false }
        // Which of both acts is the later one is known when the server confirms that of this instance.
        return state.own[name] == nil
      }
      if isNew { settle(name) }
    }

    /// Brings a circuit to the state that is known. The state may change meanwhile, on another thread.
    private func settle(_ name: ExactText) {
      var isIsolated = state.withLock { $0.isIsolated(name) }
      while let target = isIsolated {
        if target { circuits.isolate(name.text) } else { circuits.closeIfKnown(name.text) }
        isIsolated = state.withLock { $0.isIsolated(name) }
        if isIsolated == target { return }
      }
    }

    /// Repairs the state of a circuit after an act that was applied while another one was. Otherwise, requests may have changed
    /// it.
    func reconcile(_ circuit: String) { reconcile(ExactText(circuit)) }

    private func reconcile(_ name: ExactText) {
      let isIsolated = circuits.state(of: name.text) == .isolated
      if state.withLock({ $0.isIsolated(name) }) != isIsolated { settle(name) }
    }

    // MARK: Sending

    private func send() {
      let begins = state.withLock { state in
        guard !state.isSending, !state.hasEnded else { return false }
        state.isSending = true
        return true
      }
      guard begins else { return }
      Task {
        while let work = next() {
          do throws(RedisError) {
            switch work {
            case .act(let name, let act): try await tell(act, for: name)
            case .read: try await readAll()
            }
          } catch .closed {
            end()
          } catch  where error.isTemporary {
            try? await Task.sleep(for: Self.pause)
          } catch .refused, .unexpected {
            outbox.drop()
            forget(work)
          } catch {
            // The server is away or slow.
            try? await Task.sleep(for: Self.pause)
          }
        }
      }
    }

    private func next() -> Work? {
      state.withLock { state in
        if !state.hasEnded {
          if let (name, act) = state.own.first { return .act(name, act) }
          if state.mustRead { return .read }
        }
        state.isSending = false
        return nil
      }
    }

    private func forget(_ work: Work) {
      state.withLock { state in
        switch work {
        case .act(let name, let act): if state.own[name] == act { state.own[name] = nil }
        case .read: state.mustRead = false
        }
      }
    }

    private func tell(_ act: Act, for name: ExactText) async throws(RedisError) {
      let event: CircuitMessage.Event = act == .release ? .released(number: 0) : .isolated(number: 0)
      guard let json = CircuitMessage(event, of: name.text, from: instance).json else { throw .unexpected }
      let reply = try await CircuitScript.decide.run(on: redis, keys: [key]) { command in
        command.add(name.text)
        command.add(act.rawValue)
        command.add(channel)
        command.add(String(json.dropLast()))
      }
      guard let number = reply.integer, number != 0 else { throw .unexpected }
      confirm(act, as: number > 0, name, number: Int64(clamping: number.magnitude))
    }

    /// The server has kept an act of this instance. If it has a later one of another instance, that one applies.
    private func confirm(_ act: Act, as isIsolated: Bool, _ name: ExactText, number: Int64) {
      state.withLock { state in
        if state.own[name] == act { state.own[name] = nil }
        _ = state.learn(isIsolated, name, number: number)
      }
      reconcile(name)
    }

    private func readAll() async throws(RedisError) {
      state.withLock { $0.mustRead = false }
      let parts: [RedisReply]
      do throws(RedisError) {
        guard let array = try await redis.send(RedisCommand("HGETALL", key)).array else { throw RedisError.unexpected }
        parts = array
      } catch {
        state.withLock { $0.mustRead = true }
        throw error
      }
      var kept: Set<ExactText> = []
      for index in stride(from: 0, to: min(parts.count - 1, 4 * CircuitScript.keptCircuits), by: 2) {
        guard let bytes = parts[index].data, bytes.count <= CircuitMessage.longestName,
          let circuit = String(validating: bytes, as: UTF8.self), let number = parts[index + 1].string.flatMap({ Int64($0) })
        else { continue }
        kept.insert(ExactText(circuit))
        apply(number > 0, to: circuit, number: Int64(clamping: number.magnitude))
      }
      // The server has lost these, such as by a restart.
      state.withLock { state in
        for (name, act) in state.known where act.isIsolated && !kept.contains(name) && state.own[name] == nil {
          state.own[name] = .restore
        }
      }
    }
  }
#endif
