import FoundationEssentials
import HTTPTypes
import RefineryCache
import RefineryCore

extension CacheStoreContract {
  static let contents: [Check] = [
    Check("a response is returned as it was stored") { store in
      let repeated: HTTPFields = [
        .setCookie: "a=1", .eTag: #""é""#, .setCookie: "b=2", .cacheControl: "max-age=60", .init("X-Empty") ?? .via: "",
      ]
      let stored = StoredResponse(
        requestTime: Date().addingTimeInterval(-0.25), responseTime: Date(),
        head: HTTPResponse(status: .init(code: 203, reasonPhrase: "From a proxy"), headerFields: repeated),
        body: Data("{}".utf8), variant: ["accept": "a,b", "accept-language": nil, "x": ""],
        targets: [HTTPField.Name("Example-Cache-Control")].compactMap { $0 })
      try await store.expectReturned(stored, store.key("https://a.example/?q='\u{0}é", "id\n\"x\"\u{0}ann"))
    },
    Check("bodies are returned byte for byte: empty, of all bytes, and of 900,000 bytes") { store in
      let every = (0...255).map { UInt8($0) }
      for (number, body) in [[], every, [0], (0..<900_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }].enumerated() {
        try await store.expectReturned(store.response(body), store.key("\(number)"))
      }
    },
    Check("a response with 5,000 fields is returned") { store in
      let fields = HTTPFields(
        (0..<5_000).compactMap { number in
          HTTPField.Name("X-\(number)").map { HTTPField(name: $0, value: "\(number)") }
        })
      try await store.expectReturned(store.response([1], fields), store.key("a"))
    },
    Check("nothing is returned for a key without responses, and removing it does not fail") { store in
      try await store.expect(store.key("none"), what: "texts")
      try await store.store.remove(store.key("none"))
      try await store.store.removeAll(target: "none")
    },
    Check("neither a store nor a stored response prints its content") { store in
      let canary = store.response("canary".utf8, [.setCookie: "canary"])
      try await store.store.store(canary, for: store.key("canary", "canary"))
      for text in ["\(store.store)", "\(canary)", "\(store.key("canary", "canary"))"] {
        try store.expect(!text.contains("canary"), "no content", saw: "a part of a response")
      }
    },
  ]

  static let keys: [Check] = [
    Check("a response replaces the stored one with the same variant") { store in
      try await store.store("old", store.key("a"), variant: ["accept": "x", "b": nil])
      try await store.store("new", store.key("a"), variant: ["b": nil, "accept": "x"])
      try await store.expect(store.key("a"), has: "new", what: "texts")
    },
    Check("different variants are kept beside each other") { store in
      let variants: [[String: String?]] = [[:], ["accept": nil], ["accept": ""], ["accept": "x"], ["x": "accept"]]
      for (number, variant) in variants.enumerated() {
        try await store.store("\(number)", store.key("a"), variant: variant)
      }
      try await store.expect(store.key("a"), has: "0", "1", "2", "3", "4", what: "texts")
    },
    Check("an endless number of variants does not make a key ever larger") { store in
      for number in 0..<200 { try await store.store("\(number)", store.key("a"), variant: ["x": "\(number)"]) }
      let texts = try await store.texts(store.key("a"))
      try store.expect(texts.count <= 100, "at most 100 variants", saw: texts.count)
      try store.expect(texts.contains("199"), "the last variant", saw: "others")
    },
    Check("keys are compared by the bytes of target and identity") { store in
      let keys = [
        store.key("a", "bc"), store.key("ab", "c"), store.key("", "abc"), store.key("abc", ""), store.key("a", "é"),
        store.key("a", "e\u{301}"), store.key("é", "a"), store.key("e\u{301}", "a"), store.key("a", "A"), store.key("a", "a"),
        store.key("a", "a\u{0}"), store.key("a", "a\u{0}b"), store.key("a\n", "b"), store.key("a", "\nb"),
      ]
      for (number, key) in keys.enumerated() { try await store.store("\(number)", key) }
      for (number, key) in keys.enumerated() { try await store.expect(key, has: "\(number)", what: "texts") }
      for (number, key) in keys.enumerated() {
        try await store.store.remove(key)
        try await store.expect(key, what: "texts after the removal")
        guard number + 1 < keys.count else { break }
        try await store.expect(keys[number + 1], has: "\(number + 1)", what: "texts of another key")
      }
    },
    Check("of responses that are stored at once, one stays, and is whole") { store in
      let bodies = (0..<50).map { number in Data(repeating: UInt8(number), count: 2_000) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for body in bodies { group.addTask { try await store.store.store(store.response(body), for: store.key("a")) } }
        try await group.waitForAll()
      }
      let found = try await store.store.responses(for: store.key("a")).map(\.body)
      try store.expect(
        found.count == 1 && bodies.contains(found.first ?? Data()), "one of the responses", saw: "\(found.count) others")
    },
  ]

  static let removals: [Check] = [
    Check("a removal of a key removes all its variants, and nothing else") { store in
      for number in 0..<3 { try await store.store("\(number)", store.key("a"), variant: ["x": "\(number)"]) }
      try await store.store("bob", store.key("a", "bob"))
      try await store.store("b", store.key("b"))
      try await store.store.remove(store.key("a"))
      try await store.expect(store.key("a"), what: "texts")
      try await store.expect(store.key("a", "bob"), has: "bob", what: "texts of another identity")
      try await store.expect(store.key("b"), has: "b", what: "texts of another target")
    },
    Check("a removal of a target removes its responses for each of 500 identities, and nothing else") { store in
      for number in 0..<500 { try await store.store("\(number)", store.key("a", "\(number)")) }
      try await store.store("b", store.key("a/", "0"))
      try await store.store.removeAll(target: "a")
      for number in 0..<500 { try await store.expect(store.key("a", "\(number)"), what: "texts") }
      try await store.expect(store.key("a/", "0"), has: "b", what: "texts of another target")
    },
    Check("after a removal, later responses are stored again, and the removed ones stay away") { store in
      try await store.store("old", store.key("a"), variant: ["x": "old"])
      try await store.store.removeAll(target: "a")
      try await store.storeAgain("new", store.key("a"))
      try await store.store.remove(store.key("a"))
      try await store.storeAgain("newer", store.key("a"))
    },
    Check("a cancelled task still removes the responses that it made invalid") { store in
      for target in ["a", "b"] { try await store.store("old", store.key(target)) }
      try await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await store.store.removeAll(target: "a")
        try await store.store.remove(store.key("b"))
      }.value
      for target in ["a", "b"] { try await store.expect(store.key(target), what: "texts") }
    },
  ]
}
