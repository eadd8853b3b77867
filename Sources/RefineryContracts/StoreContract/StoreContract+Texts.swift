import RefineryCore
import RefineryStore
import RefineryTesting

extension StoreContract {
  private static let samples = [
    "", "a", "a\u{0}", "a\u{0}b", "\u{0}", "b", "a\u{0}c", "e\u{301}", "\u{e9}", "\\u0000", "ab", "\u{FFFF}", "\u{10000}",
  ]

  static let texts: [Check] = [
    Check("texts, also with NUL, are compared by their bytes") { check in
      try await check.fill(samples.map { ["text": .string($0), "n": ["t": .string($0)]] })
      let bytes = samples.map { Array($0.utf8) }
      func expect(_ filter: RecordFilter, _ isIncluded: ([UInt8]) -> Bool) async throws {
        let expected = bytes.indices.filter { isIncluded(bytes[$0]) }.map { "\($0)" }
        try check.expect(try await check.found(RecordQuery(where: filter)).map(\.key), expected, "keys")
        let (count, others) = try await check.store.read { store in
          (try store.count(in: "c", RecordQuery(where: filter)), try store.count(in: "c", RecordQuery(where: !filter)))
        }
        try check.expect([count, others], [expected.count, bytes.count - expected.count], "counts")
      }
      for value in samples {
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
    },
    Check("texts, also with NUL, are sorted by their bytes, with limit and offset") { check in
      try await check.fill(samples.map { ["text": .string($0)] })
      let sorted = samples.indices.sorted { samples[$0].utf8.lexicographicallyPrecedes(samples[$1].utf8) }
      func keys(_ query: RecordQuery) async throws -> [Int?] { try await check.found(query).map { Int($0.key) } }
      try check.expect(try await keys(RecordQuery(sort: [.ascending("text")])), sorted, "keys")
      try check.expect(try await keys(RecordQuery(sort: [.descending("text")])), sorted.reversed(), "keys")
      let part = RecordQuery(where: Member("text") != "b", sort: [.ascending("text")], limit: 3, offset: 1)
      try check.expect(try await keys(part), Array(sorted.filter { samples[$0] != "b" }[1..<4]), "keys")
    },
    Check("a record whose text loses its NUL is compared as others are") { check in
      let query = RecordQuery(where: Member("text") == "a")
      try await check.fill([["text": "a\u{0}b"]])
      try check.expect(try await check.found(query).count, 0, "count")
      try await check.fill([["text": "a"]])
      try check.expect(try await check.found(query).count, 1, "count")
    },
    Check("keys, ids and names may contain NUL, and have no other normal form") { check in
      let store = check.store
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
      let faults = try await store.read { store in
        var faults: [String] = []
        func same(_ text: String?, _ expected: String, _ what: String) {
          if text?.utf8.elementsEqual(expected.utf8) != true { faults.append(what) }
        }
        for name in names {
          for key in names {
            let record = try store.record(key, in: name)
            same(record?.content["c"]?.string, name, "content")
            same(record?.content["k"]?.string, key, "content")
            same(record?.version, key, "version")
            same(try store.record(id: "i\(key)", in: name)?.key, key, "record by id")
            let entries = try store.outbox(of: key, in: name)
            if entries.count != 1 { faults.append("count of entries") }
            for text in [
              entries.first?.idempotencyKey, entries.first?.batch, entries.first?.failure, entries.first?.payload?.string,
            ] {
              same(text, key, "entry")
            }
            same(try store.value(for: key, in: name), "\(name)|\(key)", "value")
          }
          if try store.records(in: name, RecordQuery()).count != names.count { faults.append("count of records") }
          if try store.outboxCount(in: name) != names.count { faults.append("count of entries") }
        }
        return faults
      }
      try check.expect(faults, [], "faults")
      try await store.write { store in
        try store.removeRecord("x", in: "x")
        try store.setValue(nil, for: "x", in: "x")
        try store.removeAll(in: "\u{e9}")
        try store.removeAll(in: "x\u{0}")
      }
      let left = try await store.read { store in
        (
          [try store.record("x", in: "x") == nil, try store.record("x\u{0}", in: "x") != nil],
          [try store.value(for: "x", in: "x") == nil, try store.value(for: "x\u{0}", in: "x") != nil],
          try names.map { try store.records(in: $0, RecordQuery()).count }
        )
      }
      try check.expect(left.0 + left.1, [true, true, true, true], "what was removed")
      try check.expect(left.2, [4, 0, 5, 5, 0], "counts")
    },
  ]
}
