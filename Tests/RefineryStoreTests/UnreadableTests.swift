import Foundation
import RefineryCore
import RefineryStore
import RefineryTesting
import Synchronization
import Testing

/// Records that were stored by an earlier model and that today's cannot read.
@Suite("Unreadable records", .timeLimit(.minutes(5))) struct UnreadableTests {
  /// What `Note` was before.
  private struct OldNote: Mappable, Codable, Identifiable, Sendable {
    static let path: URITemplate = "notes"
    static let resourceName = "Note"
    var id: Int?
    var text: String?
  }

  private let server = NoteServer()

  /// A repository of three records, of which the second has lost its text.
  private func notes(
    _ kind: StoreKind, _ change: (inout SyncSettings) -> Void = { _ in }
  ) async throws -> SyncedRepository<Note> {
    let settings = SyncSettings {
      $0.sendsAtOnce = false
      change(&$0)
    }
    let store = try kind.make()
    let old = SyncedRepository<OldNote>(server.client, store: store, settings: settings)
    try await old.create([OldNote(id: 1, text: "a"), OldNote(id: 2), OldNote(id: 3, text: "c")])
    return SyncedRepository<Note>(server.client, store: store, settings: settings)
  }

  @Test("H02: the error of a record that the model cannot read has its id and key", arguments: StoreKind.allCases)
  func named(_ kind: StoreKind) async throws {
    let notes = try await notes(kind)
    let key = try #require(try await notes.store.all("Note").first { $0.id == "2" }?.key)
    let text = "the record cannot be read: id 2, key \(key): missing at text"
    var error = await #expect(throws: StoreError.self) { try await notes.search() }
    #expect(error?.kind == .badRecord)
    #expect(error?.description == text)
    error = await #expect(throws: StoreError.self) { try await notes.read(2) }
    #expect(error?.description == text)
    #expect(try await notes.read(3)?.text == "c")
    let local = StorageRepository<Note>(notes.store, collection: "Note")
    error = await #expect(throws: StoreError.self) { try await local.search() }
    #expect(error?.description == text)
  }

  @Test("H02: the rest can be read, and what cannot can be looked at, mended and deleted", arguments: StoreKind.allCases)
  func skipped(_ kind: StoreKind) async throws {
    let notes = try await notes(kind)
    #expect(try await notes.search(sort: [.descending("id")], elements: .skip).map(\.id) == [3, 1])
    #expect(try await notes.search(elements: .skip).filter { $0.text > "a" }.map(\.id) == [3])
    #expect(try await notes.records(elements: .skip).map(\.record.id) == ["1", "3"])
    let unreadable = try await notes.unreadable()
    #expect(unreadable.map(\.record.content) == [["id": 2]])
    #expect(unreadable.first?.error.kind == .badRecord)
    #expect(try await notes.unreadable(where: Member("id") > 2).isEmpty)

    let local = StorageRepository<Note>(notes.store, collection: "Note")
    #expect(try await local.search(elements: .skip).map(\.id) == [1, 3])
    #expect(try await local.search(elements: .skip).filter { $0.text > "a" }.map(\.id) == [3])
    #expect(try await local.unreadable().map(\.record.id) == ["2"])

    try await notes.update(Note(id: 2, text: "b"))
    #expect(try await notes.search().map(\.text) == ["a", "b", "c"])
    #expect(try await notes.unreadable().isEmpty)
  }

  @Test("H13: a record that the model cannot read is not sent but reported, and the others are sent", arguments: [true, false])
  func unsent(_ isBatched: Bool) async throws {
    let notes = try await notes(.memory) { if isBatched { $0.batch = .init() } }
    let report = try await notes.synchronize(.nothing)
    #expect(report.pushed == .init(created: 2))
    #expect(server.contents == [["id": 1, "text": "a"], ["id": 3, "text": "c"]])
    #expect(report.failures.map(\.id) == ["2"])
    #expect((report.failures.first?.error as? StoreError)?.kind == .badRecord)
    let entry = try #require(try await notes.store.entries("Note").first)
    #expect(entry.failure?.hasPrefix("the record cannot be read: id 2, key \(entry.key)") == true)
    #expect(!entry.isSent && entry.attempts == 0)
    // It can be deleted, and mended.
    try await notes.update(Note(id: 2, text: "b"))
    #expect(try await notes.synchronize(.nothing).pushed == .init(created: 1))
    #expect(try await notes.search().count == 3)
  }

  @Test("H13: a response that the model cannot read leaves the record as it was sent, with its id", arguments: [true, false])
  func response(_ isBatched: Bool) async throws {
    let notes = SyncedRepository<Note>(
      server.client, store: MemoryStore(),
      settings: SyncSettings {
        $0.sendsAtOnce = false
        if isBatched { $0.batch = .init() }
      })
    try await notes.create(Note(text: "a"))
    let answer = #"{"id":1,"text":5,"rank":2}"#
    server.fails(.answer(isBatched ? "[\(answer)]" : answer))
    #expect(try await notes.synchronize(.nothing).pushed == .init(created: 1))
    #expect(try await notes.search() == [Note(id: 1, text: "a")])
    #expect(try await notes.records().map(\.record.state) == [.synchronized])
    // A pull of the same content reports it.
    server.put(["id": 1, "text": 5, "rank": 2])
    #expect(try await notes.synchronize().failures.map(\.id) == ["1"])
    #expect(try await notes.search() == [Note(id: 1, text: "a")])
  }

  @Test("H13: a record that the model cannot read is sent again if it was sent before, and its delete is sent")
  func sentBefore() async throws {
    let store = MemoryStore()
    let settings = SyncSettings { $0.sendsAtOnce = false }
    let old = SyncedRepository<OldNote>(server.client, store: store, settings: settings)
    try await old.create(OldNote(id: 2))
    server.fails(.answerLost)
    await #expect(throws: SynchronizationError.self) { try await old.synchronize(.nothing) }

    let notes = SyncedRepository<Note>(server.client, store: store, settings: settings)
    #expect(try await notes.synchronize(.nothing).pushed == .init(created: 1))
    #expect(server.state.withLock { $0.replays } == 1)
    try await notes.delete(2)
    #expect(try await notes.synchronize(.nothing).pushed == .init(deleted: 1))
    #expect(server.contents.isEmpty)
  }
}
