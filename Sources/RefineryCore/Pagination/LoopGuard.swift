import FoundationEssentials
import HTTPTypes

/// Remembers the pages of one reading, in bounded memory: 16,384 pages requested by links, or half as many by queries. Then it
/// is emptied, so loops up to that length are detected.
struct LoopGuard {
  private static let capacity = 16_384
  private var seen: Set<Int> = []
  private var lastBody: Data?

  /// Whether the body of a page equals that of the page before it, although its query differs: the server does not know the
  /// query's names, and would return the same page forever.
  mutating func repeats(_ answer: PageResponse) -> Bool {
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
    // A strategy may put its query in another place than the URL.
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
