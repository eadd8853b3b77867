import RefineryCore
import RefineryParts

/// Holds one controlled call while it is paused. It does not depend on the output of the call.
final class PauseGate: Sendable {
  struct Flow: Sendable {
    enum Phase: Sendable { case idle, running, finished, cancelled }

    var phase = Phase.idle
    /// The time when the current pause began; nil without a pause. `pausedFor` is the duration of all earlier pauses. Both use
    /// the clock of the call.
    var pauseBegan: Duration?
    var pausedFor = Duration.zero

    var isPaused: Bool { pauseBegan != nil }
    var isOver: Bool { phase == .finished || phase == .cancelled }

    var state: CallState {
      switch phase {
      case .finished: .finished
      case .cancelled: .cancelled
      case .idle: isPaused ? .paused(isStarted: false) : .idle
      case .running: isPaused ? .paused(isStarted: true) : .running
      }
    }
  }

  struct Meter: Sendable {
    var progress = TransferProgress()
    /// Whether the progress is final.
    var isOver = false
  }

  let clock: CallClock
  let flow = Observed(Flow())
  let meter = Observed(Meter())

  init(clock: CallClock) {
    self.clock = clock
  }

  func pause() {
    flow.change { flow in
      guard !flow.isOver, !flow.isPaused else { return }
      flow.pauseBegan = clock.now
    }
  }

  func resume() {
    flow.change { flow in
      guard !flow.isOver, let began = flow.pauseBegan else { return }
      flow.pauseBegan = nil
      flow.pausedFor += clock.now - began
    }
  }

  /// Ends a call that has been started. Returns false if the call was not running.
  func cancel() -> Bool {
    flow.change { flow in
      guard flow.phase == .running else { return false }
      flow.phase = .cancelled
      return true
    }
  }

  /// Ends a call that has not been started.
  func abandon() {
    let isIdle = flow.change { flow in
      guard flow.phase == .idle else { return false }
      flow.phase = .cancelled
      return true
    }
    if isIdle { closeProgress() }
  }

  /// Waits while the call is paused.
  ///
  /// A request that outlives its call is not held. An example is a cache's validation in the background.
  ///
  /// - Parameter passing: runs under the same lock as the check, so that no pause can begin between the two.
  /// - Throws: `CancellationError` if the call or the task is cancelled.
  func pass(_ passing: () -> Void = {}) async throws {
    let isOpen = await flow.first { flow -> Bool? in
      guard !flow.isOver else { return flow.phase == .finished && !Task.isCancelled }
      guard !flow.isPaused else { return nil }
      passing()
      return true
    }
    guard isOpen == true else { throw CancellationError() }
  }

  /// The time of the call, without its pauses.
  var activeTime: Duration {
    flow.peek { ($0.pauseBegan ?? clock.now) - $0.pausedFor }
  }

  var states: AsyncStream<CallState> { flow.updates(of: \.state) { $0.isOver } }

  var progressUpdates: AsyncStream<TransferProgress> { meter.updates(of: \.progress) { $0.isOver } }

  /// Changes the progress, unless it is final.
  func count(_ change: (inout TransferProgress) -> Void) { meter.change { if !$0.isOver { change(&$0.progress) } } }

  /// Ends the sequences of progress updates.
  func closeProgress() { meter.change { $0.isOver = true } }
}

/// A clock that stops while a call is paused.
struct PausingClock: Clock {
  struct Instant: InstantProtocol {
    let offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  let gate: PauseGate

  var now: Instant { Instant(offset: gate.activeTime) }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    while now < deadline {
      try await gate.pass()
      try await gate.clock.sleep(for: now.duration(to: deadline))
    }
  }
}
