#if AsyncHTTPClient
  import NIOCore
  import RefineryCore
  import Synchronization

  /// Pauses the engine until the reader of a stream has read enough.
  final class BackpressureSignal: Sendable {
    private enum State {
      case running
      /// The reader resumed before the engine was paused.
      case releasedEarly
      case paused(EventLoopPromise<Void>)
    }

    private struct Pauses {
      var state = State.running
      var end: UInt64 = 0
    }

    private let pauses = Mutex(Pauses())

    /// The last instant at which the engine was paused. During a pause this is now; otherwise it is the end of the last pause,
    /// or 0 if there was none.
    var lastPause: UInt64 {
      pauses.withLock { if case .paused = $0.state { AlarmClock.now } else { $0.end } }
    }

    /// Returns a future that ``resume()`` completes, even if it was called earlier. The engine reads nothing until then.
    func pause(on loop: any EventLoop) -> EventLoopFuture<Void> {
      pauses.withLock { pauses in
        if case .releasedEarly = pauses.state {
          pauses.state = .running
          return loop.makeSucceededVoidFuture()
        }
        let promise = loop.makePromise(of: Void.self)
        pauses.state = .paused(promise)
        return promise.futureResult
      }
    }

    func resume() {
      let promise = pauses.withLock { pauses -> EventLoopPromise<Void>? in
        guard case .paused(let promise) = pauses.state else {
          pauses.state = .releasedEarly
          return nil
        }
        pauses = Pauses(state: .running, end: AlarmClock.now)
        return promise
      }
      promise?.succeed(())
    }
  }
#endif
