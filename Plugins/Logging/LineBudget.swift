import Logging
import RefineryCore
import Synchronization

/// Limits the lines about one origin and cause in a period, and counts the lines that are left out. Copies of a middleware
/// share it.
///
/// It has no timer: the first event after the end of a period returns the counts of that period.
final class LineBudget: Sendable {
  /// The subject of the lines; the text is the message of the summary.
  enum Kind: String, Sendable {
    case failure = "calls failed"
    case slow = "calls were slow"
    case failedAttempt = "calls had failed attempts"
    case resend = "requests sent again"
    case cut = "responses were cut"
  }

  struct Cause: Hashable, Sendable {
    let kind: Kind
    let address: String?
    let port: Int?
    let errorType: String
  }

  /// The lines of one cause that were left out in a period.
  struct Summary: Sendable {
    let cause: Cause
    let count: Int
    /// The message of the last of these lines.
    let message: String?
    let period: Duration
  }

  private struct Count {
    var written = 0
    var leftOut = 0
    var message: String?
  }

  private struct State {
    var start: Duration?
    var counts: [Cause: Count] = [:]

    /// Returns the counts of the last period if it is over, or if the clock went back, and starts a new one.
    mutating func ends(at now: Duration, _ period: Duration) -> [Summary] {
      guard let start, now - start >= period || now < start else { return [] }
      defer { (self.start, counts) = (nil, [:]) }
      return counts.filter { $0.value.leftOut > 0 }.map {
        Summary(cause: $0.key, count: $0.value.leftOut, message: $0.value.message, period: now < start ? period : now - start)
      }
    }
  }

  /// The number of causes has no limit, so further causes of a period share one count for each kind.
  private static let mostCauses = 256
  private let state = Mutex(State())

  /// Returns whether a line may be written, or counts it as left out. Also returns the summaries that are due.
  func takes(
    _ cause: Cause, _ message: String?, at now: Duration, limit: Int, _ policy: LoggingPolicy
  ) -> (isWritten: Bool, due: [Summary]) {
    state.withLock { state in
      let due = state.ends(at: now, policy.summaryPeriod)
      state.start = state.start ?? now
      let isKnown = state.counts[cause] != nil || state.counts.count < Self.mostCauses
      let key = isKnown ? cause : Cause(kind: cause.kind, address: nil, port: nil, errorType: "_OTHER")
      var count = state.counts[key] ?? Count()
      let isWritten = count.written < limit
      if isWritten {
        count.written += 1
      } else {
        count.leftOut += 1
        count.message = message
      }
      state.counts[key] = count
      return (isWritten, due)
    }
  }

  /// Returns the summaries that are due.
  func due(at now: Duration, _ policy: LoggingPolicy) -> [Summary] {
    state.withLock { $0.ends(at: now, policy.summaryPeriod) }
  }
}

/// Writes lines within the budget of a middleware. It does not hold the call's context, because the context holds the closures
/// that use this object.
final class BudgetedLines: Sendable {
  let budget: LineBudget
  let policy: LoggingPolicy
  /// The logger of the call.
  let logger: Logger
  /// The logger of the summaries, which are about many calls.
  let summaries: Logger
  let source: LineSource
  private let clock: CallClock

  init(
    budget: LineBudget, policy: LoggingPolicy, logger: Logger, summaries: Logger, source: LineSource, clock: CallClock
  ) {
    self.budget = budget
    self.policy = policy
    self.logger = logger
    self.summaries = summaries
    self.source = source
    self.clock = clock
  }

  /// Writes the summaries that are due.
  func writeDue() { write(budget.due(at: clock.now, policy)) }

  /// Returns whether a line may be written, and counts it if not.
  func takes(_ kind: LineBudget.Kind, _ errorType: String, _ message: String?, at origin: Origin?, limit: Int) -> Bool {
    let origin = origin ?? source.origin
    let cause = LineBudget.Cause(kind: kind, address: origin?.host, port: origin?.port, errorType: errorType)
    let (isWritten, due) = budget.takes(cause, message, at: clock.now, limit: limit, policy)
    write(due)
    return isWritten
  }

  /// Writes one line about a failed call if the logger's level hides the call's own lines. Further failures of the same cause
  /// in the period are only counted. A call whose stream was cut has another line: see ``write(_:of:)``.
  func ended(_ error: (any Error)?, isCut: Bool) {
    guard let error = error as? CallError, !isCut else { return }
    let origin = error.attempts.last?.origin
    let message = ErrorSummary.text(of: error.underlying)
    guard takes(.failure, error.errorType, message, at: origin, limit: min(1, policy.linesPerCause)) else { return }
    var metadata = source.identity(at: origin)
    metadata["error.type"] = .safe(error.errorType)
    metadata["error.message"] = .safe(message)
    if !error.notes.isEmpty { metadata["call.notes"] = .safe(error.notes.joined(separator: "; ")) }
    metadata["call.outcome"] = "error"
    metadata["http.client.duration_ms"] = .stringConvertible(error.elapsed.milliseconds)
    if let status = error.status { metadata["http.response.status_code"] = .stringConvertible(status) }
    if error.attempts.count > 1 { metadata["http.request.resend_count"] = .stringConvertible(error.attempts.count - 1) }
    logger.log(level: .info, "call failed", metadata: metadata)
  }

  /// Writes one info line when a streamed body ends too early. The reader has the head already, and may have passed it on. If
  /// the reader stops by choice, nothing is written. Returns whether the body was cut.
  func write(_ ending: Result<Int, any Error>, of request: Request) -> Bool {
    guard case .failure(let error) = ending else { return false }
    var facts = Facts(isFailed: false)
    facts.take(error, of: request)
    let origin = request.context.attempts.last?.origin
    guard facts.isFailed, let type = facts.errorType else { return false }
    guard takes(.cut, type, facts.message, at: origin, limit: policy.linesPerCause) else { return true }
    logger.log(level: .info, "response cut", metadata: source.identity(at: origin).merging(facts.metadata) { $1 })
    return true
  }

  /// Writes one info line when a request is sent again: the reason, and the outcome and duration of the attempt before.
  ///
  /// - Parameter isLimited: whether the number of lines is limited.
  func write(_ resend: Resend, isLimited: Bool) {
    var errorType: String?
    if case .status(let code)? = resend.previous?.outcome { errorType = String(code) }
    errorType = errorType ?? resend.previous?.errorType
    let type = errorType ?? resend.reason.kind
    let message = resend.previous?.outcome?.description
    if isLimited, !takes(.resend, type, message, at: resend.origin, limit: policy.linesPerCause) { return }
    var metadata = source.identity(at: resend.origin)
    metadata["http.request.resend_count"] = .stringConvertible(resend.sends)
    metadata["resend.reason"] = .safe(resend.reason.description)
    if let errorType { metadata["error.type"] = .safe(errorType) }
    if let attempt = resend.previous {
      metadata["http.client.duration_ms"] = .stringConvertible(attempt.duration.milliseconds)
      metadata["resend.delay_ms"] = .stringConvertible((resend.time - attempt.started - attempt.duration).milliseconds)
      if case .status(let code)? = attempt.outcome { metadata["http.response.status_code"] = .stringConvertible(code) }
    }
    logger.log(level: .info, "request sent again", metadata: metadata)
  }

  private func write(_ due: [LineBudget.Summary]) {
    for summary in due {
      var metadata = source.owner
      metadata["summary.count"] = .stringConvertible(summary.count)
      metadata["summary.seconds"] = .stringConvertible((summary.period.milliseconds / 100).rounded() / 10)
      metadata["error.type"] = .safe(summary.cause.errorType)
      if let message = summary.message { metadata["error.message"] = .safe(message) }
      metadata.take(host: summary.cause.address, port: summary.cause.port)
      summaries.log(level: .info, Logger.Message(stringLiteral: summary.cause.kind.rawValue), metadata: metadata)
    }
  }
}
