import FoundationEssentials
import RefineryJSON
import TestSupport
import Testing

@Suite struct MergePatchTests {
  @Test(
    "G04: every example of RFC 7396 appendix A",
    arguments: [
      (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
      (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#), (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
      (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
      (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
      (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#), (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
      (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#), (#"{"a":"foo"}"#, "null", "null"), (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
      (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#), ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
      ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ])
  func appendix(original: String, patch: String, result: String) throws {
    #expect(try MergePatch(json(patch)).apply(to: json(original)) == json(result))
  }

  @Test("G03, G04: the examples of RFC 7396 sections 1 and 3 are applied and made")
  func sections() throws {
    let small = (old: try json(#"{"a":"b","c":{"d":"e","f":"g"}}"#), new: try json(#"{"a":"z","c":{"d":"e"}}"#))
    #expect(try MergePatch.make(from: small.old, to: small.new).document == json(#"{"a":"z","c":{"f":null}}"#))
    let old = try json(
      #"{"title":"Goodbye!","author":{"givenName":"John","familyName":"Doe"},"tags":["example","sample"],"#
        + #""content":"This will be unchanged"}"#)
    let patch = try json(
      #"{"title":"Hello!","phoneNumber":"+01-123-456-7890","author":{"familyName":null},"tags":["example"]}"#)
    let new = try json(
      #"{"title":"Hello!","author":{"givenName":"John"},"tags":["example"],"content":"This will be unchanged","#
        + #""phoneNumber":"+01-123-456-7890"}"#)
    #expect(MergePatch(patch).apply(to: old) == new)
    #expect(try MergePatch.make(from: old, to: new).document == patch)
  }

  @Test("G03: added, changed, removed and nested members each give exactly the expected difference")
  func rules() throws {
    func made(_ old: JSONValue, _ new: JSONValue) throws -> JSONValue { try MergePatch.make(from: old, to: new).document }
    #expect(try made(["a": 1], ["a": 1, "b": 2]) == ["b": 2])
    #expect(try made(["a": 1], ["a": 2]) == ["a": 2])
    #expect(try made(["a": 1, "b": 2], ["b": 2]) == ["a": nil])
    #expect(try made(["o": ["x": 1, "y": 2]], ["o": ["x": 1, "y": 3]]) == ["o": ["y": 3]])
    #expect(try made(["o": ["x": 1]], ["o": ["x": 1.0]]) == [:])
    #expect(try made(["o": 1], ["o": [:]]) == ["o": [:]])
    #expect(try made(["l": [1, 2]], ["l": [1, 2, 3]]) == ["l": [1, 2, 3]])
    #expect(try made(["n": nil], ["n": nil, "a": [nil]]) == ["a": [nil]])
  }

  @Test("G04: RepositoryKit's rule for arrays is an option: changed, added and removed ones are left out")
  func arrays() throws {
    let old: JSONValue = ["l": [1], "gone": [1], "o": ["l": [1], "a": 1], "s": "t", "was": [1]]
    let new: JSONValue = ["l": [2], "new": [1], "o": ["l": [1, 2], "a": 1], "s": [1], "was": "t"]
    #expect(try MergePatch.make(from: old, to: new, ignoresArrays: true).isEmpty)
    #expect(try MergePatch.make(from: old, to: new).document.object?.count == 6)
  }

  @Test("G04: nulls that a merge patch cannot say are refused, each by its place, or taken for removals")
  func nulls() throws {
    let old: JSONValue = ["a": 1, "o": ["b": 1], "kept": nil]
    let new: JSONValue = ["a": nil, "o": ["b": 1, "c/d": nil], "kept": nil, "new": ["e": nil, "l": [nil]]]
    let error = #expect(throws: MergePatch.Inexpressible.self) { try MergePatch.make(from: old, to: new) }
    #expect(error?.pointers == [["a"], ["o", "c/d"], ["new", "e"]])
    #expect(error?.description == "a merge patch cannot set members to null: /a, /o/c~1d, /new/e; use a JSON patch")
    let patch = try MergePatch.make(from: old, to: new, writesNulls: true)
    #expect(patch.document == ["a": nil, "o": ["c/d": nil], "new": ["e": nil, "l": [nil]]])
    #expect(patch.apply(to: old) == ["o": ["b": 1], "kept": nil, "new": ["l": [nil]]])
  }

  @Test("G04: for any two documents, what is made of the first is the second, unless the second has nulls to set")
  func property() throws {
    var random = RandomJSON(seed: 2)
    for _ in 0..<3000 {
      let old = random.value()
      let new = random.next(below: 2) == 0 ? random.value(nulls: false) : random.changed(old, nulls: false)
      guard let patch = try? MergePatch.make(from: old, to: new) else {
        // The change kept a null of the old document inside of something that is new.
        try #require("\(new)".contains("null"))
        continue
      }
      try #require(patch.apply(to: old) == new, "\(old) -> \(new): \(patch)")
      let object = random.object()
      try #require(try MergePatch.make(from: object, to: object).isEmpty)
    }
  }

  @Test("G06: merging lays the new members over the old, whole")
  func merging() {
    let old: JSONValue.Object = ["a": 1, "o": ["x": 1]]
    #expect(old.merging(["o": ["y": 2], "b": nil]) == ["a": 1, "o": ["y": 2], "b": nil])
  }

  @Test("G04: a document nested as deep as one may be parsed is patched and compared")
  func depth() throws {
    func nested(_ core: String) throws -> JSONValue {
      try json(String(repeating: #"{"a":["#, count: 255) + core + String(repeating: "]}", count: 255))
    }
    let (old, new) = (try nested("{}"), try nested(#"{"b":1}"#))
    #expect(try MergePatch.make(from: old, to: new).apply(to: old) == new)
    let patch = JSONPatch.make(from: old, to: new)
    #expect(patch.operations.count == 1)
    #expect(try patch.apply(to: old) == new)
  }

  @Test("G07: a patch is coded as the document it is")
  func coding() throws {
    let patch = MergePatch(["a": nil, "b": [1]])
    #expect(patch.description == #"{"a":null,"b":[1]}"#)
    let data = try JSONEncoder().encode(patch)
    #expect(try JSONDecoder().decode(MergePatch.self, from: data) == patch)
    #expect(MergePatch.mediaType == "application/merge-patch+json")
  }
}
