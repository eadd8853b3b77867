import RefineryCore
import RefineryStore
import Testing

/// The order of records and of outbox entries, and the ids of records, in every store.
@Suite("Stores: order", .timeLimit(.minutes(5))) struct StoreOrderTests {
  private struct Refused: Error {}

  @Test("H01: a record that is saved again keeps its position", arguments: StoreKind.allCases)
  func savedAgain(_ kind: StoreKind) async throws {
    let store = try kind.make()
    try await store.write { store in
      for key in ["a", "b"] { try store.save(StoredRecord(collection: "c", key: key, content: ["n": 1])) }
    }
    let before = try await store.all("c")
    try await store.write { try $0.save(StoredRecord(collection: "c", key: "a", content: ["n": 2])) }
    let after = try await store.all("c")
    #expect(after.map(\.key) == ["a", "b"])
    #expect(after.map(\.content) == [["n": 2], ["n": 1]])
    #expect(after.map(\.position) == before.map(\.position))
  }

  @Test("H01: the id of a record that was removed or given another id can be used again", arguments: StoreKind.allCases)
  func freeIDs(_ kind: StoreKind) async throws {
    let store = try kind.make()
    try await store.write { store in
      for id in ["1", "2"] { try store.save(StoredRecord(collection: "c", key: "old \(id)", id: id, content: [:])) }
      try store.removeRecord("old 1", in: "c")
      try store.save(StoredRecord(collection: "c", key: "old 2", id: "3", content: [:]))
    }
    for id in ["1", "2"] { #expect(try await store.read { try $0.record(id: id, in: "c") } == nil) }
    try await store.write { store in
      for id in ["1", "2"] { try store.save(StoredRecord(collection: "c", key: "new \(id)", id: id, content: [:])) }
    }
    #expect(try await store.all("c").map(\.key) == ["old 2", "new 1", "new 2"])
  }

  @Test("H01: two Unicode forms of an accented letter are two keys and two ids", arguments: StoreKind.allCases)
  func accents(_ kind: StoreKind) async throws {
    let store = try kind.make()
    try await store.write { store in
      for id in ["\u{E9}", "e\u{301}"] {
        try store.save(StoredRecord(collection: "c", key: id, id: id, content: ["bytes": .number(id.utf8.count)]))
        try store.save(OutboxEntry(collection: "c", key: id, operation: .update, idempotencyKey: "k"))
      }
    }
    #expect(try await store.all("c").map(\.content) == [["bytes": 2], ["bytes": 3]])
    for (id, bytes) in [("\u{E9}", 2), ("e\u{301}", 3)] {
      let found = try await store.read { [try $0.record(id, in: "c"), try $0.record(id: id, in: "c")] }
      #expect(found.map { $0?.content } == [["bytes": .number(bytes)], ["bytes": .number(bytes)]])
      let entries = try await store.read { try $0.outbox(of: id, in: "c") }
      #expect(entries.count == 1)
    }
    try await store.write { try $0.removeRecord("\u{E9}", in: "c") }
    #expect(try await store.all("c").map(\.content) == [["bytes": 3]])
  }

  @Test("H01: entries that a failed transaction removed are in their old order", arguments: StoreKind.allCases)
  func entries(_ kind: StoreKind) async throws {
    let store = try kind.make()
    try await store.write { store in
      for key in ["1", "2", "3"] {
        try store.save(OutboxEntry(collection: "c", key: "k", operation: .update, idempotencyKey: key))
      }
    }
    await #expect(throws: Refused.self) {
      try await store.write { store in
        for entry in try store.outbox(of: "k", in: "c") { try store.removeEntry(entry.sequence, in: "c") }
        throw Refused()
      }
    }
    #expect(try await store.read { try $0.outbox(of: "k", in: "c").map(\.idempotencyKey) } == ["1", "2", "3"])
  }

  @Test("H01: a negative limit of the outbox means no limit", arguments: StoreKind.allCases)
  func noLimit(_ kind: StoreKind) async throws {
    let store = try kind.make()
    try await store.write { store in
      for key in ["1", "2"] {
        try store.save(OutboxEntry(collection: "c", key: key, operation: .update, idempotencyKey: key))
      }
    }
    for (limit, count) in [(-1, 2), (0, 0), (1, 1), (Int.max, 2)] {
      #expect(try await store.read { try $0.outbox(in: "c", after: 0, limit: limit).count } == count)
    }
  }

  @Test(
    "H01: every record is visited, whatever the limit and offset of the query and the size of the chunks",
    arguments: StoreKind.allCases)
  func visits(_ kind: StoreKind) async throws {
    let store = try kind.make()
    try await store.write { store in
      for key in ["a", "b", "c"] { try store.save(StoredRecord(collection: "c", key: key, content: ["n": 1])) }
    }
    for chunk in [-1, 0, 1, 2, 500] {
      let keys = try await store.read { store in
        var keys: [String] = []
        try store.forEach(in: "c", RecordQuery(limit: 1, offset: 2), chunk: chunk) { keys += $0.map(\.key) }
        return keys
      }
      #expect(keys == ["a", "b", "c"])
    }
  }
}
