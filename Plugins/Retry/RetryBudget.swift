import Synchronization

/// The tokens that all calls through one middleware share.
///
/// If a server fails every call, retries end when the tokens are spent. If it fails only some calls, the number of retries
/// settles at `refund / retryCost` of the number of successes, 20 % by default.
final class RetryBudget: Sendable {
  private let limits: RetryPolicy.Budget
  private let tokens: Mutex<Int>

  init(_ limits: RetryPolicy.Budget) {
    self.limits = limits
    tokens = Mutex(limits.tokens)
  }

  var remaining: Int { tokens.withLock { $0 } }

  /// Pays for a retry. Returns the cost, or nil if there are too few tokens.
  func pay(isTimeout: Bool) -> Int? {
    let cost = isTimeout ? limits.timeoutCost : limits.retryCost
    return tokens.withLock { tokens in
      // A budget of zero allows no retry, even if a retry costs nothing.
      guard limits.tokens > 0, tokens >= cost else { return nil }
      tokens -= cost
      return cost
    }
  }

  /// Puts tokens back after a success: the cost of the call's last retry, or the refund if there was no retry.
  func refund(_ cost: Int?) {
    let amount = cost ?? limits.refund
    tokens.withLock { tokens in
      // The budget never exceeds its limit, so this cannot overflow.
      tokens += min(amount, limits.tokens - tokens)
    }
  }
}
