import Foundation
import HTTPTypes
import RefineryCore
import RefineryStore
import RefineryTesting
import Synchronization
import TestSupport
import Testing

/// From the outbox to the server.
@Suite("Synchronization: push", .timeLimit(.minutes(5))) struct PushTests: NoteTests {
  let server = NoteServer()

  @Test("H08: one POST with the unsynchronized alone, the ordered answer merged by index", arguments: StoreKind.allCases)
  func batch(_ kind: StoreKind) async throws {
    let notes = try notes(kind) { $0.batch = .init() }
    server.put(["id": 50, "text": "known"])
    server.put(["id": 51, "text": "changed"])
    server.put(["id": 52, "text": "patched", "rank": 1])
    try await notes.synchronize()
    server.forget()
    try await notes.create([Note(text: "a"), Note(text: "b")])
    try await notes.update(Note(id: 51, text: "changed here"))
    try await notes.patch(Note(id: 52, text: "patched here"))
    let report = try await notes.synchronize(.nothing)
    #expect(server.lines == ["POST /notes/collection"])
    let whole: [JSONValue] = [["id": 51, "text": "changed here"], ["id": 52, "text": "patched here", "rank": 1]]
    #expect(server.log.first?.body == ["data": .array([["text": "a"], ["text": "b"]] + whole)])
    #expect(report.pushed == .init(created: 2, updated: 2))
    #expect(try await notes.search(sort: [.ascending("id")]).map(\.id) == [1, 2, 50, 51, 52])
    #expect(try await notes.records().allSatisfy(\.isSynchronized))
  }

  @Test("H08: the body may be a bare list, and batches have a size")
  func bareList() async throws {
    let notes = try notes { $0.batch = .init(size: 2, body: []) }
    try await notes.create((1...5).map { Note(text: "\($0)") })
    try await notes.synchronize(.nothing)
    #expect(server.log.map { $0.body?.array?.count } == [2, 2, 1])
    #expect(Set(server.log.map(\.key)).count == 3)
    #expect(try await notes.search().map(\.id) == [1, 2, 3, 4, 5])
  }

  @Test("H08: a batch with a size below 1 has one record", arguments: [0, -1])
  func noSize(_ size: Int) async throws {
    let notes = try notes { $0.batch = .init(size: size) }
    try await notes.create([Note(text: "a"), Note(text: "b")])
    try await notes.synchronize(.nothing)
    #expect(server.log.map { $0.body?["data"]?.array?.count } == [1, 1])
  }

  @Test("H08: with nothing to send there is no request")
  func nothing() async throws {
    for batch in [nil, SyncSettings.Batch()] {
      let notes = try notes { $0.batch = batch }
      #expect(try await notes.synchronize(.nothing).pushed.total == 0)
    }
    #expect(server.lines.isEmpty)
  }

  @Test("H08: a batch that the server refuses is sent in halves, with new keys")
  func refusedBatch() async throws {
    let notes = try notes { $0.batch = .init() }
    try await notes.create([Note(text: "a"), Note(text: "b")])
    server.fails(.status(422))
    let report = try await notes.synchronize(.nothing)
    #expect(report.isComplete && report.pushed.created == 2)
    #expect(Set(server.log.map(\.key)).count == 3)
  }

  @Test("H08: a repeated batch that is refused gets a new key next time", arguments: [404, 410])
  func refusedRepetition(status: Int) async throws {
    let notes = try notes { $0.batch = .init() }
    try await notes.create([Note(text: "a"), Note(text: "b")])
    server.fails(.lost)
    await #expect(throws: SynchronizationError.self) { try await notes.synchronize(.nothing) }
    server.fails(.status(status))
    #expect(try await notes.synchronize(.nothing).failures.count == 2)
    #expect(try await notes.synchronize(.nothing).pushed.created == 2)
    let keys = server.log.map(\.key)
    #expect(keys.count == 3 && keys[0] == keys[1] && keys[1] != keys[2])
  }

  @Test("H08: deletes go one by one beside a batch")
  func deletesBesideBatch() async throws {
    let notes = try notes { $0.batch = .init() }
    server.put(["id": 5, "text": "old"])
    try await notes.synchronize()
    try await notes.create(Note(text: "new"))
    try await notes.delete(5)
    server.forget()
    #expect(try await notes.synchronize(.nothing).pushed == .init(created: 1, deleted: 1))
    #expect(server.lines == ["POST /notes/collection", "DELETE /notes/5"])
  }

  @Test("H13: a record that fails is reported by itself; the others go on", arguments: StoreKind.allCases)
  func partialFailure(_ kind: StoreKind) async throws {
    let notes = try notes(kind)
    let keys = try await notes.create(["a", "b", "c"].map { Note(text: $0) })
    server.fails(nil, .status(422, #"{"error":"no"}"#), nil)
    let report = try await notes.synchronize()
    #expect(report.pushed.created == 2)
    #expect(report.failures.map(\.key) == [keys[1]])
    #expect(report.failures.map(\.phase) == [.push])
    #expect((report.failures.first?.error as? CallError)?.status == 422)
    #expect(try await notes.search(sort: [.ascending("text")]).map(\.id) == [1, nil, 2])
    #expect(try await notes.synchronize().isComplete)
  }

  @Test("H13: a server that is away or wants patience ends the push at once, and nothing is lost", arguments: [425, 429, 0])
  func away(_ status: Int) async throws {
    let notes = try notes()
    let keys = try await notes.create(["a", "b", "c"].map { Note(text: $0) })
    server.fails(nil, status == 0 ? .unsent : .status(status))
    let error = try #require(await #expect(throws: SynchronizationError.self) { try await notes.synchronize() })
    #expect(error.report.pushed.created == 1)
    #expect(server.lines.count == (status == 0 ? 1 : 2))
    #expect(error.description.hasPrefix("the synchronization ended in the phase push, at the record with the key \(keys[1]): "))
    #expect(try await notes.synchronize().pushed.created == 2)
    #expect(server.contents.map { $0["text"]?.string } == ["a", "b", "c"])
  }

  @Test("H08, H14: an answer that was lost is asked for with the same key, and nothing is made twice")
  func lostAnswers() async throws {
    let notes = try notes()
    try await notes.create((1...6).map { Note(text: "\($0)") })
    for _ in 1...6 {
      server.fails(.answerLost, .answerLost)
      await #expect(throws: SynchronizationError.self) { try await notes.synchronize(.nothing) }
    }
    #expect(try await notes.synchronize().isComplete)
    #expect(server.contents.count == 6)
    #expect(server.state.withLock { $0.carriedOut.count } == 6)
    #expect(Set(server.log.compactMap(\.key)).count == 6)
    #expect(try await notes.search().map(\.id) == [1, 2, 3, 4, 5, 6])
  }

  @Test("H14: what is changed while it is being sent stays, over what the server answers", arguments: StoreKind.allCases)
  func editsDuringPush(_ kind: StoreKind) async throws {
    let notes = try notes(kind)
    let key = try await notes.create(Note(text: "a")).key
    let gate = Mutex(true)
    server.onRequest.withLock {
      $0 = { seen in
        guard seen.method == "POST", gate.withLock({ $0 }) else { return }
        gate.withLock { $0 = false }
        try await notes.update(Note(text: "a", tags: ["edited"]), key: key)
      }
    }
    server.fails(.answer(#"{"id":1,"text":"A of the server"}"#))
    try await notes.synchronize(.nothing)
    #expect(try await notes.records().map(\.record.state) == [.pendingUpdate])
    #expect(try await notes.search() == [Note(id: 1, text: "A of the server", tags: ["edited"])])
    try await notes.synchronize()
    #expect(server.contents == [["tags": ["edited"], "text": "A of the server", "id": 1]])
    #expect(try await notes.records().allSatisfy(\.isSynchronized))
  }

  @Test("H14: a change during its push that equals the response needs no second request", arguments: StoreKind.allCases)
  func sameEditDuringPush(_ kind: StoreKind) async throws {
    let notes = try notes(kind)
    server.put(["id": 1, "text": "base"])
    try await notes.synchronize()
    try await notes.update(Note(id: 1, text: "mine"))
    server.onRequest.withLock { $0 = { _ in try await notes.update(Note(id: 1, text: "the server's")) } }
    server.fails(.answer(#"{"id":1,"text":"the server's"}"#))
    try await notes.synchronize(.nothing)
    #expect(try await notes.unsentCount() == 0)
    let records = try await notes.store.all("Note")
    #expect(records.map(\.state) == [.synchronized])
    #expect(records.map(\.base) == [nil])
  }

  @Test("H14: a delete while the create is under way follows it")
  func deleteDuringCreate() async throws {
    let notes = try notes()
    let key = try await notes.create(Note(text: "a")).key
    server.onRequest.withLock { $0 = { seen in if seen.method == "POST" { try await notes.delete(key: key) } } }
    try await notes.synchronize(.nothing)
    #expect(try await notes.search().isEmpty)
    #expect(try await notes.synchronize().pushed == .init(deleted: 1))
    #expect(server.contents.isEmpty)
    #expect(try await notes.store.all("Note").isEmpty)
  }

  @Test("H14: a create that is refused after it was deleted here leaves nothing")
  func deleteDuringRefusedCreate() async throws {
    let notes = try notes()
    let key = try await notes.create(Note(text: "a")).key
    server.onRequest.withLock { $0 = { seen in if seen.method == "POST" { try await notes.delete(key: key) } } }
    server.fails(.status(422))
    #expect(try await notes.synchronize(.nothing).failures.count == 1)
    #expect(try await notes.store.all("Note").isEmpty)
    #expect(try await notes.unsentCount() == 0)
  }

  @Test("H08: what is changed while a push is under way waits for the next one")
  func changedDuringPush() async throws {
    let notes = try notes()
    try await notes.create(Note(text: "first"))
    let isFirst = Mutex(true)
    server.onRequest.withLock {
      $0 = { _ in
        guard isFirst.withLock({ $0 }) else { return }
        isFirst.withLock { $0 = false }
        try await notes.create(Note(text: "second"))
      }
    }
    #expect(try await notes.synchronize(.nothing).pushed.created == 1)
    #expect(try await notes.unsentCount() == 1)
    #expect(try await notes.synchronize(.nothing).pushed.created == 1)
  }

  @Test("H08: one record's changes keep their order, and so do the records")
  func order() async throws {
    let notes = try notes()
    server.put(["id": 1, "text": "x"])
    try await notes.synchronize()
    server.forget()
    try await notes.create(Note(id: 7, text: "a"))
    try await notes.update(Note(id: 1, text: "y"))
    try await notes.create(Note(id: 8, text: "b"))
    try await notes.synchronize(.nothing)
    #expect(server.lines == ["POST /notes", "PUT /notes/1", "POST /notes"])
  }

  @Test("H13: a record whose first change fails is not tried again by its second in the same run")
  func firstOfTwo() async throws {
    let notes = try notes()
    let key = try await notes.create(Note(text: "a")).key
    server.fails(.answerLost)
    await #expect(throws: SynchronizationError.self) { try await notes.synchronize(.nothing) }
    try await notes.update(Note(text: "b"), key: key)
    #expect(try await notes.unsentCount() == 2)
    server.forget()
    server.fails(.status(500))
    #expect(try await notes.synchronize(.nothing).failures.count == 1)
    #expect(server.lines == ["POST /notes"])
  }

  @Test("H08: no more records are sent at a time than the settings say")
  func mostAtOnce() async throws {
    let notes = try notes { $0.concurrency = 3 }
    try await notes.create((1...12).map { Note(text: "\($0)") })
    let counts = Mutex((now: 0, most: 0))
    server.onRequest.withLock {
      $0 = { _ in
        counts.withLock { counts in
          counts.now += 1
          counts.most = max(counts.most, counts.now)
        }
        // Until three are there, so that a fourth has its chance.
        try await until { counts.withLock({ $0.most }) >= 3 }
        for _ in 0..<50 { await Task.yield() }
        counts.withLock { $0.now -= 1 }
      }
    }
    try await notes.synchronize(.nothing)
    #expect(counts.withLock { $0.most } == 3)
  }

  @Test("H08: several records may be sent at a time; each is sent once")
  func concurrency() async throws {
    let notes = try notes { $0.concurrency = 8 }
    try await notes.create((1...300).map { Note(text: "\($0)") })
    let report = try await notes.synchronize()
    #expect(report.pushed.created == 300)
    #expect(server.contents.count == 300)
    #expect(server.lines.filter { $0 == "POST /notes" }.count == 300)
    #expect(try await notes.records().allSatisfy(\.isSynchronized))
  }

  @Test("H14: a write through the network and a synchronization at once send a record once")
  func racing() async throws {
    let store = MemoryStore()
    let notes = SyncedRepository<Note>(server.client, store: store)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...40 {
        group.addTask { try await notes.create(Note(text: "\(number)")) }
        if number % 10 == 0 { group.addTask { try await notes.synchronize() } }
      }
      try await group.waitForAll()
    }
    #expect(try await notes.synchronize().isComplete)
    #expect(server.lines.filter { $0 == "POST /notes" }.count == 40)
    #expect(server.contents.count == 40)
    #expect(Set(try await notes.search().map(\.text)).count == 40)
  }

  @Test("H08: a POST has the settings' values in its path, never the id of the new record")
  func pathOfCreate() async throws {
    struct TeamNote: Mappable, Codable, Identifiable {
      static let path: URITemplate = "notes"
      static let createPath: URITemplate = "teams/{id}/notes"
      var id: String
    }
    let stub = StubTransport { _ in Response(status: .created, body: Body(#"{"id":"a"}"#)) }
    let notes = SyncedRepository<TeamNote>(
      Client(baseURL: "http://stub", transport: stub), store: MemoryStore(), settings: SyncSettings { $0.values = ["id": "7"] })
    try await notes.create(TeamNote(id: "a"))
    try await notes.update(TeamNote(id: "a"))
    #expect(stub.requests.map(\.head.path) == ["/teams/7/notes", "/notes/a"])
  }

  @Test("H08: the key is bare where a server wants it so, and records may be created by PUT")
  func forms() async throws {
    let errands = SyncedRepository<Errand>(
      server.client, store: MemoryStore(),
      settings: SyncSettings {
        $0.createsByPut = true
        $0.quotesIdempotencyKey = false
        $0.makeIdempotencyKey = { "key" }
      })
    try await errands.create(Errand(id: "a/b", text: "x"))
    #expect(server.log.map { "\($0.line) \($0.key ?? "")" } == ["PUT /notes/a%2Fb key"])
    let error = await #expect(throws: StoreError.self) { try await errands.create(attributes: ["id": nil, "text": "x"]) }
    #expect(error?.kind == .badRecord)
    let notes = try notes { $0.createsByPut = true }
    let unnamed = await #expect(throws: StoreError.self) { try await notes.create(Note(text: "x")) }
    #expect(unnamed?.kind == .missingIdentifier)
    let empty = await #expect(throws: StoreError.self) { try await errands.create(Errand(id: "", text: "x")) }
    #expect(empty?.kind == .missingIdentifier, "its path would be the collection's")
  }
}
