#if SQLite
  import Foundation
  import GRDB
  import RefineryCore
  import RefineryTesting
  import Synchronization
  import TestSupport
  import Testing

  @testable import RefineryStore

  /// Files that are damaged, of an earlier version, or locked by another process.
  @Suite("SQLite files: damage and locks", .timeLimit(.minutes(5))) struct SQLiteDamageTests {
    @Test(
      "H01: bytes that are changed within a record or an entry are noticed, and never sent", arguments: ["content", "payload"])
    func damage(_ place: String) async throws {
      let path = try TemporaryFolder().path("a.sqlite")
      let server = NoteServer()
      func open() throws -> (SQLiteStore, SyncedRepository<Note>) {
        let store = try SQLiteStore(path)
        let settings = SyncSettings { $0.sendsAtOnce = false }
        return (store, SyncedRepository<Note>(server.client, store: store, settings: settings))
      }
      var (store, notes) = try open()
      let key = try await notes.create(Note(text: "the original text")).key
      if place == "payload" {
        server.fails(.lost)
        _ = try? await notes.synchronize(.nothing)
        try await store.write { store in
          var record = try #require(try store.record(key, in: "Note"))
          record.content = ["text": "another"]
          try store.save(record)
        }
      }
      try store.close()
      server.forget()
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      while let range = bytes.range(of: Data("original".utf8)) { bytes.replaceSubrange(range, with: Data("0riginal".utf8)) }
      try bytes.write(to: URL(fileURLWithPath: path))
      (store, notes) = try open()
      let error = await #expect(throws: SynchronizationError.self) { try await notes.synchronize() }
      let cause = try #require(error?.underlying as? StoreError)
      #expect(cause.kind == .corrupt && cause.reason == "key \(key)")
      #expect(server.log.allSatisfy { $0.method == "GET" })
      if place == "content" {
        let searched = await #expect(throws: StoreError.self) { try await notes.search() }
        #expect(searched?.kind == .corrupt)
      }
      try store.close()
    }

    @Test("H01: each value of a row that a request depends on is part of its checksum")
    func checksums() {
      let record = StoredRecord(collection: "c", key: "k", id: "i", content: 1, base: 2, version: "v", state: .pendingUpdate)
      let changes: [(inout StoredRecord) -> Void] = [
        { $0 = StoredRecord(collection: "ck", key: "", id: $0.id, content: $0.content, base: $0.base, version: $0.version) },
        { $0.id = nil }, { $0.id = "" }, { $0.version = nil }, { $0.version = "w" }, { $0.state = .conflicted },
        { $0.isDeleted = true }, { $0.content = 2 }, { $0.base = nil },
      ]
      let texts = record.texts(record.content.text())
      #expect(texts == ["c", "k", "i", "1", "2", "v", "pendingUpdate"])
      let sum = record.checksum(texts)
      for change in changes {
        var other = record
        change(&other)
        #expect(other.checksum(other.texts(other.content.text())) != sum)
      }
      #expect(record.checksum(["c", "k", "i", "12", "", "v", "pendingUpdate"]) != sum)
      var entry = OutboxEntry(collection: "c", key: "k", operation: .update, idempotencyKey: "i")
      (entry.payload, entry.snapshot, entry.batch) = (1, 2, "b")
      let changed: [(inout OutboxEntry) -> Void] = [
        { $0.operation = .patch }, { $0.idempotencyKey = "j" }, { $0.isSent = true }, { $0.batch = nil },
        { $0.payload = nil }, { $0.snapshot = nil },
      ]
      let whole = entry.checksum(entry.texts)
      for change in changed {
        var other = entry
        change(&other)
        #expect(other.checksum(other.texts) != whole)
      }
    }

    @Test("H01: a file of the first version keeps its records and its outbox")
    func firstVersion() async throws {
      let path = try TemporaryFolder().path("a.sqlite")
      let queue = try DatabaseQueue(path: path)
      try SQLiteSchema.migrator.migrate(queue, upTo: "1")
      try await queue.write { database in
        try database.execute(
          sql: """
            PRAGMA application_id = \(SQLiteSchema.applicationID);
            INSERT INTO records VALUES (1, 'Note', 'k1', NULL, '{"text":"mine"}', NULL, NULL, 'pendingCreate', 0, 1);
            INSERT INTO records VALUES (2, 'Note', 'k2', '7', '{"id":7,"text":"a\\u0000b"}', NULL, NULL, 'synchronized', 0, 2);
            INSERT INTO outbox VALUES (1, 'Note', 'k1', 'create', 'key', 0, NULL, NULL, NULL, 2, 'status 422');
            UPDATE clock SET stamp = 2;
            """)
      }
      try queue.close()
      let server = NoteServer()
      server.put(["id": 7, "text": "a\u{0}b"])
      let store = try SQLiteStore(path)
      let notes = SyncedRepository<Note>(server.client, store: store)
      #expect(try await notes.search(where: Member("text") == "a").isEmpty)
      #expect(try await notes.search(where: Member("text") == "a\u{0}b").map(\.id) == [7])
      let entry = try #require(try await store.entries("Note").first)
      #expect(entry.attempts == 2 && entry.failures == 0 && entry.failedSince == nil && !entry.isSetAside)
      #expect(try await notes.synchronize().isComplete)
      #expect(server.log.first?.key == "\"key\"")
      #expect(try await notes.search(sort: [.ascending("id")]).map(\.text) == ["mine", "a\u{0}b"])
      try store.close()
    }

    /// A clock that counts how often it was read.
    private final class ReadClock: Clock {
      let clock = ManualClock()
      let reads = Mutex(0)
      var minimumResolution: Duration { clock.minimumResolution }
      var now: ManualClock.Instant {
        reads.withLock { $0 += 1 }
        return clock.now
      }
      func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        try await clock.sleep(until: deadline, tolerance: tolerance)
      }
    }

    @Test("H01: the wait for a lock counts from the call, so writes behind each other do not wait for it in turn")
    func locked() async throws {
      let path = try TemporaryFolder().path("a.sqlite")
      let clock = ReadClock()
      let store = try SQLiteStore(path, waitingForLocks: .seconds(1_000), waitsForDisk: false, clock: CallClock(clock))
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: path, configuration: configuration)
      try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
      // Keeps the queue of the store busy, without the lock.
      let isHeld = DispatchSemaphore(value: 0)
      let database = store.database
      let holder = Task { try await database.writeWithoutTransaction { _ in _ = isHeld.wait(timeout: .distantFuture) } }
      let reads = clock.reads.withLock { $0 }
      let writes = (1...5).map { number in
        Task { try await store.write { try $0.setValue("\(number)", for: "a", in: "c") } }
      }
      try await until { clock.reads.withLock { $0 } >= reads + 5 }
      clock.clock.advance(by: .seconds(1_000))
      isHeld.signal()
      try await holder.value
      for write in writes {
        let error = await #expect(throws: StoreError.self) { try await write.value }
        #expect(error?.kind == .locked)
      }
      // Readers do not wait.
      #expect(try await store.read { try $0.value(for: "a", in: "c") } == nil)
      try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
      try await store.write { try $0.setValue("b", for: "a", in: "c") }
      let patience = try await database.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA busy_timeout") }
      #expect(patience == 1_000_000)
      try other.close()
      try store.close()
    }
  }
#endif
