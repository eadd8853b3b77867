import Foundation
import RefineryCore
import RefineryStore
import RefineryTesting
import Synchronization
import Testing

/// What one request for many records contains.
@Suite("Synchronization: batches") struct BatchTests {
  private let server = NoteServer()

  @Test("H08: a batch contains whole records, those of patches, too")
  func patchInBatch() async throws {
    let notes = SyncedRepository<Note>(
      server.client, store: MemoryStore(),
      settings: SyncSettings {
        $0.writes = .outboxOnly
        $0.push = .batched()
      })
    server.put(["id": 1, "text": "base", "rank": 5])
    try await notes.synchronize()
    server.forget()
    try await notes.patch(Note(id: 1, text: "mine"))
    #expect(try await notes.store.entries("Note").map(\.operation) == [.patch])
    #expect(try await notes.synchronize(.nothing).pushed == .init(updated: 1))
    #expect(server.log.map(\.body) == [["data": [["id": 1, "text": "mine", "rank": 5]]]])
  }

  @Test("H14: a record whose conflict another task resolves is left out of a batch", .timeLimit(.minutes(1)))
  func lockedRecord() async throws {
    let (batches, batch) = AsyncStream<Void>.makeStream()
    let repository = Mutex<SyncedRepository<Note>?>(nil)
    let running = Mutex<Task<SynchronizationReport?, any Error>?>(nil)
    let notes = SyncedRepository<Note>(
      server.client, store: MemoryStore(),
      settings: SyncSettings {
        $0.push = .batched()
        $0.conflicts = .ask { _ in
          let notes = repository.withLock { $0 }
          running.withLock { $0 = Task { try await notes?.synchronize(.nothing) } }
          for await _ in batches { break }
          return .client
        }
      })
    repository.withLock { $0 = notes }
    try await notes.create(Note(text: "base"))
    server.put(["id": 1, "text": "theirs"])
    server.fails(.unsent)
    await #expect(throws: Unsynchronized.self) { try await notes.create(Note(text: "waits")) }
    server.onRequest.withLock { $0 = { seen in if seen.line == "POST /notes/collection" { batch.yield() } } }
    #expect(try await notes.update(Note(id: 1, text: "mine")).isSynchronized)
    #expect(try await running.withLock { $0 }?.value?.isComplete == true)
    #expect(server.log.filter { $0.line == "POST /notes/collection" }.map(\.body) == [["data": [["text": "waits"]]]])
    #expect(server.contents == [["id": 1, "text": "mine"], ["text": "waits", "id": 2]])
    #expect(try await notes.unsentCount() == 0)
  }
}
