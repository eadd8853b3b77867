import RefineryCore

extension CredentialStore {
  enum Step {
    case own
    case ready(Lease)
    case wait(Flight<Lease>)
    case failed(CredentialError)
  }

  /// The state of one key. Times are those of the store's clock.
  struct Entry {
    var version = 0
    var flight: Flight<Lease>?
    /// The start of each fetch that counts towards `RefreshPolicy.maximumRefreshes`.
    var starts: [Duration] = []
    /// Whether the fetch that is under way is one of `starts`.
    private var isCounted = false
    var current: Credential?
    var end: Duration?
    var isRefused = false
    var failure: (error: CredentialError, until: Duration)?

    func lease(at now: Duration) -> Lease? {
      guard let current, end.map({ $0 > now }) ?? true else { return nil }
      return Lease(credential: current, version: version)
    }

    mutating func step(at now: Duration, refused: Int?, policy: RefreshPolicy, begin: (_ isEarly: Bool) -> Flight<Lease>)
      -> Step
    {
      if refused == version { isRefused = true }
      let lease = lease(at: now)
      if let lease, !isRefused {
        let left = end.map { $0 - now }
        if isBeyond(policy.wait, of: 20, left) {
          if !isBeyond(policy.background, of: 10, left), flight == nil, refusal(at: now, policy) == nil {
            start(at: now, policy, begin)
          }
          return .ready(lease)
        }
      }
      let fetch = fetch(at: now, policy, begin)
      // The 401 of another call may have another cause, so a credential that has not expired is sent: the server decides.
      if case .failed = fetch, let lease, refused != lease.version { return .ready(lease) }
      return fetch
    }

    /// The step of a task that renews the credential before a call needs it.
    mutating func renewal(at now: Duration, policy: RefreshPolicy, begin: (_ isEarly: Bool) -> Flight<Lease>) -> Step {
      if let lease = lease(at: now), !isRefused, left(at: now, policy).map({ $0 > .zero }) ?? true { return .ready(lease) }
      return fetch(at: now, policy, begin)
    }

    private mutating func fetch(at now: Duration, _ policy: RefreshPolicy, _ begin: (_ isEarly: Bool) -> Flight<Lease>) -> Step
    {
      if let flight { return .wait(flight) }
      if let refusal = refusal(at: now, policy) { return .failed(refusal) }
      return .wait(start(at: now, policy, begin))
    }

    /// Whether a fetch that fails now can be repeated after the back-off, before a call has to wait for it.
    private func isEarly(at now: Duration, _ policy: RefreshPolicy) -> Bool {
      guard lease(at: now) != nil, !isRefused else { return false }
      return isBeyond(policy.wait, of: 20, end.map { $0 - now - max(policy.backOff, .zero) })
    }

    /// The time until the refresh in the background is due; nil if the credential does not expire.
    func left(at now: Duration, _ policy: RefreshPolicy) -> Duration? {
      guard let end, let lifetime = current?.lifetime else { return nil }
      return end - min(max(policy.background, .zero), lifetime / 10) - now
    }

    /// Whether the entry has no effect any more, because a new entry would behave in the same way.
    func isSpent(at now: Duration, _ policy: RefreshPolicy) -> Bool {
      flight == nil && lease(at: now) == nil && (failure.map { $0.until <= now } ?? true)
        && starts.allSatisfy { now - $0 >= policy.window }
    }

    mutating func forget() {
      current = nil
      failure = nil
    }

    /// Begins a fetch. A fetch that only replaces a credential at the end of its lifetime does not count, because the server
    /// decides how often that happens.
    @discardableResult private mutating func start(
      at now: Duration, _ policy: RefreshPolicy, _ begin: (_ isEarly: Bool) -> Flight<Lease>
    ) -> Flight<Lease> {
      isCounted = current == nil || isRefused || failure != nil
      if isCounted { starts.append(now) }
      let begun = begin(isEarly(at: now, policy))
      flight = begun
      return begun
    }

    private func isBeyond(_ skew: Duration, of parts: Int, _ left: Duration?) -> Bool {
      guard let left, let lifetime = current?.lifetime else { return true }
      return left >= min(max(skew, .zero), lifetime / parts)
    }

    private mutating func refusal(at now: Duration, _ policy: RefreshPolicy) -> CredentialError? {
      if let failure, now < failure.until { return failure.error }
      starts.removeAll { now - $0 >= policy.window }
      let most = max(policy.maximumRefreshes, 1)
      guard starts.count >= most else { return nil }
      // A final refusal says what to do.
      if let failure, case .refreshFailed(let cause as OAuth2Error) = failure.error, cause.isFinal { return failure.error }
      return .refreshThrottled(refreshes: most, window: policy.window)
    }

    /// Ends the fetch that is under way. Returns the result for the calls that wait.
    mutating func land(
      _ result: Result<Credential, any Error>, as next: Int, started: Duration, now: Duration, policy: RefreshPolicy
    ) -> Result<Lease, any Error> {
      flight = nil
      switch result {
      case .success(let credential):
        version = next
        current = credential
        end = credential.lifetime.map { started + $0 }
        isRefused = false
        failure = nil
        return .success(Lease(credential: credential, version: version))
      case .failure(let error):
        let failed = CredentialError.refreshFailed(error)
        failure = (failed, now + max(policy.backOff, .zero))
        // A grant that the server has refused is not sent again, and while another instance renews, nothing is sent. So there
        // is nothing to limit.
        let isUnsent = (error as? OAuth2Error)?.isRemembered ?? (error as? SharedCredentialError)?.isUnsent ?? false
        if isCounted, isUnsent { _ = starts.popLast() }
        guard !isRefused, let lease = lease(at: now) else { return .failure(failed) }
        return .success(lease)
      }
    }
  }
}
