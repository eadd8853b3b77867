import HTTPTypes
import RefineryCore
import RefineryTracking
import Testing

@testable import RefineryStore

/// What changes lead from one record to another, and from two to a third.
@Suite("Member differences", .timeLimit(.minutes(5))) struct MemberDifferenceTests {
  private let base: JSONValue = ["a": 1, "b": 2, "deep": ["x": 1, "y": 2], "list": [1]]

  @Test("G02, G04: a patch has what differs, null for what is gone, and lists whole")
  func patch() {
    let new: JSONValue = ["a": 1, "deep": ["x": 1, "y": 3, "z": 4], "list": [1, 2], "c": true]
    let patch = MemberDifference.patch(from: base, to: new)
    #expect(patch == ["deep": ["y": 3, "z": 4], "list": [1, 2], "c": true, "b": nil])
    #expect(MemberDifference.patch(from: base, to: base) == [:])
  }

  @Test("G02, G04: members that differ go whole, unless the row says that it takes a merge patch")
  func members() {
    let new: JSONValue = ["a": 1, "deep": ["x": 1, "y": 3], "list": [1, 2], "c": true]
    let whole: JSONValue = ["deep": ["x": 1, "y": 3], "list": [1, 2], "c": true, "b": nil]
    let row = Endpoint("Note.patch", .patch, "notes/{id}")
    #expect(MemberDifference.changes(from: base, to: new, by: row) == whole)
    #expect(MemberDifference.changes(from: base, to: base, by: row) == [:])
    for (style, expected, type) in [
      (.members, whole, nil), (.jsonPatch, whole, nil),
      (.merge, ["deep": ["y": 3], "list": [1, 2], "c": true, "b": nil], nil),
      (.mergePatch, ["deep": ["y": 3], "list": [1, 2], "c": true, "b": nil], "application/merge-patch+json"),
    ] as [(PatchStyle.Format, JSONValue, String?)] {
      let row = Endpoint("Note.patch", .patch, "notes/{id}", Options { $0.patchStyle = PatchStyle(style) })
      #expect(MemberDifference.changes(from: base, to: new, by: row) == expected)
      #expect(MemberDifference.mediaType(of: row) == type)
    }
  }

  @Test("G02: a change is carried onto what has more members, nulls and all")
  func carried() {
    let new: JSONValue = ["a": nil, "deep": ["x": 1, "y": 3], "list": []]
    let target: JSONValue = ["a": 1, "b": 2, "deep": ["x": 9, "y": 2, "more": true], "list": [1], "extra": 1]
    #expect(
      MemberDifference.carried(from: base, to: new, onto: target)
        == ["a": nil, "deep": ["x": 9, "y": 3, "more": true], "list": [], "extra": 1])
    #expect(MemberDifference.carried(from: base, to: base, onto: target) == target)
  }

  @Test("G05: a merge takes both sides' changes, deletions and additions among them")
  func merge() {
    let mine: JSONValue = ["a": 10, "b": 2, "deep": ["x": 1], "list": [1], "mine": 1]
    let theirs: JSONValue = ["a": 1, "deep": ["x": 5, "y": 2], "list": [2], "theirs": 1]
    #expect(
      MemberDifference.merge(base: base, mine: mine, theirs: theirs, preferring: .mine)
        == ["a": 10, "deep": ["x": 5], "list": [2], "mine": 1, "theirs": 1])
  }

  @Test("G05: where both sides differ the preferred one has its way", arguments: [ConflictSide.mine, .theirs])
  func collision(_ side: ConflictSide) {
    let mine: JSONValue = ["a": "mine", "b": 2, "deep": 1, "list": [1]]
    let theirs: JSONValue = ["a": "theirs", "b": 2, "deep": ["x": 9, "y": 2], "list": [1]]
    let merged = MemberDifference.merge(base: base, mine: mine, theirs: theirs, preferring: side)
    #expect(merged == (side == .mine ? mine : theirs))
    #expect(MemberDifference.merge(base: base, mine: nil, theirs: base, preferring: side) == nil)
    // Without a common state, what both have alike stays and the rest is a matter of sides.
    let fresh = MemberDifference.merge(base: nil, mine: ["a": 1, "m": 1], theirs: ["a": 2, "t": 1], preferring: side)
    #expect(fresh == ["a": .number(side == .mine ? 1 : 2), "m": 1, "t": 1])
  }

  @Test("H14: one object holds another when it has all its members")
  func contains() {
    #expect(MemberDifference.contains(base, ["deep": ["x": 1], "a": 1]))
    #expect(MemberDifference.contains(base, ["a": 1, "none": nil]))
    #expect(!MemberDifference.contains(base, ["deep": ["x": 2]]))
    #expect(!MemberDifference.contains(base, ["list": []]))
    #expect(!MemberDifference.contains(base, ["a": 1, "none": 1]))
    #expect(!MemberDifference.contains(["a": "caf\u{E9}"], ["a": "cafe\u{301}"]))
  }
}
