#if Curl
  import CCurl
  import Glibc
  import RefineryCore
  import RefineryTransport
  import Synchronization

  /// The event loop's thread and what it serves. The thread keeps it until it has ended.
  final class Loop: Sendable {
    // The C side guards what several threads touch.
    nonisolated(unsafe) let handle: OpaquePointer
    /// One for every few threads, so that they do not wait for each other.
    private let headMemories = (0..<8).map { _ in HeadMemory() }
    private let life: LoopLife

    /// Nil where the system has no thread, descriptor or memory for it.
    init?(_ configuration: TransportConfiguration) {
      let life = LoopLife()
      let context = Unmanaged.passRetained(life)
      var callbacks = Self.callbacks
      let handle = configuration.withSettings { refinery_loop_start($0, &callbacks, context.toOpaque()) }
      guard let handle else {
        context.release()
        return nil
      }
      self.handle = handle
      self.life = life
      life.begins(self)
    }

    deinit { refinery_loop_free(handle) }

    var hasEnded: Bool { life.hasEnded }

    /// The one for the calling thread.
    var heads: HeadMemory { headMemories[Int(pthread_self() >> 12) & 7] }

    /// Ends the thread once nothing is under way, at the latest after the grace; nil for no such limit.
    func close(grace: Duration?) {
      refinery_loop_close(handle, grace.map { Int64(AlarmClock.nanoseconds($0)) } ?? -1)
    }

    func waitForEnd() async { await life.waitForEnd() }

    /// Ends the loop as a fault of libcurl would.
    func fail() { refinery_loop_fail(handle) }

    private static let callbacks = refinery_callbacks(
      head: { Transfer.borrowed($0)?.headArrives() },
      receive: { owner, bytes, count in Transfer.borrowed(owner)?.arrives(bytes, count) ?? REFINERY_TAKEN },
      provide: { owner, bytes, capacity, offset in
        Transfer.borrowed(owner)?.provide(bytes, capacity, from: offset) ?? Int(REFINERY_ABORT)
      },
      finished: { owner in owner.map { Unmanaged<Transfer>.fromOpaque($0).takeRetainedValue().finished() } },
      release: { owner in owner.map { Unmanaged<Transfer>.fromOpaque($0).release() } },
      ended: { context in context.map { Unmanaged<LoopLife>.fromOpaque($0).takeRetainedValue().ends() } })
  }

  /// Whether a loop runs, told by its thread.
  private final class LoopLife: Sendable {
    private struct State {
      var loop: Loop?
      var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let ending = Atomic(false)

    var hasEnded: Bool { ending.load(ordering: .acquiring) }

    func begins(_ loop: Loop) {
      state.withLock { if !hasEnded { $0.loop = loop } }
    }

    func ends() {
      let last = state.withLock { state -> State in
        let last = state
        state = State()
        ending.store(true, ordering: .releasing)
        return last
      }
      for continuation in last.waiting { continuation.resume() }
    }

    func waitForEnd() async {
      await withCheckedContinuation { continuation in
        let hasEnded = state.withLock { state -> Bool in
          if !self.hasEnded { state.waiting.append(continuation) }
          return self.hasEnded
        }
        if hasEnded { continuation.resume() }
      }
    }
  }
#endif
