public import FoundationEssentials
import HTTPTypes
public import Logging
public import RefineryCore
import Synchronization

/// Writes redacted lines about a call to a logger: at debug, one line for the request and one for the response; at trace,
/// header fields, and bodies if its policy says so; at info, lines for resends, failed calls and streamed bodies that end too
/// early.
///
/// It may be anywhere in the chain. A second one at the end, `at(.observe)`, logs every attempt with its final header fields.
/// Messages are constant; variable values are in the metadata. A failed call is not logged as a warning: its error is thrown to
/// the caller, which knows what it means. The logger is never changed. No work is done for a line that the logger's level
/// hides. The duration includes the last byte of the response. A stream is not buffered.
///
/// ```swift
/// let logging = LoggingMiddleware(logger)
/// let api = Client(baseURL: url, middleware: [logging, RetryMiddleware(), AuthMiddleware(tokens), logging.at(.observe)])
/// ```
public struct LoggingMiddleware: Middleware {
  /// The middleware that writes the resends and the result of a call: the first logging middleware that its request passes.
  private static let mainLink = CallContextKey<LinkIdentity?>(nil)
  private let budget = LineBudget()
  private let logger: Logger?
  private let label: String?
  /// The stage of the chain. Nil, the default: anywhere.
  public private(set) var stage: ChainStage?
  /// What is logged, and how much of it. It can be replaced while calls are under way.
  public let policies: LoggingPolicyStore

  /// Logs to a given logger, with a policy that can be replaced later through ``policies``.
  ///
  /// A policy that cannot be used is replaced by the standard one, and one warning is written. Each line contains `label` as
  /// `logging.link`, to tell two logging middleware of one chain apart.
  public init(_ logger: Logger, policy: LoggingPolicy = LoggingPolicy(), label: String? = nil) {
    self.init(logger, policies: LoggingPolicyStore(policy), label: label)
  }

  /// Logs with a policy that other logging middleware may share. Without a logger, it logs to `Logger.current`, the logger of
  /// the calling task.
  public init(_ logger: Logger? = nil, policies: LoggingPolicyStore = LoggingPolicyStore(), label: String? = nil) {
    self.logger = logger
    self.label = label
    self.policies = policies
    guard !policies.initialProblems.isEmpty else { return }
    let faults = UnusableSettings(of: LoggingPolicy.self, problems: policies.initialProblems)
    (logger ?? .current).warning("logging policy refused", metadata: ["error.message": .safe(faults.description)])
  }

  /// Passes every line as text to a closure, for programs without a logging backend. `level` is the most verbose level that
  /// is written. A value with a space is in quotation marks, with a backslash before each quotation mark and backslash in it.
  public init(
    level: Logger.Level = .debug, policy: LoggingPolicy = LoggingPolicy(), label: String? = nil,
    to write: @escaping @Sendable (String) -> Void
  ) {
    let logger = Logger(label: "refinery") { _ in LineWriter(logLevel: level, write: write) }
    self.init(logger, policies: LoggingPolicyStore(policy), label: label)
  }

  /// The same middleware at a stage of the chain. At `.observe`, the last stage, it sees every attempt, including each hop of a
  /// redirect.
  public func at(_ stage: ChainStage) -> LoggingMiddleware {
    var link = self
    link.stage = stage
    return link
  }

  /// Logs the request and its response, and changes neither.
  public func respond(to request: Request, next: Next) async throws -> Response {
    let logger = request.options.logger ?? self.logger ?? .current
    // Nothing is written above notice, so with most production loggers this method returns here or at the next guard.
    guard logger.logLevel <= .notice else { return try await next(request) }
    let policy = policies.policy
    let choice = policy.choice(for: request)
    guard let level = choice.level.level else { return try await next(request) }

    let lines = BudgetedLines(
      budget: budget, policy: policy, logger: logger, summaries: self.logger ?? logger,
      source: LineSource(request, label: label), clock: request.context.clock)
    let isWritten = logger.logLevel <= level
    let isSampled = policy.samples(call: request.context.number)
    let (isFirst, isMain) = claim(request.context)
    if isFirst, logger.logLevel <= .info {
      lines.writeDue()
      request.context.onResend { lines.write($0, isLimited: !isWritten || !isSampled) }
    }
    guard isWritten else {
      guard isFirst, logger.logLevel <= .info else { return try await next(request) }
      guard request.options.delivery != .whole else {
        request.context.onEnd { lines.ended($0, isCut: false) }
        return try await next(request)
      }
      let cut = CutFlag()
      request.context.onEnd { lines.ended($0, isCut: cut.isSet.load(ordering: .relaxed)) }
      var response = try await next(request)
      response.body = response.body.onEnd { ending in
        if lines.write(ending, of: request) { cut.isSet.store(true, ordering: .relaxed) }
      }
      return response
    }
    let exchange = LoggedExchange(
      request: request, lines: lines, choice: choice, level: level, isSampled: isSampled, isMain: isMain)
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

  /// Returns whether a request of the call passes a logging middleware for the first time, and whether this middleware reports
  /// the result of the call.
  private func claim(_ context: CallContext) -> (isFirst: Bool, isMain: Bool) {
    let own = LinkIdentity(policies: ObjectIdentifier(policies), label: label, stage: stage)
    return context.update(Self.mainLink) { main in
      defer { main = main ?? own }
      return (main == nil, main == nil || main == own)
    }
  }

  /// Level, bodies and sampling, such as `debug lines, details at trace, bodies off, sampled 10 %`.
  public func explanation(for request: Request) -> String? {
    let policy = policies.policy
    let choice = policy.choice(for: request)
    guard let level = choice.level.level else { return "off" }
    let threshold = (request.options.logger ?? logger ?? .current).logLevel
    guard threshold <= level else { return "\(level) lines, hidden by the logger's level \(threshold)" }
    let percent = (policy.sampleRate * 10_000).rounded() / 100
    let rate = percent == percent.rounded() ? "\(Int(percent))" : "\(percent)"
    return "\(level) lines, details \(choice.detailLevel.level.map { "at \($0)" } ?? "off"), "
      + "bodies \(choice.bodies ? "on" : "off"), " + (policy.sampleRate >= 1 ? "every call" : "sampled \(rate) %")
  }
}

/// Whether the stream of a call was cut.
private final class CutFlag: Sendable {
  let isSet = Atomic(false)
}

/// Tells the logging middleware of a chain apart.
private struct LinkIdentity: Sendable, Equatable {
  let policies: ObjectIdentifier
  let label: String?
  let stage: ChainStage?
}

extension LogLineLevel {
  /// The level in swift-log; nil for off.
  var level: Logger.Level? { Logger.Level(rawValue: rawValue) }
}

/// Holds the policy of any number of logging middleware. The policy can be replaced while calls are under way.
///
/// A logging middleware reads the policy once for each request.
public final class LoggingPolicyStore: Sendable {
  private let current: Mutex<LoggingPolicy>
  /// Why the initial policy was replaced by the standard one; empty if it was accepted.
  let initialProblems: [String]

  /// Creates a store with a policy. If the policy cannot be used, the standard one applies, and the logging middleware of the
  /// store write a warning.
  public init(_ policy: LoggingPolicy = LoggingPolicy()) {
    initialProblems = policy.problems
    current = Mutex(initialProblems.isEmpty ? policy : LoggingPolicy())
  }

  /// The current policy.
  public var policy: LoggingPolicy { current.withLock { $0 } }

  /// Replaces the policy for all later requests.
  ///
  /// - Throws: `UnusableSettings` with every fault; the old policy then stays.
  public func replace(with policy: LoggingPolicy) throws(UnusableSettings) {
    let problems = policy.problems
    guard problems.isEmpty else { throw UnusableSettings(of: LoggingPolicy.self, problems: problems) }
    current.withLock { $0 = policy }
  }

  /// Replaces the policy with that of a JSON file for all later requests; see ``LoggingPolicy/init(json:)``.
  ///
  /// If a table is given, a policy that names a row outside the table is refused.
  ///
  /// - Throws: `UnusableSettings` with every fault; the old policy then stays.
  public func load(json: Data, for table: EndpointTable? = nil) throws(UnusableSettings) {
    try replace(with: LoggingPolicy(json: json, for: table))
  }
}

extension LoggingPolicy {
  /// The row of the Auth plugin's token requests.
  private static let tokenRow = Endpoint("OAuth2.token", .post, "token")

  /// Returns one sentence for each row of the policy that is not in the table. `OAuth2.token`, the row of token requests, is
  /// always known.
  func unknownRows(in table: EndpointTable) -> [String] {
    let known = EndpointTable(table.name, rows: table.rows + [Self.tokenRow])
    return rows.keys.sorted().filter { table[$0] == nil && known[$0] == nil }.map { name in
      let nearest = (table.nearestName(to: name) ?? known.nearestName(to: name)).map { "; did you mean \($0)?" } ?? ""
      return "rows: \(Redaction.escaped(name)): there is no such row\(nearest)"
    }
  }
}

/// A log handler that passes each line on as text.
private struct LineWriter: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  let write: @Sendable (String) -> Void

  subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let facts = metadata.merging(event.metadata ?? [:]) { $1 }
    let pairs = facts.sorted { $0.key < $1.key }.map { key, value in "\(key)=\(Self.quoted("\(value)"))" }
    write(([event.level.rawValue, "\(event.message)"] + pairs).joined(separator: " "))
  }

  /// Puts a text that contains a space in quotation marks, so that a text from a server cannot add a pair to the line.
  private static func quoted(_ text: String) -> String {
    // Compares scalars, because a delimiter and a combining mark after it are one `Character`.
    guard text.unicodeScalars.contains(where: { $0 == " " }) else { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
