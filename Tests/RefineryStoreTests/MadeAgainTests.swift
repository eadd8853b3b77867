import Foundation
import RefineryCore
import RefineryStore
import RefineryTesting
import Synchronization
import Testing

/// Records that are made again after they were deleted here.
@Suite("Synced repositories: deleted and made again", .timeLimit(.minutes(5))) struct MadeAgainTests {
  private let server: NoteServer
  private let errands: SyncedRepository<Errand>

  init() {
    server = NoteServer()
    errands = SyncedRepository(
      server.client, store: MemoryStore(),
      settings: SyncSettings {
        $0.sendsAtOnce = false
        $0.deletesOnServerFirst = false
        $0.createsByPut = true
      })
  }

  /// The server may have acted on the delete when the record is made again.
  private func makeAgain() async throws {
    try await errands.create(Errand(id: "a", text: "x"))
    try await errands.synchronize(.nothing)
    server.forget()
    try await errands.delete("a")
    server.fails(.lost)
    await #expect(throws: SynchronizationError.self) { try await errands.synchronize(.nothing) }
    try await errands.create(Errand(id: "a", text: "again"))
  }

  @Test("H06: a record that was deleted and made again is changed, under its version, where the server refuses the delete")
  func refusedDelete() async throws {
    try await makeAgain()
    server.fails(.status(403))
    #expect(try await errands.synchronize(.nothing).failures.count == 1)
    #expect(try await errands.store.entries("Errand").map(\.operation) == [.update])
    #expect(try await errands.store.all("Errand").map(\.base) == [["id": "a", "text": "x"]])
    #expect(try await errands.synchronize(.nothing).pushed == .init(updated: 1))
    #expect(server.lines == ["DELETE /notes/a", "DELETE /notes/a", "PUT /notes/a"])
    #expect(server.log.map(\.condition) == ["\"1\"", "\"1\"", "\"1\""])
    #expect(server.log.map(\.isNew) == [false, false, false])
    #expect(server.contents == [["id": "a", "text": "again"]])
  }

  @Test("H06: what was deleted and made again is sent as new, without a version, after its delete")
  func deletedAndMadeAgain() async throws {
    try await makeAgain()
    server.fails(nil, .status(503))
    await #expect(throws: SynchronizationError.self) { try await errands.synchronize(.nothing) }
    let record = try #require(await errands.store.all("Errand").first)
    #expect(record.base == nil && record.version == nil, "the server has no copy")
    #expect(try await errands.synchronize(.nothing).pushed == .init(created: 1))
    #expect(server.lines == ["DELETE /notes/a", "DELETE /notes/a", "PUT /notes/a", "PUT /notes/a"])
    #expect(server.log.map(\.condition) == ["\"1\"", "\"1\"", nil, nil])
    #expect(server.log.map(\.isNew) == [false, false, true, true])
    #expect(try await errands.store.all("Errand").map(\.state) == [.synchronized])
  }

  @Test("H06: a record that is deleted and created again during a refused create is new")
  func refusedCreate() async throws {
    try await errands.create(Errand(id: "a", text: "x"))
    server.onRequest.withLock { [errands] in
      $0 = { _ in
        try await errands.delete("a")
        try await errands.create(Errand(id: "a", text: "again"))
      }
    }
    server.fails(.status(422))
    #expect(try await errands.synchronize(.nothing).failures.count == 1)
    server.onRequest.withLock { $0 = nil }
    let record = try #require(await errands.store.all("Errand").first)
    #expect(record.state == .pendingCreate && record.base == nil)
    #expect(try await errands.synchronize().isComplete)
    #expect(server.contents == [["id": "a", "text": "again"]])
  }

  @Test("H06: what was deleted, made again and deleted again is deleted once")
  func deletedTwice() async throws {
    try await makeAgain()
    try await errands.delete("a")
    #expect(try await errands.synchronize(.nothing).pushed == .init(deleted: 1))
    #expect(server.lines == ["DELETE /notes/a", "DELETE /notes/a"])
    #expect(server.contents.isEmpty)
    #expect(try await errands.store.all("Errand").isEmpty)
  }

  @Test("H06: what was deleted while it was sent and made again is compared with what the server has")
  func deletedWhileSent() async throws {
    try await errands.create(Errand(id: "a", text: "x"))
    server.onRequest.withLock { [errands] in $0 = { _ in try await errands.delete("a") } }
    try await errands.synchronize(.nothing)
    server.onRequest.withLock { $0 = nil }
    try await errands.create(Errand(id: "a", text: "again"))
    let record = try #require(await errands.store.all("Errand").first)
    #expect(record.state == .pendingUpdate && record.base == ["id": "a", "text": "x"])
    #expect(try await errands.synchronize(.nothing).pushed == .init(updated: 1))
    #expect(server.lines == ["PUT /notes/a", "PUT /notes/a"])
    #expect(server.log.map(\.condition) == [nil, "\"1\""])
  }

  @Test("H06, H14: a record that is created again during the request for the server's copy is not deleted")
  func createdDuringRequest() async throws {
    server.state.withLock { $0.givesTags = false }
    let errands = SyncedRepository<Errand>(
      server.client, store: MemoryStore(),
      settings: SyncSettings {
        $0.sendsAtOnce = false
        $0.versions = .none
        $0.conflicts = .ask { _ in .later }
      })
    server.put(["id": "a", "text": "base"])
    try await errands.synchronize()
    server.put(["id": "a", "text": "theirs"])
    try await errands.update(Errand(id: "a", text: "mine"))
    // The change is refused, so the pull finds the conflict.
    server.fails(.status(422))
    try await errands.synchronize()
    try await errands.delete("a")
    server.remove("a")
    server.forget()
    server.onRequest.withLock { $0 = { _ in _ = try? await errands.create(Errand(id: "a", text: "again")) } }
    let report = try await errands.synchronize(.nothing)
    #expect(server.lines == ["GET /notes/a", "GET /notes/a"])
    #expect(report.conflicts.map(\.resolution) == [.later])
    #expect(try await errands.search() == [Errand(id: "a", text: "again")])
    #expect(try await errands.unsentCount() == 1)
  }
}
