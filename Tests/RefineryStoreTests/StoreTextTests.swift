import RefineryCore
import RefineryStore
import RefineryTesting
import Testing

/// Texts that databases and Swift treat in different ways.
@Suite("Stores: texts", .timeLimit(.minutes(5))) struct StoreTextTests {
  private static let texts = ["", "a", "a\u{0}", "a\u{0}b", "\u{0}", "b", "a\u{0}c", "e\u{301}", "\u{e9}", "\\u0000", "ab"]

  private func filled(_ kind: StoreKind) async throws -> StorageRepository<JSONValue> {
    let records = StorageRepository<JSONValue>(try kind.make(), collection: "c")
    for (index, text) in Self.texts.enumerated() {
      try await records.create(attributes: ["id": .number(index), "text": .string(text), "n": ["t": .string(text)]])
    }
    return records
  }

  @Test("H01: all stores compare texts with a NUL by their bytes", arguments: StoreKind.allCases)
  func comparisons(_ kind: StoreKind) async throws {
    let records = try await filled(kind)
    let bytes = Self.texts.map { Array($0.utf8) }
    func expect(_ filter: RecordFilter, _ isIncluded: ([UInt8]) -> Bool) async throws {
      let expected = bytes.indices.filter { isIncluded(bytes[$0]) }
      #expect(try await records.search(where: filter).map { $0["id"]?.int } == expected)
      #expect(try await records.count(where: filter) == expected.count)
      #expect(try await records.search(where: !filter).count == bytes.count - expected.count)
    }
    for value in Self.texts {
      let other = Array(value.utf8)
      for path in ["text", "n.t"] as [MemberPath] {
        let (member, json) = (Member(path), JSONValue.string(value))
        try await expect(member == json) { $0 == other }
        try await expect(member != json) { $0 != other }
        try await expect(member < json) { $0.lexicographicallyPrecedes(other) }
        try await expect(member <= json) { !other.lexicographicallyPrecedes($0) }
        try await expect(member > json) { other.lexicographicallyPrecedes($0) }
        try await expect(member >= json) { !$0.lexicographicallyPrecedes(other) }
        try await expect(member.hasPrefix(value)) { $0.starts(with: other) }
        try await expect(member.contains(value)) { $0.firstRange(of: other) != nil }
        try await expect(member.isOne(of: [json, "b"])) { $0 == other || $0 == Array("b".utf8) }
      }
    }
  }

  @Test("H01: all stores sort texts with a NUL by their bytes, with limit and offset", arguments: StoreKind.allCases)
  func order(_ kind: StoreKind) async throws {
    let records = try await filled(kind)
    let sorted = Self.texts.indices.sorted { Self.texts[$0].utf8.lexicographicallyPrecedes(Self.texts[$1].utf8) }
    #expect(try await records.search(sort: [.ascending("text")]).map { $0["id"]?.int } == sorted)
    #expect(try await records.search(sort: [.descending("text")]).map { $0["id"]?.int } == sorted.reversed())
    let part = try await records.search(where: Member("text") != "b", sort: [.ascending("text")], limit: 3, offset: 1)
    #expect(part.map { $0["id"]?.int } == Array(sorted.filter { Self.texts[$0] != "b" }[1..<4]))
  }

  @Test("H01: a record whose text loses its NUL is compared as others are", arguments: StoreKind.allCases)
  func changed(_ kind: StoreKind) async throws {
    let records = StorageRepository<JSONValue>(try kind.make(), collection: "c")
    try await records.create(attributes: ["id": 1, "text": "a\u{0}b"])
    #expect(try await records.search(where: Member("text") == "a").isEmpty)
    try await records.update(["id": 1, "text": "a"])
    #expect(try await records.search(where: Member("text") == "a").count == 1)
  }

  @Test("H01: keys, ids and names may contain NUL, and have no other normal form", arguments: StoreKind.allCases)
  func names(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let names = ["x", "x\u{0}", "x\u{0}y", "e\u{301}", "\u{e9}"]
    try await store.write { store in
      for name in names {
        for key in names {
          try store.save(
            StoredRecord(
              collection: name, key: key, id: "i\(key)", content: ["c": .string(name), "k": .string(key)], version: key))
          var entry = OutboxEntry(collection: name, key: key, operation: .update, idempotencyKey: key)
          (entry.payload, entry.batch, entry.failure) = (.string(key), key, key)
          try store.save(entry)
          try store.setValue("\(name)|\(key)", for: key, in: name)
        }
      }
    }
    try await store.read { (store: any StoreReading) throws in
      for name in names {
        for key in names {
          let record = try #require(try store.record(key, in: name))
          #expect(
            record.content == ["c": .string(name), "k": .string(key)] && record.version?.utf8.elementsEqual(key.utf8) == true)
          #expect(try store.record(id: "i\(key)", in: name)?.key.utf8.elementsEqual(key.utf8) == true)
          let entries = try store.outbox(of: key, in: name)
          #expect(entries.count == 1 && entries.first?.payload == .string(key))
          for text in [entries.first?.idempotencyKey, entries.first?.batch, entries.first?.failure] {
            #expect(text?.utf8.elementsEqual(key.utf8) == true)
          }
          #expect(try store.value(for: key, in: name)?.utf8.elementsEqual("\(name)|\(key)".utf8) == true)
        }
        #expect(try store.records(in: name, RecordQuery()).count == names.count)
        #expect(try store.outboxCount(in: name) == names.count)
      }
    }
    try await store.write { store in
      try store.removeRecord("x", in: "x")
      try store.setValue(nil, for: "x", in: "x")
      try store.removeAll(in: "\u{e9}")
      try store.removeAll(in: "x\u{0}")
    }
    try await store.read { (store: any StoreReading) throws in
      #expect(try store.record("x", in: "x") == nil)
      #expect(try store.record("x\u{0}", in: "x") != nil)
      #expect(try store.value(for: "x", in: "x") == nil)
      #expect(try store.value(for: "x\u{0}", in: "x") != nil)
      #expect(try names.map { try store.records(in: $0, RecordQuery()).count } == [4, 0, 5, 5, 0])
    }
  }

  @Test("H09: two ids of which one continues with a NUL are two records", arguments: StoreKind.allCases)
  func ids(_ kind: StoreKind) async throws {
    let server = NoteServer()
    for id in ["a", "a\u{0}b"] { server.put(["id": .string(id), "text": "x"]) }
    let errands = SyncedRepository<Errand>(server.client, store: try kind.make())
    #expect(try await errands.synchronize().pulled.created == 2)
    #expect(try await errands.synchronize().pulled.unchanged == 2)
    server.remove("a")
    #expect(try await errands.synchronize().pulled == .init(deleted: 1, unchanged: 1))
    #expect(try await errands.search().map(\.id) == ["a\u{0}b"])
  }
}
