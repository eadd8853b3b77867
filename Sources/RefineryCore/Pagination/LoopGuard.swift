import FoundationEssentials
import HTTPTypes

/// Remembers the pages of one reading, in bounded memory: 16,384 pages requested by links, or half as many by queries. When the
/// memory is full, it is emptied, so loops up to that length are detected.
struct LoopGuard {
  private static let capacity = 16_384
  private var seen: Set<Int> = []
  private var lastBody: Data?
  private var lastElements: Int?

  /// Whether a page has the body or the elements of the page before it, although it was requested by another query or body.
  /// Then the server does not know the names in it, or returns its last page forever.
  ///
  /// - Parameter elements: the identity of the elements of the page; nil if only the bytes are compared.
  mutating func repeats(_ answer: PageResponse, elements: Int?) -> Bool {
    guard !answer.step.isLink, answer.count > 0 else { return false }
    defer { (lastBody, lastElements) = (answer.body, elements) }
    return lastBody == answer.body || (elements != nil && lastElements == elements)
  }

  mutating func note(_ step: PageStep, _ request: Request) {
    if seen.count >= Self.capacity { seen.removeAll(keepingCapacity: true) }
    seen.insert(Self.key(request, nil))
    if !step.isLink { seen.insert(Self.key(request, step)) }
  }

  func hasSeen(_ step: PageStep, _ request: Request) -> Bool {
    // A strategy may put its query in another place than the URL.
    seen.contains(Self.key(request, step.isLink ? nil : step))
  }

  /// Identifies the elements of a page by their ids, or by their values if they have no ids; nil if they have neither.
  static func identity<Element>(of elements: [Element]) -> Int? {
    if let type = Element.self as? any Identifiable.Type { return identity(of: elements, type) }
    if let type = Element.self as? any Hashable.Type { return values(of: elements, type) }
    return nil
  }

  private static func identity<Element: Identifiable>(of elements: [Any], _ type: Element.Type) -> Int? {
    guard let elements = elements as? [Element] else { return nil }
    var hasher = Hasher()
    for element in elements {
      // Elements without an id are not known to be equal.
      if case .undefined = PathValue(id: element.id) { return nil }
      hasher.combine(element.id)
    }
    return hasher.finalize()
  }

  private static func values<Element: Hashable>(of elements: [Any], _ type: Element.Type) -> Int? {
    (elements as? [Element]).map(\.hashValue)
  }

  private static func key(_ request: Request, _ step: PageStep?) -> Int {
    var hasher = Hasher()
    hasher.combine(Origin(request.head))
    hasher.combine(request.head.path)
    hasher.combine(step)
    return hasher.finalize()
  }
}
