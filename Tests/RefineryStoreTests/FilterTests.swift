import Foundation
import RefineryCore
import RefineryStore
import Testing

/// Filters and orders mean the same in every store.
@Suite("Filters", .timeLimit(.minutes(5))) struct FilterTests {
  private static let contents: [JSONValue] = [
    ["id": 0, "name": "Ann", "age": 30, "city": "Oslo", "isIn": true],
    ["id": 1, "name": "Bea", "age": 17.5, "city": nil, "isIn": false],
    ["id": 2, "name": "Åse", "age": "30", "address": ["city": "Oslo"]],
    ["id": 3, "name": "ann", "age": 30.0, "tags": ["a", "b"]],
    ["id": 4, "name": "it's \"quoted\" %_", "age": -1, "a'b": 1, "a'\u{301}b": 2],
    ["id": 5, "name": "", "age": [1], "city": "Bergen"],
  ]

  private static let filters: [(String, RecordFilter, [Int])] = [
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
    ("below", Member("address.city") == "Oslo", [2]),
    ("list", Member("tags") == ["a", "b"], [3]),
    ("place in a list", Member("tags.1") == "b", [3]),
    ("quotes", Member("name") == "it's \"quoted\" %_", [4]),
    ("odd member", Member("a'b") == 1, [4]),
    ("quotation mark before a combining mark", Member("a'\u{301}b") == 2, [4]),
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
    ("closure", RecordFilter { $0["id"]?.int.map { $0 % 2 == 0 } ?? false }, [0, 2, 4]),
    ("closure and comparison", Member("age") == 30 && RecordFilter { $0["id"] == 3 }, [3]),
    ("not a closure", !RecordFilter { _ in false } && Member("id") < 2, [0, 1]),
  ]

  private func store(_ kind: StoreKind) async throws -> any Store {
    let store = try kind.make()
    try await store.write { store in
      for (index, content) in Self.contents.enumerated() {
        try store.save(StoredRecord(collection: "c", key: "\(index)", id: "\(index)", content: content))
      }
    }
    return store
  }

  @Test("H02: a collection is read in parts, from one position to the next", arguments: StoreKind.allCases)
  func parts(_ kind: StoreKind) async throws {
    let store = try kind.make()
    try await store.write { store in
      for key in ["a", "b", "c", "d", "e"] {
        try store.save(StoredRecord(collection: "Note", key: key, id: key, content: ["id": .string(key)]))
      }
    }
    var query = RecordQuery()
    query.limit = 2
    var keys: [String] = []
    while keys.count <= 5 {
      let wanted = query
      let part = try await store.read { try $0.records(in: "Note", wanted) }
      guard let last = part.last else { break }
      keys += part.map(\.key)
      query.position = last.position
    }
    #expect(keys == ["a", "b", "c", "d", "e"])
  }

  @Test("H02: a query for records after a position does not contain the record at it")
  func position() throws {
    var query = RecordQuery()
    query.position = 5
    func record(_ position: Int64) -> StoredRecord {
      StoredRecord(collection: "c", key: "k", content: [:], position: position)
    }
    #expect(try (4...6).map { try query.contains(record($0)) } == [false, false, true])
  }

  @Test("H02: numbers are equal when they are the same number in binary floating point", arguments: StoreKind.allCases)
  func closeNumbers(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let close = try JSONValue(parsing: #"{"n":0.1000000000000000055}"#)
    try await store.write { try $0.save(StoredRecord(collection: "c", key: "k", id: "1", content: close)) }
    for (number, count) in [(0.1, 1), (0.2, 0)] as [(JSONValue, Int)] {
      let query = RecordQuery(where: Member("n") == number)
      #expect(try await store.read { try $0.records(in: "c", query) }.count == count)
    }
  }

  @Test("H02: a predicate finds what it says", arguments: StoreKind.allCases)
  func filters(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    for (name, filter, expected) in Self.filters {
      let found = try await store.read { try $0.records(in: "c", RecordQuery(where: filter)) }
      #expect(found.map(\.position).count == expected.count, "\(name)")
      #expect(found.compactMap { $0.content["id"]?.int } == expected, "\(name)")
      #expect(try await store.read { try $0.count(in: "c", RecordQuery(where: filter)) } == expected.count, "\(name)")
      let second = try await store.read { try $0.records(in: "c", RecordQuery(where: filter, limit: 1, offset: 1)) }
      #expect(second.compactMap { $0.content["id"]?.int } == Array(expected.dropFirst().prefix(1)), "\(name)")
    }
  }

  @Test("H02: a filter may have any number of conditions", arguments: StoreKind.allCases)
  func manyConditions(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    var either: RecordFilter = Member("id") == 4
    var neither: RecordFilter = Member("id") != 6
    var alternating: RecordFilter = Member("id") == 4
    for id in 7...130 {
      either = either || Member("id") == .number(id)
      neither = neither && Member("id") != .number(id)
      alternating = !(Member("id") == 4 && !alternating)
    }
    let filters: [(String, RecordFilter, [Int])] = [
      ("one of many", Member("id").isOne(of: (4...3_000).map { .number($0) }), [4, 5]),
      ("one of very many", Member("id").isOne(of: (4...40_000).map { .number($0) }), [4, 5]),
      ("none of many", !Member("id").isOne(of: (4...3_000).map { .number($0) }), [0, 1, 2, 3]),
      ("either of many", either, [4]),
      ("neither of many", !(either || !neither), [0, 1, 2, 3, 5]),
      ("nested", alternating, [0, 1, 2, 3, 4, 5]),
    ]
    for (name, filter, expected) in filters {
      let found = try await store.read { try $0.records(in: "c", RecordQuery(where: filter)) }
      #expect(found.compactMap { $0.content["id"]?.int } == expected, "\(name)")
      #expect(try await store.read { try $0.count(in: "c", RecordQuery(where: filter)) } == expected.count, "\(name)")
    }
  }

  @Test("H02: text has a value if its bytes are equal, whatever Unicode takes for the same", arguments: StoreKind.allCases)
  func normalForms(_ kind: StoreKind) async throws {
    let store = try kind.make()
    try await store.write {
      try $0.save(StoredRecord(collection: "c", key: "k", id: "1", content: ["n": "\u{E9}"]))
    }
    for (text, count) in [("\u{E9}", 1), ("e\u{301}", 0)] {
      let filters: [RecordFilter] = [
        Member("n") == .string(text), Member("n").isOne(of: [.string(text)]), Member("n").hasPrefix(text),
      ]
      for filter in filters {
        #expect(try await store.read { try $0.count(in: "c", RecordQuery(where: filter)) } == count)
      }
    }
  }

  @Test("H02: sorting puts missing first, then numbers, then text by its bytes", arguments: StoreKind.allCases)
  func sorting(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    func ids(_ sort: RecordQuery.Order..., limit: Int? = nil) async throws -> [Int] {
      try await store.read { try $0.records(in: "c", RecordQuery(sort: sort, limit: limit)) }.compactMap {
        $0.content["id"]?.int
      }
    }
    #expect(try await ids(.ascending("age")) == [4, 1, 0, 3, 2, 5])
    #expect(try await ids(.descending("age")) == [5, 2, 0, 3, 1, 4])
    #expect(try await ids(.ascending("city"), .descending("id")) == [4, 3, 2, 1, 5, 0])
    #expect(try await ids(.ascending("name")) == [5, 0, 1, 3, 4, 2])
    #expect(try await ids(.descending("isIn"), limit: 2) == [0, 1])
    // A place in a list is beyond SQLite's notation.
    #expect(try await ids(.descending("tags.0"), limit: 2) == [3, 0])
    #expect(try await ids(limit: 0).isEmpty)
  }

  @Test("H02: a negative limit or offset is none, and the greatest limit is one", arguments: StoreKind.allCases)
  func bounds(_ kind: StoreKind) async throws {
    let store = try kind.make()
    try await store.write { store in
      for key in 1...3 { try store.save(StoredRecord(collection: "c", key: "\(key)", content: ["n": .number(key)])) }
    }
    for sort in [[], [RecordQuery.Order.ascending("n")], [.ascending("n.0")]] {
      var queries = [
        RecordQuery(sort: sort, limit: -1), RecordQuery(sort: sort, offset: -1), RecordQuery(sort: sort, limit: .min),
        RecordQuery(where: RecordFilter { _ in true }, sort: sort, limit: -1),
      ]
      var changed = RecordQuery(sort: sort, limit: 0, offset: 2)
      changed.limit = -1
      changed.offset = -2
      queries.append(changed)
      for query in queries {
        #expect(try await store.read { try $0.records(in: "c", query).map(\.key) } == ["1", "2", "3"])
      }
      let rest = RecordQuery(sort: sort, limit: .max, offset: 1)
      #expect(try await store.read { try $0.records(in: "c", rest).map(\.key) } == ["2", "3"])
    }
  }

  @Test("H02: states and marks of deleted records are asked for by themselves", arguments: StoreKind.allCases)
  func states(_ kind: StoreKind) async throws {
    let store = try kind.make()
    try await store.write { store in
      for (index, state) in RecordState.allCases.enumerated() {
        try store.save(
          StoredRecord(
            collection: "c", key: "\(index)", content: [:], state: state, isDeleted: state == .pendingDelete))
      }
    }
    func states(_ change: (inout RecordQuery) -> Void) async throws -> [RecordState] {
      var query = RecordQuery()
      change(&query)
      let wanted = query
      return try await store.read { try $0.records(in: "c", wanted).map(\.state) }
    }
    #expect(try await states { _ in } == [.synchronized, .pendingCreate, .pendingUpdate, .conflicted])
    #expect(try await states { $0.states = [.pendingCreate, .pendingDelete] } == [.pendingCreate])
    #expect(try await states { $0.deleted = .only } == [.pendingDelete])
    #expect(try await states { $0.deleted = .included } == RecordState.allCases)
    #expect(try await states { $0.states = [.synchronized] } == [.synchronized])
  }

  @Test("H02: a missing member sorts before every number", arguments: StoreKind.allCases)
  func missingFirst(_ kind: StoreKind) async throws {
    let store = try kind.make()
    try await store.write { store in
      try store.save(StoredRecord(collection: "c", key: "number", content: ["n": -1]))
      try store.save(StoredRecord(collection: "c", key: "missing", content: [:]))
    }
    let sorted = try await store.read { try $0.records(in: "c", RecordQuery(sort: [.ascending("n")])).map(\.key) }
    #expect(sorted == ["missing", "number"])
  }

  @Test("H02: a number beyond binary floating point is less or greater than all others, by its sign")
  func hugeNumbers() throws {
    let (low, high) = (try JSONValue(parsing: "-1e400"), try JSONValue(parsing: "1e400"))
    #expect(try (Member("n") < 0).matches(["n": low]))
    #expect(try !(Member("n") < 0).matches(["n": high]))
    #expect(try (Member("n") > 0).matches(["n": high]))
    #expect(try (Member("n") > low).matches(["n": 0]))
    #expect(try (Member("n") < high).matches(["n": 0]))
  }
}
