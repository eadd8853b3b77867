import Foundation
import RefineryCore
import RefineryStore
import RefineryTesting
import Synchronization
import TestSupport
import Testing

/// What waits for the server, and what may have reached it.
@Suite("Synced repositories: outbox", .timeLimit(.minutes(5))) struct OutboxTests {
  private let server = NoteServer()

  private func notes(
    _ kind: StoreKind = .memory, _ change: (inout SyncSettings) -> Void = { _ in }
  ) throws -> SyncedRepository<Note> {
    SyncedRepository(server.client, store: try kind.make(), settings: SyncSettings(change))
  }

  @Test("H03: what was never sent is coalesced: create and update are a create, create and delete are nothing")
  func coalescing() async throws {
    let notes = try notes { $0.sendsAtOnce = false }
    let first = try await notes.create(Note(text: "a"))
    let second = try await notes.create(Note(text: "b"))
    try await notes.update(Note(text: "a2"), key: first.key)
    try await notes.delete(key: second.key)
    #expect(try await notes.store.entries("Note").map(\.operation) == [.create])
    try await notes.synchronize(.nothing)
    #expect(server.log.map(\.body) == [["text": "a2"]])
    server.forget()
    try await notes.update(Note(id: 1, text: "a3"))
    try await notes.patch(Note(id: 1, text: "a4"))
    try await notes.delete(1)
    #expect(try await notes.store.entries("Note").map(\.operation) == [.delete])
    try await notes.create(Note(id: 1, text: "a5"))
    #expect(try await notes.store.entries("Note").map(\.operation) == [.update])
    try await notes.synchronize(.nothing)
    #expect(server.lines == ["PUT /notes/1"])
    #expect(server.contents == [["id": 1, "text": "a5"]])
  }

  @Test("H03: what may have been sent is repeated to the letter with its key, and later changes follow it")
  func frozen() async throws {
    let notes = try notes()
    server.fails(.answerLost, .unsent)
    let lost = try #require(await #expect(throws: Unsynchronized.self) { try await notes.create(Note(text: "a")) })
    await #expect(throws: Unsynchronized.self) { try await notes.update(Note(text: "b"), key: lost.key) }
    #expect(try await notes.store.entries("Note").map(\.operation) == [.create, .update])
    let report = try await notes.synchronize()
    #expect(report.pushed == .init(created: 1, updated: 1))
    let creates = server.log.filter { $0.method == "POST" }
    #expect(creates.count == 2)
    #expect(creates.map(\.key) == [creates[0].key, creates[0].key])
    #expect(creates.map(\.body) == [["text": "a"], ["text": "a"]])
    #expect(server.contents == [["text": "b", "id": 1]])
    #expect(try await notes.search() == [Note(id: 1, text: "b")])
  }

  @Test("H03, H06: an unsent request freezes nothing, so later changes join its entry")
  func unsentAgain() async throws {
    let notes = try notes()
    server.fails(.unsent, .unsent, .status(401), .unsent)
    let unsent = try #require(await #expect(throws: Unsynchronized.self) { try await notes.create(Note(text: "a")) })
    for text in ["b", "c", "d"] {
      await #expect(throws: Unsynchronized.self) { try await notes.update(Note(text: text), key: unsent.key) }
      #expect(try await notes.store.entries("Note").map(\.operation) == [.create])
      #expect(try await notes.store.entries("Note").map(\.isSent) == [false])
    }
    server.forget()
    try await notes.delete(key: unsent.key)
    #expect(server.lines.isEmpty)
    #expect(try await notes.store.all("Note").isEmpty)
    #expect(try await notes.unsentCount() == 0)
  }

  @Test("H03: a change that a link did not send waits, even after requests that got a 401", arguments: [0, 1])
  func unsentByLink(_ sends: Int) async throws {
    struct NoCredentials: Error {}
    struct Login: Middleware {
      let sends: Int
      func respond(to request: Request, next: Next) async throws -> Response {
        for _ in 0..<sends { _ = try await next(request) }
        throw NoCredentials()
      }
    }
    let client = Client(baseURL: "http://notes.example", middleware: [Login(sends: sends)], transport: server.transport)
    let notes = SyncedRepository<Note>(client, store: MemoryStore())
    server.fails(.status(401), .status(401))
    let unsent = try #require(await #expect(throws: Unsynchronized.self) { try await notes.create(Note(text: "a")) })
    await #expect(throws: Unsynchronized.self) { try await notes.update(Note(text: "b"), key: unsent.key) }
    #expect(try await notes.store.entries("Note").map(\.operation) == [.create])
    #expect(try await notes.store.entries("Note").map(\.isSent) == [false])
  }

  @Test("H03: what the server refuses can be mended, and is then another request")
  func refused() async throws {
    let notes = try notes()
    server.fails(.status(422))
    let refused = try #require(await #expect(throws: Unsynchronized.self) { try await notes.create(Note(text: "bad")) })
    #expect((refused.underlying as? CallError)?.kind == .status(422))
    #expect(try await notes.store.entries("Note").first?.failure?.contains("422") == true)
    let note = try await notes.update(Note(text: "good"), key: refused.key)
    #expect(note.value == Note(id: 1, text: "good"))
    #expect(server.lines == ["POST /notes", "POST /notes"])
    #expect(Set(server.log.map(\.key)).count == 2)
  }

  @Test("H03: another change takes the failure of the one before it off the entry")
  func failureIsCleared() async throws {
    let notes = try notes()
    server.fails(.status(422))
    let refused = try #require(await #expect(throws: Unsynchronized.self) { try await notes.create(Note(text: "bad")) })
    #expect(try await notes.store.entries("Note").map { $0.failure != nil } == [true])
    let offline = SyncedRepository<Note>(server.client, store: notes.store, settings: SyncSettings { $0.sendsAtOnce = false })
    try await offline.update(Note(text: "good"), key: refused.key)
    #expect(try await notes.store.entries("Note").map(\.failure) == [nil])
  }

  @Test("H03: a copy of a new record that came before its response and was changed here is kept, in place of the record")
  func changedCopy() async throws {
    let notes = try notes { $0.sendsAtOnce = false }
    try await notes.create(Note(text: "a"))
    try await notes.store.write { store in
      try store.save(
        StoredRecord(collection: "Note", key: "copy", id: "1", content: ["id": 1, "text": "changed"], state: .pendingUpdate))
    }
    try await notes.synchronize(.nothing)
    #expect(try await notes.store.all("Note").map(\.key) == ["copy"])
    #expect(try await notes.search() == [Note(id: 1, text: "changed")])
  }

  @Test("H03: a patch that changes nothing is not sent, an update is")
  func unchanged() async throws {
    let notes = try notes { $0.sendsAtOnce = false }
    try await notes.create(Note(text: "a"))
    try await notes.synchronize(.nothing)
    try await notes.patch(Note(id: 1, text: "a"))
    #expect(try await notes.store.entries("Note").isEmpty)
    try await notes.update(Note(id: 1, text: "a"))
    #expect(try await notes.store.entries("Note").map(\.operation) == [.update])
  }

  @Test("H03: a model that cannot read its record, a taken id and an unknown one change nothing")
  func faults() async throws {
    let notes = try notes { $0.sendsAtOnce = false }
    try await notes.create(Note(id: 1, text: "a"))
    let faults: [(StoreError.Kind, @Sendable () async throws -> Void)] = [
      (.badRecord, { try await notes.create(attributes: ["id": 2]) }),
      (.duplicate, { try await notes.create(Note(id: 1, text: "b")) }),
      (.unknownRecord, { try await notes.update(Note(id: 9, text: "b")) }),
      (.missingIdentifier, { try await notes.update(Note(text: "b")) }),
      (.unknownRecord, { try await notes.delete(9) }),
      (.duplicate, { try await notes.create([Note(id: 3, text: "c"), Note(id: 3, text: "d")]) }),
      (.unknownRecord, { try await notes.update([Note(id: 1, text: "z"), Note(id: 9, text: "z")]) }),
      (.unknownRecord, { try await notes.delete([1, 9]) }),
      (.missingIdentifier, { try await notes.delete(Int?.none) }),
      (.missingIdentifier, { try await notes.delete([1, nil] as [Int?]) }),
    ]
    for (kind, fault) in faults {
      let error = await #expect(throws: StoreError.self) { try await fault() }
      #expect(error?.kind == kind)
    }
    #expect(try await notes.search() == [Note(id: 1, text: "a")])
    #expect(try await notes.unsentCount() == 1)
  }

  @Test(
    "H02: a record that the model cannot read any more is a parsing error of the search, and stays",
    arguments: StoreKind.allCases)
  func outgrown(_ kind: StoreKind) async throws {
    let notes = try notes(kind)
    try await notes.store.write { store in
      try store.save(StoredRecord(collection: "Note", key: "k", id: "1", content: ["id": 1, "name": "no text"]))
      try store.save(StoredRecord(collection: "Note", key: "l", id: "2", content: ["id": 2, "text": "fine"]))
    }
    let error = await #expect(throws: StoreError.self) { try await notes.search() }
    #expect(error.map { "\($0)" } == "the record cannot be read: id 1, key k: missing at text")
    let id = "1" + String(repeating: "\u{301}", count: 5_000)
    try await notes.store.write { try $0.save(StoredRecord(collection: "Note", key: "k", id: id, content: ["id": 1])) }
    let long = await #expect(throws: StoreError.self) { try await notes.search() }
    #expect(long.map { "\($0)".utf8.count < 400 } == true)
    try await notes.store.write { store in
      try store.save(StoredRecord(collection: "Note", key: "k", id: "1", content: ["id": 1, "name": "no text"]))
    }
    #expect(try await notes.search(where: Member("text") != nil).map(\.text) == ["fine"])
    #expect(try await notes.count() == 2)
  }

  @Test("H05: without the patch endpoint of an earlier version, a patch sends the whole record", arguments: [false, true])
  func patchWithoutEndpoint(wasSent: Bool) async throws {
    struct Line: Creatable, Updatable, Deletable, Enumerable, Codable, Identifiable, Sendable {
      static let path: URITemplate = "notes"
      var id: Int?
      var text: String
    }
    let notes = try notes { $0.sendsAtOnce = false }
    server.put(["id": 5, "text": "old", "rank": 1])
    try await notes.synchronize()
    try await notes.patch(Note(id: 5, text: "new"))
    if wasSent {
      server.fails(.lost)
      await #expect(throws: SynchronizationError.self) { try await notes.synchronize(.nothing) }
    }
    server.forget()
    let lines = SyncedRepository<Line>(server.client, store: notes.store, collection: notes.collection)
    try await lines.synchronize(.nothing)
    #expect(server.lines == ["PUT /notes/5"])
    #expect(server.contents == [["id": 5, "text": "new", "rank": 1]])
  }

  @Test("H12: a model without room for no id gets one that holds until the server gives its own")
  func provisional() async throws {
    struct Strict: Mappable, Codable, Identifiable, Equatable {
      static let path: URITemplate = "notes"
      var id: Int
      var text: String
    }
    let last = Gathered<Int>()
    let notes = SyncedRepository<Strict>(
      server.client, store: MemoryStore(),
      settings: SyncSettings {
        $0.sendsAtOnce = false
        $0.provisionalID = {
          last.add(0)
          return .number(-last.all.count)
        }
      })
    try await notes.create(attributes: ["text": "a"])
    try await notes.create(attributes: ["text": "b"])
    try await notes.update(Strict(id: -2, text: "b2"))
    #expect(try await notes.search() == [Strict(id: -1, text: "a"), Strict(id: -2, text: "b2")])
    try await notes.synchronize()
    #expect(server.log.first?.body == ["text": "a"])
    #expect(try await notes.search() == [Strict(id: 1, text: "a"), Strict(id: 2, text: "b2")])
  }

  @Test("C17: records without a model, identified by any member")
  func dictionaries() async throws {
    let notes = SyncedRepository<JSONValue>(
      server.client, store: MemoryStore(), resource: DictionaryResource("Note", path: "notes", identifiedBy: "id"))
    #expect(notes.collection == "Note")
    let note = try await notes.create(["text": "a"])
    #expect(note.value == ["text": "a", "id": 1])
    try await notes.patch(["id": 1, "text": "b", "more": true])
    #expect(server.log.last?.body == ["text": "b", "more": true])
    try await notes.update(["id": 1, "text": "c"])
    #expect(server.contents == [["id": 1, "text": "c"]])
    try await notes.delete(1)
    #expect(try await notes.synchronize().pulled == .init())
    #expect(try await notes.search().isEmpty)
  }
}
