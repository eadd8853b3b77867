#if Logging
  public import FoundationEssentials
  import HTTPTypes
  public import Logging
  public import RefineryCore
  import Synchronization

  /// Writes what a call sends and receives to a logger, redacted: one line for the request and one for the response at
  /// debug, header fields and bodies at trace, one line for every further sending of a call at info.
  ///
  /// It may stand anywhere in the chain, and a second time at the end, `at(.observe)`, to see every attempt with its final header
  /// fields. Messages are constant; what differs stands in the metadata. A failed call is an outcome and not a warning: it
  /// is thrown to the caller, who knows what it means. The logger is never changed, and where its level hides a line
  /// nothing is made of that line. The duration runs until the last byte of the response is out; a stream is not buffered.
  ///
  /// ```swift
  /// let logging = LoggingMiddleware(logger)
  /// let api = Client(baseURL: url, middleware: [logging, RetryMiddleware(), AuthMiddleware(tokens), logging.at(.observe)])
  /// ```
  public struct LoggingMiddleware: Middleware {
    /// Whether a link writes the re-sends of a call: a second one must not repeat them.
    private static let writesResends = CallContextKey(false)
    private let logger: Logger?
    private let label: String?
    /// The place in the chain. Nil, the default: anywhere.
    public private(set) var stage: ChainStage?
    /// What is logged, and how much of it. Replaceable while calls are under way.
    public let policies: LoggingPolicyStore

    /// Logs to a logger of yours, with a policy that can be replaced later through ``policies``.
    ///
    /// A policy that cannot be used is refused: the standard one takes its place and a warning says so, once. A `label` is
    /// written to each line as `logging.link`, to tell two logging links of one chain apart.
    public init(_ logger: Logger, policy: LoggingPolicy = LoggingPolicy(), label: String? = nil) {
      self.init(logger, policies: LoggingPolicyStore(policy), label: label)
    }

    /// Logs to a logger of yours, by a policy that other logging links may share.
    public init(_ logger: Logger, policies: LoggingPolicyStore, label: String? = nil) {
      self.init(logger: logger, policies: policies, label: label)
    }

    /// Logs to `Logger.current`, the logger of the calling task.
    public init(policies: LoggingPolicyStore = LoggingPolicyStore(), label: String? = nil) {
      self.init(logger: nil, policies: policies, label: label)
    }

    /// Passes every line, as text, to a function of yours: for programs without a logging backend. `level` is the most verbose
    /// level that is written.
    public init(
      level: Logger.Level = .debug, policy: LoggingPolicy = LoggingPolicy(), label: String? = nil,
      to write: @escaping @Sendable (String) -> Void
    ) {
      let logger = Logger(label: "refinery") { _ in LineWriter(logLevel: level, write: write) }
      self.init(logger: logger, policies: LoggingPolicyStore(policy), label: label)
    }

    /// The same link at a place of the chain. At `.observe`, the last, it sees every attempt, each hop of a redirect included.
    public func at(_ stage: ChainStage) -> LoggingMiddleware {
      var link = self
      link.stage = stage
      return link
    }

    private init(logger: Logger?, policies: LoggingPolicyStore, label: String?) {
      self.logger = logger
      self.label = label
      self.policies = policies
      guard !policies.initialProblems.isEmpty else { return }
      let faults = LoggingPolicyFaults(problems: policies.initialProblems)
      (logger ?? .current).warning("logging policy refused", metadata: ["error.message": .safe(faults.description)])
    }

    /// Logs the request on its way out and the response on its way back; changes neither.
    public func respond(to request: Request, next: Next) async throws -> Response {
      let logger = request.options[CallLogger.self]?.logger ?? self.logger ?? .current
      // Nothing is ever written above notice, so most production loggers end here or at the next guard.
      guard logger.logLevel <= .notice else { return try await next(request) }
      let policy = policies.policy
      let choice = policy.choice(for: request)
      guard let level = choice.level.level else { return try await next(request) }

      let source = LineSource(request, label: label)
      if logger.logLevel <= .info {
        let isFirst = request.context.update(Self.writesResends) { writes in
          defer { writes = true }
          return !writes
        }
        if isFirst { request.context.onResend { logger.write($0, of: source) } }
      }
      guard logger.logLevel <= level else { return try await next(request) }
      let exchange = Exchange(
        request: request, logger: logger, source: source, policy: policy, choice: choice, level: level)
      exchange.begin()
      do {
        let response = try await next(request)
        let ending = Ending { exchange.end(response, $0) }
        var observed = response
        observed.body = response.body.onEnd { ending.tell(.init($0)) }
        return observed
      } catch {
        exchange.fail(error)
        throw error
      }
    }

    /// Level, bodies and sampling, such as `debug lines, details at trace, bodies off, sampled 10 %`.
    public func explanation(for request: Request) -> String? {
      let policy = policies.policy
      let choice = policy.choice(for: request)
      guard let level = choice.level.level else { return "off" }
      let threshold = (request.options[CallLogger.self]?.logger ?? logger ?? .current).logLevel
      guard threshold <= level else { return "\(level) lines, hidden by the logger's level \(threshold)" }
      let percent = (policy.sampleRate * 10_000).rounded() / 100
      let rate = percent == percent.rounded() ? "\(Int(percent))" : "\(percent)"
      return "\(level) lines, details \(choice.detailLevel.level.map { "at \($0)" } ?? "off"), "
        + "bodies \(choice.bodies ? "on" : "off"), " + (policy.sampleRate >= 1 ? "every call" : "sampled \(rate) %")
    }
  }

  /// The logger of one call, which carries that call's own metadata such as an incoming request's id.
  ///
  /// ```swift
  /// try await api.send(Person.read(5).option(CallLogger.self, CallLogger(requestLogger)))
  /// ```
  public struct CallLogger: OptionKey, Equatable, Redacted {
    /// `logger`.
    public static let name = "logger"
    /// The middleware's own.
    public static let defaultValue: CallLogger? = nil
    /// The logger that the call's lines go to.
    public let logger: Logger

    /// Wraps the logger of a call.
    public init(_ logger: Logger) { self.logger = logger }

    /// The logger's label.
    public var description: String { Redaction.escaped(logger.label) }

    /// Whether both would write the same: label, level and metadata are equal.
    public static func == (left: CallLogger, right: CallLogger) -> Bool {
      left.logger.label == right.logger.label && left.logger.logLevel == right.logger.logLevel
        && left.logger.handler.metadata == right.logger.handler.metadata
    }
  }

  extension LineLevel {
    /// The level in swift-log; nil for off.
    public var level: Logger.Level? { Logger.Level(rawValue: rawValue) }
  }

  /// Holds the policy of any number of logging links; it can be replaced while calls are under way.
  ///
  /// A link reads the policy once for each request it sees.
  public final class LoggingPolicyStore: Sendable {
    private let current: Mutex<LoggingPolicy>
    /// Why the policy given at first was refused and the standard one taken in its place; empty if it was not.
    public let initialProblems: [String]

    /// A store of a policy; of the standard one if that cannot be used, see ``initialProblems``.
    public init(_ policy: LoggingPolicy = LoggingPolicy()) {
      initialProblems = policy.problems
      current = Mutex(initialProblems.isEmpty ? policy : LoggingPolicy())
    }

    /// The policy in force.
    public var policy: LoggingPolicy { current.withLock { $0 } }

    /// Puts another policy in force from the next call on.
    ///
    /// - Throws: ``LoggingPolicyFaults`` with every fault; the old policy stays in force.
    public func replace(with policy: LoggingPolicy) throws(LoggingPolicyFaults) {
      let problems = policy.problems
      guard problems.isEmpty else { throw LoggingPolicyFaults(problems: problems) }
      current.withLock { $0 = policy }
    }

    /// Puts the policy of a JSON file in force from the next call on; see ``LoggingPolicy/init(json:)``.
    ///
    /// With a table, a policy that names a row that is not in it is refused.
    ///
    /// - Throws: ``LoggingPolicyFaults`` with every fault; the old policy stays in force.
    public func load(json: Data, for table: EndpointTable? = nil) throws(LoggingPolicyFaults) {
      let file = try LoggingPolicyFile(json: json)
      let problems = file.problems + (table.map(file.policy.unknownRows(in:)) ?? [])
      guard problems.isEmpty else { throw LoggingPolicyFaults(problems: problems) }
      try replace(with: file.policy)
    }
  }

  extension LoggingPolicy {
    /// The row of the Auth plugin's token requests.
    private static let tokenRow = Endpoint("OAuth2.token", .post, "token")

    /// A sentence for each row of the policy that the table does not have. `OAuth2.token`, the row of token requests, is known
    /// without being in a table.
    public func unknownRows(in table: EndpointTable) -> [String] {
      let known = EndpointTable(table.name, rows: Array(table) + [Self.tokenRow])
      return rows.keys.sorted().filter { table[$0] == nil && known[$0] == nil }.map { name in
        let nearest = (table.nearestName(to: name) ?? known.nearestName(to: name)).map { "; did you mean \($0)?" } ?? ""
        return "rows: \(Redaction.escaped(name)): there is no such row\(nearest)"
      }
    }
  }

  /// A log handler that hands over each line as text.
  private struct LineWriter: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    let write: @Sendable (String) -> Void

    init(logLevel: Logger.Level, write: @escaping @Sendable (String) -> Void) {
      self.logLevel = logLevel
      self.write = write
    }

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let facts = metadata.merging(event.metadata ?? [:]) { $1 }
      let pairs = facts.sorted { $0.key < $1.key }.map { key, value in
        let text = "\(value)"
        return text.contains(" ") ? "\(key)=\"\(text.replacing("\"", with: "\\\""))\"" : "\(key)=\(text)"
      }
      write(([event.level.rawValue, "\(event.message)"] + pairs).joined(separator: " "))
    }
  }
#endif
