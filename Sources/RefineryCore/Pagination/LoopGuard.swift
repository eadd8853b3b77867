import FoundationEssentials
import HTTPTypes

/// Where one reading has been, in bounded memory: 16,384 pages reached by links, or half as many by queries, then it forgets and
/// begins anew, so a loop of any length up to that is noticed.
struct LoopGuard {
  private static let capacity = 16_384
  private var seen: Set<Int> = []
  private var lastBody: Data?

  /// Whether a page that was asked for by a query of its own says to the byte what the one before it said: the server does
  /// not know the query's names, and would say it for ever.
  mutating func repeats(_ answer: PageAnswer) -> Bool {
    guard case .query = answer.step, answer.count > 0 else { return false }
    defer { lastBody = answer.body }
    return lastBody == answer.body
  }

  mutating func note(_ step: PageStep, _ request: Request) {
    if seen.count >= Self.capacity { seen.removeAll(keepingCapacity: true) }
    seen.insert(Self.key(request, nil))
    if case .query = step { seen.insert(Self.key(request, step)) }
  }

  func hasSeen(_ step: PageStep, _ request: Request) -> Bool {
    // A query may stand elsewhere than in the URL, at the will of a strategy.
    if case .query = step { return seen.contains(Self.key(request, step)) }
    return seen.contains(Self.key(request, nil))
  }

  private static func key(_ request: Request, _ step: PageStep?) -> Int {
    var hasher = Hasher()
    hasher.combine(Origin(request.head))
    hasher.combine(request.head.path)
    hasher.combine(step)
    return hasher.finalize()
  }
}
