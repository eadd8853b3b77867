import RefineryCore
import RefineryStore
import RefineryTesting

extension StoreContract {
  private static let contents: [JSONValue] = [
    ["id": 0, "name": "Ann", "age": 30, "city": "Oslo", "isIn": true],
    ["id": 1, "name": "Bea", "age": 17.5, "city": nil, "isIn": false],
    ["id": 2, "name": "Åse", "age": "30", "address": ["city": "Oslo"]],
    ["id": 3, "name": "ann", "age": 30.0, "tags": ["a", "b"]],
    ["id": 4, "name": "it's \"quoted\" %_", "age": -1, "a'b": 1, "a'\u{301}b": 2, "a\\b": 3, "a\"b": 4],
    ["id": 5, "name": "", "age": [1], "city": "Bergen"],
  ]

  private static let conditions: [(String, RecordFilter, [Int])] = [
    ("number", Member("age") == 30, [0, 3]),
    ("text that looks like a number", Member("age") == "30", [2]),
    ("fraction", Member("age") == 17.5, [1]),
    ("less", Member("age") < 30, [1, 4]),
    ("at most", Member("age") <= 30, [0, 1, 3, 4]),
    ("greater text", Member("name") > "Bea", [2, 3, 4]),
    ("at least, of another kind", Member("age") >= "3", [2]),
    ("null or missing", Member("city") == nil, [1, 2, 3, 4]),
    ("there", Member("city") != nil, [0, 5]),
    ("unlike", Member("city") != "Oslo", [1, 2, 3, 4, 5]),
    ("true", Member("isIn") == true, [0]),
    ("not true", Member("isIn") != true, [1, 2, 3, 4, 5]),
    ("false is not missing", Member("isIn") == false, [1]),
    ("less than null", Member("age") < nil, []),
    ("below", Member("address.city") == "Oslo", [2]),
    ("list", Member("tags") == ["a", "b"], [3]),
    ("object", Member("address") == ["city": "Oslo"], [2]),
    ("place in a list", Member("tags.1") == "b", [3]),
    ("quotes", Member("name") == "it's \"quoted\" %_", [4]),
    ("odd member", Member("a'b") == 1, [4]),
    ("quotation mark before a combining mark", Member("a'\u{301}b") == 2, [4]),
    ("backslash in a name", Member("a\\b") == 3, [4]),
    ("quotation mark in a name", Member("a\"b") == 4, [4]),
    ("contains", Member("name").contains("nn"), [0, 3]),
    ("contains what SQL takes for a pattern", Member("name").contains("%_"), [4]),
    ("contains nothing", Member("name").contains(""), [0, 1, 2, 3, 4, 5]),
    ("prefix", Member("name").hasPrefix("Å"), [2]),
    ("prefix of another kind", Member("age").hasPrefix("3"), [2]),
    ("one of", Member("id").isOne(of: [1, 4, 9]), [1, 4]),
    ("one of none", Member("id").isOne(of: []), []),
    ("both", Member("age") == 30 && Member("name") == "Ann", [0]),
    ("either", Member("name") == "Ann" || Member("age") == -1, [0, 4]),
    ("neither", !(Member("name") == "Ann" || Member("age") == -1), [1, 2, 3, 5]),
    ("neither of two texts", !(Member("name") == "Ann" || Member("city") == "Bergen"), [1, 2, 3, 4]),
    ("closure", RecordFilter { $0["id"]?.int.map { $0 % 2 == 0 } ?? false }, [0, 2, 4]),
    ("closure and comparison", Member("age") == 30 && RecordFilter { $0["id"] == 3 }, [3]),
    ("not a closure", !RecordFilter { _ in false } && Member("id") < 2, [0, 1]),
  ]

  static let filters: [Check] = [
    Check("a filter selects the records that match it") { check in
      try await check.fill(contents)
      for (name, filter, expected) in conditions { try await check.expect(filter, expected, name) }
    },
    Check("a filter selects the same records if one record of the collection contains NUL") { check in
      try await check.fill(contents + [["id": 6, "name": "\u{0}", "nul\u{0}": "x"]])
      let all = RecordFilter { $0["id"] != 6 }
      for (name, filter, expected) in conditions { try await check.expect(filter && all, expected, name) }
    },
    Check("numbers are compared exactly if both are whole, otherwise in binary floating point") { check in
      let texts = [
        #"{"n":0.1000000000000000055}"#, #"{"n":9007199254740993}"#, #"{"n":1e400}"#, #"{"n":-1e400}"#, #"{"n":1e-400}"#,
        #"{"n":-0.0}"#, #"{"n":123456789012345678901234567890}"#, #"{"n":1e-20000}"#, #"{"n":0e-20000}"#,
      ]
      try await check.fill(try texts.map { try JSONValue(parsing: $0) })
      let numbers = try texts.map { try JSONValue(parsing: $0)["n"] ?? .null } + [0.1, 0.2, 9_007_199_254_740_992, 0]
      for number in numbers {
        for filter in [
          Member("n") == number, Member("n") != number, Member("n") < number, Member("n") <= number, Member("n") > number,
          Member("n") >= number,
        ] {
          let expected = try texts.indices.filter { try filter.matches(JSONValue(parsing: texts[$0])) }
          let found = try await check.found(RecordQuery(where: filter)).map(\.key)
          try check.expect(found, expected.map { "\($0)" }, "for \(number.text()), keys")
        }
      }
    },
    Check("a filter may have any number of conditions") { check in
      try await check.fill(contents)
      var either: RecordFilter = Member("id") == 4
      var neither: RecordFilter = Member("id") != 6
      var alternating: RecordFilter = Member("id") == 4
      var texts: RecordFilter = Member("name") == "Ann"
      for id in 7...130 {
        either = either || Member("id") == .number(id)
        neither = neither && Member("id") != .number(id)
        alternating = !(Member("id") == 4 && !alternating)
        texts = !(texts && Member("name") == "Ann")
      }
      try await check.expect(Member("id").isOne(of: (4...3_000).map { .number($0) }), [4, 5], "one of many")
      try await check.expect(Member("id").isOne(of: (4...40_000).map { .number($0) }), [4, 5], "one of very many")
      try await check.expect(
        Member("name").isOne(of: (4...40_000).map { .string("\($0)") } + ["Ann"]), [0], "one of very many texts")
      try await check.expect(!Member("id").isOne(of: (4...3_000).map { .number($0) }), [0, 1, 2, 3], "none of many")
      try await check.expect(
        !Member("name").isOne(of: (4...3_000).map { .string("\($0)") } + ["Ann"]), [1, 2, 3, 4, 5], "none of many texts")
      try await check.expect(either, [4], "either of many")
      try await check.expect(!(either || !neither), [0, 1, 2, 3, 5], "neither of many")
      try await check.expect(alternating, [0, 1, 2, 3, 4, 5], "nested")
      try await check.expect(texts, [0, 1, 2, 3, 4, 5], "nested texts")
    },
    Check("text is equal if its bytes are equal, in whatever Unicode form") { check in
      try await check.fill([["id": 0, "n": "\u{E9}"]])
      for (text, expected) in [("\u{E9}", [0]), ("e\u{301}", [])] {
        try await check.expect(Member("n") == .string(text), expected, "equal")
        try await check.expect(Member("n").isOne(of: [.string(text)]), expected, "one of")
        try await check.expect(Member("n").hasPrefix(text), expected, "prefix")
      }
    },
    Check("long texts are compared to their ends") { check in
      let start = String(repeating: "ä", count: 1_000)
      try await check.fill(["a", "b", ""].enumerated().map { ["id": .number($0.offset), "t": .string(start + $0.element)] })
      let b = JSONValue.string(start + "b")
      try await check.expect(Member("t") == b, [1], "equal")
      try await check.expect(Member("t") < b, [0, 2], "less")
      try await check.expect(Member("t") >= b, [1], "not less")
      try await check.expect(Member("t") > .string(start), [0, 1], "greater")
      try await check.expect(Member("t").hasPrefix(start + "a"), [0], "prefix")
      try await check.expect(!Member("t").contains("b"), [0, 2], "without")
    },
    Check("queries for states and for marks of deleted records select only these") { check in
      try await check.store.write { store in
        for (index, state) in RecordState.allCases.enumerated() {
          try store.save(
            StoredRecord(collection: "c", key: "\(index)", content: [:], state: state, isDeleted: state == .pendingDelete))
        }
      }
      func states(_ change: (inout RecordQuery) -> Void) async throws -> [RecordState] {
        var query = RecordQuery()
        change(&query)
        return try await check.found(query).map(\.state)
      }
      try check.expect(
        try await states { _ in }, [.synchronized, .pendingCreate, .pendingUpdate, .conflicted], "without marks")
      try check.expect(try await states { $0.states = [.pendingCreate, .pendingDelete] }, [.pendingCreate], "states")
      try check.expect(try await states { $0.deleted = .only }, [.pendingDelete], "marks")
      try check.expect(try await states { $0.deleted = .included }, RecordState.allCases, "all")
      try check.expect(try await states { $0.states = [.synchronized] }, [.synchronized], "synchronized")
      try check.expect(try await states { $0.states = [] }, [], "no state")
    },
  ]
}

extension StoreTrial {
  /// Compares the records that match a filter, their number, and the second one.
  fileprivate func expect(_ filter: RecordFilter, _ ids: [Int], _ name: String) async throws {
    func numbers(_ records: [StoredRecord]) -> [Int] { records.compactMap { $0.content["id"]?.int } }
    try expect(numbers(try await found(RecordQuery(where: filter))), ids, "for \(name), ids")
    let count = try await store.read { try $0.count(in: "c", RecordQuery(where: filter)) }
    try expect(count, ids.count, "for \(name), count")
    let second = try await found(RecordQuery(where: filter, limit: 1, offset: 1))
    try expect(numbers(second), Array(ids.dropFirst().prefix(1)), "for \(name), second")
  }
}
