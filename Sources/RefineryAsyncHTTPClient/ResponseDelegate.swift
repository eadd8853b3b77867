#if AsyncHTTPClient
  import AsyncHTTPClient
  import HTTPTypes
  import NIOCore
  import NIOHTTP1
  import RefineryCore
  import RefineryTransport
  import Synchronization

  /// Collects the engine's events for one request, and returns the first result to its caller: the response, a failure, the
  /// deadline, a limit or cancellation.
  final class ResponseDelegate: Sendable {
    private struct State {
      var continuation: CheckedContinuation<ReceivedResponse, any Error>?
      var task: HTTPClient.Task<Void>?
      var upload: HTTPClientUpload?
      var pool: ClientPool?
      var alarm: AlarmClock.ID?
      var early: (any Error)?
      var connection: UsedConnection?
      var head: ReceivedHead?
      var content = ReceivedContent()
      var lastActivity: UInt64
      var isSent = false
      /// When the request's head was sent, when the response's head arrived, and when the response was complete.
      var instants = (sent: UInt64(0), head: UInt64(0), over: UInt64(0))
      var isOver = false

      /// Whether all bytes of content that the head announced have arrived.
      var isWhole: Bool { head != nil && content.count == content.expected }

      /// Whether the request ends now: the response is complete, and the rest of the request's body is not needed.
      var endsNow: Bool { content.isComplete || isWhole && upload?.hasMore == true }
    }

    private let state: Mutex<State>
    private let delivery: ContentDelivery
    /// Nil if the content is returned whole.
    private let backpressure: BackpressureSignal?
    private let isHead: Bool
    let redirects: RedirectContent
    let dispatcher: RequestDispatcher
    private let slot: OriginLimiter.Slot
    private let timers: Timers

    init(_ request: RefineryCore.Request, dispatcher: RequestDispatcher, slot: OriginLimiter.Slot) {
      self.dispatcher = dispatcher
      self.slot = slot
      isHead = request.head.method == .head
      redirects = RedirectContent(request)
      timers = Timers(request)
      if request.options.delivery == .whole {
        backpressure = nil
        delivery = ContentDelivery(of: request)
      } else {
        let signal = BackpressureSignal()
        backpressure = signal
        delivery = ContentDelivery(of: request) { signal.resume() }
      }
      state = Mutex(State(lastActivity: timers.needsActivity ? AlarmClock.now : 0))
    }

    // MARK: From the caller

    /// Stores the caller's continuation and starts the timers. Returns false if the request has already ended; the caller has
    /// then received its error.
    func start(with continuation: CheckedContinuation<ReceivedResponse, any Error>) -> Bool {
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

    /// Stores the engine's task, or cancels it if the request is over.
    func setTask(_ task: HTTPClient.Task<Void>) {
      let isOver = state.withLock { state in
        if !state.isOver { state.task = task }
        return state.isOver
      }
      if isOver { task.cancel() }
    }

    /// Stores the sender of a streamed body. Returns false if the request is over.
    func setUpload(_ upload: HTTPClientUpload) -> Bool {
      state.withLock { state in
        if !state.isOver { state.upload = upload }
        return !state.isOver
      }
    }

    /// Retains the clients of the request until the request ends.
    func keep(_ pool: ClientPool) {
      state.withLock { if !$0.isOver { $0.pool = pool } }
    }

    /// Whether the request has ended. The dispatcher then knows it, or will know it in a moment.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Whether the request was sent, or the engine reported a failure.
    var isSentOrFailed: Bool { state.withLock { $0.isSent } }

    /// Ends the request for a reason outside the engine. Later events have no effect.
    func end(with error: any Error) {
      finish(error, abandoning: true)
    }

    private func alarm(at instant: UInt64) -> AlarmClock.ID {
      dispatcher.alarms.schedule(at: instant) { [weak self] in self?.checkTimers() }
    }

    private func checkTimers() {
      let expired = state.withLock { state -> TimedOut? in
        guard !state.isOver else { return nil }
        // The idle timeout does not run while the request waits for the source of the upload or for the reader.
        if state.upload?.awaitsSource == true { state.lastActivity = AlarmClock.now }
        if let backpressure { state.lastActivity = max(state.lastActivity, backpressure.lastPause) }
        let phase: AttemptPhase = state.head != nil ? .receiving : state.isSent ? .waiting : .connect
        let hasHead = state.head != nil
        if let expired = timers.expired(lastActivity: state.lastActivity, hasHead: hasHead, during: phase) { return expired }
        state.alarm = timers.next(lastActivity: state.lastActivity, hasHead: hasHead).map { alarm(at: $0) }
        return nil
      }
      if let expired { end(with: expired) }
    }

    // MARK: From the engine

    func sendsHead(on connection: UsedConnection?) {
      state.withLock { state in
        state.isSent = true
        state.connection = connection
        state.instants.sent = AlarmClock.now
        // The wait for the response does not include the time to connect.
        if timers.needsActivity { state.lastActivity = state.instants.sent }
      }
    }

    func receive(_ head: HTTPResponseHead) {
      guard let head = ReceivedHead(head, isHead: isHead, decodesContent: dispatcher.decodesContent) else {
        return end(
          with: TransportError(.malformedResponse, phase: .receiving, reason: "the status or the content coding cannot be used")
        )
      }
      if let excess = delivery.excess(announced: head.length, status: head.status) {
        state.withLock { if !$0.isOver { $0.head = head } }
        return end(with: excess)
      }
      // For a status of 300 or above, the engine sends no more of the request's body and does not always report the end of the
      // response.
      let upload = head.status >= 300 ? state.withLock { $0.upload } : nil
      let endsByCount = upload?.stop() ?? false
      let (caller, isComplete) = state.withLock { state -> (CheckedContinuation<ReceivedResponse, any Error>?, Bool) in
        guard !state.isOver else { return (nil, false) }
        if timers.needsActivity { state.lastActivity = AlarmClock.now }
        state.head = head
        state.instants.head = AlarmClock.now
        state.content.expected = head.length
        state.content.endsByCount = endsByCount
        guard delivery.buffer != nil else { return (nil, state.endsNow) }
        defer { state.continuation = nil }
        return (state.continuation, state.endsNow)
      }
      if let caller, let buffer = delivery.buffer {
        let stream = Body(ResponseStream(buffer) { [weak self] in self?.end(with: CancellationError()) })
        caller.resume(returning: ReceivedResponse(head: head, stream: stream))
      }
      if isComplete { finish(nil, abandoning: true) }
    }

    /// Handles content. The future completes when the engine may read more.
    func receive(_ part: ByteBuffer, on loop: any EventLoop) -> EventLoopFuture<Void> {
      // After the end there is no reader, so nothing would resume the engine.
      if isOver { return loop.makeSucceededVoidFuture() }
      let (fault, isComplete) = state.withLock { state -> ((any Error)?, Bool) in
        guard !state.isOver else { return (nil, false) }
        if timers.needsActivity { state.lastActivity = AlarmClock.now }
        state.content.count += part.readableBytes
        if let excess = delivery.excess(received: state.content.count) { return (excess, false) }
        if delivery.buffer == nil { state.content.append(part) }
        return (nil, state.endsNow)
      }
      if let fault {
        end(with: fault)
      } else if let buffer = delivery.buffer, let backpressure, !buffer.push(part.data) {
        if !isComplete { return backpressure.pause(on: loop).flatMap { self.uploadEnd(on: loop) } }
      }
      if isComplete { finish(nil, abandoning: true) }
      return uploadEnd(on: loop)
    }

    /// Returns a future that completes when the engine may read the end of the response. If the engine read the end of the
    /// response before the end of the upload, it would neither close the connection nor use it again.
    func uploadEnd(on loop: any EventLoop) -> EventLoopFuture<Void> {
      let upload = state.withLock { $0.isWhole ? $0.upload : nil }
      return upload?.end(on: loop) ?? loop.makeSucceededVoidFuture()
    }

    /// Called when the source has returned a piece of the request's body, and when a piece was sent.
    func uploadMoves() {
      if timers.needsActivity { state.withLock { $0.lastActivity = AlarmClock.now } }
    }

    /// A server may send a complete response and close the connection before the upload is complete. The response is then
    /// returned.
    func fail(_ error: any Error) {
      let (phase, isWhole) = state.withLock { state -> (TransportError.Phase, Bool) in
        (state.head != nil ? .receiving : state.isSent ? .waiting : .beforeSending, state.isWhole)
      }
      if isWhole { return finish(nil, abandoning: false) }
      finish(HTTPClientFailure.error(for: error, phase: phase), abandoning: false)
    }

    // MARK: The end

    /// Returns the end of each phase that the engine reports, as the time since `start`.
    func times(since start: UInt64) -> AttemptTimes {
      let (instants, connection, isOver) = state.withLock { ($0.instants, $0.connection, $0.isOver) }
      func span(_ instant: UInt64) -> Duration? { instant > start ? .nanoseconds(Int64(instant - start)) : nil }
      var times = AttemptTimes()
      times.admitted = slot.waited
      if connection?.isReused != true { times.connected = span(instants.sent) }
      times.firstByte = span(instants.head)
      times.lastByte = span(instants.over)
      if isOver, instants.over == 0 {
        times.interrupted = instants.head > 0 ? .receiving : instants.sent > 0 ? .waiting : .connect
      }
      connection?.describe(in: &times)
      return times
    }

    func finish(_ error: (any Error)?, abandoning: Bool) {
      let last = state.withLock { state -> State? in
        guard !state.isOver else { return nil }
        let isWhole = error == nil && state.head != nil
        var last = State(
          connection: state.connection, lastActivity: 0, isSent: state.isSent || !abandoning,
          instants: (state.instants.sent, state.instants.head, isWhole ? AlarmClock.now : 0), isOver: true)
        swap(&last, &state)
        if last.continuation == nil, last.head == nil { state.early = error }
        return last
      }
      guard let last else { return }
      if let alarm = last.alarm { dispatcher.alarms.cancel(alarm) }
      slot.leave()
      dispatcher.leave(self)
      last.upload?.cancel()
      if abandoning { last.task?.cancel() }
      delivery.buffer?.end(error)
      backpressure?.resume()
      guard let continuation = last.continuation else { return }
      continuation.resume(
        with: Result {
          guard let head = last.head else { throw error ?? ContentDelivery.noHead }
          guard let error else { return ReceivedResponse(head: head, content: last.content) }
          return ReceivedResponse(head: head, stream: try delivery.cut(last.content.data, by: error, status: head.status))
        })
    }
  }
#endif
