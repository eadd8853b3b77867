import HTTPTypes
import Synchronization

/// The state that all attempts of one call share: number, clock, deadline, the attempts so far, and the values of plugins.
///
/// A context is made with the request of a call and lives as long as the last copy of that request. All members may be used
/// from any task.
public final class CallContext: Sendable {
  /// The number of the call within its client, from 1; the same in every log line of the call. 0 until a client sends the call.
  public var number: UInt64 { sentNumber.load(ordering: .relaxed) }
  private let sentNumber: Atomic<UInt64>
  /// The name of the client that sends the call, if it has one.
  public let client: String?
  /// The clock that measures the time of this call.
  public let clock: CallClock
  private let limit: Deadline?
  /// Whether ``deadline`` is the instant by which the head of the response must arrive, because the response is read as a
  /// stream. Transports then drop the deadline when the head has arrived.
  public let limitsOnlyHead: Bool
  private let hasHead = Atomic(false)
  /// Unique in the process. So a response that a middleware kept from another call is not mistaken for a response of this call.
  let identity = CallContext.identities.add(1, ordering: .relaxed).newValue
  private static let identities = Atomic<UInt64>(0)
  private let started: Duration
  private let lastPass = Atomic(0)
  private let state = Mutex(State())

  private struct State {
    var attempts: [Attempt] = []
    var readers: [@Sendable (Resend) -> Void] = []
    /// Functions that receive the result of the call.
    var endReaders: [@Sendable ((any Error)?) -> Void] = []
    /// Whether a client sends the call and reports its result.
    var isOfClient = false
    /// Each entry keeps the object of its key alive, so that a new key cannot get the same identity.
    var values: [ObjectIdentifier: (key: any AnyObject & Sendable, value: any Sendable)] = [:]
  }

  /// Creates the context of a call that begins now.
  public init(
    number: UInt64 = 0, client: String? = nil, clock: CallClock = .continuous, timeout: Duration? = nil,
    limitsOnlyHead: Bool = false
  ) {
    sentNumber = Atomic(number)
    self.limitsOnlyHead = limitsOnlyHead
    self.client = client
    self.clock = clock
    let now = clock.now
    started = now
    limit = timeout.map { Deadline(at: now + $0, on: clock) }
  }

  /// The instant by which the call must end, if there is one; nil once the head has arrived if ``limitsOnlyHead`` is true.
  public var deadline: Deadline? { limitsOnlyHead && hasHead.load(ordering: .relaxed) ? nil : limit }

  /// Records that the client has the head of the response.
  func headArrives() { hasHead.store(true, ordering: .relaxed) }

  /// How long the call has taken so far.
  public var elapsed: Duration { clock.now - started }

  /// Every attempt of this call, in the order of sending.
  public var attempts: [Attempt] { state.withLock { $0.attempts } }

  /// The attempt of this call that returned a response. Nil if a middleware made the response, or kept it from another call.
  package func attempt(of response: Response) -> Attempt? {
    guard let sender = response.sender, sender.call == identity else { return nil }
    return state.withLock { $0.attempts[sender.attempt - 1] }
  }

  func attempt(ofPass pass: Int) -> Attempt? { state.withLock { $0.attempts.last { $0.pass == pass } } }

  /// The number of attempts so far.
  package var attemptCount: Int { state.withLock { $0.attempts.count } }

  /// Calls `reader` each time before a request of this call is sent again: see ``Request/resend(because:after:)``. It is not
  /// called if a later middleware responds or throws, so that the repeated request does not reach the transport.
  ///
  /// There may be any number of readers. The context keeps them as long as it lives, so `reader` must not hold the context or a
  /// request of it.
  package func onResend(_ reader: @escaping @Sendable (Resend) -> Void) {
    state.withLock { $0.readers.append(reader) }
  }

  /// Calls `reader` once when the call has ended, after its response was mapped or its streamed body has ended: with nil for a
  /// success, with the ``CallError`` of a failed call, or with a `CancellationError`. So a middleware also learns of failures
  /// after the chain, such as a mapping error.
  ///
  /// `reader` runs on the task of the call or on the thread that ended its body. It is released after that, and may hold a
  /// request.
  ///
  /// - Returns: false if `reader` will not be called, because the call has ended or no client sends it.
  @discardableResult
  public func onEnd(_ reader: @escaping @Sendable ((any Error)?) -> Void) -> Bool {
    state.withLock { state in
      if state.isOfClient { state.endReaders.append(reader) }
      return state.isOfClient
    }
  }

  /// Whether a middleware waits for the result of the call.
  var hasEndReaders: Bool { state.withLock { !$0.endReaders.isEmpty } }

  /// Records that a client sends the call and will call ``end(_:)``. The call gets its number when it is sent first.
  func begins(_ number: () -> UInt64) {
    state.withLock { state in
      if self.number == 0 { sentNumber.store(number(), ordering: .relaxed) }
      state.isOfClient = true
    }
  }

  /// Tells the readers the result of the call.
  func end(_ error: (any Error)?) {
    let readers = state.withLock { state in
      defer { (state.endReaders, state.isOfClient) = ([], false) }
      return state.endReaders
    }
    for reader in readers { reader(error) }
  }

  /// Waits for a duration, but not beyond the call's deadline. Middleware uses this for its own waits.
  ///
  /// - Throws: ``TimedOut`` when the deadline comes first; `CancellationError` as soon as the task is cancelled.
  public func sleep(for duration: Duration) async throws {
    guard let remaining = deadline?.remaining, remaining < duration else {
      return try await clock.sleep(for: duration)
    }
    if remaining > .zero { try await clock.sleep(for: remaining) }
    throw TimedOut(.total)
  }

  // MARK: The values of plugins

  /// The value that a plugin keeps for this call.
  public subscript<Value>(key: CallContextKey<Value>) -> Value {
    state.withLock { $0.values[key.identity]?.value as? Value } ?? key.defaultValue
  }

  /// Changes the value that a plugin keeps for this call, and returns what `change` returns. No other task sees or changes a
  /// value of this context meanwhile, so `change` must be short and must not use the context.
  public func update<Value, Output: Sendable>(
    _ key: CallContextKey<Value>, _ change: @Sendable (inout Value) -> Output
  ) -> Output {
    state.withLock { state in
      var value = state.values[key.identity]?.value as? Value ?? key.defaultValue
      defer { state.values[key.identity] = (key.object, value) }
      return change(&value)
    }
  }

  // MARK: Passes and attempts

  /// Returns a number for a new pass of a request through the chain.
  func nextPass() -> Int { lastPass.add(1, ordering: .relaxed).newValue }

  /// Returns the number of the attempt that returned a response, or else of the attempt that ended last.
  func attempt(before response: Response?) -> Int? {
    if let response, let sent = attempt(of: response) { return sent.number }
    return state.withLock { $0.attempts.lastEnded?.number }
  }

  /// Records that a request is sent now, and tells the readers if it is sent again. Returns the number of the attempt. If the
  /// same request is sent again and no middleware has recorded why, records that first.
  func attemptStarts(_ request: inout Request) -> Int {
    while true {
      if let number = recordAttempt(request) { return number }
      request.resend(because: .other("a link of the chain sent the request again"))
    }
  }

  /// Returns nil if the pass of the request already has an attempt.
  private func recordAttempt(_ request: Request) -> Int? {
    let now = elapsed
    let (number, readers, previous) = state.withLock { state -> (Int?, [@Sendable (Resend) -> Void], Attempt?) in
      if state.attempts.contains(where: { $0.pass == request.pass }) { return (nil, [], nil) }
      let previous = request.previousAttempt.map { state.attempts[$0 - 1] }
      let number = state.attempts.count + 1
      state.attempts.append(
        Attempt(
          number: number, pass: request.pass, scheme: request.head.scheme, authority: request.head.authority, started: now,
          reason: request.resendReason))
      return (number, request.resendReason == nil ? [] : state.readers, previous)
    }
    if let number, let reason = request.resendReason, !readers.isEmpty {
      let resend = Resend(
        reason: reason, previous: previous, sends: number - 1, time: now, origin: Origin(request.head))
      for reader in readers { reader(resend) }
    }
    return number
  }

  func attemptEnds(_ number: Int, outcome: Attempt.Outcome, errorType: String? = nil) {
    let now = elapsed
    let queued = state.withLock { state in
      state.attempts[number - 1].outcome = outcome
      state.attempts[number - 1].errorType = errorType
      let attempt = state.attempts[number - 1]
      state.attempts[number - 1].duration = now - attempt.started
      // A transport with a queue of its own reports only the end of the wait.
      return max(attempt.queued + (attempt.queuedSince.map { now - $0 } ?? .zero), attempt.times?.admitted ?? .zero)
    }
    waited(queued, for: "queue")
  }

  /// Records that the attempt of a pass begins or ends a wait for a place.
  func attempt(of pass: Int, isQueued: Bool) {
    let now = elapsed
    update(pass) { attempt in
      if !isQueued, let since = attempt.queuedSince { attempt.queued += now - since }
      attempt.queuedSince = isQueued ? now : nil
    }
  }

  /// Sleeps until an attempt has used up its limit; its waits for a place do not count. After each sleep it sleeps again for
  /// what is left, so the end of a wait needs no signal.
  func sleep(untilEndOf limit: Duration, of number: Int) async throws {
    while true {
      let now = elapsed
      let left = state.withLock { $0.attempts[number - 1].left(of: limit, at: now) }
      guard left > .zero else { return }
      try await clock.sleep(untilEndOfLimit: left)
    }
  }

  /// What an attempt was doing when it ended.
  func interruptedPhase(of number: Int) -> AttemptPhase? { state.withLock { $0.attempts[number - 1].phase } }

  func report(_ times: AttemptTimes, pass: Int) { update(pass) { $0.times = times } }

  /// Changes the attempt of a pass, if it has one.
  private func update(_ pass: Int, _ change: @Sendable (inout Attempt) -> Void) {
    state.withLock { state in
      guard let index = state.attempts.lastIndex(where: { $0.pass == pass }) else { return }
      change(&state.attempts[index])
    }
  }
}

extension [Attempt] {
  /// The attempt that ended last.
  fileprivate var lastEnded: Attempt? {
    self.filter { $0.outcome != nil }.max { $0.started + $0.duration < $1.started + $1.duration }
  }
}

/// Names a value that a plugin keeps in the context of each call.
///
/// Each key has a value of its own: two keys never share one, even if they have the same type. A plugin keeps its key in a
/// static property, or in an instance property if each instance of the plugin needs its own values.
///
/// ```swift
/// private let isReplayed = CallContextKey(false)
/// // in `respond(to:next:)`:
/// request.context.update(isReplayed) { $0 = true }
/// ```
public struct CallContextKey<Value: Sendable>: Sendable {
  final class Identity: Sendable {}
  let object = Identity()
  let defaultValue: Value

  /// Creates a key that differs from all others. A call that has not set a value has the default value.
  public init(_ defaultValue: Value) { self.defaultValue = defaultValue }

  var identity: ObjectIdentifier { ObjectIdentifier(object) }
}

extension CallContext {
  private static let waited = CallContextKey<[String: Duration]>([:])

  /// How long this call has waited, by reason: `credentials` for fresh credentials, `retry` between a failed attempt and its
  /// retry, `queue` for a place among the requests under way to an origin, and the reasons of other middleware.
  /// ``Attempt/times`` has the other phases of an attempt.
  public var waits: [String: Duration] { self[Self.waited] }

  /// Adds to the time that this call has waited for a reason, such as `quota`. Waits of less than 0.1 ms are not counted.
  public func waited(_ duration: Duration, for wait: String) {
    guard duration >= .microseconds(100) else { return }
    update(Self.waited) { $0[wait, default: .zero] += duration }
  }
}
