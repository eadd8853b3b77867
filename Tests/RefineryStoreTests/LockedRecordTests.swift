import Foundation
import RefineryCore
import RefineryStore
import RefineryTesting
import Synchronization
import Testing

/// Records that another task sends while a synchronization runs.
@Suite("Synchronization: locked records", .timeLimit(.minutes(5))) struct LockedRecordTests {
  private let server = NoteServer()

  @Test("H14: a record whose conflict another task resolves is left out of a batch")
  func lockedRecord() async throws {
    let (batches, batch) = AsyncStream<Void>.makeStream()
    let repository = Mutex<SyncedRepository<Note>?>(nil)
    let running = Mutex<Task<SynchronizationReport?, any Error>?>(nil)
    let notes = SyncedRepository<Note>(
      server.client, store: MemoryStore(),
      settings: SyncSettings {
        $0.batch = .init()
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

  @Test("H08: a push does not wait for the response to a change that was made after it began")
  func laterChange() async throws {
    let (arrivals, arrival) = AsyncStream<Void>.makeStream()
    let (releases, release) = AsyncStream<Void>.makeStream()
    let notes = SyncedRepository<Note>(server.client, store: MemoryStore())
    server.fails(.unsent)
    await #expect(throws: Unsynchronized.self) { try await notes.create(Note(text: "waits")) }
    let later = Mutex<Task<Stored<Note>, any Error>?>(nil)
    server.onRequest.withLock {
      $0 = { seen in
        if seen.body?["text"] == "later" {
          arrival.yield()
          for await _ in releases { break }
        } else {
          later.withLock { $0 = Task { try await notes.create(Note(text: "later")) } }
          for await _ in arrivals { break }
        }
      }
    }
    // The response to the later change is held until the synchronization has ended.
    #expect(try await notes.synchronize(.nothing).pushed == .init(created: 1))
    release.yield()
    #expect(try await later.withLock { $0 }?.value.isSynchronized == true)
    #expect(server.contents.map { $0["text"] } == ["waits", "later"])
  }
}
