#if Logging
  import HTTPTypes
  import Logging
  import RefineryCore
  import Synchronization

  /// One request in a logging link, and the lines about it.
  ///
  /// For a call that is not sampled, nothing is written until it has failed or has been slow. Its request line is then written
  /// late, together with its response line.
  struct LoggedExchange: Sendable {
    let request: Request
    let logger: Logger
    private let source: LineSource
    let policy: LoggingPolicy
    let choice: LoggingPolicy.Choice
    let level: Logger.Level
    private let started: Duration
    private let earlierSends: Int
    private let isSampled: Bool

    init(
      request: Request, logger: Logger, source: LineSource, policy: LoggingPolicy, choice: LoggingPolicy.Choice,
      level: Logger.Level
    ) {
      self.request = request
      self.logger = logger
      self.source = source
      self.policy = policy
      self.choice = choice
      self.level = level
      started = request.context.clock.now
      earlierSends = request.context.attemptCount
      isSampled = policy.samples(call: request.context.number)
    }

    func begin() {
      if isSampled { writeRequest() }
    }

    func end(_ response: Response, _ ending: Ending.Outcome) {
      var facts = Facts(isFailed: !request.options[SuccessCodes.self].contains(response.head.status.code))
      facts.metadata["http.response.status_code"] = .stringConvertible(response.head.status.code)
      if facts.isFailed { facts.metadata["error.type"] = .stringConvertible(response.head.status.code) }
      // Not the field Cache-Status: its parameter `key` may contain a URL.
      if response.source != .network { facts.metadata["call.source"] = .string(Redaction.escaped("\(response.source)")) }
      switch ending {
      case .complete(let bytes): facts.metadata["http.response.body.size"] = .stringConvertible(bytes)
      case .failed(let error): facts.take(error, of: request)
      case .unread: facts.metadata["http.response.body.size"] = "unread"
      }
      guard write("response", facts) else { return }
      writeDetails("response details") {
        details("response", response.head.headerFields, response.body)
      }
    }

    func fail(_ error: any Error) {
      var facts = Facts(isFailed: false)
      facts.take(error, of: request)
      _ = write("no response", facts)
    }

    /// Returns false if the call is not sampled and nothing is written.
    private func write(_ message: Logger.Message, _ facts: Facts) -> Bool {
      let duration = request.context.clock.now - started
      let isSlow = policy.slow.map { duration >= $0 } ?? false
      guard isSampled || facts.isFailed || isSlow || hasFailedAttempt else { return false }
      if !isSampled { writeRequest() }
      let attempts = request.context.attempts
      logger.log(
        level: level, message,
        metadata: common(resends: attempts.count - 1).merging(facts.metadata) { $1 }.merging(waits(attempts)) { $1 }.merging([
          "http.client.duration_ms": .stringConvertible(duration.milliseconds),
          "call.outcome": .string(facts.outcome),
        ]) { $1 })
      return true
    }

    /// How long the call has waited so far: in all its attempts for the queue and for the first byte, and in links of the
    /// chain.
    private func waits(_ attempts: [Attempt]) -> Logger.Metadata {
      var waits = request.context.waits
      for span in attempts.lazy.compactMap(\.times).flatMap(\.spans) where span.phase == .waiting {
        waits[WaitReason("first_byte"), default: .zero] += span.end - span.start
      }
      var metadata: Logger.Metadata = [:]
      for (wait, duration) in waits {
        metadata["wait.\(wait)_ms"] = .stringConvertible(duration.milliseconds)
      }
      return metadata
    }

    private var hasFailedAttempt: Bool {
      let successes = request.options[SuccessCodes.self]
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
        details["url.full"] = .safe(policy.redaction.url(of: request.head))
        return details
      }
    }

    private func writeDetails(_ message: Logger.Message, _ details: () -> Logger.Metadata) {
      guard let level = choice.detailLevel.level else { return }
      logger.log(
        level: level, message,
        metadata: details().merging(source.place) { $1 }.merging([
          "call.retry_count": .stringConvertible(request.retryCount)
        ]) { $1 })
    }

    private func common(resends: Int) -> Logger.Metadata {
      var metadata = source.identity
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
  private struct Facts {
    var isFailed: Bool
    var isCancelled = false
    var metadata: Logger.Metadata = [:]
    var outcome: String { isFailed ? "error" : isCancelled ? "cancelled" : "success" }

    init(isFailed: Bool) { self.isFailed = isFailed }

    /// A cancellation does not count as a failure, unless the cause is that the call's time is over.
    mutating func take(_ error: any Error, of request: Request) {
      let isLate = error is CancellationError && request.deadline?.hasPassed == true
      isCancelled = error is CancellationError && !isLate
      if !isCancelled { isFailed = true }
      let type = isLate ? "TimedOut" : isCancelled ? "cancelled" : String(describing: type(of: error))
      metadata["error.type"] = .safe(type)
      metadata["error.message"] = .safe(ErrorSummary.text(of: error) + (isLate ? ": the call's deadline had passed" : ""))
    }
  }

  extension Logger {
    /// Writes one info line when a request is sent again: why, how the attempt before it ended, and how long that took.
    func write(_ resend: Resend, of source: LineSource) {
      var metadata = source.identity
      metadata["http.request.resend_count"] = .stringConvertible(resend.sends)
      metadata["resend.reason"] = .safe(resend.reason.description)
      if let attempt = resend.previous {
        metadata["http.client.duration_ms"] = .stringConvertible(attempt.duration.milliseconds)
        metadata["resend.delay_ms"] = .stringConvertible((resend.time - attempt.started - attempt.duration).milliseconds)
        if case .status(let code)? = attempt.outcome { metadata["http.response.status_code"] = .stringConvertible(code) }
      }
      log(level: .info, "request sent again", metadata: metadata)
    }

    /// Writes one info line when a streamed body ends too early. Its reader has the head already, and may have passed it on. A
    /// reader that stops by choice writes nothing.
    func write(_ ending: Result<Int, any Error>, of request: Request, _ source: LineSource) {
      guard case .failure(let error) = ending else { return }
      var facts = Facts(isFailed: false)
      facts.take(error, of: request)
      if facts.isFailed { log(level: .info, "response cut", metadata: source.identity.merging(facts.metadata) { $1 }) }
    }
  }

  /// Identifies a call in every line. It does not hold the call's context, because the context holds the closure that reads
  /// resends.
  struct LineSource: Sendable {
    private let number: UInt64
    private let client: String?
    private let label: String?
    private let endpoint: Endpoint
    private let head: HTTPRequest

    init(_ request: Request, label: String?) {
      number = request.context.number
      client = request.context.client
      self.label = label
      endpoint = request.endpoint
      head = request.head
    }

    /// The number, row, client, logging link and server.
    var place: Logger.Metadata {
      var metadata: Logger.Metadata = [
        "call.number": .stringConvertible(number), "endpoint.name": .safe(endpoint.name),
      ]
      if let client { metadata["client.name"] = .safe(client) }
      if let label { metadata["logging.link"] = .safe(label) }
      if let host = Origin(head)?.host {
        // OpenTelemetry's address of a server has no brackets.
        metadata["server.address"] = .safe(host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host)
      }
      return metadata
    }

    /// The metadata of ``place`` with method and template.
    var identity: Logger.Metadata {
      var metadata = place
      metadata["http.request.method"] = .safe(head.method.rawValue)
      // The template of a direct row is a URL, which only the details show.
      if !endpoint.isDirect { metadata["url.template"] = .string(endpoint.template) }
      return metadata
    }
  }

  extension Duration {
    /// The duration in milliseconds with one decimal.
    fileprivate var milliseconds: Double {
      let tenths = Double(components.seconds) * 10_000 + Double(components.attoseconds) / 1e14
      return tenths.rounded() / 10
    }
  }

  extension Logger.MetadataValue {
    /// Returns escaped text, which cannot start a new line.
    static func safe(_ text: String) -> Self { .string(Redaction.escaped(text)) }
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
    }

    private let isTold = Atomic(false)
    private let action: @Sendable (Outcome) -> Void

    init(_ action: @escaping @Sendable (Outcome) -> Void) { self.action = action }

    func tell(_ outcome: Outcome) {
      if !isTold.exchange(true, ordering: .acquiringAndReleasing) { action(outcome) }
    }

    deinit { tell(.unread) }
  }
#endif
