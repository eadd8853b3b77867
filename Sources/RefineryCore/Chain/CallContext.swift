import Synchronization

/// What all attempts of one call share: number, clock, deadline, the attempts so far, and the values that plugins keep for the call.
///
/// A context is made with the request of a call and lives as long as the last copy of that request. All members may be used
/// from any task.
public final class CallContext: Sendable {
  /// The number of the call within its client, from 1; the same in every log line of the call.
  public let number: UInt64
  /// The name of the client that sends the call, if it has one.
  public let client: String?
  /// The time of this call.
  public let clock: CallClock
  /// The instant by which the call must have ended, if it has one.
  public let deadline: Deadline?
  private let started: Duration
  private let lastPass = Atomic(0)
  private let state = Mutex(State())

  private struct State {
    var attempts: [Attempt] = []
    var readers: [@Sendable (Resend) -> Void] = []
    /// With the object of each key, so that no other key can get its identity.
    var values: [ObjectIdentifier: (key: any AnyObject & Sendable, value: any Sendable)] = [:]
  }

  /// A context of a call that begins now.
  public init(
    number: UInt64 = 0, client: String? = nil, clock: CallClock = .continuous, timeout: Duration? = nil
  ) {
    self.number = number
    self.client = client
    self.clock = clock
    let now = clock.now
    started = now
    deadline = timeout.map { Deadline(at: now + $0, on: clock) }
  }

  /// How long the call has taken so far.
  public var elapsed: Duration { clock.now - started }

  /// Everything that was sent for this call, in the order of the sending.
  public var attempts: [Attempt] { state.withLock { $0.attempts } }

  /// How many attempts there are.
  public var attemptCount: Int { state.withLock { $0.attempts.count } }

  /// Calls `reader` whenever a link sends a request of this call again, before it does: see ``Request/resend(because:after:)``.
  ///
  /// There may be any number of readers. The context keeps them as long as it lives, so `reader` must not hold the context or a
  /// request of it.
  public func onResend(_ reader: @escaping @Sendable (Resend) -> Void) {
    state.withLock { $0.readers.append(reader) }
  }

  /// Waits, at most until the call's deadline: the way for a link to wait.
  ///
  /// - Throws: ``TimedOut`` when the deadline comes first; `CancellationError` as soon as the task is cancelled.
  public func sleep(for duration: Duration) async throws {
    guard let remaining = deadline?.remaining, remaining < duration else { return try await clock.sleep(for: duration) }
    if remaining > .zero { try await clock.sleep(for: remaining) }
    throw TimedOut(.total)
  }

  // MARK: The values of plugins

  /// The value that a plugin keeps for this call.
  public subscript<Value>(key: CallContextKey<Value>) -> Value {
    state.withLock { $0.values[key.identity]?.value as? Value } ?? key.defaultValue
  }

  /// Changes the value that a plugin keeps for this call, and returns what `change` returns. No other task sees or changes a value
  /// of this context meanwhile, so `change` must be short and must not use the context.
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

  /// A number that no other pass of a request through the chain has.
  func nextPass() -> Int { lastPass.add(1, ordering: .relaxed).newValue }

  func tellReaders(of reason: ResendReason, after response: Response?) {
    let (readers, previous) = state.withLock { state -> ([@Sendable (Resend) -> Void], Attempt?) in
      guard !state.readers.isEmpty else { return ([], nil) }
      let previous =
        if let number = response?.attempt { state.attempts.first { $0.number == number } } else { state.attempts.lastEnded }
      return (state.readers, previous)
    }
    guard !readers.isEmpty else { return }
    let resend = Resend(reason: reason, previous: previous, sends: attemptCount, time: elapsed)
    for reader in readers { reader(resend) }
  }

  /// Notes that a request is sent now. Nil where an attempt of the request's pass has been noted before.
  func attemptStarts(_ request: Request) -> Int? {
    let now = elapsed
    return state.withLock { state in
      if state.attempts.contains(where: { $0.pass == request.pass }) { return nil }
      let number = state.attempts.count + 1
      state.attempts.append(Attempt(number: number, pass: request.pass, started: now, reason: request.resendReason))
      return number
    }
  }

  func attemptEnds(_ number: Int, outcome: Attempt.Outcome) {
    let now = elapsed
    state.withLock { state in
      state.attempts[number - 1].outcome = outcome
      state.attempts[number - 1].duration = now - state.attempts[number - 1].started
    }
  }

  func report(_ times: AttemptTimes, pass: Int) {
    state.withLock { state in
      guard let index = state.attempts.lastIndex(where: { $0.pass == pass }) else { return }
      state.attempts[index].times = times
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
/// A key is the identity of its value: two keys never share a value, whatever their types. A plugin keeps its key in a static
/// property, or in an instance property where each link of the plugin has values of its own.
///
/// ```swift
/// private let isReplayed = CallContextKey(false)
/// // in `respond(to:next:)`:
/// request.context.update(isReplayed) { $0 = true }
/// ```
public struct CallContextKey<Value: Sendable>: Sendable {
  final class Identity: Sendable {}
  let object = Identity()
  /// The value of a call that has none yet.
  public let defaultValue: Value

  /// A new key.
  public init(_ defaultValue: Value) { self.defaultValue = defaultValue }

  var identity: ObjectIdentifier { ObjectIdentifier(object) }
}

/// What a link of the chain waited for.
public struct CallWait: Sendable, Hashable, CustomStringConvertible {
  /// What was waited for, as log keys name it: `credentials`.
  public let description: String
  /// A wait of your own link.
  public init(_ description: String) { self.description = description }

  /// Fresh credentials.
  public static let credentials = CallWait("credentials")
  /// The time between a failed attempt and its retry.
  public static let retry = CallWait("retry")
}

extension CallContext {
  private static let waited = CallContextKey<[CallWait: Duration]>([:])

  /// How long links of the chain have waited in this call, by what for. Waits of attempts are in their ``Attempt/times``.
  public var waits: [CallWait: Duration] { self[Self.waited] }

  /// Adds to the time that this call has waited for something. Waits of less than 0.1 ms are left out.
  public func waited(_ duration: Duration, for wait: CallWait) {
    guard duration >= .microseconds(100) else { return }
    update(Self.waited) { $0[wait, default: .zero] += duration }
  }
}
