import Dispatch
import Foundation
import HTTPTypes
import RefineryCore
import RefineryTransport
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request under way. Collects the engine's events, and returns the first result to its caller: the response, a failure,
/// the deadline, a limit, or cancellation.
final class SessionExchange: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Response, any Error>?
    var task: URLSessionTask?
    var alarm: AlarmClock.ID?
    var early: (any Error)?
    var connection: UsedConnection?
    var head: HTTPResponse?
    var collected = Data()
    var count = 0
    /// The length of the content in bytes; nil if only the engine knows where it ends.
    var length: Int?
    var lastActivity: UInt64
    /// When the head arrived, and when the response was complete.
    var headArrived: UInt64?
    var ended: UInt64?
    var isOver = false
  }

  private let state: Mutex<State>
  private let delivery: ContentDelivery
  private let isHead: Bool
  private let session: PersistentSession
  private let alarms: AlarmClock
  private let slot: OriginLimiter.Slot
  private let hasBytes: Bool
  private let timers: Timers
  private let redirects: RedirectContent

  init(_ request: Request, hasBytes: Bool, session: PersistentSession, alarms: AlarmClock, slot: OriginLimiter.Slot) {
    self.session = session
    self.alarms = alarms
    self.slot = slot
    self.hasBytes = hasBytes
    isHead = request.head.method == .head
    timers = Timers(request)
    redirects = RedirectContent(request)
    delivery = ContentDelivery(of: request)
    state = Mutex(State(lastActivity: AlarmClock.now))
  }

  // MARK: From the caller

  /// Stores the caller's continuation and starts the timers. Returns false if the exchange has already ended; the caller has
  /// then received its error.
  func starts(with continuation: CheckedContinuation<Response, any Error>) -> Bool {
    let early = state.withLock { state -> (any Error)? in
      if let early = state.early { return early }
      state.continuation = continuation
      if let instant = timers.next(lastActivity: state.lastActivity) {
        state.alarm = alarms.schedule(at: instant) { [weak self] in self?.alarmRings() }
      }
      return nil
    }
    guard let early else { return true }
    continuation.resume(throwing: early)
    return false
  }

  /// Whether a task still needs to be created.
  func isWanted() -> Bool {
    state.withLock { !$0.isOver }
  }

  /// Stores the engine's task. Returns false if the exchange is already over and the task must not run.
  func runs(as task: URLSessionTask) -> Bool {
    let isOver = state.withLock { state in
      state.task = task
      return state.isOver
    }
    if isOver { session.abandon(task) }
    return !isOver
  }

  /// Ends the exchange for a reason outside the engine. Later events have no effect.
  func end(with error: any Error) {
    finish(error, abandoning: true)
  }

  private func alarmRings() {
    let expired = state.withLock { state -> TimedOut? in
      guard !state.isOver else { return nil }
      let phase = state.head == nil ? AttemptPhase.waiting : .receiving
      let hasHead = state.head != nil
      if let expired = timers.expired(lastActivity: state.lastActivity, hasHead: hasHead, during: phase) { return expired }
      state.alarm = timers.next(lastActivity: state.lastActivity, hasHead: hasHead).map { instant in
        alarms.schedule(at: instant) { [weak self] in self?.alarmRings() }
      }
      return nil
    }
    if let expired { end(with: expired) }
  }

  // MARK: From the engine

  /// Interim responses (1xx) and trailers arrive here, too. Only the first final head is used.
  func receives(head response: URLResponse) {
    guard let response = response as? HTTPURLResponse, response.statusCode >= 200 else { return isActive() }
    let received: ReceivedHead
    do { received = try HTTPResponse.reading(response, isHead: isHead) } catch { return end(with: error) }
    let (head, length) = (received.head, received.length)
    state.withLock { if !$0.isOver, $0.head == nil { $0.connection = received.connection } }
    if redirects.isLeft(status: head.status.code, hasLocation: head.headerFields[.location] != nil, length: length) {
      return leavesContent(of: head)
    }
    if let excess = delivery.excess(announced: length, status: head.status.code) {
      state.withLock { if !$0.isOver, $0.head == nil { $0.head = head } }
      return end(with: excess)
    }
    let answer = state.withLock { state -> CheckedContinuation<Response, any Error>? in
      guard !state.isOver, state.head == nil else { return nil }
      state.lastActivity = AlarmClock.now
      state.headArrived = state.lastActivity
      state.head = head
      state.length = length
      guard delivery.buffer != nil else { return nil }
      defer { state.continuation = nil }
      return state.continuation
    }
    if let answer, let buffer = delivery.buffer {
      let stream = ResponseStream(buffer) { [weak self] in self?.end(with: CancellationError()) }
      answer.resume(returning: Response(head: head, body: Body(stream)))
    }
  }

  private func leavesContent(of head: HTTPResponse) {
    state.withLock { state in
      guard !state.isOver, state.head == nil else { return }
      state.headArrived = AlarmClock.now
      state.head = RedirectContent.left(head)
    }
    finish(nil, abandoning: true)
  }

  /// Returns how many bytes have been received so far.
  func receives(_ data: Data) -> Int {
    let (fault, task, total) = state.withLock { state in (receives(data, &state), state.task, state.count) }
    if let task { session.moves(data.count, of: task) }
    if let fault { end(with: fault) }
    return total
  }

  private func receives(_ data: Data, _ state: inout State) -> (any Error)? {
    guard !data.isEmpty, !state.isOver else { return nil }
    state.count += data.count
    if timers.needsActivity { state.lastActivity = AlarmClock.now }
    if let excess = delivery.excess(received: state.count) { return excess }
    guard let buffer = delivery.buffer else {
      state.collected.append(data)
      return nil
    }
    guard buffer.push(data) else {
      return TransportError(
        .bufferOverflow, phase: .receiving,
        reason: "more than \(buffer.capacity) bytes waited for a slow reader; read faster or raise Delivery's buffer")
    }
    return nil
  }

  /// Called when the engine sends the request again and has no body for it.
  func mustRewind() {
    guard hasBytes else { return }
    end(with: TransportError(.connectionLost, phase: .waiting, reason: "the kept connection was closed by the server"))
  }

  /// When the engine last reported something from the server, or progress of the upload. It is kept only if the request has an
  /// idle limit.
  var lastActivity: UInt64 { state.withLock { $0.lastActivity } }

  func isActive() {
    if timers.needsActivity { state.withLock { $0.lastActivity = AlarmClock.now } }
  }

  func completes(response: URLResponse?) {
    // The engine reports no head for a redirect without a usable target, but its task has the head.
    if let response, state.withLock({ $0.head == nil }) { receives(head: response) }
    finish(nil, abandoning: false)
  }

  /// A server may reject the rest of an upload, send a response, and close the connection. A complete response is then
  /// returned.
  func fails(_ error: NSError, response: URLResponse?) {
    let (hasHead, isComplete) = state.withLock { ($0.head != nil, $0.head != nil && $0.count == $0.length) }
    if isComplete { return finish(nil, abandoning: false) }
    finish(SessionFailure.error(for: error, hasHead: hasHead || response != nil), abandoning: false)
  }

  // MARK: The end

  /// Returns the end of each phase that the engine reports, as the time since `start`, when the wait for a slot began.
  func times(since start: UInt64) -> AttemptTimes {
    var times = AttemptTimes()
    times.admitted = slot.waited
    state.withLock { state in
      times.firstByte = state.headArrived.map { .nanoseconds(Int64($0 - start)) }
      times.lastByte = state.ended.map { .nanoseconds(Int64($0 - start)) }
      if state.isOver, state.ended == nil { times.interrupted = state.head == nil ? .waiting : .receiving }
      state.connection?.describe(in: &times)
    }
    return times
  }

  private func finish(_ error: (any Error)?, abandoning: Bool) {
    let (isFirst, last) = state.withLock { state -> (Bool, State) in
      guard !state.isOver else { return (false, state) }
      state.isOver = true
      if error == nil, state.head != nil { state.ended = AlarmClock.now }
      let last = state
      if state.task == nil { state.early = error }
      state.continuation = nil
      state.collected = Data()
      return (true, last)
    }
    guard isFirst else { return }
    if let alarm = last.alarm { alarms.cancel(alarm) }
    slot.leave()
    if let task = last.task {
      if abandoning {
        session.abandon(task)
      } else {
        session.retire(task)
      }
    }
    delivery.buffer?.end(error)
    guard let continuation = last.continuation else { return }
    continuation.resume(
      with: Result {
        guard let head = last.head else { throw error ?? ContentDelivery.noHead }
        guard let error else { return Response(head: head, body: Body(last.collected)) }
        return Response(head: head, body: try delivery.cut(last.collected, by: error, status: head.status.code))
      })
  }
}
