#if Curl
  import RefineryCore
  import Synchronization

  /// Counts the calls under way, so that a shutdown can wait for them. Calls that wait for a slot count, too.
  final class CallCount: Sendable {
    private struct Waiters {
      var all: [UnsafeContinuation<Void, Never>] = []
      var isOver = false
    }

    private static let closed = 1 << 62
    private let count = Atomic(0)
    private let waiters = Mutex(Waiters())

    var underWay: Int { count.load(ordering: .relaxed) & ~Self.closed }

    /// Counts a call. Returns false if the count is closed.
    func enter() -> Bool {
      guard count.add(1, ordering: .acquiring).oldValue & Self.closed != 0 else { return true }
      leave()
      return false
    }

    func leave() {
      if count.subtract(1, ordering: .releasing).newValue == Self.closed { endWaiting() }
    }

    /// Refuses further calls.
    func close() { count.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing) }

    /// Waits until no call is under way, the instant is reached, or the task is cancelled.
    func wait(until instant: UInt64, _ alarms: AlarmClock) async {
      let alarm = alarms.schedule(at: instant) { [weak self] in self?.endWaiting() }
      await withTaskCancellationHandler {
        await withUnsafeContinuation { continuation in
          let isOver = waiters.withLock { waiters in
            let isOver = waiters.isOver || count.load(ordering: .acquiring) == Self.closed
            if !isOver { waiters.all.append(continuation) }
            return isOver
          }
          if isOver { continuation.resume() }
        }
      } onCancel: {
        endWaiting()
      }
      alarms.cancel(alarm)
    }

    /// Ends the wait of every shutdown.
    private func endWaiting() {
      let all = waiters.withLock { waiters in
        waiters.isOver = true
        defer { waiters.all = [] }
        return waiters.all
      }
      for continuation in all { continuation.resume() }
    }
  }
#endif
