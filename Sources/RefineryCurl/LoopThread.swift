#if Curl
  import Synchronization

  /// A loop's thread as a task executor. It also knows whether the thread runs.
  ///
  /// Tasks run between two polls of the sockets, in the order of their arrival. Tasks that arrive before the thread starts or
  /// after it ends run on the global executor, so none is lost.
  final class LoopThread: TaskExecutor {
    private struct State {
      // Retained while the thread runs.
      var loop: Loop?
      var tasks: [UnownedJob] = []
      var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let ending = Atomic(false)
    // Only the loop's thread uses it. The two arrays `running` and `tasks` are swapped, so that neither is allocated again.
    nonisolated(unsafe) private var running: [UnownedJob] = []

    var hasEnded: Bool { ending.load(ordering: .acquiring) }

    // MARK: Tasks

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let (isTaken, sleeping) = state.withLock { state -> (Bool, Loop?) in
        guard let loop = state.loop else { return (false, nil) }
        state.tasks.append(job)
        return (true, state.tasks.count == 1 ? loop : nil)
      }
      sleeping?.runsTasksSoon()
      if !isTaken { globalConcurrentExecutor.enqueue(job) }
    }

    /// Called on the loop's thread.
    func runTasks() {
      state.withLock { swap(&$0.tasks, &running) }
      for job in running { job.runSynchronously(on: asUnownedTaskExecutor()) }
      running.removeAll(keepingCapacity: true)
    }

    // MARK: Life

    func begins(_ loop: Loop) {
      state.withLock { if !hasEnded { $0.loop = loop } }
    }

    /// The last call from the loop's thread.
    func ends() {
      let last = state.withLock { state -> State in
        let last = state
        state = State()
        ending.store(true, ordering: .releasing)
        return last
      }
      for job in last.tasks { globalConcurrentExecutor.enqueue(job) }
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
