#if Curl
  import Glibc
  import RefineryCore
  import RefineryTransport
  import Synchronization

  /// The state that copies of a transport share: the limit per origin and the event loops.
  final class CurlEngine: Sendable {
    /// How many concurrent requests to one origin use the same loop before another one is used.
    private static let requestsPerLoop = 16

    private let alarms = AlarmClock()
    private let limiter: OriginLimiter
    private let loops: [LazyLoop]
    private let speaksHTTP2: Bool
    /// Whether all requests use the first loop, because tasks use its thread as their executor.
    private let usesFirstOnly = Atomic(false)
    let calls = CallCount()

    /// - Parameter loops: at least 1; nil for as many as the machine can use.
    init(_ configuration: TransportConfiguration, loops: Int? = nil) {
      // Each loop enforces the limit on all connections only for itself, so there is one loop if there is such a limit.
      let count = configuration.maximumConnections == nil ? max(1, loops ?? Self.usefulLoops) : 1
      self.loops = (0..<count).map { _ in LazyLoop(configuration) }
      speaksHTTP2 = configuration.version == .http2
      limiter = OriginLimiter(
        active: configuration.maximumConnectionsPerOrigin, waiting: configuration.maximumWaitingPerOrigin)
    }

    /// One for every two processors, up to four, because the app's tasks need the other processors.
    private static var usefulLoops: Int { min(sysconf(Int32(_SC_NPROCESSORS_ONLN)) / 2, 4) }

    /// Sends a request; throws if the transport was shut down.
    func send(_ request: Request) async throws -> Response {
      guard calls.enter() else { throw LazyLoop.closed }
      defer { calls.leave() }
      return try await request.exchanged(by: exchange)
    }

    /// Sends one request and returns its response; redirects are returned as they are.
    private func exchange(_ request: Request, to origin: Origin) async throws -> Response {
      let slot = try await limiter.admit(request, to: origin, alarms: alarms)
      let transfer: Transfer
      do {
        let left = request.deadline?.remaining
        if let left, left <= .zero { throw request.deadlineHasPassed }
        transfer = try .make(of: request, left: left, on: loop(for: origin, at: slot.place).running(), slot: slot)
      } catch {
        slot.leave()
        throw error
      }
      defer { if let times = transfer.times { request.report(times) } }
      try await withTaskCancellationHandler {
        try await withUnsafeThrowingContinuation { transfer.start($0) }
      } onCancel: {
        transfer.cancel()
      }
      return try transfer.response()
    }

    /// Returns the loop for a slot of an origin. A slot always uses the same loop, and the slot that was released last is
    /// reused first. So a request finds the connection of an earlier request, and the limit of connections applies to all loops
    /// together.
    private func loop(for origin: Origin, at place: Int) -> LazyLoop {
      guard loops.count > 1, !usesFirstOnly.load(ordering: .relaxed) else { return loops[0] }
      // Over HTTP/2, the requests to an origin share a connection, and therefore a loop.
      if speaksHTTP2 { return loops[Int(UInt(bitPattern: origin.hashValue) % UInt(loops.count))] }
      return loops[place / Self.requestsPerLoop % loops.count]
    }

    /// Calls that wait for a slot need a loop later, so the loops are closed only when all calls have their response, or when
    /// the grace period is over. Streams may use the rest of the grace period.
    func shutDown(grace: Duration) async {
      let end = AlarmClock.instant(after: grace)
      calls.close()
      if grace > .zero { await calls.wait(until: end, alarms) }
      let running = loops.compactMap { $0.end() }
      let now = AlarmClock.now
      for loop in running { loop.close(grace: .nanoseconds(Int64(end > now ? end - now : 0))) }
      await withTaskCancellationHandler {
        for loop in running { await loop.waitForEnd() }
      } onCancel: {
        for loop in running { loop.close(grace: .zero) }
      }
    }

    /// The first loop's thread. If it cannot be started, an executor that passes tasks to the global executor.
    var executor: LoopThread {
      usesFirstOnly.store(true, ordering: .relaxed)
      return (try? runningLoop().thread) ?? LoopThread()
    }

    /// Returns the first loop.
    func runningLoop() throws(TransportError) -> Loop { try loops[0].running() }
  }
#endif
