#if AsyncHTTPClient
  import NIOCore
  import Synchronization

  /// Pauses the engine until the reader of a stream has read enough.
  final class BackpressureSignal: Sendable {
    private enum State {
      case running
      /// The reader resumed before the engine was paused.
      case releasedEarly
      case paused(EventLoopPromise<Void>)
    }

    private let state = Mutex(State.running)

    var isPaused: Bool {
      state.withLock { if case .paused = $0 { true } else { false } }
    }

    /// Returns a future that ``resume()`` completes, also if that was called before. The engine reads nothing until then.
    func pause(on loop: any EventLoop) -> EventLoopFuture<Void> {
      state.withLock { state in
        if case .releasedEarly = state {
          state = .running
          return loop.makeSucceededVoidFuture()
        }
        let promise = loop.makePromise(of: Void.self)
        state = .paused(promise)
        return promise.futureResult
      }
    }

    func resume() {
      let promise = state.withLock { state -> EventLoopPromise<Void>? in
        guard case .paused(let promise) = state else {
          state = .releasedEarly
          return nil
        }
        state = .running
        return promise
      }
      promise?.succeed(())
    }
  }
#endif
