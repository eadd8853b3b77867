#if Curl
  import CCurl
  import RefineryCore
  import RefineryTransport
  import Synchronization

  /// The state that copies of a transport share: the limit per origin and the event loop, which starts with the first request.
  final class CurlEngine: Sendable {
    private struct State {
      var loop: Loop?
      var isOver = false
      var earlier = CurlTransport.Statistics()
    }

    private let configuration: TransportConfiguration
    private let alarms = AlarmClock()
    private let limiter: OriginLimiter
    private let state = Mutex(State())
    // The first loop, readable without a lock. Almost every request uses it.
    private let first = AtomicLazyReference<Loop>()
    private let isOver = Atomic(false)
    let calls = CallCount()

    init(_ configuration: TransportConfiguration) {
      self.configuration = configuration
      limiter = OriginLimiter(
        active: configuration.maximumConnectionsPerOrigin, waiting: configuration.maximumWaitingPerOrigin)
    }

    deinit {
      state.withLock { $0.loop?.close(grace: nil) }
    }

    /// Sends a request; throws if the transport was shut down.
    func send(_ request: Request) async throws -> Response {
      guard calls.enter() else { throw Self.closed }
      defer { calls.leave() }
      return try await request.exchanged(by: exchange)
    }

    /// Sends one request and returns its response; redirects are returned as they are.
    private func exchange(_ request: Request, to origin: Origin) async throws -> Response {
      let slot = try await limiter.admit(to: origin, deadline: request.deadline, alarms: alarms)
      let transfer: Transfer
      do {
        let left = request.deadline?.remaining
        if let left, left <= .zero { throw request.deadlineHasPassed }
        transfer = try .make(of: request, left: left, on: runningLoop(), slot: slot)
      } catch {
        slot.leave()
        throw error
      }
      defer { if let times = transfer.times { request.report(times) } }
      try await withTaskCancellationHandler {
        try await withUnsafeThrowingContinuation { transfer.start($0) }
      } onCancel: {
        transfer.end(with: CancellationError())
      }
      return try transfer.response()
    }

    /// Calls that wait for a slot need the loop later. The loop is therefore closed only when all calls have their response, or
    /// the grace period is over. Streams get the rest of the grace period.
    func shutDown(grace: Duration) async {
      let end = AlarmClock.instant(after: grace)
      calls.close()
      if grace > .zero { await calls.wait(until: end, alarms) }
      let loop = state.withLock { state in
        state.isOver = true
        isOver.store(true, ordering: .releasing)
        return state.loop
      }
      guard let loop else { return }
      let now = AlarmClock.now
      loop.close(grace: .nanoseconds(Int64(end > now ? end - now : 0)))
      await withTaskCancellationHandler {
        await loop.waitForEnd()
      } onCancel: {
        loop.close(grace: .zero)
      }
    }

    private static var closed: TransportError {
      TransportError(.closed, phase: .beforeSending, reason: "the transport was shut down")
    }

    var statistics: CurlTransport.Statistics {
      state.withLock { state in state.loop.map { state.earlier + $0.statistics } ?? state.earlier }
    }

    /// The loop's thread; without one, an executor that runs tasks on the global executor.
    var executor: LoopThread { (try? runningLoop().thread) ?? LoopThread() }

    /// Returns the running loop. Starts a new one if there is none yet or the last one has failed.
    func runningLoop() throws(TransportError) -> Loop {
      if let loop = first.load(), !loop.hasEnded, !isOver.load(ordering: .acquiring) { return loop }
      let result = state.withLock { state -> Result<Loop, TransportError> in
        if state.isOver { return .failure(Self.closed) }
        if let loop = state.loop {
          guard loop.hasEnded else { return .success(loop) }
          state.earlier += loop.statistics
          state.loop = nil
        }
        if let problem = refinery_curl_problem(configuration.version == .http2) {
          return .failure(TransportError(.unsupported, phase: .beforeSending, reason: String(cString: problem)))
        }
        guard let loop = Loop(configuration) else {
          return .failure(TransportError(.other, phase: .beforeSending, reason: "the system gives no thread or descriptor"))
        }
        state.loop = loop
        _ = first.storeIfNil(loop)
        return .success(loop)
      }
      return try result.get()
    }
  }

  extension Loop {
    fileprivate var statistics: CurlTransport.Statistics {
      let counts = refinery_loop_statistics(handle)
      var statistics = CurlTransport.Statistics()
      statistics.requests = Int(counts.requests)
      statistics.connectionsOpened = Int(counts.opened)
      statistics.connectionsReused = Int(counts.reused)
      statistics.lookupTime = .microseconds(Int64(counts.lookup_microseconds))
      return statistics
    }
  }

  extension CurlTransport.Statistics {
    fileprivate static func + (left: Self, right: Self) -> Self {
      var sum = left
      sum.requests += right.requests
      sum.connectionsOpened += right.connectionsOpened
      sum.connectionsReused += right.connectionsReused
      sum.lookupTime += right.lookupTime
      return sum
    }

    fileprivate static func += (left: inout Self, right: Self) { left = left + right }
  }
#endif
