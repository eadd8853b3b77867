#if Metrics && Tracing
  import CoreMetrics
  import FoundationEssentials
  import HTTPTypes
  import InMemoryTracing
  import Logging
  import RefineryAuth
  import RefineryCore
  import RefineryLogging
  import RefineryMetrics
  import RefineryRetry
  import RefineryTesting
  import RefineryTracing
  import Synchronization
  import TestSupport
  import Testing
  import Tracing

  /// Logs, metrics, spans, events and replies tell of the same calls.
  @Suite(.timeLimit(.minutes(5))) struct AgreementTests {
    private let backend = TextBackend()
    private let tracer = InMemoryTracer()
    private let log = Lines()
    private let events = Gathered<CallEvent>()

    /// Each id meets a server that behaves in one way.
    private static func respond(to request: Request, _ sends: Int) async throws -> Response {
      let id = request.head.path?.split(separator: "/").last.map(String.init) ?? ""
      let person = Response(status: .ok, headers: [.contentType: "application/json"], body: Body(#"{"id":5,"name":"Ann"}"#))
      switch id.split(separator: "-").first ?? "" {
      case "missing": return Response(status: .notFound, body: Body("no"))
      case "down": return Response(status: .serviceUnavailable)
      case "shaky" where sends < 2: return Response(status: .badGateway)
      case "lost": throw TransportError(.connectionLost, phase: .waiting)
      case "moved" where sends < 1: return Response(status: .temporaryRedirect, headers: [.location: "/people/\(id)?again"])
      case "refused" where sends < 1: return Response(status: .unauthorized, headers: [.wwwAuthenticate: "Bearer"])
      case "odd": return Response(status: .ok, headers: [.contentType: "application/json"], body: Body("[1,2"))
      case "slow": throw TimedOut(.total, limit: .seconds(60))
      case "never": throw CancellationError()
      case "cut":
        return Response(
          status: .ok,
          body: Body(AsyncThrowingStream { $0.finish(throwing: TransportError(.connectionLost, phase: .receiving)) }))
      default: return person
      }
    }

    private func client(_ stub: StubTransport) -> Client {
      let metrics = MetricsMiddleware(factory: backend)
      let logging = LoggingMiddleware(log.logger, label: "call")
      return Client(
        baseURL: "https://api.example.com",
        middleware: [
          CallTracingMiddleware(tracer), logging, RetryMiddleware(), AuthMiddleware(Tokens()), TracingMiddleware(tracer),
          LoggingMiddleware(log.logger, label: "attempt").at(.observe), metrics,
        ], transport: stub,
        // All calls share one clock, which each wait moves on, so no call may have a deadline.
        options: Options { $0.timeout = nil }, clock: CallClock(ManualClock(advancesByItself: true)),
        observers: [metrics, events])
    }

    @Test("P03, P04: logs, metrics, spans, events and replies agree to the last attempt and the last call")
    func agreement() async throws {
      let stub = StubTransport { request in try await Self.respond(to: request, request.context.attemptCount - 1) }
      let api = client(stub)
      let kinds = [
        "fine", "missing", "down", "shaky", "lost", "moved", "refused", "odd", "slow", "never", "cut", "fine", "fine",
      ]
      // The number of attempts in each reply.
      let replies = Gathered<Int>()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...260 {
          group.addTask {
            let call = Person.read(text: "\(kinds[number % kinds.count])-\(number)")
            if let reply = try? await api.reply(to: call) { replies.add(reply.attempts.count) }
          }
        }
        for _ in 1...5 {
          group.addTask { _ = try? await api.send(Call<Okay>(Endpoint("Bad.read", .get, "bad/{nothing}"))) }
        }
        try await group.waitForAll()
      }

      // Attempts: each source has as many, and as many of each end and of each reason.
      let attempts = events.all.flatMap(\.attempts)
      let spans = tracer.finishedSpans.filter { $0.kind == .client }
      let lines = log.all.filter { $0["logging.link"] == "attempt" && ["response", "no response"].contains($0.message) }
      let durations = backend.series("http.client.request.duration")
      #expect(stub.requests.count == attempts.count)
      #expect(spans.count == attempts.count)
      #expect(lines.count == attempts.count)
      #expect(durations.map(\.count).reduce(0, +) == attempts.count)

      let statuses = attempts.tally { attempt in
        if case .status(let code)? = attempt.outcome { String(code) } else { "" }
      }
      #expect(Set(statuses.keys) == ["200", "307", "401", "404", "502", "503", ""])
      #expect(spans.tally { $0.attributes.get("http.response.status_code").map(Self.text) ?? "" } == statuses)
      #expect(lines.tally { $0["http.response.status_code"] ?? "" } == statuses)
      #expect(backend.counts("http.client.request.duration", by: "http.response.status_code") == statuses)

      // A success, a redirect that is followed and a cancellation have no error type; logs name the last two.
      let errors = backend.counts("http.client.request.duration", by: "error.type").filter { !$0.key.isEmpty }
      #expect(Set(errors.keys) == ["401", "404", "502", "503", "connection_lost", "timeout_total"])
      #expect(spans.compactMap { $0.attributes.get("error.type").map(Self.text) }.tally { $0 } == errors)
      #expect(lines.compactMap { $0["error.type"] }.tally { $0 }.filter { !["307", "cancelled"].contains($0.key) } == errors)

      let reasons = attempts.compactMap(\.reason).tally(\.kind)
      #expect(Set(reasons.keys) == ["retry", "redirect", "replay"])
      #expect(backend.counts("refinery.client.resends", by: "resend.reason") == reasons)
      #expect(spans.count { $0.attributes.get("http.request.resend_count") != nil } == reasons.values.reduce(0, +))
      #expect(log.all.count { $0.message == "request sent again" } == reasons.values.reduce(0, +))
      #expect(backend.series("http.client.active_requests").allSatisfy { $0.total == 0 })

      // Calls: those that could not be made have an event and a timer only, because nothing of them entered the chain.
      let outcomes = events.all.tally(\.outcomeName)
      #expect(events.all.count == 265)
      #expect(Set(outcomes.keys) == ["success", "error", "cancelled"])
      #expect(backend.counts("refinery.client.call.duration", by: "call.outcome") == outcomes)
      let entered = events.all.filter { $0.number > 0 }
      #expect(entered.count == 260)
      let callSpans = tracer.finishedSpans.filter { $0.kind == .internal }
      let callLines = log.all.filter { $0["logging.link"] == "call" && ["response", "no response"].contains($0.message) }
      #expect(callSpans.count == 260 && callLines.count == 260)
      #expect(
        callSpans.compactMap { $0.attributes.get("call.attempts").flatMap { Int(Self.text($0)) } }.reduce(0, +)
          == attempts.count)
      // A mapping fails after the chain, and still counts in all of them.
      #expect(entered.count { $0.stage == .mapping } == 20)
      let seen = entered.tally(\.outcomeName)
      #expect(callLines.tally { $0["call.outcome"] ?? "" } == seen)
      #expect(callSpans.count { $0.status != nil } == seen["error"])
      let types = entered.compactMap(\.errorType).tally { $0 }
      #expect(callLines.compactMap { $0["error.type"] }.filter { $0 != "cancelled" }.tally { $0 } == types)
      #expect(callSpans.compactMap { $0.attributes.get("error.type").map(Self.text) }.tally { $0 } == types)

      // Replies: one for each success, and with its attempts.
      let successes = events.all.filter { $0.outcomeName == "success" }
      #expect(replies.all.sorted() == successes.map(\.attempts.count).sorted())
      #expect(backend.refused.isEmpty && tracer.activeSpans.isEmpty)
    }

    private static func text(_ value: SpanAttribute) -> String {
      switch value {
      case .string(let text): text
      case .int64(let number): String(number)
      default: "\(value)"
      }
    }
  }

  extension Person {
    /// A row whose id is text, which tells the server how to behave.
    fileprivate static func read(text: String) -> Call<Person> {
      Call(Endpoint("Person.read", .get, "people/{id}"), ["id": .text(text)])
    }
  }

  private struct Tokens: CredentialProvider {
    func credential(for context: CredentialContext) async throws -> Credential { .bearer("token") }
  }

  /// Every line of a logger.
  private final class Lines: Sendable {
    struct Line: Sendable {
      let message: String
      let metadata: [String: String]
      subscript(key: String) -> String? { metadata[key] }
    }

    private let kept = Mutex<[Line]>([])
    var all: [Line] { kept.withLock { $0 } }
    var logger: Logger { Logger(label: "agreement") { _ in Handler(lines: self) } }

    private struct Handler: LogHandler {
      let lines: Lines
      var logLevel = Logger.Level.debug
      var metadata: Logger.Metadata = [:]

      init(lines: Lines) { self.lines = lines }

      subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
      }

      func log(event: LogEvent) {
        let facts = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { "\($0)" }
        lines.kept.withLock { $0.append(Line(message: "\(event.message)", metadata: facts)) }
      }
    }
  }

  extension Sequence {
    fileprivate func tally(_ kind: (Element) -> String) -> [String: Int] {
      Dictionary(map { (kind($0), 1) }, uniquingKeysWith: +)
    }
  }

  extension ResendReason {
    fileprivate var kind: String {
      switch self {
      case .retry: "retry"
      case .replay: "replay"
      case .redirect: "redirect"
      case .hedge: "hedge"
      case .other: "other"
      }
    }
  }

  extension CallEvent {
    fileprivate var outcomeName: String {
      switch outcome {
      case .success: "success"
      case .failure: "error"
      case .cancelled: "cancelled"
      }
    }

    fileprivate var errorType: String? {
      if case .failure(let error) = outcome { error.errorType } else { nil }
    }

    fileprivate var stage: CallError.Stage? {
      if case .failure(let error) = outcome { error.stage } else { nil }
    }
  }
#endif
