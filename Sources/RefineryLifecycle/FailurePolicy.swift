#if ServiceLifecycle
  import RefineryAuth
  import RefineryCore
  import RefineryStore

  /// What a service does when its work fails, such as a refresh of a credential.
  ///
  /// If a server cannot be reached, the service does not end the app. It waits and tries again. A wait is random, between zero
  /// and a bound that doubles with each failure in a row (full jitter), as in `RetryPolicy`. If the server or middleware says
  /// how long to wait (`CallError.retryAfter`), that time is added, up to an hour.
  public struct FailurePolicy: Sendable, Equatable {
    /// The upper bound of the first wait; it doubles with each further failure in a row. Default 1 s.
    public var delay = Duration.seconds(1)
    /// The maximum of the bound, and therefore of the random wait. Default 60 s.
    public var maximumDelay = Duration.seconds(60)
    /// After this number of failures in a row, the service throws the last error, which by default ends its group. Default nil:
    /// a failure never ends the service.
    public var maximumFailures: Int?

    /// Creates the default policy.
    public init() {}
  }

  /// Counts failures in a row.
  struct FailureCount {
    private static let maximumAsked = Duration.seconds(3_600)
    private let policy: FailurePolicy
    private let clock: CallClock
    private var count = 0

    init(_ policy: FailurePolicy, clock: CallClock) {
      self.policy = policy
      self.clock = clock
    }

    mutating func succeeded() { count = 0 }

    /// Returns how long to wait after a failure.
    ///
    /// - Throws: the error, when the number of failures in a row has reached ``FailurePolicy/maximumFailures``.
    mutating func failed(_ error: any Error) throws -> Duration {
      count += 1
      if let most = policy.maximumFailures, count >= most { throw error }
      let wait = Backoff(from: policy.delay, to: policy.maximumDelay).wait(after: count - 1, random: clock.random())
      return wait + Self.wait(askedBy: error)
    }

    /// Returns how long the server or middleware asks to wait; zero if the error does not say it.
    private static func wait(askedBy error: any Error) -> Duration {
      var cause = error
      if let ended = cause as? SynchronizationError { cause = ended.underlying }
      if case CredentialError.refreshFailed(let failure) = cause { cause = failure }
      let asked = (cause as? CallError)?.retryAfter ?? .zero
      return min(max(asked, .zero), maximumAsked)
    }
  }
#endif
