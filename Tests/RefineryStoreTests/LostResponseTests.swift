import Foundation
import RefineryCore
import RefineryStore
import RefineryTesting
import Synchronization
import Testing

/// Changes that the server may have, because their responses were lost.
@Suite("Synchronization: lost responses", .timeLimit(.minutes(5))) struct LostResponseTests {
  private let server = NoteServer()

  private func notes(_ change: (inout SyncSettings) -> Void = { _ in }) -> SyncedRepository<Note> {
    SyncedRepository(
      server.client, store: MemoryStore(),
      settings: SyncSettings {
        $0.sendsAtOnce = false
        change(&$0)
      })
  }

  /// A copy of a repository with the same store, whose locks are its own: as in another process.
  private func other(_ notes: SyncedRepository<Note>) -> SyncedRepository<Note> {
    SyncedRepository(server.client, store: notes.store, settings: SyncSettings { $0.sendsAtOnce = false })
  }

  @Test("H14: a change whose response was lost is repeated with its key, although a pull brings the same content before")
  func ownEchoInListing() async throws {
    let notes = notes { $0.pullsFirst = true }
    server.put(["id": 1, "text": "base"])
    try await notes.synchronize()
    try await notes.update(Note(id: 1, text: "mine"))
    server.fails(nil, .answerLost)
    #expect(try await notes.synchronize().failures.count == 1)
    let report = try await notes.synchronize()
    #expect(report.skipped == 1)
    #expect(report.pushed == .init(updated: 1))
    let keys = server.log.filter { $0.method == "PUT" }.map(\.key)
    #expect(keys.count == 2 && Set(keys).count == 1)
    #expect(try await notes.records().map(\.record.state) == [.synchronized])
  }

  @Test("H14: a lost response to a patch that removed one member and set a nested one to null is no conflict")
  func ownEchoOfPatch() async throws {
    server.state.withLock { $0.honoursKeys = false }
    let notes = SyncedRepository<JSONValue>(
      server.client, store: MemoryStore(), resource: DictionaryResource("Note", path: "notes"),
      settings: SyncSettings {
        $0.sendsAtOnce = false
        $0.conflicts = .ask { _ in throw CancellationError() }
      })
    try await notes.create(["id": 1, "place": ["zip": 1], "rank": 2])
    try await notes.synchronize(.nothing)
    try await notes.patch(["id": 1, "place": ["zip": nil]])
    server.fails(.answerLost)
    await #expect(throws: SynchronizationError.self) { try await notes.synchronize(.nothing) }
    let content: JSONValue = ["id": 1, "place": ["zip": nil]]
    #expect(server.contents == [content])
    let report = try await notes.synchronize(.nothing)
    #expect(
      server.log.filter { $0.method == "PATCH" }.map(\.body)
        == Array(repeating: ["place": ["zip": nil], "rank": nil], count: 2))
    #expect(report.conflicts.isEmpty && report.isComplete)
    #expect(try await notes.records().map(\.record.content) == [content])
  }

  @Test("H06, H14: a lost response to a delete with a condition is no conflict: both sides have deleted the record")
  func ownEchoOfDelete() async throws {
    server.state.withLock { $0.honoursKeys = false }
    let notes = notes { $0.conflicts = .ask { _ in .later } }
    try await notes.create(Note(text: "base"))
    try await notes.synchronize(.nothing)
    try await notes.delete(1)
    server.fails(.answerLost)
    await #expect(throws: SynchronizationError.self) { try await notes.synchronize(.nothing) }
    server.forget()
    let report = try await notes.synchronize(.nothing)
    #expect(server.lines == ["DELETE /notes/1", "GET /notes/1"])
    #expect(report.isComplete && report.conflicts.isEmpty)
    #expect(report.pushed == .init(deleted: 1))
    #expect(try await notes.store.all("Note").isEmpty)
    #expect(try await notes.unsentCount() == 0)
  }

  @Test("H14: a change that is sent while its conflict is being decided is not dropped by the decision")
  func sentWhileDeciding() async throws {
    server.state.withLock { $0.givesTags = false }
    let elsewhere = Mutex<SyncedRepository<Note>?>(nil)
    let notes = notes { [server] in
      $0.pullsFirst = true
      $0.conflicts = .ask { _ in
        server.fails(.answerLost)
        _ = try? await elsewhere.withLock { $0 }?.synchronize(.nothing)
        return .server
      }
    }
    elsewhere.withLock { $0 = other(notes) }
    server.put(["id": 1, "text": "base"])
    try await notes.synchronize()
    server.put(["id": 1, "text": "theirs"])
    try await notes.update(Note(id: 1, text: "mine"))
    let report = try await notes.synchronize()
    #expect(report.skipped == 1)
    #expect(report.pushed == .init(updated: 1))
    #expect(Set(server.log.filter { $0.method == "PUT" }.map(\.key)).count == 1)
    #expect(server.contents == [["id": 1, "text": "mine"]])
    #expect(try await notes.records().map(\.record.content) == server.contents)
  }

  @Test("H03: a request does not count as unsent if an earlier attempt may have arrived", arguments: [nil, 401])
  func earlierAttempt(_ status: Int?) async throws {
    struct Twice: Middleware {
      func respond(to request: Request, next: Next) async throws -> Response {
        do { return try await next(request) } catch { return try await next(request) }
      }
    }
    let client = Client(baseURL: "http://notes.example", middleware: [Twice()], transport: server.transport)
    let notes = SyncedRepository<Note>(client, store: MemoryStore())
    server.fails(.answerLost, status.map { NoteServer.Fault.status($0) } ?? .unsent)
    let lost = try #require(await #expect(throws: Unsynchronized.self) { try await notes.create(Note(text: "a")) })
    try await notes.update(Note(text: "b"), key: lost.key)
    #expect(server.contents == [["text": "b", "id": 1]])
    #expect(server.log.filter { $0.method == "POST" && $0.body != ["text": "a"] }.isEmpty)
    #expect(try await notes.search() == [Note(id: 1, text: "b")])
  }

  @Test("H05: a change of only code points during a request is sent afterwards")
  func codePointsMeanwhile() async throws {
    let (one, other) = ("caf\u{E9}", "cafe\u{301}")
    let notes = notes()
    server.put(["id": 1, "text": "old"])
    try await notes.synchronize()
    try await notes.update(Note(id: 1, text: one))
    let isFirst = Mutex(true)
    server.onRequest.withLock {
      $0 = { _ in
        guard isFirst.withLock({ $0 }) else { return }
        isFirst.withLock { $0 = false }
        try await notes.update(Note(id: 1, text: other))
      }
    }
    try await notes.synchronize(.nothing)
    #expect(try await notes.unsentCount() == 1)
    try await notes.synchronize(.nothing)
    #expect(server.contents.first?["text"]?.string.map { Array($0.utf8) } == Array(other.utf8))
  }

  @Test("H05, H14: a server's copy with another form of a letter is not the change that was sent", arguments: [false, true])
  func codePointsThere(isPatch: Bool) async throws {
    let (one, other) = ("caf\u{E9}", "cafe\u{301}")
    let notes = notes { $0.conflicts = .clientWins }
    try await notes.create(Note(text: "base"))
    try await notes.synchronize(.nothing)
    server.put(["id": 1, "text": .string(one)])
    let mine = Note(id: 1, text: other)
    if isPatch { try await notes.patch(mine) } else { try await notes.update(mine) }
    let report = try await notes.synchronize(.nothing)
    #expect(report.conflicts.map(\.resolution) == [.client])
    #expect(server.contents.first?["text"]?.string.map { Array($0.utf8) } == Array(other.utf8))
  }

  @Test("H14: a late response does not settle a change that was refused and made again meanwhile")
  func lateResponse() async throws {
    server.state.withLock { $0.givesTags = false }
    let notes = SyncedRepository<Note>(server.client, store: MemoryStore())
    server.put(["id": 1, "text": "base"])
    try await notes.synchronize()
    let elsewhere = other(notes)
    let isFirst = Mutex(true)
    server.onRequest.withLock {
      $0 = { [server] _ in
        guard isFirst.withLock({ $0 }) else { return }
        isFirst.withLock { $0 = false }
        server.fails(.status(422))
        #expect(try await elsewhere.synchronize(.nothing).failures.count == 1)
        try await elsewhere.update(Note(id: 1, text: "newest"))
      }
    }
    try await notes.update(Note(id: 1, text: "mine"))
    #expect(server.log.filter { $0.method == "PUT" }.map { $0.body?["text"] } == ["mine", "mine", "newest"])
    #expect(server.contents == [["id": 1, "text": "newest"]])
    #expect(try await notes.search() == [Note(id: 1, text: "newest")])
    #expect(try await notes.unsentCount() == 0)
  }

  @Test("H08, H14: a change whose response was lost is sent with its own key, and in no batch", arguments: StoreKind.allCases)
  func neverInBatch(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let single = SyncedRepository<Note>(server.client, store: store, settings: SyncSettings { $0.sendsAtOnce = false })
    try await single.create(Note(text: "lost"))
    server.fails(.answerLost)
    await #expect(throws: SynchronizationError.self) { try await single.synchronize(.nothing) }
    let batched = SyncedRepository<Note>(
      server.client, store: store,
      settings: SyncSettings {
        $0.sendsAtOnce = false
        $0.batch = .init()
      })
    try await batched.create(Note(text: "new"))
    #expect(try await batched.synchronize().isComplete)
    let posts = server.log.filter { $0.method == "POST" }
    #expect(posts.map(\.line) == ["POST /notes", "POST /notes/collection", "POST /notes"])
    #expect(posts[0].key == posts[2].key && posts[0].key != posts[1].key)
    #expect(posts[1].body == ["data": [["text": "new"]]])
    #expect(server.contents.count == 2)
  }
}
