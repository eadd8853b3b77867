#if Redis
  import Synchronization

  /// Publishes messages in their order, and lets no caller wait. Messages for a server that is away are dropped.
  final class CircuitOutbox: Sendable {
    private static let longestQueue = 256
    private let redis: RedisConnection
    private let channel: String
    private let state = Mutex(State())

    private struct State {
      var queue: [CircuitMessage] = []
      var isSending = false
      var hasEnded = false
      var dropped = 0
    }

    init(_ redis: RedisConnection, channel: String) {
      self.redis = redis
      self.channel = channel
    }

    var dropped: Int { state.withLock { $0.dropped } }

    func drop() { state.withLock { $0.dropped += 1 } }

    func end() {
      state.withLock { state in
        state.hasEnded = true
        state.queue = []
      }
    }

    func publish(_ message: CircuitMessage) {
      var isAway = false
      if case .away = redis.state { isAway = true }
      let begins = state.withLock { state in
        guard !state.hasEnded else { return false }
        guard !isAway, state.queue.count < Self.longestQueue else {
          state.dropped += 1
          return false
        }
        state.queue.append(message)
        defer { state.isSending = true }
        return !state.isSending
      }
      guard begins else { return }
      Task { await send() }
    }

    private func send() async {
      while let message = state.withLock({ state -> CircuitMessage? in
        state.isSending = !state.queue.isEmpty
        return state.isSending ? state.queue.removeFirst() : nil
      }) {
        do {
          guard let json = message.json else { throw RedisError.unexpected }
          _ = try await redis.send(RedisCommand("PUBLISH", channel, json))
        } catch {
          drop()
        }
      }
    }
  }
#endif
