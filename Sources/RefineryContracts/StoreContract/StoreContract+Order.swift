import FoundationEssentials
import RefineryCore
import RefineryStore
import RefineryTesting

extension StoreContract {
  static let order: [Check] = [
    Check("the outbox keeps its order and returns whole entries") { check in
      let store = check.store
      let full = {
        var entry = OutboxEntry(collection: "c", key: "b", operation: .patch, idempotencyKey: "k2")
        (entry.isSent, entry.payload, entry.snapshot) = (true, ["a": nil], ["a": 1.50])
        (entry.batch, entry.attempts, entry.failure) = ("batch", 3, "why")
        (entry.failures, entry.isSetAside) = (2, true)
        entry.failedSince = Date(timeIntervalSinceReferenceDate: 800_000_000.25)
        return entry
      }()
      try await store.write { store in
        try store.save(OutboxEntry(collection: "c", key: "a", operation: .create, idempotencyKey: "k1"))
        try store.save(full)
        try store.save(OutboxEntry(collection: "c", key: "a", operation: .delete, idempotencyKey: "k3"))
      }
      let entries = try await check.entries()
      try check.expect(entries.map(\.idempotencyKey), ["k1", "k2", "k3"], "entries")
      guard entries.count == 3 else { return }
      var expected = full
      expected.sequence = entries[1].sequence
      try check.expect(entries[1], expected, "entry")
      try check.expect(
        try await store.read { try $0.outbox(of: "a", in: "c").map(\.operation) }, [.create, .delete], "entries")
      try check.expect(
        try await store.read { try $0.outbox(in: "c", after: entries[0].sequence, limit: 1) }, [expected], "entries")
      try check.expect(try await store.read { try $0.lastSequence(in: "c") }, entries[2].sequence, "last sequence")
      expected.failure = nil
      let changed = expected
      try await store.write { store in
        try store.removeEntry(entries[0].sequence, in: "c")
        try store.save(changed)
      }
      try check.expect(try await store.read { try $0.outboxCount(in: "c") }, 2, "count of entries")
      try check.expect(try await check.entries().first, changed, "entry")
    },
    Check("a record that is saved again keeps its position") { check in
      try await check.fill([["n": 1], ["n": 1]])
      let before = try await check.all()
      try await check.store.write { try $0.save(StoredRecord(collection: "c", key: "0", content: ["n": 2])) }
      let after = try await check.all()
      try check.expect(after.map(\.key), ["0", "1"], "keys")
      try check.expect(after.map(\.content), [["n": 2], ["n": 1]], "contents")
      try check.expect(after.map(\.position), before.map(\.position), "positions")
    },
    Check("the id of a record that was removed or got another id can be used again") { check in
      let store = check.store
      try await store.write { store in
        for id in ["1", "2"] { try store.save(StoredRecord(collection: "c", key: "old \(id)", id: id, content: [:])) }
        try store.removeRecord("old 1", in: "c")
        try store.save(StoredRecord(collection: "c", key: "old 2", id: "3", content: [:]))
      }
      for id in ["1", "2"] { try check.expect(try await store.read { try $0.record(id: id, in: "c") }, nil, "record \(id)") }
      try await store.write { store in
        for id in ["1", "2"] { try store.save(StoredRecord(collection: "c", key: "new \(id)", id: id, content: [:])) }
      }
      try check.expect(try await check.all().map(\.key), ["old 2", "new 1", "new 2"], "keys")
    },
    Check("two Unicode forms of an accented letter are two keys and two ids") { check in
      let store = check.store
      try await store.write { store in
        for id in ["\u{E9}", "e\u{301}"] {
          try store.save(StoredRecord(collection: "c", key: id, id: id, content: ["bytes": .number(id.utf8.count)]))
          try store.save(OutboxEntry(collection: "c", key: id, operation: .update, idempotencyKey: "k"))
        }
      }
      for (id, bytes) in [("\u{E9}", 2), ("e\u{301}", 3)] {
        let found = try await store.read { [try $0.record(id, in: "c"), try $0.record(id: id, in: "c")] }
        try check.expect(found.map { $0?.content }, [["bytes": .number(bytes)], ["bytes": .number(bytes)]], "contents")
        try check.expect(try await store.read { try $0.outbox(of: id, in: "c").count }, 1, "count of entries")
      }
      try await store.write { try $0.removeRecord("\u{E9}", in: "c") }
      try check.expect(try await check.all().map(\.content), [["bytes": 3]], "contents")
    },
    Check("entries that a failed transaction removed are in their old order") { check in
      let store = check.store
      try await store.write { store in
        for key in ["1", "2", "3"] {
          try store.save(OutboxEntry(collection: "c", key: "k", operation: .update, idempotencyKey: key))
        }
      }
      do {
        try await store.write { store in
          for entry in try store.outbox(of: "k", in: "c") { try store.removeEntry(entry.sequence, in: "c") }
          throw Undone()
        }
      } catch is Undone {}
      try check.expect(
        try await store.read { try $0.outbox(of: "k", in: "c").map(\.idempotencyKey) }, ["1", "2", "3"], "entries")
    },
    Check("a negative limit of the outbox means no limit") { check in
      try await check.store.write { store in
        for key in ["1", "2"] {
          try store.save(OutboxEntry(collection: "c", key: key, operation: .update, idempotencyKey: key))
        }
      }
      for (limit, count) in [(-1, 2), (0, 0), (1, 1), (Int.max, 2)] {
        let found = try await check.store.read { try $0.outbox(in: "c", after: 0, limit: limit).count }
        try check.expect(found, count, "with the limit \(limit), count")
      }
    },
    Check("every record is visited, whatever the limit and offset of the query and the size of the chunks") { check in
      try await check.fill([["n": 1], ["n": 2], ["n": 3]])
      for chunk in [-1, 0, 1, 2, 500] {
        let keys = try await check.store.read { store in
          var keys: [String] = []
          try store.forEach(in: "c", RecordQuery(limit: 1, offset: 2), chunk: chunk) { keys += $0.map(\.key) }
          return keys
        }
        try check.expect(keys, ["0", "1", "2"], "with chunks of \(chunk), keys")
      }
    },
    Check("a collection is visited in chunks, also while it is emptied") { check in
      try await check.fill((1...25).map { ["n": .number($0)] })
      let sizes = try await check.store.write { store in
        var sizes: [Int] = []
        try store.forEach(in: "c", RecordQuery(where: Member("n") != 13), chunk: 10) { part in
          sizes.append(part.count)
          for record in part { try store.removeRecord(record.key, in: "c") }
        }
        return sizes
      }
      try check.expect(sizes, [10, 10, 4], "sizes")
      try check.expect(try await check.all().map(\.content), [["n": 13]], "contents")
    },
    Check("a collection is read in parts, from one position to the next") { check in
      try await check.fill((0..<5).map { ["n": .number($0)] })
      var query = RecordQuery()
      query.limit = 2
      var keys: [String] = []
      while keys.count <= 5 {
        let part = try await check.found(query)
        guard let last = part.last else { break }
        keys += part.map(\.key)
        query.position = last.position
      }
      try check.expect(keys, ["0", "1", "2", "3", "4"], "keys")
    },
  ]
}
