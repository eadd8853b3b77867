import Synchronization

/// The tokens that all calls through one middleware share.
///
/// With a server that fails every call, retries end once the tokens are spent; with one that fails some, the share of
/// retries that lasts is `refund / retryCost` of the successes, 20 % by default.
final class RetryBudget: Sendable {
  private let limits: RetryPolicy.Budget
  private let tokens: Mutex<Int>

  init(_ limits: RetryPolicy.Budget) {
    self.limits = limits
    tokens = Mutex(limits.tokens)
  }

  var remaining: Int { tokens.withLock { $0 } }

  /// Pays for a retry. Nil when there are too few tokens left; otherwise what it cost.
  func pay(isTimeout: Bool) -> Int? {
    let cost = isTimeout ? limits.timeoutCost : limits.retryCost
    return tokens.withLock { tokens in
      // A budget of nothing allows nothing, even where a retry is free.
      guard limits.tokens > 0, tokens >= cost else { return nil }
      tokens -= cost
      return cost
    }
  }

  /// Puts back what the last retry of a call cost, or a little where there was none.
  func refund(_ cost: Int?) {
    let amount = cost ?? limits.refund
    tokens.withLock { tokens in
      // Never an overflow: what is missing bounds what is put back.
      tokens += min(amount, limits.tokens - tokens)
    }
  }
}
