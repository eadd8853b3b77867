import HTTPTypes
public import RefineryCore

/// Which requests are sent again, how often, and after which wait. The defaults are those of the large SDKs.
///
/// ```swift
/// var policy = RetryPolicy()
/// policy.retries = 4
/// let retry = try RetryMiddleware(policy)
/// ```
public struct RetryPolicy: Sendable, Equatable {
  /// How many times a request is sent again after its first attempt. Default 2, so 3 attempts; 0 switches retries off.
  public var retries = 2
  /// The statuses that are retried. Default 408, 429, 500, 502, 503 and 504.
  public var statuses = StatusSet(408...408, 429...429, 500...500, 502...504)
  /// The upper bound of the first wait. It doubles with each further wait. Default 100 ms.
  public var delay = Duration.milliseconds(100)
  /// The upper bound of the first wait after 429 or 503, which mean that the server is overloaded. Default 1 s.
  public var throttledDelay = Duration.seconds(1)
  /// The maximum of waits without `Retry-After`. Default 20 s.
  public var maximumDelay = Duration.seconds(20)
  /// The maximum `Retry-After`. If a response asks for a longer wait, there is no retry and the call gets that response.
  /// Default 60 s.
  public var retryAfterCap = Duration.seconds(60)
  /// How much of the call's time must be left after a wait for another attempt. Default 10 ms.
  public var reserve = Duration.milliseconds(10)
  /// The budget for the retries of all calls together. Default 500 tokens; a retry costs 5.
  public var budget = Budget()

  /// Creates the default policy.
  public init() {}

  /// A bucket of tokens. Retries take tokens out and successes put tokens back, so that retries do not overload a failing
  /// server.
  public struct Budget: Sendable, Equatable {
    /// The number of tokens at the start, which is also the maximum. Default 500; 0 allows no retry.
    public var tokens = 500
    /// The cost of a retry. Default 5.
    public var retryCost = 5
    /// The cost of a retry after a time-out. Default 10.
    public var timeoutCost = 10
    /// The tokens that a success without a retry puts back. Default 1. A success after retries puts back the cost of the last
    /// retry.
    public var refund = 1

    /// Creates the default budget.
    public init() {}
  }

  /// Every fault of these values, one sentence each; empty if the policy can be used.
  public var problems: [String] {
    let floors: [(name: String, value: Duration)] = [
      ("delay", delay), ("throttledDelay", throttledDelay), ("maximumDelay", maximumDelay),
      ("retryAfterCap", retryAfterCap), ("reserve", reserve),
    ]
    let counts = [
      ("retries", retries), ("budget.tokens", budget.tokens), ("budget.retryCost", budget.retryCost),
      ("budget.timeoutCost", budget.timeoutCost), ("budget.refund", budget.refund),
    ]
    var problems = counts.filter { $0.1 < 0 }.map { "\($0.0) must not be negative, but is \($0.1)" }
    problems += floors.filter { $0.value < .zero }.map { "\($0.name) must not be negative, but is \($0.value)" }
    problems += floors.prefix(2).filter { $0.value > maximumDelay }.map {
      "\($0.name) of \($0.value) is above maximumDelay of \(maximumDelay)"
    }
    problems += Self.neverRetried.filter(statuses.contains).map { "statuses must not contain \($0): a retry cannot help" }
    if (200...299).contains(where: statuses.contains) { problems.append("statuses must not contain a success, 200 to 299") }
    return problems
  }

  /// Statuses that another attempt cannot change: not implemented, HTTP version not supported (RFC 9110 sections 15.6.2 and
  /// 15.6.6).
  static let neverRetried = [501, 505]

  /// Whether the status means that the server is overloaded (it has not failed).
  static func isThrottling(_ status: Int) -> Bool { status == 429 || status == 503 }
}

/// A retry policy that cannot be used. Every fault is listed.
public struct UnusableRetryPolicy: SafelyDescribed, Equatable {
  /// A sentence for each fault.
  public let problems: [String]

  /// One line, safe to log.
  public var description: String { "unusable retry policy: \(problems.joined(separator: "; "))" }
}

/// How many times a request of a row or a call is sent again, instead of ``RetryPolicy/retries``. 0 switches retries off.
///
/// ```swift
/// Person.read(5).option(Retries.self, 0)
/// ```
public enum Retries: OptionKey {
  /// The name in tables and reports: `retries`.
  public static let name = "retries"
  /// Nil: the policy decides.
  public static let defaultValue: Int? = nil
}

extension Options {
  /// How many times a request is sent again: see ``Retries``.
  public var retries: Int? {
    get { self[Retries.self] }
    set { self[Retries.self] = newValue }
  }
}

extension ScopedCall {
  /// Sends this call again at most this many times, instead of the policy's number. 0 switches retries off.
  public func retries(_ count: Int?) -> Self { option(Retries.self, count) }
}

extension Retries: OverridableOption {
  /// Reads a whole number from 0 to 100, or null for the number of the policy.
  public static func value(from json: JSONValue) throws(InvalidSetting) -> Int? {
    if json.isNull { return nil }
    guard let count = json.int, (0...100).contains(count) else {
      throw InvalidSetting("must be a whole number from 0 to 100, or null for the policy's number")
    }
    return count
  }

  /// Reports a negative number, and any retries for a row that may not be sent twice.
  public static func problems(of value: Int?, in row: Endpoint) -> [String] {
    guard let value else { return [] }
    if value < 0 { return ["retries must not be negative, but is \(value)"] }
    let mayRepeat = row.options[Idempotent.self] ?? row.method.isIdempotent
    guard value > 0, !mayRepeat else { return [] }
    return ["it is retried, but \(row.method.rawValue) is not idempotent: set Idempotent if the row is, or remove its retries"]
  }
}

/// Statuses that a row or a call retries in addition to ``RetryPolicy/statuses``, such as 425, or 409 if it means "still in
/// progress". The rule of methods also applies to them; 501 and 505 are never retried.
public enum RetriedStatuses: OptionKey {
  /// The name in tables and reports: `retriedStatuses`.
  public static let name = "retriedStatuses"
  /// Nil: no further statuses.
  public static let defaultValue: StatusSet? = nil
}

/// Where an error response says in its JSON body how long to wait, for servers that send no `Retry-After`.
///
/// ```swift
/// let options = Options { $0.retryAfterMember = .init("retry_after_ms", unit: .milliseconds(1)) }
/// ```
/// The request asks for a response without content coding. The member is read only from complete bodies of at most 64 KiB. It
/// counts like `Retry-After`, which takes precedence.
public enum RetryAfterMember: OptionKey {
  /// A number in a body.
  public struct Place: Sendable, Equatable, CustomStringConvertible {
    /// The path of the member, such as `error.retry_after`.
    public let path: MemberPath
    /// What the number 1 means. Default one second.
    public let unit: Duration

    /// Creates a place.
    public init(_ path: MemberPath, unit: Duration = .seconds(1)) {
      self.path = path
      self.unit = unit
    }

    /// `retry_after_ms in 0.001 seconds`.
    public var description: String { "\(path) in \(unit)" }
  }

  /// The name in tables and reports: `retryAfterMember`.
  public static let name = "retryAfterMember"
  /// Nil: bodies are not read.
  public static let defaultValue: Place? = nil
}

extension RetryAfterMember.Place {
  private static let maximumBytes = 64 * 1024

  /// Returns how long a body asks to wait; nil if it has no such member, or the member is not a number of at least 0.
  func wait(in body: Body) -> Duration? {
    guard let data = body.data, data.count <= Self.maximumBytes, let json = try? JSONValue(parsing: data),
      let number = json.value(at: path)?.double, number.isFinite, number >= 0
    else { return nil }
    // The limit is above every cap, and a duration can represent it.
    return unit * min(number, 1e9)
  }
}

extension Options {
  /// Where an error response says how long to wait: see ``RetryAfterMember``.
  public var retryAfterMember: RetryAfterMember.Place? {
    get { self[RetryAfterMember.self] }
    set { self[RetryAfterMember.self] = newValue }
  }
}

/// One decision to send a request again, for a log line or a metric.
public struct RetryEvent: Sendable, Equatable {
  /// The row's name.
  public let endpoint: String
  /// The number of the call within its client.
  public let call: UInt64
  /// The number of this retry within the call, from 1.
  public let retry: Int
  /// How the previous attempt ended.
  public let outcome: Attempt.Outcome
  /// The wait before the next attempt.
  public let delay: Duration
}
