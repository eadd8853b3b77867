import Foundation
import HTTPTypes
import RefineryCore
import RefineryStore
import RefineryTesting
import Synchronization
import Testing

/// Changes that the server will not have.
@Suite("Refused changes", .timeLimit(.minutes(5))) struct RefusalTests {
  private let server = NoteServer()

  private func errands(_ change: (inout SyncSettings) -> Void = { _ in }) -> SyncedRepository<Errand> {
    SyncedRepository(server.client, store: MemoryStore(), settings: SyncSettings(change))
  }

  @Test("H03: a change that the server refuses says that it is refused as it is", arguments: [400, 403, 404, 422])
  func refused(_ status: Int) async throws {
    let errands = errands()
    server.fails(.status(status))
    let error = await #expect(throws: Unsynchronized.self) { try await errands.create(Errand(id: "a", text: "x")) }
    #expect(error?.isRefused == true)
    let text = error?.description ?? ""
    #expect(text.hasPrefix("the change is stored but was refused; change or delete the record, or it is refused again: "))
    #expect(text.contains("\(status)"))
    #expect(try await errands.unsentCount() == 1)
  }

  @Test("H03: a server that is away, busy or wants another login has not refused the change")
  func away() async throws {
    for fault in [NoteServer.Fault.unsent, .lost] + [401, 407, 408, 425, 429, 500, 503].map({ .status($0) }) {
      let errands = errands()
      server.fails(fault)
      let error = await #expect(throws: Unsynchronized.self) { try await errands.create(Errand(id: "a", text: "x")) }
      #expect(error?.isRefused == false, "\(fault)")
      #expect(error?.description.hasPrefix("the change is stored and will be sent by the next synchronization: ") == true)
    }
  }

  @Test("H03: a change for which no request can be made is refused", arguments: [".", ".."])
  func unbuildable(_ id: String) async throws {
    let errands = errands { $0.createsByPut = true }
    let error = await #expect(throws: Unsynchronized.self) { try await errands.create(Errand(id: id, text: "x")) }
    #expect((error?.underlying as? CallError)?.stage == .building)
    #expect(error?.isRefused == true)
    #expect(server.lines.isEmpty)
  }

  @Test("H14: a refused change that meets another version in the same run's pull is sent again in that run")
  func sentAgain() async throws {
    let errands = errands {
      $0.sendsAtOnce = false
      $0.conflicts = .clientWins
    }
    server.put(["id": "a", "text": "base"])
    try await errands.synchronize()
    server.put(["id": "a", "text": "theirs"])
    try await errands.update(Errand(id: "a", text: "mine"))
    server.forget()
    server.fails(.status(422))
    let report = try await errands.synchronize()
    #expect(server.lines == ["PUT /notes/a", "GET /notes", "PUT /notes/a"])
    #expect(report.conflicts.map(\.resolution) == [.client])
    #expect(report.pushed == .init(updated: 1))
    #expect(server.contents == [["id": "a", "text": "mine"]])
    #expect(try await errands.unsentCount() == 0)
  }

  @Test("H03: an empty id is no id, and nothing is stored for it", arguments: [true, false])
  func emptyID(_ byPut: Bool) async throws {
    let errands = errands { if byPut { $0.createsByPut = true } }
    let empty = Errand(id: "", text: "x")
    let writes: [@Sendable () async throws -> Void] = [
      { try await errands.create(empty) }, { try await errands.create([Errand(id: "b", text: "x"), empty]) },
      { try await errands.update(empty) },
    ]
    for write in writes {
      let error = await #expect(throws: StoreError.self) { try await write() }
      #expect(error?.kind == .missingIdentifier)
    }
    #expect(server.lines.isEmpty)
    #expect(try await errands.store.all("Errand").isEmpty)
    #expect(try await errands.unsentCount() == 0)
    let unsent = await #expect(throws: Unsynchronized.self) {
      server.fails(.unsent)
      try await errands.create(Errand(id: "c", text: "x"))
    }
    let key = try #require(unsent).key
    let error = await #expect(throws: StoreError.self) { try await errands.update(empty, key: key) }
    #expect(error?.kind == .missingIdentifier)
    #expect(try await errands.record(key: key)?.value.id == "c")
  }

  @Test("H03: if clients assign the ids, no provisional id is made or sent")
  func noProvisionalID() async throws {
    let notes = SyncedRepository<Note>(
      server.client, store: MemoryStore(),
      settings: SyncSettings {
        $0.createsByPut = true
        $0.provisionalID = { -1 }
      })
    let error = await #expect(throws: StoreError.self) { try await notes.create(Note(text: "x")) }
    #expect(error?.kind == .missingIdentifier)
    #expect(server.lines.isEmpty)
    try await notes.create(Note(id: 7, text: "x"))
    #expect(server.log.map(\.body) == [["id": 7, "text": "x"]])
  }

  @Test("H03: the entry of a refused change waits again and keeps nothing of what was sent")
  func waitsAgain() async throws {
    let errands = errands { $0.sendsAtOnce = false }
    try await errands.create(Errand(id: "a", text: "x"))
    let key = try await errands.store.entries("Errand").map(\.idempotencyKey)
    server.fails(.status(422))
    try await errands.synchronize(.nothing)
    let entries = try await errands.store.entries("Errand")
    #expect(entries.map(\.isSent) == [false] && entries.map(\.attempts) == [1])
    #expect(entries.map(\.payload) == [nil] && entries.map(\.snapshot) == [nil])
    #expect(entries.map(\.idempotencyKey) != key)
  }

  @Test("H03: a new record that is refused for a conflict can be corrected or deleted", arguments: [409, 412])
  func conflictingCreate(_ status: Int) async throws {
    let notes = SyncedRepository<Note>(server.client, store: MemoryStore())
    server.fails(.status(status))
    let refused = try #require(await #expect(throws: Unsynchronized.self) { try await notes.create(Note(text: "taken")) })
    #expect(refused.isRefused)
    #expect(try await notes.update(Note(text: "free"), key: refused.key).value == Note(id: 1, text: "free"))
    #expect(server.log.map(\.body) == [["text": "taken"], ["text": "free"]])
    #expect(Set(server.log.map(\.key)).count == 2)
    server.fails(.status(status))
    let other = try #require(await #expect(throws: Unsynchronized.self) { try await notes.create(Note(text: "taken")) })
    server.forget()
    try await notes.delete(key: other.key)
    #expect(server.lines.isEmpty)
    #expect(try await notes.unsentCount() == 0)
  }

  @Test("H03: a 409 after a 401 and its replay is a refusal")
  func conflictAfterReplay() async throws {
    struct Replay: Middleware {
      func respond(to request: Request, next: Next) async throws -> Response {
        let first = try await next(request)
        guard first.head.status.code == 401 else { return first }
        var again = request
        again.resend(because: .replay(status: 401), after: first)
        return try await next(again)
      }
    }
    let client = Client(baseURL: "http://notes.example", middleware: [Replay()], transport: server.transport)
    let notes = SyncedRepository<Note>(client, store: MemoryStore())
    server.fails(.status(401), .status(409))
    let refused = try #require(await #expect(throws: Unsynchronized.self) { try await notes.create(Note(text: "taken")) })
    #expect(try await notes.update(Note(text: "free"), key: refused.key).value == Note(id: 1, text: "free"))
    #expect(server.log.map(\.body) == [["text": "taken"], ["text": "taken"], ["text": "free"]])
  }

  @Test("H03: a 409 after a request that may have arrived is not a refusal, because the key may be in use")
  func keyInUse() async throws {
    let notes = SyncedRepository<Note>(server.client, store: MemoryStore(), settings: SyncSettings { $0.sendsAtOnce = false })
    try await notes.create(Note(text: "a"))
    server.fails(.answerLost)
    await #expect(throws: SynchronizationError.self) { try await notes.synchronize(.nothing) }
    server.fails(.status(409))
    #expect(try await notes.synchronize(.nothing).failures.count == 1)
    #expect(try await notes.synchronize(.nothing).pushed == .init(created: 1))
    #expect(Set(server.log.map(\.key)).count == 1)
    #expect(server.contents.count == 1)
  }

  @Test("H14: the conflict of a model that has no read endpoint is resolved by the pull")
  func unreadEndpoint() async throws {
    struct Line: Creatable, Updatable, Deletable, Enumerable, Codable, Identifiable, Sendable {
      static let path: URITemplate = "notes"
      var id: Int?
      var text: String
    }
    let lines = SyncedRepository<Line>(
      server.client, store: MemoryStore(),
      settings: SyncSettings {
        $0.sendsAtOnce = false
        $0.conflicts = .clientWins
      })
    try await lines.create(Line(text: "base"))
    try await lines.synchronize(.nothing)
    server.put(["id": 1, "text": "theirs"])
    try await lines.update(Line(id: 1, text: "mine"))
    let report = try await lines.synchronize()
    #expect(report.conflicts.map(\.resolution) == [.client])
    #expect(server.contents == [["id": 1, "text": "mine"]])
    #expect(try await lines.unsentCount() == 0)
  }

  @Test("H14: a pull resolves a conflict if the server's copy could not be read before")
  func unreadCopy() async throws {
    let notes = SyncedRepository<Note>(
      server.client, store: MemoryStore(),
      settings: SyncSettings {
        $0.sendsAtOnce = false
        $0.conflicts = .clientWins
      })
    try await notes.create(Note(text: "base"))
    try await notes.synchronize(.nothing)
    server.put(["id": 1, "text": "theirs"])
    try await notes.update(Note(id: 1, text: "mine"))
    server.fails(nil, .status(403))
    let report = try await notes.synchronize()
    #expect(report.failures.count == 1)
    #expect(report.conflicts.map(\.resolution) == [.client])
    #expect(server.contents == [["id": 1, "text": "mine"]])
    #expect(try await notes.unsentCount() == 0)
  }

  @Test("H14: a server's copy that is not an object is an error, and not a deletion", arguments: ["", "null", "[]"])
  func copyWithoutObject(_ body: String) async throws {
    let errands = errands {
      $0.sendsAtOnce = false
      $0.conflicts = .serverWins
    }
    try await errands.create(Errand(id: "a", text: "base"))
    try await errands.synchronize(.nothing)
    server.put(["id": "a", "text": "theirs"])
    try await errands.update(Errand(id: "a", text: "mine"))
    server.fails(nil, .answer(body))
    let report = try await errands.synchronize(.nothing)
    #expect(report.failures.count == 1 && report.conflicts.isEmpty)
    #expect(try await errands.search() == [Errand(id: "a", text: "mine")])
    #expect(try await errands.synchronize(.nothing).conflicts.map(\.resolution) == [.server])
    #expect(try await errands.search() == [Errand(id: "a", text: "theirs")])
  }

  @Test("H06, H14: without versions, a delete that is sent first fails if the record's conflict is not resolved")
  func deleteWithoutDecision() async throws {
    server.state.withLock { $0.givesTags = false }
    let errands = errands {
      $0.sendsAtOnce = false
      $0.versions = .none
      $0.conflicts = .ask { _ in .later }
    }
    server.put(["id": "a", "text": "base"])
    try await errands.synchronize()
    server.put(["id": "a", "text": "theirs"])
    try await errands.update(Errand(id: "a", text: "mine"))
    // The change is refused, so the pull finds the conflict.
    server.fails(.status(422))
    try await errands.synchronize()
    let direct = SyncedRepository<Errand>(
      server.client, store: errands.store, settings: SyncSettings { $0.versions = .none })
    server.forget()
    await #expect(throws: (any Error).self) { try await direct.delete("a") }
    #expect(server.lines == ["GET /notes/a"])
    #expect(server.contents == [["id": "a", "text": "theirs"]])
    #expect(try await direct.search() == [Errand(id: "a", text: "mine")])
    // The server has the known copy again.
    server.put(["id": "a", "text": "base"])
    try await direct.delete("a")
    #expect(server.contents.isEmpty)
    #expect(try await direct.store.all("Errand").isEmpty)
  }
}
