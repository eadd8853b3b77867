#if AsyncHTTPClient
  import AsyncHTTPClient
  import HTTPTypes
  import NIOCore
  import NIOHTTP1
  import RefineryCore
  import RefineryTransport
  import Synchronization

  /// One request under way: collects what the engine reports, and answers its caller exactly once, by whichever comes first:
  /// the response, a failure, the deadline, a limit, or cancellation.
  final class Exchange: Sendable {
    private struct State {
      var continuation: CheckedContinuation<RefineryCore.Response, any Error>?
      var task: HTTPClient.Task<Void>?
      var upload: Upload?
      var alarm: AlarmClock.ID?
      var early: (any Error)?
      var head: AnswerHead?
      var content = Content()
      var lastActivity: UInt64
      var isSent = false
      var isOver = false
    }

    private enum Delivery {
      case whole(limit: Int)
      case streamed(ChunkBuffer, Valve, limit: Int?)
    }

    private let state: Mutex<State>
    private let delivery: Delivery
    private let isHead: Bool
    private let engine: Engine
    let slot: OriginLimiter.Slot
    private let timers: Timers

    init(_ request: RefineryCore.Request, engine: Engine, slot: OriginLimiter.Slot) {
      self.engine = engine
      self.slot = slot
      isHead = request.head.method == .head
      timers = Timers(request)
      switch request.options[RefineryCore.Delivery.self] {
      case .whole:
        delivery = .whole(limit: request.options[ResponseLimit.self])
      case .streamed(let size):
        let valve = Valve()
        let buffer = ChunkBuffer(capacity: size) { valve.opens() }
        delivery = .streamed(buffer, valve, limit: request.options.explicit(ResponseLimit.self))
      }
      state = Mutex(State(lastActivity: timers.needsActivity ? AlarmClock.now : 0))
    }

    // MARK: From the caller

    /// Takes the caller's continuation and starts the clock; false when the exchange is over before it began, and the caller
    /// has been told.
    func starts(with continuation: CheckedContinuation<RefineryCore.Response, any Error>) -> Bool {
      let early = state.withLock { state -> (any Error)? in
        if let early = state.early { return early }
        state.continuation = continuation
        if let instant = timers.next(lastActivity: state.lastActivity) { state.alarm = alarm(at: instant) }
        return nil
      }
      guard let early else { return true }
      continuation.resume(throwing: early)
      return false
    }

    /// Takes the engine's task; one that comes too late is ended.
    func runs(as task: HTTPClient.Task<Void>) {
      let isOver = state.withLock { state in
        if !state.isOver { state.task = task }
        return state.isOver
      }
      if isOver { task.cancel() }
    }

    /// Takes what sends the streamed body; false when the exchange is over.
    func sends(by upload: Upload) -> Bool {
      state.withLock { state in
        if !state.isOver { state.upload = upload }
        return !state.isOver
      }
    }

    /// Ends the exchange by something that did not happen on the wire. Later events find it over.
    func end(with error: any Error) {
      finish(error, abandoning: true)
    }

    private func alarm(at instant: UInt64) -> AlarmClock.ID {
      engine.alarms.schedule(at: instant) { [weak self] in self?.alarmRings() }
    }

    private func alarmRings() {
      let expired = state.withLock { state -> TimedOut? in
        guard !state.isOver else { return nil }
        // The server is not late while it is our reader that is.
        if case .streamed(_, let valve, _) = delivery, valve.isShut { state.lastActivity = AlarmClock.now }
        if let expired = timers.expired(lastActivity: state.lastActivity) { return expired }
        state.alarm = timers.next(lastActivity: state.lastActivity).map { alarm(at: $0) }
        return nil
      }
      if let expired { end(with: expired) }
    }

    // MARK: From the engine

    func receives(_ head: HTTPResponseHead) {
      guard let head = AnswerHead(head, isHead: isHead, isDecoded: engine.decodesContent) else {
        return end(
          with: TransportError(.malformedResponse, phase: .receiving, reason: "the status or the content coding is unknown"))
      }
      if let limit, let length = head.length, length > limit {
        return end(with: BodyError.tooLarge(limit: limit, observed: length))
      }
      let (answer, isComplete) = state.withLock { state -> (CheckedContinuation<RefineryCore.Response, any Error>?, Bool) in
        guard !state.isOver else { return (nil, false) }
        if timers.needsActivity { state.lastActivity = AlarmClock.now }
        state.head = head
        state.content.expected = head.length
        // From 300 on, the engine sends nothing more of a body and does not always tell when the answer has ended.
        if head.fields.status.code >= 300 { state.content.endsByCount = state.upload?.stops() ?? false }
        guard case .streamed = delivery else { return (nil, state.content.isComplete) }
        defer { state.continuation = nil }
        return (state.continuation, state.content.isComplete)
      }
      if let answer, case .streamed(let buffer, _, _) = delivery {
        answer.resume(
          returning: head.response(Body(ResponseStream(buffer) { [weak self] in self?.end(with: CancellationError()) })))
      }
      if isComplete { finish(nil, abandoning: true) }
    }

    /// Takes content, and says when there may be more.
    func receives(_ part: ByteBuffer, on loop: any EventLoop) -> EventLoopFuture<Void> {
      let (fault, isComplete) = state.withLock { state -> ((any Error)?, Bool) in
        guard !state.isOver else { return (nil, false) }
        if timers.needsActivity { state.lastActivity = AlarmClock.now }
        state.content.count += part.readableBytes
        if let limit, state.content.count > limit {
          return (BodyError.tooLarge(limit: limit, observed: state.content.count), false)
        }
        if case .whole = delivery { state.content.append(part) }
        return (nil, state.content.isComplete)
      }
      if let fault {
        end(with: fault)
      } else if case .streamed(let buffer, let valve, _) = delivery, !buffer.push(part.data) {
        if !isComplete { return valve.shuts(on: loop) }
      }
      if isComplete { finish(nil, abandoning: true) }
      return loop.makeSucceededVoidFuture()
    }

    func isSent() {
      state.withLock { $0.isSent = true }
    }

    /// A piece of the body has gone.
    func isActive() {
      if timers.needsActivity { state.withLock { $0.lastActivity = AlarmClock.now } }
    }

    func completes() {
      finish(nil, abandoning: false)
    }

    func fails(_ error: any Error) {
      let phase = state.withLock { state -> TransportError.Phase in
        state.head != nil ? .receiving : state.isSent ? .waiting : .beforeSending
      }
      finish(TransportFailure.error(for: error, phase: phase), abandoning: false)
    }

    // MARK: The end

    private var limit: Int? {
      switch delivery {
      case .whole(let limit): limit
      case .streamed(_, _, let limit): limit
      }
    }

    private func finish(_ error: (any Error)?, abandoning: Bool) {
      let last = state.withLock { state -> State? in
        guard !state.isOver else { return nil }
        var last = State(lastActivity: 0, isOver: true)
        swap(&last, &state)
        if last.continuation == nil, last.head == nil { state.early = error }
        return last
      }
      guard let last else { return }
      if let alarm = last.alarm { engine.alarms.cancel(alarm) }
      slot.leave()
      engine.leave(self)
      last.upload?.cancels()
      if abandoning { last.task?.cancel() }
      if case .streamed(let buffer, let valve, _) = delivery {
        buffer.end(error)
        valve.opens()
      }
      guard let continuation = last.continuation else { return }
      if let error {
        continuation.resume(throwing: error)
      } else if let head = last.head {
        continuation.resume(returning: head.response(Body(last.content.data)))
      } else {
        continuation.resume(
          throwing: TransportError(.malformedResponse, phase: .waiting, reason: "the engine reported no response"))
      }
    }
  }

  // MARK: The engine's words

  extension Exchange: HTTPClientResponseDelegate {
    func didSendRequestHead(task: HTTPClient.Task<Void>, _ head: HTTPRequestHead) { isSent() }

    func didVisitURL(task: HTTPClient.Task<Void>, _ request: HTTPClient.Request, _ head: HTTPResponseHead) {
      guard engine.cutsRedirects, [301, 302, 303, 307, 308].contains(head.status.code), head.headers.contains(name: "Location")
      else { return }
      // This comes before the engine follows a redirect, and a task that has been ended does not.
      receivesLast(head)
    }

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
      receives(head)
      return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
      receives(buffer, on: task.eventLoop)
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) throws { completes() }

    func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) { fails(error) }

    private func receivesLast(_ head: HTTPResponseHead) {
      var head = head
      head.headers.replaceOrAdd(name: "Content-Length", value: "0")
      receives(head)
      finish(nil, abandoning: true)
    }
  }
#endif
