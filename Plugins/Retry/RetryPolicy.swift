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
  /// The statuses that are retried. Default `StatusSet.temporary`: 408, 429, 500, 502, 503 and 504.
  public var statuses = StatusSet.temporary
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
  package var problems: [String] {
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

/// Where an error response says in its JSON body how long to wait: see `Options.retryAfterMember`.
public struct RetryAfterMember: Sendable, Equatable, CustomStringConvertible {
  /// The path of the member.
  let path: MemberPath
  /// What the number 1 means.
  let unit: Duration

  /// Names a member by its path, such as `error.retry_after`, and what the number 1 means in it. Default one second.
  public init(_ path: MemberPath, unit: Duration = .seconds(1)) {
    self.path = path
    self.unit = unit
  }

  /// `retry_after_ms in 0.001 seconds`.
  public var description: String { "\(path) in \(unit)" }
}

extension RetryAfterMember {
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
