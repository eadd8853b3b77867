import HTTPTypes
import Logging
import RefineryCore
import Synchronization

/// One request in a logging middleware, and the lines about it.
///
/// For a call that is not sampled, nothing is written unless it fails or is slow. Then its request line is written late,
/// together with its response line.
struct LoggedExchange: Sendable {
  let request: Request
  let logger: Logger
  private let source: LineSource
  let policy: LoggingPolicy
  let choice: LoggingPolicy.Choice
  let level: Logger.Level
  private let lines: BudgetedLines
  private let started: Duration
  private let earlierSends: Int
  private let isSampled: Bool
  /// The lines of a success that wait for the result of the call; nil if this middleware does not wait for it.
  private let pending: PendingLines?

  /// - Parameter isMain: whether this middleware reports the result of the call. Otherwise it reports only the result of its
  ///   part of the chain.
  init(
    request: Request, lines: BudgetedLines, choice: LoggingPolicy.Choice, level: Logger.Level, isSampled: Bool, isMain: Bool
  ) {
    self.request = request
    self.lines = lines
    logger = lines.logger
    source = lines.source
    policy = lines.policy
    self.choice = choice
    self.level = level
    self.isSampled = isSampled
    started = request.context.clock.now
    earlierSends = request.context.attemptCount
    let pending = PendingLines()
    self.pending = isMain && request.context.onEnd({ pending.end($0) }) ? pending : nil
  }

  func begin() {
    if isSampled { writeRequest() }
  }

  func end(_ response: Response, _ ending: Ending.Outcome) {
    let duration = request.context.clock.now - started
    let isSuccess = request.options.successCodes.contains(response.head.status.code)
    guard isSuccess, let pending, !ending.isFailure else { return end(response, ending, nil, after: duration) }
    // The response, or an item of a stream, may fail to be mapped. The reader of a stream then stops, too.
    pending.keep { error in
      if case .failed = ending { return end(response, .unread, error, after: duration) }
      end(response, ending, error, after: duration)
    }
  }

  /// - Parameter failure: the error of the call, if it failed after the whole response had arrived.
  private func end(_ response: Response, _ ending: Ending.Outcome, _ failure: (any Error)?, after duration: Duration) {
    var facts = Facts(isFailed: !request.options.successCodes.contains(response.head.status.code))
    facts.attempt = request.context.attempt(of: response)
    facts.metadata["http.response.status_code"] = .stringConvertible(response.head.status.code)
    if facts.isFailed { facts.metadata["error.type"] = .stringConvertible(response.head.status.code) }
    // The field `Cache-Status` is not written, because its parameter `key` may contain a URL.
    if response.source != .network { facts.metadata["call.source"] = .string(Redaction.escaped("\(response.source)")) }
    switch ending {
    case .complete(let bytes): facts.metadata["http.response.body.size"] = .stringConvertible(bytes)
    case .failed(let error): facts.take(error, of: request)
    case .unread: facts.metadata["http.response.body.size"] = "unread"
    }
    if let failure { facts.take(failure, of: request) }
    guard write("response", facts, after: duration) else { return }
    writeDetails("response details") {
      details("response", response.head.headerFields, response.body)
    }
  }

  func fail(_ error: any Error) {
    var facts = Facts(isFailed: false)
    facts.take(error, of: request)
    facts.attempt = request.context.attempts.dropFirst(earlierSends).last
    _ = write("no response", facts, after: request.context.clock.now - started)
  }

  /// Returns false if nothing is written: the call is not sampled, and it did not fail or its cause already has too many lines.
  private func write(_ message: Logger.Message, _ known: Facts, after duration: Duration) -> Bool {
    var facts = known
    if !isSampled {
      let isSlow = policy.slow.map { duration >= $0 } ?? false
      let kind: LineBudget.Kind? =
        facts.isFailed ? .failure : isSlow ? .slow : hasFailedAttempt ? .failedAttempt : nil
      guard let kind else { return false }
      let type = facts.errorType ?? kind.rawValue
      guard lines.takes(kind, type, facts.message, at: facts.attempt?.origin, limit: policy.linesPerCause) else {
        return false
      }
      writeRequest()
    }
    let attempts = request.context.attempts
    let notes = request.context.notes
    if !notes.isEmpty { facts.metadata["call.notes"] = .safe(notes.joined(separator: "; ")) }
    logger.log(
      level: level, message,
      metadata: common(resends: attempts.count - 1, at: facts.attempt?.origin).merging(peer(of: facts.attempt)) { $1 }
        .merging(facts.metadata) { $1 }.merging(waits(attempts)) { $1 }.merging([
          "http.client.duration_ms": .stringConvertible(duration.milliseconds),
          "call.outcome": .string(facts.outcome),
        ]) { $1 })
    return true
  }

  /// The other end of the connection.
  private func peer(of attempt: Attempt?) -> Logger.Metadata {
    var metadata: Logger.Metadata = [:]
    guard let times = attempt?.times else { return metadata }
    if let address = times.peerAddress { metadata["network.peer.address"] = .safe(address) }
    if let port = times.peerPort { metadata["network.peer.port"] = .stringConvertible(port) }
    return metadata
  }

  /// How long the call has waited so far: in middleware, and, in all its attempts, for the queue and for the first byte.
  private func waits(_ attempts: [Attempt]) -> Logger.Metadata {
    var waits = request.context.waits
    for span in attempts.lazy.compactMap(\.times).flatMap(\.spans) where span.phase == .waiting {
      waits["first_byte", default: .zero] += span.end - span.start
    }
    var metadata: Logger.Metadata = [:]
    for (wait, duration) in waits {
      metadata["wait.\(wait)_ms"] = .stringConvertible(duration.milliseconds)
    }
    return metadata
  }

  private var hasFailedAttempt: Bool {
    let successes = request.options.successCodes
    return request.context.attempts.contains { attempt in
      switch attempt.outcome {
      case .status(let code): !successes.contains(code)
      case .failure(let text): text != ErrorSummary.text(of: CancellationError())
      case nil: false
      }
    }
  }

  private func writeRequest() {
    logger.log(level: level, "request", metadata: common(resends: earlierSends))
    writeDetails("request details") {
      var details = details("request", request.head.headerFields, request.body)
      details["url.full"] = .safe(policy.redaction.url(of: request))
      return details
    }
  }

  private func writeDetails(_ message: Logger.Message, _ details: () -> Logger.Metadata) {
    guard let level = choice.detailLevel.level else { return }
    logger.log(
      level: level, message,
      metadata: details().merging(source.place()) { $1 }.merging([
        "call.retry_count": .stringConvertible(request.retryCount)
      ]) { $1 })
  }

  private func common(resends: Int, at origin: Origin? = nil) -> Logger.Metadata {
    var metadata = source.identity(at: origin)
    metadata["call.retry_count"] = .stringConvertible(request.retryCount)
    if resends > 0 { metadata["http.request.resend_count"] = .stringConvertible(resends) }
    if let size = request.body?.length { metadata["http.request.body.size"] = .stringConvertible(size) }
    return metadata
  }

  private func details(_ side: String, _ fields: HTTPFields, _ body: Body?) -> Logger.Metadata {
    var metadata: Logger.Metadata = [:]
    if policy.headers {
      for field in fields {
        let key = "http.\(side).header.\(field.name.canonicalName)"
        let value = policy.redaction.value(of: field)
        metadata[key] = .safe(metadata[key].map { "\($0), \(value)" } ?? value)
      }
    }
    if choice.bodies, let body, body.length != 0 {
      metadata["http.\(side).body"] = .string(policy.redaction.shown(body, fields: fields, cap: policy.bodyCap).description)
    }
    return metadata
  }
}

/// The result of an exchange, as metadata.
struct Facts {
  var isFailed: Bool
  var isCancelled = false
  /// The attempt that returned the response, or else the last attempt.
  var attempt: Attempt?
  var errorType: String?
  var message: String?
  var metadata: Logger.Metadata = [:]
  var outcome: String { isFailed ? "error" : isCancelled ? "cancelled" : "success" }

  init(isFailed: Bool) { self.isFailed = isFailed }

  /// A cancellation counts as a failure only if its cause is the call's deadline.
  mutating func take(_ error: any Error, of request: Request) {
    let isLate = error is CancellationError && request.deadline?.hasPassed == true
    isCancelled = error is CancellationError && !isLate
    if !isCancelled { isFailed = true }
    let cause = (error as? CallError)?.underlying ?? error
    let type =
      isLate
      ? ErrorSummary.type(of: TimedOut(.total))
      : isCancelled ? "cancelled" : (error as? CallError)?.errorType ?? ErrorSummary.type(of: error)
    let text = ErrorSummary.text(of: cause) + (isLate ? ": the call's deadline had passed" : "")
    metadata["error.type"] = .safe(type)
    metadata["error.message"] = .safe(text)
    (errorType, message) = (type, text)
  }
}

/// The lines of a response that has arrived, until it is known whether the call succeeds.
private final class PendingLines: Sendable {
  private struct State {
    var write: (@Sendable ((any Error)?) -> Void)?
    var isOver = false
    var error: (any Error)?
  }

  private let state = Mutex(State())

  /// Keeps the lines until the call ends. If it has ended already, because an item of a stream could not be mapped, writes them
  /// at once.
  func keep(_ write: @escaping @Sendable ((any Error)?) -> Void) {
    let last = state.withLock { state in
      if !state.isOver { state.write = write }
      return state
    }
    if last.isOver { write(last.error) }
  }

  func end(_ error: (any Error)?) {
    let write = state.withLock { state in
      defer { state = State(isOver: true, error: error) }
      return state.write
    }
    write?(error)
  }
}

/// Reports how a response ended exactly once, even if its body is never read.
final class Ending: Sendable {
  enum Outcome: Sendable {
    case complete(bytes: Int)
    case failed(any Error)
    case unread

    init(_ result: Result<Int, any Error>) {
      switch result {
      case .success(let bytes): self = .complete(bytes: bytes)
      case .failure(let error): self = .failed(error)
      }
    }

    /// Whether the body failed. It did not fail if only its reader stopped.
    var isFailure: Bool { if case .failed(let error) = self { !(error is CancellationError) } else { false } }
  }

  private let isTold = Atomic(false)
  private let action: @Sendable (Outcome) -> Void

  init(_ action: @escaping @Sendable (Outcome) -> Void) { self.action = action }

  func tell(_ outcome: Outcome) {
    if !isTold.exchange(true, ordering: .acquiringAndReleasing) { action(outcome) }
  }

  deinit { tell(.unread) }
}
