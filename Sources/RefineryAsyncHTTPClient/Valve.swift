#if AsyncHTTPClient
  import NIOCore
  import Synchronization

  /// Holds the engine back while a stream's reader catches up.
  final class Valve: Sendable {
    private enum State {
      case open
      /// The reader has caught up before the valve was shut.
      case openedAhead
      case shut(EventLoopPromise<Void>)
    }

    private let state = Mutex(State.open)

    var isShut: Bool {
      state.withLock { if case .shut = $0 { true } else { false } }
    }

    /// Holds the engine until the valve opens, which may have happened already.
    func shuts(on loop: any EventLoop) -> EventLoopFuture<Void> {
      state.withLock { state in
        if case .openedAhead = state {
          state = .open
          return loop.makeSucceededVoidFuture()
        }
        let promise = loop.makePromise(of: Void.self)
        state = .shut(promise)
        return promise.futureResult
      }
    }

    func opens() {
      let promise = state.withLock { state -> EventLoopPromise<Void>? in
        guard case .shut(let promise) = state else {
          state = .openedAhead
          return nil
        }
        state = .open
        return promise
      }
      promise?.succeed(())
    }
  }
#endif
