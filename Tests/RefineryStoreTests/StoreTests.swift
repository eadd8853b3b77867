import Foundation
import RefineryCore
import RefineryStore
import Testing

/// What every store must do, run for each.
@Suite("Stores", .timeLimit(.minutes(5))) struct StoreTests {
  private struct Person: Codable, Identifiable, Equatable, Sendable {
    var id: Int
    var name: String
    var age: Int?
  }

  private struct Refused: Error {}

  @Test("H01, H02, N04: 201 records created, updated and deleted leave none", arguments: StoreKind.allCases)
  func cycle(_ kind: StoreKind) async throws {
    let people = StorageRepository<Person>(try kind.make(), collection: "Person")
    try await people.create((1...200).map { Person(id: $0, name: "P\($0)") })
    try await people.create(Person(id: 201, name: "P201"))
    #expect(try await people.count() == 201)
    #expect(try await people.read(77) == Person(id: 77, name: "P77"))

    try await people.update((1...200).map { Person(id: $0, name: "Q\($0)", age: $0) })
    try await people.update(Person(id: 201, name: "Q201"))
    #expect(try await people.search(where: Member("name").hasPrefix("P")).isEmpty)
    #expect(try await people.search(where: Member("age") > 199).map(\.id) == [200])

    try await people.delete(Array(1...200))
    try await people.delete(201)
    #expect(try await people.count() == 0)
    #expect(try await people.search().isEmpty)
  }

  @Test("H02: a bad record is a parsing error that says where, and nothing is stored", arguments: StoreKind.allCases)
  func badRecord(_ kind: StoreKind) async throws {
    let people = StorageRepository<Person>(try kind.make(), collection: "Person")
    let error = await #expect(throws: StoreError.self) { try await people.create(attributes: ["id": 1, "name": 5]) }
    #expect(error?.kind == .badRecord)
    #expect((error?.underlying as? MappingError)?.pathText == "name")
    #expect(error.map { "\($0)" } == "the record cannot be read: wrong type at name, expected String")
    #expect(try await people.count() == 0)
  }

  @Test("H02: a batch is one transaction: a taken id or an unknown one undoes it all", arguments: StoreKind.allCases)
  func batch(_ kind: StoreKind) async throws {
    let people = StorageRepository<Person>(try kind.make(), collection: "Person")
    try await people.create(Person(id: 3, name: "C"))
    let duplicate = await #expect(throws: StoreError.self) {
      try await people.create([Person(id: 1, name: "A"), Person(id: 3, name: "X")])
    }
    #expect(duplicate?.kind == .duplicate)
    let unknown = await #expect(throws: StoreError.self) {
      try await people.update([Person(id: 3, name: "changed"), Person(id: 9, name: "nobody")])
    }
    #expect(unknown?.kind == .unknownRecord)
    await #expect(throws: StoreError.self) { try await people.delete([3, 9]) }
    #expect(try await people.search() == [Person(id: 3, name: "C")])
  }

  @Test("H02: a delete without an id is an error and deletes nothing", arguments: StoreKind.allCases)
  func deleteWithoutID(_ kind: StoreKind) async throws {
    let people = StorageRepository<Person>(try kind.make(), collection: "Person")
    try await people.create(Person(id: 1, name: "A"))
    let one = await #expect(throws: StoreError.self) { try await people.delete(Int?.none) }
    let several = await #expect(throws: StoreError.self) { try await people.delete([1, nil] as [Int?]) }
    #expect(one?.kind == .missingIdentifier && several?.kind == .missingIdentifier)
    #expect(try await people.count() == 1)
  }

  @Test("H01: a transaction that throws leaves records, outbox, values and clock as they were", arguments: StoreKind.allCases)
  func rollback(_ kind: StoreKind) async throws {
    let store = try kind.make()
    try await store.write { store in
      try store.save(StoredRecord(collection: "c", key: "kept", id: "1", content: ["n": 1]))
      try store.save(StoredRecord(collection: "c", key: "removed", id: "2", content: ["n": 2]))
      try store.save(OutboxEntry(collection: "c", key: "kept", operation: .update, idempotencyKey: "k1"))
      try store.setValue("old", for: "token", in: "c")
    }
    let before = try await store.all("c")
    await #expect(throws: Refused.self) {
      try await store.write { store in
        try store.save(StoredRecord(collection: "c", key: "kept", id: "9", content: ["n": 9]))
        try store.save(StoredRecord(collection: "c", key: "new", id: "3", content: ["n": 3]))
        try store.removeRecord("removed", in: "c")
        try store.removeEntry(try store.outbox(in: "c", after: 0, limit: 1)[0].sequence, in: "c")
        try store.save(OutboxEntry(collection: "c", key: "new", operation: .create, idempotencyKey: "k2"))
        try store.setValue("new", for: "token", in: "c")
        try store.removeAll(in: "c")
        throw Refused()
      }
    }
    #expect(try await store.all("c") == before)
    #expect(try await store.entries("c").map(\.idempotencyKey) == ["k1"])
    #expect(try await store.read { try $0.value(for: "token", in: "c") } == "old")
    #expect(try await store.read { try $0.record(id: "9", in: "c") } == nil)
    #expect(try await store.read { try $0.record(id: "2", in: "c")?.key } == "removed")
  }

  @Test("H01: collections know nothing of each other, and stamps tell transactions apart", arguments: StoreKind.allCases)
  func collections(_ kind: StoreKind) async throws {
    let store = try kind.make()
    try await store.write { try $0.save(StoredRecord(collection: "a", key: "k", id: "1", content: ["n": 1])) }
    let first = try await store.read { try $0.stamp }
    try await store.write { try $0.save(StoredRecord(collection: "b", key: "k", id: "1", content: ["n": 2])) }
    #expect(try await store.all("a").map(\.content) == [["n": 1]])
    #expect(try await store.all("b").first?.stamp == first + 1)
    try await store.write { try $0.removeAll(in: "a") }
    #expect(try await store.all("a").isEmpty)
    #expect(try await store.all("b").count == 1)
  }

  @Test("H01: two records of a collection cannot have one id, and a failed save leaves none", arguments: StoreKind.allCases)
  func unique(_ kind: StoreKind) async throws {
    let store = try kind.make()
    try await store.write { try $0.save(StoredRecord(collection: "c", key: "one", id: "1", content: [:])) }
    let error = await #expect(throws: StoreError.self) {
      try await store.write { try $0.save(StoredRecord(collection: "c", key: "two", id: "1", content: [:])) }
    }
    #expect(error?.kind == .duplicate)
    try await store.write { store in
      for key in ["three", "four"] { try store.save(StoredRecord(collection: "c", key: key, content: [:])) }
    }
    #expect(try await store.all("c").map(\.key) == ["one", "three", "four"])
  }

  @Test("H01: the outbox keeps its order and gives whole entries back", arguments: StoreKind.allCases)
  func outbox(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let full = {
      var entry = OutboxEntry(collection: "c", key: "b", operation: .patch, idempotencyKey: "k2")
      (entry.isSent, entry.payload, entry.snapshot) = (true, ["a": nil], ["a": 1.50])
      (entry.batch, entry.attempts, entry.failure) = ("batch", 3, "why")
      return entry
    }()
    try await store.write { store in
      try store.save(OutboxEntry(collection: "c", key: "a", operation: .create, idempotencyKey: "k1"))
      try store.save(full)
      try store.save(OutboxEntry(collection: "c", key: "a", operation: .delete, idempotencyKey: "k3"))
    }
    let entries = try await store.entries("c")
    #expect(entries.map(\.idempotencyKey) == ["k1", "k2", "k3"])
    var expected = full
    expected.sequence = entries[1].sequence
    #expect(entries[1] == expected)
    #expect(try await store.read { try $0.outbox(of: "a", in: "c").map(\.operation) } == [.create, .delete])
    #expect(try await store.read { try $0.outbox(in: "c", after: entries[0].sequence, limit: 1) } == [expected])
    #expect(try await store.read { try $0.lastSequence(in: "c") } == entries[2].sequence)
    try await store.write { try $0.removeEntry(entries[0].sequence, in: "c") }
    #expect(try await store.read { try $0.outboxCount(in: "c") } == 2)
  }

  @Test("H02: members that the model does not know survive an update", arguments: StoreKind.allCases)
  func unknownMembers(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let people = StorageRepository<Person>(store, collection: "Person")
    try await people.create(attributes: ["id": 1, "name": "Ann", "age": 3, "extra": ["deep": [1, nil]]])
    try await people.update(Person(id: 1, name: "Bea"))
    #expect(
      try await store.all("Person").map(\.content)
        == [["id": 1, "name": "Bea", "extra": ["deep": [1, nil]]]])
  }

  @Test("H01: a collection is gone through in parts, also while it is emptied", arguments: StoreKind.allCases)
  func parts(_ kind: StoreKind) async throws {
    let store = try kind.make()
    try await store.write { store in
      for number in 1...25 { try store.save(StoredRecord(collection: "c", key: "\(number)", content: ["n": .number(number)])) }
    }
    let sizes = try await store.write { store in
      var sizes: [Int] = []
      try store.forEach(in: "c", RecordQuery(where: Member("n") != 13), chunk: 10) { part in
        sizes.append(part.count)
        for record in part { try store.removeRecord(record.key, in: "c") }
      }
      return sizes
    }
    #expect(sizes == [10, 10, 4])
    #expect(try await store.all("c").map(\.key) == ["13"])
  }

  @Test("H01: many readers and writers at once lose nothing", arguments: StoreKind.allCases)
  func concurrency(_ kind: StoreKind) async throws {
    let store = try kind.make()
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
    #expect(try await store.read { try $0.value(for: "count", in: "c") } == "200")
    #expect(try await store.all("c").count == 200)
  }
}
