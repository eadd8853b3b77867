import Foundation
import HTTPTypes
import RefineryCore
import RefineryStore
import RefineryTesting
import RefineryTracking
import Synchronization
import TestSupport
import Testing

/// Records that were changed on both sides.
@Suite("Synchronization: conflicts", .timeLimit(.minutes(5))) struct ConflictTests {
  private let server = NoteServer()

  private func notes(_ policy: ConflictPolicy, _ change: (inout SyncSettings) -> Void = { _ in }) throws -> SyncedRepository<
    Note
  > {
    SyncedRepository(
      server.client, store: MemoryStore(),
      settings: SyncSettings {
        $0.sendsAtOnce = false
        $0.conflicts = policy
        change(&$0)
      })
  }

  /// Both sides start from the same note, and the server's is changed after that.
  private func part(_ notes: SyncedRepository<Note>) async throws {
    let note = try await notes.create(Note(text: "base", tags: ["base"]))
    _ = note
    try await notes.synchronize()
    server.put(["id": 1, "text": "base", "tags": ["theirs"], "more": true])
    try await notes.update(Note(id: 1, text: "mine", tags: ["base"]))
    server.forget()
  }

  @Test("H14, G05: the server wins")
  func serverWins() async throws {
    let notes = try notes(.serverWins)
    try await part(notes)
    let report = try await notes.synchronize()
    #expect(report.conflicts.map(\.resolution) == [.server])
    #expect(server.lines == ["PUT /notes/1", "GET /notes/1", "GET /notes"])
    #expect(try await notes.search() == [Note(id: 1, text: "base", tags: ["theirs"])])
    #expect(try await notes.unsentCount() == 0)
  }

  @Test("H14, G05: the client wins, over the version it has seen")
  func clientWins() async throws {
    let notes = try notes(.clientWins)
    try await part(notes)
    let report = try await notes.synchronize()
    #expect(report.conflicts.map(\.resolution) == [.client])
    #expect(server.contents == [["id": 1, "text": "mine", "tags": ["base"]]])
    let puts = server.log.filter { $0.method == "PUT" }
    #expect(puts.map(\.condition) == ["\"1\"", "\"2\""])
    try #require(puts.count == 2)
    #expect(puts[0].key != puts[1].key)
    #expect(report.isComplete)
  }

  @Test("H14, G05: merged member by member, from what both started from")
  func merge() async throws {
    let notes = try notes(.merge(preferring: .theirs))
    try await part(notes)
    #expect(try await notes.synchronize().isComplete)
    #expect(server.contents == [["id": 1, "text": "mine", "tags": ["theirs"], "more": true]])
    #expect(try await notes.records().map(\.record.content) == server.contents)
  }

  @Test("H14: where both changed the same member the preferred side has its way", arguments: [ConflictSide.mine, .theirs])
  func mergeSame(_ side: ConflictSide) async throws {
    let notes = try notes(.merge(preferring: side))
    try await notes.create(Note(text: "base"))
    try await notes.synchronize()
    server.put(["id": 1, "text": "theirs"])
    try await notes.update(Note(id: 1, text: "mine"))
    try await notes.synchronize()
    #expect(server.contents == [["id": 1, "text": side == .mine ? "mine" : "theirs"]])
    #expect(try await notes.records().map(\.record.content) == server.contents)
  }

  @Test("H14: whoever is asked sees all three and may give a fourth")
  func ask() async throws {
    let seen = Gathered<SyncConflict>()
    let notes = try notes(
      .ask { conflict in
        seen.add(conflict)
        await Task.yield()
        return .content(["id": 1, "text": "decided"])
      })
    try await part(notes)
    #expect(try await notes.synchronize().isComplete)
    #expect(seen.all.map(\.base) == [["text": "base", "tags": ["base"], "id": 1]])
    #expect(seen.all.map(\.mine) == [["text": "mine", "tags": ["base"], "id": 1]])
    #expect(seen.all.map(\.theirs) == [["id": 1, "text": "base", "tags": ["theirs"], "more": true]])
    #expect(seen.all.first?.merged(preferring: .mine) == ["id": 1, "text": "mine", "tags": ["theirs"], "more": true])
    #expect(server.contents == [["id": 1, "text": "decided"]])
  }

  @Test("H14: a decision may be put off, and is asked for again")
  func later() async throws {
    let answers = Mutex<[ConflictResolution]>([.later, .later, .client])
    let notes = try notes(.ask { _ in answers.withLock { $0.isEmpty ? .later : $0.removeFirst() } })
    try await part(notes)
    let report = try await notes.synchronize(.nothing)
    #expect(report.conflicts.map(\.resolution) == [.later])
    #expect(report.failures.isEmpty && !report.isComplete)
    #expect(try await notes.records().map(\.record.state) == [.conflicted])
    #expect(try await notes.search().map(\.text) == ["mine"])
    try await notes.synchronize(.nothing)
    #expect(try await notes.synchronize(.nothing).isComplete)
    #expect(server.contents == [["text": "mine", "tags": ["base"], "id": 1]])
  }

  @Test("H13, H14: who is asked and throws leaves the conflict for the next time")
  func askThrows() async throws {
    struct Undecided: Error {}
    let notes = try notes(.ask { _ in throw Undecided() })
    try await part(notes)
    let report = try await notes.synchronize(.nothing)
    #expect(report.failures.first?.error is Undecided)
    #expect(try await notes.search().map(\.text) == ["mine"])
    #expect(try await notes.unsentCount() == 1)
  }

  @Test("H13, H14: a conflict whose result the model cannot read is a failure of its record alone", arguments: [true, false])
  func unreadableResult(_ serverWins: Bool) async throws {
    let notes = try notes(serverWins ? .serverWins : .merge(preferring: .mine))
    try await notes.create(Note(text: "base"))
    try await notes.synchronize()
    server.put(["id": 1, "text": "base", "tags": "no list"])
    try await notes.update(Note(id: 1, text: "mine"))
    try await notes.create(Note(text: "other"))
    let report = try await notes.synchronize(.nothing)
    #expect(report.failures.map(\.id) == ["1"])
    #expect((report.failures.first?.error as? StoreError)?.kind == .badRecord)
    #expect(report.pushed == .init(created: 1))
    #expect(try await notes.search().map(\.text) == ["mine", "other"])
    #expect(try await notes.unsentCount() == 1)
    // A write is stored, so its error is not one that says that nothing is stored.
    let through = SyncedRepository<Note>(
      server.client, store: notes.store, settings: SyncSettings { $0.conflicts = notes.settings.conflicts })
    let error = await #expect(throws: Unsynchronized.self) { try await through.update(Note(id: 1, text: "mine again")) }
    #expect((error?.underlying as? StoreError)?.kind == .badRecord)
    #expect(try await notes.search().map(\.text) == ["mine again", "other"])
  }

  @Test("H14: a change that meets a record deleted at the server", arguments: [true, false])
  func deletedThere(_ clientWins: Bool) async throws {
    let notes = try notes(clientWins ? .clientWins : .serverWins)
    try await notes.create(Note(text: "base"))
    try await notes.synchronize()
    server.remove("1")
    try await notes.patch(Note(id: 1, text: "mine"))
    let report = try await notes.synchronize()
    #expect(report.conflicts.count == 1)
    #expect(server.contents.map { $0["text"] } == (clientWins ? ["mine"] : []))
    #expect(try await notes.records().map(\.record.content) == server.contents)
    #expect(try await notes.unsentCount() == 0)
  }

  @Test("H14: a delete that meets a record changed at the server", arguments: [true, false])
  func deletedHere(_ clientWins: Bool) async throws {
    let notes = try notes(clientWins ? .clientWins : .serverWins) { $0.deletesOnServerFirst = false }
    try await notes.create(Note(text: "base"))
    try await notes.synchronize()
    server.put(["id": 1, "text": "theirs"])
    try await notes.delete(1)
    try await notes.synchronize()
    #expect(server.contents.map { $0["text"] } == (clientWins ? [] : ["theirs"]))
    #expect(try await notes.records().map(\.record.content) == server.contents)
    #expect(try await notes.store.all("Note").count == (clientWins ? 0 : 1))
  }

  @Test("H14: a merge with a deleted record is as the preferred side has it", arguments: [ConflictSide.mine, .theirs])
  func mergeDeleted(_ side: ConflictSide) async throws {
    let notes = try notes(.merge(preferring: side))
    for text in ["gone there", "gone here"] { try await notes.create(Note(text: text)) }
    try await notes.synchronize()
    server.remove("1")
    try await notes.update(Note(id: 1, text: "mine"))
    server.put(["id": 2, "text": "theirs"])
    let offline = SyncedRepository<Note>(
      server.client, store: notes.store,
      settings: SyncSettings {
        $0.sendsAtOnce = false
        $0.deletesOnServerFirst = false
        $0.conflicts = .merge(preferring: side)
      })
    try await offline.delete(2)
    try await offline.synchronize()
    #expect(server.contents.map { $0["text"] } == (side == .mine ? ["mine"] : ["theirs"]))
    #expect(try await offline.records().map(\.record.content) == server.contents)
  }

  @Test("H14: a decision may bring a record back that was deleted here")
  func broughtBack() async throws {
    let notes = try notes(.ask { _ in .content(["id": 1, "text": "decided"]) }) { $0.deletesOnServerFirst = false }
    try await notes.create(Note(text: "base"))
    try await notes.synchronize()
    server.put(["id": 1, "text": "theirs"])
    try await notes.delete(1)
    try await notes.synchronize()
    #expect(server.contents == [["id": 1, "text": "decided"]])
    #expect(try await notes.search() == [Note(id: 1, text: "decided")])
  }

  @Test("H14, G05: a patch that met a conflict is sent again as a patch")
  func patchStaysPatch() async throws {
    let notes = try notes(.merge(preferring: .mine))
    try await notes.create(Note(text: "base"))
    try await notes.synchronize()
    server.put(["id": 1, "text": "base", "rank": 1])
    try await notes.patch(Note(id: 1, text: "mine"))
    server.forget()
    #expect(try await notes.synchronize(.nothing).isComplete)
    #expect(server.lines == ["PATCH /notes/1", "GET /notes/1", "PATCH /notes/1"])
    #expect(server.contents == [["id": 1, "text": "mine", "rank": 1]])
  }

  @Test("H14: a change made while somebody decides is not overwritten by what was decided")
  func changedMeanwhile() async throws {
    let other = Mutex<SyncedRepository<Note>?>(nil)
    let asked = Mutex(0)
    let notes = try notes(
      .ask { _ in
        let count = asked.withLock { count in
          count += 1
          return count
        }
        guard count == 1 else { return .client }
        _ = try await other.withLock { $0 }?.update(Note(id: 1, text: "newest"))
        return .server
      })
    other.withLock {
      $0 = SyncedRepository(server.client, store: notes.store, settings: SyncSettings { $0.sendsAtOnce = false })
    }
    try await part(notes)
    try await notes.synchronize()
    #expect(server.contents.map { $0["text"] } == ["newest"])
    #expect(try await notes.records().map(\.record.content) == server.contents)
  }

  @Test("H14: a 409 about a record that the server does not have is a failure, and not a deletion")
  func conflictAboutNothing() async throws {
    let notes = try notes(.serverWins)
    try await notes.create(Note(text: "base"))
    try await notes.synchronize()
    server.remove("1")
    try await notes.update(Note(id: 1, text: "mine"))
    server.fails(.status(409))
    let report = try await notes.synchronize(.nothing)
    #expect(report.failures.count == 1 && report.conflicts.isEmpty)
    #expect(try await notes.search() == [Note(id: 1, text: "mine")])
  }

  @Test("H14: a record that conflicts again and again is a failure after three resolutions")
  func endlessConflict() async throws {
    let notes = try notes(.clientWins)
    try await part(notes)
    server.fails(.status(412), nil, .status(412), nil, .status(412), nil, .status(412))
    let report = try await notes.synchronize(.nothing)
    #expect(server.log.filter { $0.method == "PUT" }.count == 4)
    #expect(report.failures.count == 1)
  }

  @Test("H14: a weak entity tag is not sent as a condition, because it never matches")
  func weakTag() async throws {
    let weak = HTTPFields([HTTPField(name: .eTag, value: #"W/"1""#)])
    let stub = StubTransport(.json(#"{"id":1,"text":"a"}"#, status: 201, headers: weak), .json(#"{"id":1,"text":"b"}"#))
    let notes = SyncedRepository<Note>(Client(baseURL: "http://stub", transport: stub), store: MemoryStore())
    try await notes.create(Note(text: "a"))
    try await notes.update(Note(id: 1, text: "b"))
    #expect(stub.requests.map { $0.head.headerFields[.ifMatch] } == [nil, nil])
  }

  @Test("H14: a lost answer is no conflict: the server has what it was told")
  func ownEcho() async throws {
    server.state.withLock { $0.honoursKeys = false }
    let notes = try notes(.ask { _ in throw CancellationError() })
    try await notes.create(Note(text: "base"))
    try await notes.synchronize()
    try await notes.update(Note(id: 1, text: "mine"))
    server.fails(.answerLost)
    #expect(try await notes.synchronize().failures.count == 1)
    let report = try await notes.synchronize()
    #expect(report.conflicts.isEmpty && report.isComplete)
    #expect(report.pushed == .init(updated: 1))
    #expect(try await notes.records().map(\.record.state) == [.synchronized])
  }

  @Test("H14: pulling first finds conflicts also where the server has no versions", arguments: [ConflictSide.mine, .theirs])
  func pullFirst(_ side: ConflictSide) async throws {
    server.state.withLock { $0.givesTags = false }
    let notes = try notes(.merge(preferring: side)) {
      $0.pullsFirst = true
      $0.versions = .none
    }
    try await part(notes)
    let report = try await notes.synchronize()
    #expect(report.conflicts.count == 1)
    #expect(server.log.allSatisfy { $0.condition == nil })
    #expect(server.contents == [["id": 1, "text": "mine", "tags": ["theirs"], "more": true]])
    #expect(try await notes.records().map(\.record.content) == server.contents)
    #expect(try await notes.unsentCount() == 0)
  }

  @Test("H14: pulling first: what was deleted there, and made there under the same id")
  func pullFirstMore() async throws {
    let notes = try notes(.clientWins) { $0.pullsFirst = true }
    for id in 1...3 { server.put(["id": .number(id), "text": "base"]) }
    try await notes.synchronize()
    server.remove("1")
    server.remove("2")
    server.put(["id": 7, "text": "same"])
    server.put(["id": 8, "text": "theirs"])
    try await notes.update(Note(id: 1, text: "mine"))
    try await notes.delete(2)
    try await notes.create([Note(id: 7, text: "same"), Note(id: 8, text: "mine")])
    let report = try await notes.synchronize()
    #expect(Set(report.conflicts.compactMap(\.id)) == ["1", "8"])
    #expect(Set(server.contents.map { $0["text"]?.string ?? "" }) == ["base", "mine", "same"])
    #expect(Set(try await notes.records().map(\.record.content)) == Set(server.contents))
    #expect(try await notes.store.all("Note").allSatisfy { $0.state == .synchronized })
  }

  @Test("H14: the server's copy may come with the refusal, and versions may stand in a member")
  func conflictBody() async throws {
    let notes = try notes(.clientWins) { $0.conflictBody = "existing" }
    try await part(notes)
    try await notes.synchronize(.nothing)
    #expect(server.lines == ["PUT /notes/1", "PUT /notes/1"])
    let tasks = SyncedRepository<Errand>(
      server.client, store: MemoryStore(), settings: SyncSettings { $0.versions = .member("stamp") })
    server.put(["id": "a", "text": "x", "stamp": 77])
    try await tasks.synchronize(.entities(missing: .kept) { _ in [["id": "a", "text": "x", "stamp": 77]] })
    server.forget()
    _ = try? await tasks.update(Errand(id: "a", text: "y"))
    #expect(server.log.first?.condition == "\"77\"")
  }

  @Test("H14: a create by PUT does not replace what somebody else has made under its id; its own echo is no conflict")
  func createByPut() async throws {
    server.state.withLock { $0.honoursKeys = false }
    let policy = ConflictPolicy.merge(preferring: .theirs)
    let errands = SyncedRepository<Errand>(
      server.client, store: MemoryStore(),
      settings: SyncSettings {
        $0.createsByPut = true
        $0.conflicts = policy
      })
    server.put(["id": "a", "text": "theirs", "rank": 1])
    #expect(try await errands.create(Errand(id: "a", text: "mine")).value.text == "theirs")
    #expect(server.contents == [["id": "a", "text": "theirs", "rank": 1]])
    server.fails(.answerLost)
    await #expect(throws: Unsynchronized.self) { try await errands.create(Errand(id: "b", text: "mine")) }
    let report = try await errands.synchronize()
    #expect(report.conflicts.isEmpty && report.isComplete)
    #expect(server.contents.count == 2)
  }

  @Test("H14: another version of an unchanged record is no conflict: the change is sent over it")
  func touched() async throws {
    let notes = try notes(.serverWins)
    try await notes.create(Note(text: "base"))
    try await notes.synchronize()
    server.put(["text": "base", "id": 1])
    try await notes.update(Note(id: 1, text: "mine"))
    let report = try await notes.synchronize()
    #expect(report.conflicts.isEmpty && report.isComplete)
    #expect(server.contents == [["id": 1, "text": "mine"]])
  }

  @Test("H14: a write through the network meets a conflict and settles it")
  func through() async throws {
    let store = MemoryStore()
    let notes = SyncedRepository<Note>(
      server.client, store: store, settings: SyncSettings { $0.conflicts = .merge(preferring: .mine) })
    try await notes.create(Note(text: "base"))
    server.put(["id": 1, "text": "base", "rank": 5])
    let note = try await notes.update(Note(id: 1, text: "mine"))
    #expect(note.isSynchronized)
    #expect(note.record.content == ["id": 1, "text": "mine", "rank": 5])
    #expect(server.contents == [note.record.content])
  }

  @Test("H14: a delete meets a change on the server that had been made here before the delete: it is a conflict")
  func sameBeforeDelete() async throws {
    let notes = try notes(.clientWins) { $0.pullsFirst = true }
    server.put(["id": 1, "text": "base"])
    try await notes.synchronize()
    try await notes.update(Note(id: 1, text: "new"))
    try await notes.delete(1)
    server.put(["id": 1, "text": "new"])
    let report = try await notes.synchronize()
    #expect(report.conflicts.map(\.resolution) == [.client])
    #expect(report.pushed == .init(deleted: 1))
    #expect(server.contents.isEmpty)
  }
}
