import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import RefineryTracking
import TestSupport
import Testing

@Suite struct TrackedPropertyTests {
  /// An object of any shape.
  private struct Open: Codable, Sendable, Singleton, Readable, Patchable {
    static let path: URITemplate = "open"
    var members: JSONValue
    init(_ members: JSONValue) { self.members = members }
    init(from decoder: any Decoder) throws { members = try JSONValue(from: decoder) }
    func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }
  }

  @Test("G01, G03: for any two states, the difference makes the second of the first, whatever else the server has")
  func property() throws {
    var random = RandomJSON(seed: 3)
    for _ in 0..<1000 {
      let old = random.object()
      let new = random.next(below: 2) == 0 ? random.object() : random.changed(old)
      var tracked = try Tracked(Open(old))
      tracked.value.members = new
      try #require(try tracked.operations().apply(to: old) == new, "\(old) -> \(new)")
      var richer = old.object ?? [:]
      richer["unknown"] = 1
      tracked = try Tracked(Open(old), memory: .object(richer))
      tracked.value.members = new
      var expected = new.object ?? [:]
      expected["unknown"] = 1
      try #require(try tracked.operations().apply(to: .object(richer)) == .object(expected))
    }
  }

  @Test(
    "For any three states: laid upon an unchanged version, or an unchanged one upon another, the changed one stands",
    .afterTheRush)
  func rebasing() async throws {
    var random = RandomJSON(seed: 4)
    for _ in 0..<1000 {
      await Task.yield()  // Other tests use the same threads.
      let base = random.object()
      let (left, right) = (random.changed(base), random.changed(base))
      var mine = try Tracked(Open(base))
      let same = mine
      mine.value.members = left
      let upon = try mine.rebased(onto: same)
      try #require(upon.tracked.value.members == left && upon.overlaps.isEmpty)
      let taken = try same.rebased(onto: Tracked(Open(right)))
      try #require(taken.tracked.value.members == right && taken.overlaps.isEmpty)
      let both = try mine.rebased(onto: Tracked(Open(right)))
      let other = try mine.rebased(onto: Tracked(Open(right)), preferring: .theirs)
      try #require(both.overlaps == other.overlaps)
      for pointer in both.overlaps {
        try #require(pointer.value(in: both.tracked.value.members) == pointer.value(in: left))
        try #require(pointer.value(in: other.tracked.value.members) == pointer.value(in: right))
      }
    }
  }
}
