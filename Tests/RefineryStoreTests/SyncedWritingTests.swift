import Foundation
import HTTPTypes
import RefineryCore
import RefineryStore
import RefineryTesting
import RefineryTracking
import Synchronization
import TestSupport
import Testing

/// Writes that go to the store and to the network.
@Suite("Synced repositories: writing", .timeLimit(.minutes(5))) struct SyncedWritingTests {
  private let server = NoteServer()

  private func notes(
    _ kind: StoreKind = .memory, _ change: (inout SyncSettings) -> Void = { _ in }
  ) throws -> SyncedRepository<Note> {
    SyncedRepository(server.client, store: try kind.make(), settings: SyncSettings(change))
  }

  @Test("H03, H07: create stores, sends, merges the answer and stores; the id is the server's", arguments: StoreKind.allCases)
  func create(_ kind: StoreKind) async throws {
    let notes = try notes(kind)
    let seen = Gathered<[StoredRecord]>()
    let store = notes.store
    server.onRequest.withLock { $0 = { _ in seen.add(try await store.all("Note")) } }
    server.fails(.answer(#"{"id":41}"#))
    let note = try await notes.create(Note(text: "hello"))
    #expect(note.value == Note(id: 41, text: "hello"))
    #expect(note.isSynchronized && note.record.id == "41")
    #expect(seen.all.map { $0.map(\.content) } == [[["text": "hello"]]])
    #expect(seen.all.first?.first?.state == .pendingCreate)
    #expect(server.lines == ["POST /notes"])
    #expect(server.log.first?.key?.hasPrefix("\"") == true)
    #expect(try await notes.unsentCount() == 0)
    #expect(try await notes.read(41) == note.value)
  }

  @Test("H03, H07: when the network fails the record stays, unsynchronized, and the next synchronization sends it")
  func createOffline() async throws {
    let notes = try notes()
    server.fails(.unsent)
    let error = await #expect(throws: Unsynchronized.self) { try await notes.create(Note(text: "hello")) }
    #expect((error?.underlying as? CallError)?.kind == .transport(.cannotConnect))
    #expect(error.map { "\($0)" }?.contains("hello") == false)
    let kept = try await notes.records()
    #expect(kept.map(\.record.state) == [.pendingCreate])
    #expect(kept.map(\.value) == [Note(text: "hello")])
    #expect(kept.first?.key == error?.key)
    let report = try await notes.synchronize()
    #expect(report.pushed == .init(created: 1))
    #expect(try await notes.search() == [Note(id: 1, text: "hello")])
    #expect(server.contents == [["text": "hello", "id": 1]])
  }

  /// A store that is full after some writes.
  private final class FullStore: Store {
    let left: Mutex<Int>
    private let store = MemoryStore()

    init(after writes: Int) { left = Mutex(writes) }

    func read<Output: Sendable>(_ body: @Sendable (any StoreReading) throws -> Output) async throws -> Output {
      try await store.read(body)
    }

    func write<Output: Sendable>(_ body: @Sendable (any StoreWriting) throws -> Output) async throws -> Output {
      let hasRoom = left.withLock { left in
        left -= 1
        return left >= 0
      }
      guard hasRoom else { throw StoreError(.full) }
      return try await store.write(body)
    }
  }

  @Test("H03: if the store fails after it took a change, the error says that the change is stored", arguments: [1, 2])
  func storeFailsLater(_ writes: Int) async throws {
    let store = FullStore(after: writes)
    let notes = SyncedRepository<Note>(server.client, store: store)
    let error = await #expect(throws: Unsynchronized.self) { try await notes.create(Note(text: "hello")) }
    #expect((error?.underlying as? StoreError)?.kind == .full)
    #expect(error?.isRefused == false)
    let kept = try await notes.records()
    #expect(kept.count == 1 && kept.first?.key == error?.key)
    store.left.withLock { $0 = 1_000 }
    #expect(try await notes.synchronize().isComplete)
    #expect(server.contents.count == 1)
  }

  @Test("H04: searching asks the store alone")
  func search() async throws {
    let notes = try notes { $0.sendsAtOnce = false }
    try await notes.create([Note(id: 1, text: "b"), Note(id: 2, text: "a"), Note(id: 3, text: "c")])
    #expect(try await notes.search(where: Member("text") != "c", sort: [.ascending("text")]).map(\.id) == [2, 1])
    #expect(try await notes.search(where: RecordFilter { $0["text"]?.string ?? "" > "b" }).map(\.id) == [3])
    #expect(try await notes.read(2)?.text == "a")
    #expect(try await notes.record(9) == nil)
    #expect(try await notes.count(where: Member("text") == "a") == 1)
    #expect(server.lines.isEmpty)
  }

  @Test("H05: update is stored, then sent by PUT, and the answer merged; what the model does not know stays")
  func update() async throws {
    let notes = try notes()
    server.put(["id": 5, "text": "old", "rank": 7, "deep": ["x": 1]])
    try await notes.synchronize()
    server.forget()
    server.fails(.answer(#"{"stamp":"now"}"#))
    let note = try await notes.update(Note(id: 5, text: "new", tags: ["a"]))
    #expect(server.lines == ["PUT /notes/5"])
    #expect(server.log.first?.body == ["id": 5, "text": "new", "rank": 7, "deep": ["x": 1], "tags": ["a"]])
    #expect(note.record.content["stamp"] == "now")
    #expect(note.record.content["rank"] == 7)
    #expect(note.isSynchronized)
    #expect(try await notes.update(Note(id: 5, text: "new")).record.content["tags"] == nil)
  }

  @Test("H05: a change of code points is a change, even if the texts are equal in Swift")
  func codePoints() async throws {
    let (one, other) = ("caf\u{E9}", "cafe\u{301}")
    let notes = try notes()
    server.put(["id": 5, "text": .string(one)])
    try await notes.synchronize()
    try await notes.patch(Note(id: 5, text: other))
    #expect(server.contents.first?["text"]?.string.map { Array($0.utf8) } == Array(other.utf8))
    server.put(["id": 5, "text": .string(one)])
    #expect(try await notes.synchronize().pulled.updated == 1)
    #expect(try await notes.read(5).map { Array($0.text.utf8) } == Array(one.utf8))
  }

  @Test("H05: an update by key keeps the id that the record has received since")
  func updateByKey() async throws {
    let notes = try notes { $0.sendsAtOnce = false }
    let key = try await notes.create(Note(text: "a")).key
    try await notes.synchronize(.nothing)
    #expect(try await notes.update(Note(text: "b"), key: key).value == Note(id: 1, text: "b"))
    server.forget()
    try await notes.synchronize(.nothing)
    #expect(server.log.map(\.body) == [["id": 1, "text": "b"]])
  }

  @Test("H05: when the network fails an update stays, and updates of one record are sent once")
  func updateOffline() async throws {
    let notes = try notes()
    server.put(["id": 5, "text": "old"])
    try await notes.synchronize()
    for text in ["one", "two"] {
      server.fails(.unsent)
      await #expect(throws: Unsynchronized.self) { try await notes.update(Note(id: 5, text: text)) }
    }
    #expect(try await notes.record(5)?.record.state == .pendingUpdate)
    #expect(try await notes.record(5)?.record.base == ["id": 5, "text": "old"])
    server.forget()
    #expect(try await notes.synchronize().pushed == .init(updated: 1))
    #expect(server.lines == ["PUT /notes/5", "GET /notes"])
    #expect(server.contents == [["id": 5, "text": "two"]])
    #expect(try await notes.record(5)?.isSynchronized == true)
  }

  @Test("H05, G01, G03: patch sends what differs from the server's state, and nothing where nothing does")
  func patch() async throws {
    let notes = try notes()
    server.put(["id": 5, "text": "old", "tags": ["a"], "rank": 1])
    try await notes.synchronize()
    server.forget()
    #expect(try await notes.patch(Note(id: 5, text: "old", tags: ["a"])).isSynchronized)
    #expect(server.lines.isEmpty)
    let note = try await notes.patch(Note(id: 5, text: "new"))
    #expect(server.lines == ["PATCH /notes/5"])
    #expect(server.log.first?.body == ["text": "new", "tags": nil])
    #expect(note.record.content == ["id": 5, "text": "new", "rank": 1])
    // There and back again: the entry is there, but there is nothing to say.
    let offline = SyncedRepository<Note>(server.client, store: notes.store, settings: SyncSettings { $0.sendsAtOnce = false })
    try await offline.patch(Note(id: 5, text: "newer"))
    try await offline.patch(Note(id: 5, text: "new"))
    server.forget()
    try await offline.synchronize(.nothing)
    #expect(server.lines.isEmpty)
    #expect(try await offline.record(5)?.isSynchronized == true)
    #expect(try await offline.unsentCount() == 0)
  }

  @Test(
    "H05, G04: a patch sends members whole, or what differs in them where the row takes merge patches",
    arguments: [false, true])
  func nestedPatch(merges: Bool) async throws {
    let options = merges ? Options { $0.patchStyle = PatchStyle(.mergePatch) } : Options()
    let resource = DictionaryResource("Note", path: "notes", options: options)
    server.put(["id": 5, "place": ["city": "Rome", "zip": 1]])
    let types = Gathered<String?>()
    let client = Client(
      baseURL: "http://notes.example",
      transport: StubTransport { [transport = server.transport] request in
        if request.head.method == .patch { types.add(request.head.headerFields[.contentType]) }
        return try await transport.send(request)
      })
    let notes = SyncedRepository<JSONValue>(client, store: MemoryStore(), resource: resource)
    try await notes.synchronize()
    try await notes.patch(["id": 5, "place": ["city": "Oslo", "zip": 1]])
    let place: JSONValue = merges ? ["city": "Oslo"] : ["city": "Oslo", "zip": 1]
    #expect(server.log.last?.body == ["place": place])
    #expect(types.all == [merges ? "application/merge-patch+json" : "application/json"])
  }

  @Test("H12: a model whose id has another name is created once by the right setting, and else told which one it is")
  func renamedIdentifier() async throws {
    struct Renamed: Mappable, Codable, Identifiable, Sendable {
      enum CodingKeys: String, CodingKey { case id = "_id", text }
      static let path: URITemplate = "notes"
      var id: String?
      var text: String
    }
    let stub = StubTransport { request in
      switch request.head.method {
      case .post: Response(status: .created, body: Body(#"{"_id":"a1","text":"x"}"#))
      default: Response(status: .ok, body: Body(#"[{"_id":"a1","text":"x"}]"#))
      }
    }
    let client = Client(baseURL: "http://stub", transport: stub)
    let wrong = SyncedRepository<Renamed>(client, store: MemoryStore())
    let error = await #expect(throws: Unsynchronized.self) { try await wrong.create(Renamed(text: "x")) }
    let text = error?.description ?? ""
    #expect(text.contains("no id in 'id'") && text.contains("SyncSettings.identifier"))
    let report = try await wrong.synchronize()
    #expect(report.failures.count == 2)
    #expect(report.failures.allSatisfy { ErrorSummary.text(of: $0.error).contains("SyncSettings.identifier") })

    let right = SyncedRepository<Renamed>(client, store: MemoryStore(), settings: SyncSettings { $0.identifier = "_id" })
    try await right.create(Renamed(text: "x"))
    let before = stub.requests.count
    for _ in 0..<2 { #expect(try await right.synchronize().failures.isEmpty) }
    #expect(stub.requests.dropFirst(before).allSatisfy { $0.head.method == .get })
    #expect(try await right.read("a1")?.text == "x")
  }

  @Test("H06: delete asks the server first; a failure leaves the record", arguments: StoreKind.allCases)
  func delete(_ kind: StoreKind) async throws {
    let notes = try notes(kind)
    server.put(["id": 5, "text": "old"])
    try await notes.synchronize()
    server.fails(.status(500))
    let error = await #expect(throws: CallError.self) { try await notes.delete(5) }
    #expect(error?.kind == .serverError(500))
    #expect(try await notes.record(5)?.isSynchronized == true)
    try await notes.delete(5)
    #expect(server.contents.isEmpty)
    #expect(try await notes.store.all("Note").isEmpty)
    let unknown = await #expect(throws: StoreError.self) { try await notes.delete(5) }
    #expect(unknown?.kind == .unknownRecord)
  }

  @Test("H06: a delete of a record whose tag changed at the server is sent again if its members are the same, and fails if not")
  func deleteUnderNewTag() async throws {
    let notes = try notes()
    for text in ["same", "other"] { try await notes.create(Note(text: text)) }
    server.put(["id": 1, "text": "same"])
    server.put(["id": 2, "text": "changed"])
    server.forget()
    try await notes.delete(1)
    #expect(server.lines == ["DELETE /notes/1", "GET /notes/1", "DELETE /notes/1"])
    #expect(server.log.map(\.condition) == ["\"1\"", nil, "\"3\""])
    #expect(try await notes.search().map(\.text) == ["other"])
    let error = await #expect(throws: CallError.self) { try await notes.delete(2) }
    #expect(error?.status == 412)
    #expect(server.contents == [["id": 2, "text": "changed"]])
    #expect(try await notes.search().map(\.text) == ["other"])
  }

  @Test("H06: a record that the server has lost already is deleted; one it never had needs no request")
  func deleteMissing() async throws {
    let notes = try notes()
    server.put(["id": 5, "text": "old"])
    try await notes.synchronize()
    server.remove("5")
    try await notes.delete(5)
    server.fails(.unsent)
    let unsent = await #expect(throws: Unsynchronized.self) { try await notes.create(Note(text: "new")) }
    server.forget()
    try await notes.delete(key: try #require(unsent).key)
    #expect(server.lines.isEmpty)
    #expect(try await notes.store.all("Note").isEmpty)
    #expect(try await notes.unsentCount() == 0)
  }

  @Test("H06: a create whose answer was lost is settled before its delete")
  func deleteAfterLostAnswer() async throws {
    let notes = try notes()
    server.fails(.answerLost)
    let unsent = await #expect(throws: Unsynchronized.self) { try await notes.create(Note(text: "new")) }
    try await notes.delete(key: try #require(unsent).key)
    #expect(server.lines == ["POST /notes", "POST /notes", "DELETE /notes/1"])
    #expect(server.contents.isEmpty)
    #expect(try await notes.store.all("Note").isEmpty)
  }

  @Test("H06: with the outbox a delete hides at once and is sent when it can be")
  func deleteByOutbox() async throws {
    let notes = try notes { $0.deletesOnServerFirst = false }
    server.put(["id": 5, "text": "old"])
    try await notes.synchronize()
    server.fails(.unsent)
    await #expect(throws: Unsynchronized.self) { try await notes.delete(5) }
    #expect(try await notes.search().isEmpty)
    #expect(try await notes.store.all("Note").map(\.state) == [.pendingDelete])
    #expect(server.contents.count == 1)
    #expect(try await notes.synchronize().pushed == .init(deleted: 1))
    #expect(server.contents.isEmpty)
    #expect(try await notes.store.all("Note").isEmpty)
  }
}
