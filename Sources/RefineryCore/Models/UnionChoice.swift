import RefineryJSON

/// The branches of a union that are tried for one value, the best first.
struct UnionChoice {
  /// The most branches that are tried for one value.
  private static let mostAttempts = 4

  private let glance: JSONGlance?
  private var candidates: ArraySlice<Int>
  private let isTagged: Bool

  init(_ decoder: any Decoder, _ matcher: UnionMatcher) {
    glance = JSONGlance(decoder)
    if let glance {
      let tagged = matcher.tagged(glance)
      isTagged = tagged != nil
      candidates = tagged.map { [$0] } ?? matcher.ranked(glance).prefix(Self.mostAttempts)
    } else {
      let foreign = ForeignGlance(decoder)
      let tagged = matcher.tagged(foreign)
      isTagged = tagged != nil
      // The document of another decoder has no count of attempts that failed.
      let isNested = !foreign.kinds.isDisjoint(with: [.array, .object])
      candidates = tagged.map { [$0] } ?? matcher.ranked(foreign).prefix(isNested ? 1 : Self.mostAttempts)
    }
  }

  /// The next branch to try; nil if there is none.
  mutating func next() -> Int? { candidates.popFirst() }

  /// Notes that a branch could not be read. Throws its error if no other branch may be tried.
  func failed(_ error: any Error) throws {
    if isTagged || error is CancellationError { throw error }
    if let glance, !glance.spendAttempt() { throw error }
  }
}
