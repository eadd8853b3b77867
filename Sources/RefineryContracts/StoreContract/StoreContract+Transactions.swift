import FoundationEssentials
import RefineryCore
import RefineryStore
import RefineryTesting

extension StoreContract {
  static let transactions: [Check] = [
    Check("a transaction that throws leaves records, outbox, values and clock as they were") { check in
      let store = check.store
      try await store.write { store in
        try store.save(StoredRecord(collection: "c", key: "kept", id: "1", content: ["n": 1]))
        try store.save(StoredRecord(collection: "c", key: "removed", id: "2", content: ["n": 2]))
        try store.save(OutboxEntry(collection: "c", key: "kept", operation: .update, idempotencyKey: "k1"))
        try store.setValue("old", for: "token", in: "c")
      }
      let (before, stamp) = (try await check.all(), try await store.read { try $0.stamp })
      do {
        try await store.write { store in
          try store.save(StoredRecord(collection: "c", key: "kept", id: "9", content: ["n": 9]))
          try store.save(StoredRecord(collection: "c", key: "new", id: "3", content: ["n": 3]))
          try store.removeRecord("removed", in: "c")
          for entry in try store.outbox(in: "c", after: 0, limit: 1) { try store.removeEntry(entry.sequence, in: "c") }
          try store.save(OutboxEntry(collection: "c", key: "new", operation: .create, idempotencyKey: "k2"))
          try store.setValue("new", for: "token", in: "c")
          try store.removeAll(in: "c")
          throw Undone()
        }
        throw ContractViolation(rule: check.rule, expected: "the error of the body", seen: "none")
      } catch is Undone {}
      try check.expect(try await check.all(), before, "records")
      try check.expect(try await store.read { try $0.stamp }, stamp, "stamp")
      try check.expect(try await check.entries().map(\.idempotencyKey), ["k1"], "entries")
      try check.expect(try await store.read { try $0.value(for: "token", in: "c") }, "old", "value")
      try check.expect(try await store.read { try $0.record(id: "9", in: "c") }, nil, "record 9")
      try check.expect(try await store.read { try $0.record(id: "2", in: "c")?.key }, "removed", "key of record 2")
    },
    Check("collections are independent, and each transaction that saves a record has its own stamp") { check in
      let store = check.store
      try await store.write { try $0.save(StoredRecord(collection: "a", key: "k", id: "1", content: ["n": 1])) }
      let first = try await store.read { try $0.stamp }
      try await store.write { try $0.save(StoredRecord(collection: "b", key: "k", id: "1", content: ["n": 2])) }
      try check.expect(try await check.all("a").map(\.content), [["n": 1]], "contents")
      try check.expect(try await check.all("b").first?.stamp, first + 1, "stamp")
      try await store.write { try $0.removeAll(in: "a") }
      try check.expect(try await check.all("a").count, 0, "count")
      try check.expect(try await check.all("b").count, 1, "count")
    },
    Check("all records of a transaction have the same stamp, which is the clock afterwards") { check in
      try await check.fill([["n": 1], ["n": 2]])
      let stamp = try await check.store.read { try $0.stamp }
      try check.expect(try await check.all().map(\.stamp), [stamp, stamp], "stamps")
    },
    Check("two records of a collection cannot have one id, and the refused save has no effect") { check in
      let store = check.store
      try await store.write { try $0.save(StoredRecord(collection: "c", key: "one", id: "1", content: [:])) }
      try await check.expect(.duplicate, "a second record with an id") {
        try await store.write { try $0.save(StoredRecord(collection: "c", key: "two", id: "1", content: [:])) }
      }
      try await store.write { store in
        for key in ["three", "four"] { try store.save(StoredRecord(collection: "c", key: key, content: [:])) }
      }
      try check.expect(try await check.all().map(\.key), ["one", "three", "four"], "keys")
    },
    Check("a transaction may go on after a save that was refused for its id") { check in
      let store = check.store
      try await store.write { store in
        try store.save(StoredRecord(collection: "c", key: "one", id: "1", content: [:]))
        _ = Result { try store.save(StoredRecord(collection: "c", key: "two", id: "1", content: [:])) }
        try store.save(StoredRecord(collection: "c", key: "three", id: "3", content: [:]))
      }
      try check.expect(try await check.all().map(\.key), ["one", "three"], "keys")
    },
    Check("a record is returned as it was saved") { check in
      let content = try JSONValue(
        parsing: #"{"b":1.50,"a":[1e2,null,{"x":true}],"t":"é\u0001\" \\ 😀","big":123456789012345678901}"#)
      let record = StoredRecord(
        collection: "c", key: "k", id: "1", content: content, base: ["a": nil], version: "\"v\"", state: .conflicted,
        isDeleted: true)
      try await check.store.write { try $0.save(record) }
      guard let found = try await check.store.read({ try $0.record("k", in: "c") }) else {
        throw ContractViolation(rule: check.rule, expected: "the record", seen: "none")
      }
      try check.expect(found.content.text(), content.text(), "content")
      try check.expect(found.base?.text(), #"{"a":null}"#, "base")
      var expected = record
      (expected.stamp, expected.position) = (found.stamp, found.position)
      try check.expect(found, expected, "record")
      try check.expect(try await check.store.read { try $0.record(id: "1", in: "c") }, expected, "record by id")
    },
    Check("keys and ids of 10,000 bytes are found, and texts of 2 million bytes are kept") { check in
      let (key, text) = (String(repeating: "key ", count: 2_500), String(repeating: "text", count: 500_000))
      try await check.store.write { store in
        for end in ["1", "2"] {
          try store.save(StoredRecord(collection: "c", key: key + end, id: key + end, content: ["t": .string(text + end)]))
          try store.save(OutboxEntry(collection: "c", key: key + end, operation: .create, idempotencyKey: end))
          try store.setValue(end, for: key + end, in: "c")
        }
      }
      let found = try await check.store.read { store in
        (
          try store.record(key + "2", in: "c")?.content["t"]?.string?.utf8.count,
          try store.record(id: key + "1", in: "c")?.content["t"]?.string?.last,
          try store.outbox(of: key + "2", in: "c").map(\.idempotencyKey), try store.value(for: key + "1", in: "c")
        )
      }
      try check.expect(found.0, 2_000_001, "length")
      try check.expect(found.1, "1", "end of the text")
      try check.expect(found.2, ["2"], "entries")
      try check.expect(found.3, "1", "value")
      let query = RecordQuery(where: Member("t") == .string(text + "2"))
      try check.expect(try await check.found(query).count, 1, "records with the text")
    },
    Check("many readers and writers at once lose nothing") { check in
      let store = check.store
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<8 {
          group.addTask {
            for number in 0..<25 {
              try await store.write { store in
                let count = Int(try store.value(for: "count", in: "c") ?? "0") ?? 0
                try store.setValue("\(count + 1)", for: "count", in: "c")
                try store.save(StoredRecord(collection: "c", key: "\(task)-\(number)", content: ["n": .number(count)]))
              }
              _ = try await store.read { try $0.count(in: "c", RecordQuery()) }
            }
          }
        }
        try await group.waitForAll()
      }
      try check.expect(try await store.read { try $0.value(for: "count", in: "c") }, "200", "count")
      try check.expect(try await check.all().count, 200, "records")
    },
    Check("a read sees no write that begins after it") { check in
      let store = check.store
      try await check.fill([["n": 1]])
      // Stores may let a write wait for the read, so the write is only begun here.
      let (counts, write) = try await store.read { reading in
        let first = try reading.count(in: "c", RecordQuery())
        let write = Task { try await store.write { try $0.save(StoredRecord(collection: "c", key: "new", content: [:])) } }
        var counts: [Int] = [first]
        for _ in 0..<20 { counts.append(try reading.count(in: "c", RecordQuery())) }
        return (counts, write)
      }
      try await write.value
      try check.expect(Set(counts), [1], "counts")
      try check.expect(try await check.all().count, 2, "records")
    },
    Check("an error of a filter's closure is thrown, and the store can be used afterwards") { check in
      try await check.fill((0..<300).map { ["n": .number($0)] })
      let query = RecordQuery(
        where: RecordFilter { content in
          if content["n"] == 150 { throw Undone() }
          return true
        })
      do {
        _ = try await check.found(query)
        throw ContractViolation(rule: check.rule, expected: "the error of the closure", seen: "none")
      } catch is Undone {}
      try check.expect(try await check.all().count, 300, "records")
    },
  ]
}
