import Foundation
import RefineryCore
import RefineryStore
import RefineryTesting
import RefineryTracking
import Synchronization
import TestSupport
import Testing

/// Conflicts whose decision is put off.
@Suite("Synchronization: postponed conflicts", .timeLimit(.minutes(5))) struct PostponedConflictTests {
  private let server = NoteServer()
  private let asked = Gathered<SyncConflict>()

  /// Puts the decision off as long as no resolution is set.
  private func policy(_ resolution: @escaping @Sendable (SyncConflict) -> ConflictResolution = { _ in .later })
    -> ConflictPolicy
  {
    .ask { [asked] conflict in
      asked.add(conflict)
      return resolution(conflict)
    }
  }

  private func settings(_ policy: ConflictPolicy, _ change: (inout SyncSettings) -> Void = { _ in }) -> SyncSettings {
    SyncSettings {
      $0.sendsAtOnce = false
      $0.conflicts = policy
      change(&$0)
    }
  }

  @Test("H14: pulling first: a change whose decision is put off is not sent", arguments: [false, true])
  func notSent(inBatches: Bool) async throws {
    server.state.withLock { $0.givesTags = false }
    let notes = SyncedRepository<Note>(
      server.client, store: MemoryStore(),
      settings: settings(policy()) {
        $0.pullsFirst = true
        if inBatches { $0.batch = .init() }
      })
    server.put(["id": 1, "text": "base"])
    try await notes.synchronize()
    server.put(["id": 1, "text": "theirs"])
    try await notes.update(Note(id: 1, text: "mine"))
    try await notes.create(Note(id: 2, text: "new"))
    let report = try await notes.synchronize()
    #expect(report.conflicts.map(\.resolution) == [.later])
    #expect(report.pushed == .init(created: 1))
    #expect(server.contents == [["id": 1, "text": "theirs"], ["id": 2, "text": "new"]])
    #expect(try await notes.unsentCount() == 1)
    try await notes.synchronize()
    #expect(asked.all.map(\.theirs?["text"]) == ["theirs", "theirs"])
    #expect(server.contents.first == ["id": 1, "text": "theirs"])
  }

  @Test("H13, H14: pulling first: a change whose conflict nobody could decide is not sent", arguments: [false, true])
  func undecided(inBatches: Bool) async throws {
    struct Undecided: Error {}
    server.state.withLock { $0.givesTags = false }
    let notes = SyncedRepository<Note>(
      server.client, store: MemoryStore(),
      settings: settings(.ask { _ in throw Undecided() }) {
        $0.pullsFirst = true
        if inBatches { $0.batch = .init() }
      })
    server.put(["id": 1, "text": "base"])
    try await notes.synchronize()
    server.put(["id": 1, "text": "theirs"])
    try await notes.update(Note(id: 1, text: "mine"))
    for _ in 0..<2 {
      let report = try await notes.synchronize()
      #expect(report.failures.count == 1 && report.failures.first?.error is Undecided)
      #expect(report.pushed == .init())
    }
    #expect(server.contents == [["id": 1, "text": "theirs"]])
    #expect(try await notes.search().map(\.text) == ["mine"])
    #expect(try await notes.unsentCount() == 1)
  }

  @Test("H14: pulling first: a change made while the listing arrives is not sent before it is compared with the listing")
  func changedWhileListing() async throws {
    server.state.withLock { $0.givesTags = false }
    let notes = SyncedRepository<Note>(
      server.client, store: MemoryStore(),
      settings: settings(.merge(preferring: .mine)) {
        $0.pullsFirst = true
        $0.versions = .none
      })
    server.put(["id": 1, "text": "base", "tags": ["base"]])
    try await notes.synchronize()
    server.put(["id": 1, "text": "base", "tags": ["theirs"]])
    let isFirst = Mutex(true)
    server.onRequest.withLock {
      $0 = { _ in
        guard isFirst.withLock({ $0 }) else { return }
        isFirst.withLock { $0 = false }
        try await notes.update(Note(id: 1, text: "mine", tags: ["base"]))
      }
    }
    let report = try await notes.synchronize()
    #expect(report.skipped == 1 && report.pushed == .init())
    #expect(server.contents == [["id": 1, "text": "base", "tags": ["theirs"]]])
    let next = try await notes.synchronize()
    #expect(next.conflicts.count == 1 && next.isComplete)
    #expect(server.contents == [["id": 1, "text": "mine", "tags": ["theirs"]]])
    #expect(try await notes.records().map(\.record.content) == server.contents)
  }

  @Test("H09, H14: a conflict whose decision is put off comes again with the next delta pull")
  func laterInDelta() async throws {
    server.state.withLock { $0.givesTags = false }
    let isLater = Mutex(true)
    let notes = SyncedRepository<Note>(
      server.client, store: MemoryStore(),
      settings: settings(
        policy { conflict in
          if isLater.withLock({ $0 }) { return .later }
          return conflict.merged(preferring: .mine).map { .content($0) } ?? .server
        }
      ) {
        $0.pullsFirst = true
        $0.versions = .none
      })
    server.put(["id": 1, "text": "base", "tags": ["base"]])
    try await notes.synchronize(.changes())
    server.put(["id": 1, "text": "base", "tags": ["theirs"]])
    try await notes.update(Note(id: 1, text: "mine", tags: ["base"]))
    #expect(try await notes.synchronize(.changes()).conflicts.map(\.resolution) == [.later])
    isLater.withLock { $0 = false }
    #expect(try await notes.synchronize(.changes()).isComplete)
    #expect(asked.all.count == 2)
    #expect(server.contents == [["id": 1, "text": "mine", "tags": ["theirs"]]])
    #expect(server.log.filter { $0.method == "GET" }.map(\.target) == ["/notes", "/notes?_since=1", "/notes?_since=1"])
  }

  @Test("H14: a new record stays one while the decision is put off, so its conflict never has a base")
  func newRecord() async throws {
    let isLater = Mutex(true)
    let errands = SyncedRepository<Errand>(
      server.client, store: MemoryStore(),
      settings: settings(
        policy { conflict in
          if isLater.withLock({ $0 }) { return .later }
          return conflict.merged(preferring: .mine).map { .content($0) } ?? .server
        }
      ) { $0.createsByPut = true })
    server.put(["id": "a", "text": "theirs", "rank": 1])
    try await errands.create(Errand(id: "a", text: "mine"))
    for _ in 0..<2 { #expect(try await errands.synchronize(.nothing).conflicts.map(\.resolution) == [.later]) }
    #expect(try await errands.records().map(\.record.state) == [.pendingCreate])
    try await errands.update(Errand(id: "a", text: "mine again"))
    isLater.withLock { $0 = false }
    #expect(try await errands.synchronize().isComplete)
    #expect(asked.all.map(\.base) == [nil, nil, nil])
    #expect(server.contents == [["id": "a", "text": "mine again", "rank": 1]])
    #expect(try await errands.records().map(\.record.content) == server.contents)
  }

  @Test("H14: a change of a record whose decision was put off is compared with the server's last copy")
  func changedAgain() async throws {
    let notes = SyncedRepository<Note>(server.client, store: MemoryStore(), settings: settings(policy()))
    try await notes.create(Note(text: "base"))
    try await notes.synchronize()
    server.put(["id": 1, "text": "theirs"])
    try await notes.update(Note(id: 1, text: "mine"))
    try await notes.synchronize(.nothing)
    #expect(try await notes.records().map(\.record.state) == [.conflicted])
    try await notes.update(Note(id: 1, text: "mine again"))
    try await notes.synchronize(.nothing)
    #expect(asked.all.map(\.base?["text"]) == ["base", "base"])
    #expect(asked.all.map(\.mine?["text"]) == ["mine", "mine again"])
  }

  @Test("H14: a record that is created again while its delete is undecided updates the server's record")
  func createdAgain() async throws {
    let isLater = Mutex(true)
    let notes = SyncedRepository<Note>(
      server.client, store: MemoryStore(),
      settings: settings(policy { _ in isLater.withLock { $0 } ? .later : .client }) { $0.deletesOnServerFirst = false })
    try await notes.create(Note(text: "base"))
    try await notes.synchronize()
    server.put(["id": 1, "text": "theirs"])
    try await notes.delete(1)
    #expect(try await notes.synchronize(.nothing).conflicts.map(\.resolution) == [.later])
    try await notes.create(Note(id: 1, text: "again"))
    #expect(try await notes.unsentCount() == 1)
    isLater.withLock { $0 = false }
    server.forget()
    #expect(try await notes.synchronize(.nothing).isComplete)
    #expect(asked.all.map(\.mine?["text"]) == [nil, "again"])
    #expect(server.contents == [["id": 1, "text": "again"]])
    #expect(!server.lines.contains("POST /notes"))
    #expect(try await notes.unsentCount() == 0)
  }

  @Test(
    "H14: a change with a postponed conflict is sent with its version, and not in a batch, also if it is changed again",
    arguments: [false, true])
  func notInBatch(isChangedAgain: Bool) async throws {
    let notes = SyncedRepository<Note>(server.client, store: MemoryStore(), settings: settings(policy()))
    try await notes.create(Note(text: "base"))
    try await notes.synchronize()
    server.put(["id": 1, "text": "theirs"])
    try await notes.update(Note(id: 1, text: "mine"))
    try await notes.synchronize(.nothing)
    if isChangedAgain { try await notes.update(Note(id: 1, text: "mine again")) }
    let batched = SyncedRepository<Note>(
      server.client, store: notes.store, settings: settings(policy()) { $0.batch = .init() })
    server.forget()
    #expect(try await batched.synchronize(.nothing).conflicts.map(\.resolution) == [.later])
    #expect(server.lines == ["PUT /notes/1", "GET /notes/1"])
    #expect(asked.all.count == 2)
    #expect(server.contents == [["id": 1, "text": "theirs"]])
  }

  @Test("H13, H14: a change whose conflict was found by its condition and could not be decided is not sent in a batch")
  func undecidedNotInBatch() async throws {
    struct Undecided: Error {}
    let policy = ConflictPolicy.ask { _ in throw Undecided() }
    let notes = SyncedRepository<Note>(server.client, store: MemoryStore(), settings: settings(policy))
    try await notes.create(Note(text: "base"))
    try await notes.synchronize()
    server.put(["id": 1, "text": "theirs"])
    try await notes.update(Note(id: 1, text: "mine"))
    #expect(try await notes.synchronize(.nothing).failures.count == 1)
    let batched = SyncedRepository<Note>(
      server.client, store: notes.store, settings: settings(policy) { $0.batch = .init() })
    let report = try await batched.synchronize(.nothing)
    #expect(report.failures.count == 1 && report.failures.first?.error is Undecided)
    #expect(server.contents == [["id": 1, "text": "theirs"]])
  }

  @Test(
    "H14: pushing first, without versions: a change whose decision was put off, or failed, is not sent without a decision",
    arguments: [false, true])
  func pushedWithoutVersions(throwing: Bool) async throws {
    struct Undecided: Error {}
    server.state.withLock { $0.givesTags = false }
    let isLater = Mutex(true)
    let notes = SyncedRepository<Note>(
      server.client, store: MemoryStore(),
      settings: settings(
        .ask { [asked] conflict in
          asked.add(conflict)
          guard isLater.withLock({ $0 }) else { return .client }
          if throwing { throw Undecided() }
          return .later
        }
      ) { $0.versions = .none })
    server.put(["id": 1, "text": "base"])
    try await notes.synchronize()
    server.put(["id": 1, "text": "theirs"])
    try await notes.update(Note(id: 1, text: "mine"))
    // The change is refused, so the pull finds the conflict.
    server.fails(.status(422))
    try await notes.synchronize()
    try await notes.update(Note(id: 1, text: "mine again"))
    server.forget()
    let report = try await notes.synchronize(.nothing)
    #expect(!report.isComplete)
    #expect(server.lines == ["GET /notes/1"])
    #expect(server.contents == [["id": 1, "text": "theirs"]])
    isLater.withLock { $0 = false }
    #expect(try await notes.synchronize().isComplete)
    #expect(asked.all.map(\.mine?["text"]) == ["mine", "mine again", "mine again"])
    #expect(server.contents == [["id": 1, "text": "mine again"]])
    #expect(try await notes.unsentCount() == 0)
  }

  @Test("H14: pushing first, without versions: a delete of a record whose decision was put off needs the decision, too")
  func deletedWithoutVersions() async throws {
    server.state.withLock { $0.givesTags = false }
    let isLater = Mutex(true)
    let notes = SyncedRepository<Note>(
      server.client, store: MemoryStore(),
      settings: settings(policy { _ in isLater.withLock { $0 } ? .later : .client }) { $0.versions = .none })
    server.put(["id": 1, "text": "base"])
    try await notes.synchronize()
    server.put(["id": 1, "text": "theirs"])
    try await notes.update(Note(id: 1, text: "mine"))
    server.fails(.status(422))
    try await notes.synchronize()
    try await notes.delete(1)
    #expect(try await notes.synchronize(.nothing).conflicts.map(\.resolution) == [.later])
    #expect(server.contents == [["id": 1, "text": "theirs"]])
    isLater.withLock { $0 = false }
    #expect(try await notes.synchronize(.nothing).pushed == .init(deleted: 1))
    #expect(asked.all.map(\.mine?["text"]) == ["mine", nil, nil])
    #expect(server.contents.isEmpty)
    #expect(try await notes.store.all("Note").isEmpty)
  }

  @Test("H14: a record that was deleted here, and then on the server, is removed without another decision")
  func deletedOnBothSides() async throws {
    let notes = SyncedRepository<Note>(
      server.client, store: MemoryStore(),
      settings: settings(policy()) {
        $0.pullsFirst = true
        $0.deletesOnServerFirst = false
      })
    server.put(["id": 1, "text": "base"])
    try await notes.synchronize()
    server.put(["id": 1, "text": "theirs"])
    try await notes.delete(1)
    #expect(try await notes.synchronize().conflicts.map(\.resolution) == [.later])
    #expect(try await notes.store.all("Note").map(\.state) == [.conflicted])
    server.remove("1")
    server.forget()
    #expect(try await notes.synchronize().isComplete)
    #expect(asked.all.count == 1)
    #expect(server.lines == ["GET /notes"])
    #expect(try await notes.store.all("Note").isEmpty)
    #expect(try await notes.unsentCount() == 0)
  }

  @Test("H14: a conflict that was put off is taken up by the next pull, although the server's copy is the base again")
  func baseAgain() async throws {
    let server = NoteServer()
    server.state.withLock { $0.givesTags = false }
    let decision = Mutex(ConflictResolution.later)
    let notes = SyncedRepository<Note>(
      server.client, store: MemoryStore(),
      settings: SyncSettings {
        $0.sendsAtOnce = false
        $0.pullsFirst = true
        $0.versions = .none
        $0.conflicts = .ask { _ in decision.withLock { $0 } }
      })
    server.put(["id": 1, "text": "base"])
    try await notes.synchronize()
    try await notes.update(Note(id: 1, text: "mine"))
    server.put(["id": 1, "text": "theirs"])
    #expect(try await notes.synchronize().conflicts.map(\.resolution) == [.later])
    server.put(["id": 1, "text": "base"])
    decision.withLock { $0 = .client }
    server.forget()
    let report = try await notes.synchronize()
    #expect(report.conflicts.map(\.resolution) == [.client] && report.isComplete)
    // The pull has resolved it: the push need not read the server's copy.
    #expect(server.lines == ["GET /notes", "PUT /notes/1"])
    #expect(server.contents == [["id": 1, "text": "mine"]])
  }
}
