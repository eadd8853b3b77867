#if PostgreSQL
  import RefineryCore
  import RefineryStore
  import Synchronization

  /// The connections of a store. Calls wait in line for a free one.
  final class ConnectionPool: Sendable {
    private struct State {
      var idle: [Connection] = []
      var busy = 0
      var connecting = 0
      var isWriting = false
      var isClosed = false
      var writers = WaitingLine()
      var readers = WaitingLine()
      var lastNumber: UInt64 = 0
      /// Attempts to connect that failed in a row.
      var failures = 0
      var failure: ConnectFailure?
      var failedAt: Duration = .zero

      var waiting: Int { writers.count + readers.count }

      /// Removes all calls from the lines.
      mutating func refuse() -> [WaitingLine.Turn] { writers.removeAll() + readers.removeAll() }
    }

    /// What to do after the state has changed, outside the lock.
    private struct Steps {
      var given: [(WaitingLine.Turn, Connection)] = []
      var refused: [WaitingLine.Turn] = []
      var connects = 0
      var error = StoreError(.failed)
    }

    private static let longestPause = Duration.seconds(5)

    let address: Address
    private let size: Int
    private let replyLimit: Duration
    private let clock: CallClock
    private let state = Mutex(State())

    init(_ address: Address, size: Int, replyWithin replyLimit: Duration, clock: CallClock = .continuous) {
      self.address = address
      self.size = max(1, size)
      self.replyLimit = replyLimit
      self.clock = clock
    }

    /// Takes a connection. One writer at a time has one, because writes run one after the other anyway.
    ///
    /// - Throws: `StoreError` that says what the call waited for; `CancellationError` when the task is cancelled in line.
    func take(asWriter isWriter: Bool, within patience: Duration) async throws -> Connection {
      try Task.checkCancellation()
      let turn = WaitingLine.Turn()
      let line = isWriter ? \State.writers : \State.readers
      let (number, waits) = try change { state, steps in
        if state.isClosed { throw StoreError(.closed, reason: "at \(address.place)") }
        if let failure = state.failure, failure.isFinal, pause(state) > .zero { throw failure.error(at: address.place) }
        state.lastNumber += 1
        state[keyPath: line].append(turn, number: state.lastNumber)
        serve(&state, &steps)
        return (state.lastNumber, !steps.given.contains { $0.0 === turn })
      }
      guard waits else { return try await turn.value() }
      let timer = Task {
        try await clock.sleep(for: patience)
        self.leave(line, number) { self.timedOut($0, isWriter, patience) }
      }
      defer { timer.cancel() }
      return try await turn.value { leave(line, number) { _ in CancellationError() } }
    }

    /// Gives a connection back.
    func give(back connection: Connection, asWriter isWriter: Bool) {
      change { state, steps in
        state.busy -= 1
        if isWriter { state.isWriting = false }
        if !state.isClosed { state.idle.append(connection) }
        serve(&state, &steps)
      }
    }

    /// Forgets a connection that cannot be used again.
    func discard(asWriter isWriter: Bool) {
      change { state, steps in
        state.busy -= 1
        if isWriter { state.isWriting = false }
        serve(&state, &steps)
      }
    }

    /// Refuses all calls, and closes each connection as soon as it is free.
    func close() {
      change { state, steps in
        state.isClosed = true
        state.idle = []
        steps.refused = state.refuse()
        steps.error = StoreError(.closed, reason: "at \(address.place)")
      }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }
    /// How many attempts to connect have failed since the last one that succeeded.
    var failures: Int { state.withLock { $0.failures } }
    /// How many calls wait.
    var waiting: Int { state.withLock { $0.waiting } }

    // MARK: The line

    private func change<Output>(_ body: (inout State, inout Steps) throws -> Output) rethrows -> Output {
      var steps = Steps()
      let output = try state.withLock { try body(&$0, &steps) }
      for (turn, connection) in steps.given { turn.resume(with: .success(connection)) }
      for turn in steps.refused { turn.resume(with: .failure(steps.error)) }
      for _ in 0..<steps.connects { Task { await connect() } }
      return output
    }

    /// Removes a call from the line. Returns false if it has left already.
    @discardableResult
    private func leave(
      _ line: WritableKeyPath<State, WaitingLine>, _ number: UInt64, _ error: (State) -> any Error
    ) -> Bool {
      let left = state.withLock { state in
        state[keyPath: line].remove(number).map { (turn: $0, error: error(state)) }
      }
      guard let left else { return false }
      left.turn.resume(with: .failure(left.error))
      return true
    }

    private func timedOut(_ state: State, _ isWriter: Bool, _ patience: Duration) -> StoreError {
      if let failure = state.failure { return failure.error(at: address.place) }
      if isWriter, state.isWriting, !state.idle.isEmpty {
        return StoreError(.locked, reason: "another write of this process takes longer than \(patience) at \(address.place)")
      }
      if state.busy < size, state.connecting > 0 {
        return StoreError(.unreachable, reason: "\(address.place): no connection within \(patience)")
      }
      return StoreError(.busy, reason: "all \(size) connections to \(address.place) were in use for \(patience)")
    }

    /// Gives idle connections to the first calls in line, and makes further connections for the others.
    private func serve(_ state: inout State, _ steps: inout Steps) {
      while !state.idle.isEmpty {
        let writer = state.isWriting ? nil : state.writers.first
        guard writer != nil || !state.readers.isEmpty else { break }
        let isWriter = writer.map { $0 < state.readers.first ?? .max } ?? false
        guard let turn = isWriter ? state.writers.removeFirst() : state.readers.removeFirst() else { break }
        // The connection that was used last is the least likely to be stale.
        let connection = state.idle.removeLast()
        state.busy += 1
        if isWriter { state.isWriting = true }
        steps.given.append((turn, connection))
      }
      let served = state.readers.count + (state.isWriting ? 0 : min(1, state.writers.count))
      let room = size - state.busy - state.idle.count - state.connecting
      // After a failure, one attempt at a time.
      let most = state.failures > 0 ? 1 - state.connecting : served - state.connecting
      let count = state.isClosed ? 0 : max(0, min(most, served, room))
      state.connecting += count
      steps.connects = count
    }

    // MARK: Connecting

    /// How long until the next attempt.
    private func pause(_ state: State) -> Duration {
      guard state.failures > 0 else { return .zero }
      let whole = min(Duration.milliseconds(100) * (1 << min(state.failures - 1, 10)), Self.longestPause)
      return state.failedAt + whole - clock.now
    }

    private func connect() async {
      let pause = state.withLock { self.pause($0) }
      // Several instances must not try again in step.
      if pause > .zero { try? await clock.sleep(for: pause * (0.75 + clock.random() / 2)) }
      guard state.withLock({ !$0.isClosed && $0.waiting > 0 }) else {
        return change { state, steps in
          state.connecting -= 1
          serve(&state, &steps)
        }
      }
      let connection = Connection()
      do {
        try await connection.connect(address, replyWithin: replyLimit)
        change { state, steps in
          state.connecting -= 1
          state.failures = 0
          state.failure = nil
          if !state.isClosed { state.idle.append(connection) }
          serve(&state, &steps)
        }
      } catch {
        change { state, steps in
          state.connecting -= 1
          state.failures += 1
          state.failure = error
          state.failedAt = clock.now
          if error.isFinal {
            steps.refused = state.refuse()
            steps.error = error.error(at: address.place)
          }
          serve(&state, &steps)
        }
      }
    }
  }
#endif
