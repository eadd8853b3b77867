#if Curl
  import CCurl
  import RefineryCore
  import Synchronization

  /// An event loop that starts with its first request, and is replaced by a new one after it has failed.
  final class LazyLoop: Sendable {
    private struct State {
      var loop: Loop?
      var isOver = false
    }

    private let configuration: TransportConfiguration
    private let state = Mutex(State())
    // The first loop, readable without a lock. Almost every request uses it.
    private let first = AtomicLazyReference<Loop>()
    private let isOver = Atomic(false)

    init(_ configuration: TransportConfiguration) { self.configuration = configuration }

    deinit {
      state.withLock { $0.loop?.close(grace: nil) }
    }

    /// Returns the running loop. Starts a new one if there is none yet or the last one has failed.
    func running() throws(TransportError) -> Loop {
      if let loop = first.load(), !loop.hasEnded, !isOver.load(ordering: .acquiring) { return loop }
      let result = state.withLock { state -> Result<Loop, TransportError> in
        if state.isOver { return .failure(Self.closed) }
        if let loop = state.loop, !loop.hasEnded { return .success(loop) }
        state.loop = nil
        if let problem = refinery_curl_problem(configuration.version == .http2) {
          return .failure(TransportError(.unsupported, phase: .beforeSending, reason: String(cString: problem)))
        }
        guard let loop = Loop(configuration) else {
          return .failure(TransportError(.other, phase: .beforeSending, reason: "the system has no free thread or descriptor"))
        }
        state.loop = loop
        _ = first.storeIfNil(loop)
        return .success(loop)
      }
      return try result.get()
    }

    /// Starts no further loop. Returns the last one, which may still run.
    func end() -> Loop? {
      state.withLock { state in
        state.isOver = true
        isOver.store(true, ordering: .releasing)
        return state.loop
      }
    }

    static var closed: TransportError {
      TransportError(.closed, phase: .beforeSending, reason: "the transport was shut down")
    }
  }
#endif
