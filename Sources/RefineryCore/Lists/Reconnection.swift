import HTTPTypes

/// When an event stream or the transfer of a file connects again, and after which wait.
///
/// A wait has a random part, between zero and a bound (full jitter). The bound doubles with each connection that brings no
/// progress: no event, or no further byte of the file. The time that the server asks for is added: the last `retry` of an event
/// stream or the `Retry-After` of a failed response, whichever is longer. Because of the random part, clients that lose a
/// server at the same time do not all connect again at the same time.
///
/// ```swift
/// let options = Options { $0.reconnection = Reconnection(retries: 3) }
/// ```
/// Retry middleware, such as `RetryMiddleware`, applies within each connection until its response is there.
public struct Reconnection: Sendable, Equatable {
  /// How many connections in a row may fail before the last error is thrown; nil for no limit. Default 10. 0 switches
  /// reconnecting off.
  ///
  /// A connection of an event stream fails if it gets no successful response. It also fails if it brings no event and ends in
  /// one of these ways: it is lost before it has lasted for ``maximumDelay``, it is silent from its beginning until a time
  /// limit, or the server ends it at once and without a byte. A connection of a transfer fails if it brings no further byte.
  public var retries: Int?
  /// The upper bound of the first wait. It doubles with each further wait until there is progress. Default 1 s.
  public var delay: Duration
  /// The maximum of that bound. Default 20 s.
  public var maximumDelay: Duration
  /// The maximum wait that the server can ask for. A longer `retry` of an event stream is shortened to this value. After a
  /// longer `Retry-After`, the error of that response is thrown. Default 60 s.
  public var retryAfterCap: Duration
  /// The statuses after which another connection is made. Default 408, 429, 500, 502, 503 and 504. Any other status that is not
  /// a success is thrown.
  public var statuses: StatusSet

  /// Creates a policy; omitted arguments have their defaults.
  public init(
    retries: Int? = 10, delay: Duration = .seconds(1), maximumDelay: Duration = .seconds(20),
    retryAfterCap: Duration = .seconds(60), statuses: StatusSet = StatusSet(408...408, 429...429, 500...500, 502...504)
  ) {
    self.retries = retries
    self.delay = delay
    self.maximumDelay = maximumDelay
    self.retryAfterCap = retryAfterCap
    self.statuses = statuses
  }

  /// No other connection is made.
  public static let never = Reconnection(retries: 0)

  /// Every fault of these values, one sentence each; empty if the policy can be used.
  public var problems: [String] {
    var problems: [String] = []
    if let retries, retries < 0 { problems.append("retries must not be negative, but is \(retries)") }
    for (name, value) in [("delay", delay), ("maximumDelay", maximumDelay), ("retryAfterCap", retryAfterCap)]
    where value < .zero {
      problems.append("\(name) must not be negative, but is \(value)")
    }
    if delay > maximumDelay { problems.append("delay of \(delay) is above maximumDelay of \(maximumDelay)") }
    return problems
  }

  /// Whether a request may be sent again: a GET, or a request that is declared safe to repeat by ``Idempotent`` or by an
  /// `Idempotency-Key`.
  public func permits(_ request: Request) -> Bool {
    guard retries != 0, request.isIdempotent, request.isReplayable else { return false }
    // PUT and DELETE are idempotent, but they change something on the server, and the caller wants only the response. So the
    // caller must declare that a repetition is harmless.
    return request.head.method == .get || request.options[Idempotent.self] == true
      || request.head.headerFields.contains { $0.name == Idempotent.keyField }
  }

  /// Whether another connection can help after this error. It can after one of ``statuses``, a lost connection, a time limit,
  /// or a ``Refusal``.
  public func covers(_ error: CallError) -> Bool {
    switch (error.stage, error.underlying) {
    case (.status, _):
      return error.status.map(statuses.contains) ?? false
    case (.sending, is any Refusal), (.sending, is TimedOut):
      return true
    case (.sending, let failure as TransportError):
      let hopeless: [TransportError.Code] = [
        .tlsFailed, .malformedResponse, .invalidRequest, .bufferOverflow, .unsupported, .closed,
      ]
      let mendable: [TransportError.Code] = [.cannotFindHost, .cannotConnect, .connectionLost]
      return !hopeless.contains(failure.code) && (failure.isUnsent || mendable.contains(failure.code))
    default:
      return false
    }
  }

  /// Returns the random part of the wait before the next connection. Add the time that the server asks for.
  ///
  /// - Parameters:
  ///   - count: how many connections in a row brought no progress.
  ///   - random: a number from 0 up to but not including 1.
  public func wait(after count: Int, random: Double) -> Duration {
    backoff(count) * (random > 0 ? min(random, 1) : 0)
  }

  /// Returns how long to wait after this error (``CallError/retryAfter``); nil if the error does not say it.
  ///
  /// - Throws: the error, if the wait is longer than ``retryAfterCap``.
  public func retryAfter(_ error: CallError) throws(CallError) -> Duration? {
    guard let asked = error.retryAfter else { return nil }
    guard asked <= retryAfterCap else { throw error }
    return asked
  }

  private func backoff(_ count: Int) -> Duration {
    var bound = delay
    for _ in 0..<count {
      guard bound > .zero, bound < maximumDelay else { break }
      bound = bound * 2
    }
    return min(bound, maximumDelay)
  }
}

extension Reconnection: CustomStringConvertible {
  /// `10 retries, 1.0 seconds to 20.0 seconds`.
  public var description: String {
    retries == 0 ? "never" : "\(retries.map { "\($0) retries" } ?? "no limit"), \(delay) to \(maximumDelay)"
  }
}

/// A reconnection policy that cannot be used. Every fault is listed.
public struct UnusableReconnection: SafelyDescribed, Equatable {
  /// A sentence for each fault.
  public let problems: [String]

  /// A policy with these faults.
  public init(problems: [String]) { self.problems = problems }

  /// One line, safe to log.
  public var description: String { "unusable reconnection policy: \(problems.joined(separator: "; "))" }
}

/// When the event stream or the transfer of a row or a call connects again: see ``Reconnection``.
public enum ReconnectionOption: OptionKey {
  /// The name in tables and reports: `reconnection`.
  public static let name = "reconnection"
  /// The default policy.
  public static let defaultValue = Reconnection()
  /// False: it is about one response.
  public static let isInherited = false

  /// Reports every fault of the policy.
  public static func problems(of value: Reconnection, in row: Endpoint) -> [String] {
    value.problems.map { "its reconnection: \($0)" }
  }
}

extension Options {
  /// When an event stream or the transfer of a file connects again: see ``ReconnectionOption``.
  public var reconnection: Reconnection {
    get { self[ReconnectionOption.self] }
    set { self[ReconnectionOption.self] = newValue }
  }
}
