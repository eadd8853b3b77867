#if Curl
  import CCurl
  import Glibc
  import RefineryCore
  import RefineryTransport

  /// The event loop of the C code. Its thread retains it until the thread ends.
  final class Loop: Sendable {
    // The C code synchronizes access from several threads.
    nonisolated(unsafe) let handle: OpaquePointer
    /// Several memories, so that threads rarely wait for each other.
    private let headMemories = (0..<8).map { _ in HeadMemory() }
    /// The loop's thread as a task executor.
    let thread: LoopThread

    /// Returns nil if the system has no thread, descriptor or memory.
    init?(_ configuration: TransportConfiguration) {
      let thread = LoopThread()
      let context = Unmanaged.passRetained(thread)
      var callbacks = Self.callbacks
      let handle = configuration.withSettings { refinery_loop_start($0, &callbacks, context.toOpaque()) }
      guard let handle else {
        context.release()
        return nil
      }
      self.handle = handle
      self.thread = thread
      thread.begins(self)
    }

    deinit { refinery_loop_free(handle) }

    var hasEnded: Bool { thread.hasEnded }

    /// The head memory for the calling thread.
    var heads: HeadMemory { headMemories[Int(pthread_self() >> 12) & 7] }

    /// Ends the thread when no transfer is under way, at the latest after `grace`; nil for no limit.
    func close(grace: Duration?) {
      refinery_loop_close(handle, grace.map { Int64(AlarmClock.nanoseconds($0)) } ?? -1)
    }

    func waitForEnd() async { await thread.waitForEnd() }

    /// Makes the thread run the tasks that prefer it.
    func runsTasksSoon() { refinery_loop_run_soon(handle) }

    /// Ends the loop in the way that a failure of libcurl does. For tests.
    func fail() { refinery_loop_fail(handle) }

    private static let callbacks = refinery_callbacks(
      head: { Transfer.borrowed($0)?.headArrives() },
      receive: { owner, bytes, count in Transfer.borrowed(owner)?.arrives(bytes, count) ?? REFINERY_TAKEN },
      provide: { owner, bytes, capacity, offset in
        Transfer.borrowed(owner)?.provide(bytes, capacity, from: offset) ?? Int(REFINERY_ABORT)
      },
      finished: { owner in owner.map { Unmanaged<Transfer>.fromOpaque($0).takeRetainedValue().finished() } },
      release: { owner in owner.map { Unmanaged<Transfer>.fromOpaque($0).release() } },
      run: { context in context.map { Unmanaged<LoopThread>.fromOpaque($0).takeUnretainedValue().runTasks() } },
      ended: { context in context.map { Unmanaged<LoopThread>.fromOpaque($0).takeRetainedValue().ends() } })
  }
#endif
