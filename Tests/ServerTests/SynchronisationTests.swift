import Endpoints
import Foundation
import HTTPTypes
import Refinery
import RefineryStore
import Synchronization
import Testing

extension Servers {
  /// A store kept equal to a collection of Kinto: ids made by the client, PUT, `_since`, tombstones, versions in a member.
  @Suite("Synchronisation with Kinto", Server.kinto.trait) struct SynchronisationTests {
    private struct Note: Kinto.Model, Equatable {
      var id: String
      var text: String
      var done: Bool?
    }

    private let api = Blog.client()
    private let collection = "notes-\(UUID().uuidString.lowercased())"

    private func place<Output>(_ call: Call<Output>) -> Call<Output> {
      call.with("bucket", "storesync").with("collection", collection)
    }

    /// The collection, made; and two repositories that know nothing of each other, as on two machines.
    private func repositories(_ conflicts: ConflictPolicy) async throws -> (SyncedRepository<Note>, SyncedRepository<Note>) {
      _ = try? await api.send(Kinto.Bucket(id: "storesync").update().ifNoneMatch("*"))
      try await api.send(Kinto.Collection(id: collection).update().with("bucket", "storesync"))
      let settings = SyncSettings {
        $0.values = ["bucket": "storesync", "collection": .text(collection)]
        $0.createsByPut = true
        $0.sendsAtOnce = false
        $0.versions = .member("last_modified")
        $0.conflictBody = "details.existing"
        $0.conflicts = conflicts
        $0.concurrency = 4
      }
      #if SQLite
        let stores: [any Store] = [try SQLiteStore.inMemory(), MemoryStore()]
      #else
        let stores: [any Store] = [MemoryStore(), MemoryStore()]
      #endif
      return (
        SyncedRepository(api, store: stores[0], settings: settings), SyncedRepository(api, store: stores[1], settings: settings)
      )
    }

    private func notes(_ numbers: ClosedRange<Int>) -> [Note] { numbers.map { Note(id: "note-\($0)", text: "text \($0)") } }

    @Test("H08, H09, H12: 300 records made here reach Kinto and another store, page by page, and the next pull is a delta")
    func roundTrip() async throws {
      let (here, there) = try await repositories(.merge(preferring: .mine))
      try await here.create(notes(1...300))
      let pushed = try await here.synchronize(.changes())
      #expect(pushed.pushed == .init(created: 300))
      #expect(pushed.isComplete)
      #expect(try await there.synchronize(.changes()).pulled == .init(created: 300))

      try await there.update(Note(id: "note-7", text: "changed there", done: true))
      try await there.delete(["note-8"])
      try await there.create([Note(id: "note-301", text: "made there")])
      #expect(try await there.synchronize(.changes()).pushed == .init(created: 1, updated: 1, deleted: 1))
      let delta = try await here.synchronize(.changes())
      #expect(delta.pulled == .init(created: 1, updated: 1, deleted: 1))

      #expect(try await here.read("note-7") == Note(id: "note-7", text: "changed there", done: true))
      #expect(try await here.read("note-8") == nil)
      #expect(try await here.count() == 300)
      let ours = Set(try await here.records().map(\.record.content))
      let theirs = Set(try await there.records().map(\.record.content))
      #expect(ours == theirs)
      // Everything once more, whole: nothing is missing on either side.
      #expect(try await here.synchronize().pulled == .init(unchanged: 300))
    }

    @Test("H14, G05: both sides change a record: Kinto refuses the stale version, and the changes are merged")
    func conflict() async throws {
      let seen = Log()
      let (here, there) = try await repositories(
        .ask { conflict in
          seen.add("\(conflict.base?["text"]?.string ?? "") \(conflict.theirs?["done"]?.bool ?? false)")
          return conflict.merged(preferring: .mine).map { .content($0) } ?? .client
        })
      try await here.create(notes(1...3))
      try await here.synchronize(.changes())
      try await there.synchronize(.changes())
      try await there.update(Note(id: "note-2", text: "text 2", done: true))
      try await there.synchronize(.changes())
      try await here.update(Note(id: "note-2", text: "mine"))
      let report = try await here.synchronize(.changes())
      #expect(report.conflicts.map(\.id) == ["note-2"])
      #expect(report.isComplete)
      #expect(seen.lines == ["text 2 true"])
      try await there.synchronize(.changes())
      #expect(try await there.read("note-2") == Note(id: "note-2", text: "mine", done: true))
      #expect(try await api.send(place(Note.read("note-2"))).text == "mine")
    }

    @Test("H05, H06: writes go through to Kinto, and an answer that was lost is no conflict")
    func through() async throws {
      let (here, _) = try await repositories(.ask { _ in .later })
      var settings = here.settings
      settings.sendsAtOnce = true
      let through = SyncedRepository<Note>(api, store: here.store, settings: settings)
      let note = try await through.create(Note(id: "one", text: "a"))
      #expect(note.isSynchronized && note.record.version != nil)
      #expect(try await through.patch(Note(id: "one", text: "b")).isSynchronized)
      // The server has what the outbox is about to say, under a version that the store does not know.
      try await api.send(place(Note(id: "one", text: "c").update(nulls: .omit)))
      #expect(try await through.update(Note(id: "one", text: "c")).isSynchronized)
      try await through.delete("one")
      #expect(try await api.send(place(Note.enumerate())).isEmpty)
      #expect(try await through.synchronize(.changes()).isComplete)
    }
  }
}
