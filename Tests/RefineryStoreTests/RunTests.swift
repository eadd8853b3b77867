import Foundation
import HTTPTypes
import RefineryCore
import RefineryStore
import RefineryTesting
import Synchronization
import TestSupport
import Testing

/// Whole synchronizations: reset, what changed since last time, progress, cancellation, several at once.
@Suite("Synchronization: runs", .timeLimit(.minutes(5))) struct RunTests: NoteTests {
  let server = NoteServer()

  @Test("H15: a reset leaves nothing, and the next synchronization brings the server's records", arguments: StoreKind.allCases)
  func reset(_ kind: StoreKind) async throws {
    let notes = try notes(kind)
    fill(3)
    try await notes.synchronize(.changes())
    try await notes.create([Note(text: "unsent"), Note(text: "unsent")])
    #expect(try await notes.reset() == 2)
    #expect(try await notes.store.all("Note").isEmpty)
    #expect(try await notes.unsentCount() == 0)
    server.forget()
    #expect(try await notes.synchronize(.changes()).pulled.created == 3)
    #expect(server.log.map(\.target) == ["/notes"])
  }

  @Test("H09: a delta pull asks for what changed and understands tombstones", arguments: StoreKind.allCases)
  func changes(_ kind: StoreKind) async throws {
    let notes = try notes(kind)
    fill(5)
    #expect(try await notes.synchronize(.changes()).pulled.created == 5)
    server.put(["id": 2, "text": "renamed"])
    server.remove("3")
    server.put(["id": 6, "text": "new"])
    server.remove("never seen")
    server.forget()
    server.state.withLock { $0.pageSize = 1 }
    let report = try await notes.synchronize(.changes())
    #expect(server.log.first?.target == "/notes?_since=5")
    #expect(report.pulled == .init(created: 1, updated: 1, deleted: 1))
    #expect(Set(try await notes.records().map(\.record.content)) == Set(server.contents))
    #expect(try await notes.synchronize(.changes()).pulled == .init())
    #expect(server.log.last?.target == "/notes?_since=9")
  }

  @Test(
    "H09: a delta pull over several pages asks next time from its first page on, so that what changed meanwhile is not missed")
  func firstPagesToken() async throws {
    let notes = try notes()
    fill(4)
    server.state.withLock { $0.pageSize = 2 }
    let changes = Mutex(0)
    server.onRequest.withLock {
      $0 = { [server] seen in
        // While page after page is read, the first record changes behind the reader's back.
        guard seen.target.contains("from=") else { return }
        server.put(["id": 1, "text": .string("changed \(changes.withLock { $0 += 1; return $0 })")])
      }
    }
    #expect(try await notes.synchronize(.changes()).pulled.created == 4)
    #expect(server.log.count == 2)
    server.forget()
    for id in 2...4 { server.put(["id": .number(id), "text": "again"]) }
    #expect(try await notes.synchronize(.changes()).pulled.updated == 4)
    #expect(server.log.map(\.target) == ["/notes?_since=4", "/notes?_since=4&from=2"])
    server.onRequest.withLock { $0 = nil }
    server.forget()
    #expect(try await notes.synchronize(.changes()).pulled.updated == 1)
    #expect(server.log.first?.target == "/notes?_since=8")
    #expect(Set(try await notes.records().map(\.record.content)) == Set(server.contents))
  }

  @Test(
    "H09: the token of a listing is its entity tag, without quotation marks and the mark of a weak one",
    arguments: [(#""5""#, "5"), (#"W/"5""#, "5"), ("5", "5"), (#"""#, #"""#), (nil, nil)] as [(String?, String?)])
  func entityTags(tag: String?, token: String?) {
    var head = HTTPResponse(status: .ok)
    head.headerFields[.eTag] = tag
    #expect(Pull.entityTag(of: head) == token)
  }

  @Test("H09, H13: a delta pull that could not store a record asks for it again, until it can")
  func unreadableInDelta() async throws {
    let notes = try notes()
    fill(2)
    try await notes.synchronize(.changes())
    server.put(["id": 3, "text": 5])
    server.put(["id": 4, "text": "d"])
    #expect(try await notes.synchronize(.changes()).failures.map(\.id) == ["3"])
    #expect(try await notes.count() == 3)
    let report = try await notes.synchronize(.changes())
    #expect(report.failures.map(\.id) == ["3"])
    #expect(report.pulled == .init(unchanged: 1))
    server.put(["id": 3, "text": "c"])
    #expect(try await notes.synchronize(.changes()).isComplete)
    #expect(try await notes.synchronize(.changes()).pulled == .init())
    #expect(server.log.map(\.target) == ["/notes"] + ["2", "2", "2", "5"].map { "/notes?_since=\($0)" })
    #expect(Set(try await notes.records().map(\.record.content)) == Set(server.contents))
  }

  @Test("H10: a delta pull that fails asks for the same again; a token that is gone means everything")
  func deltaFailure() async throws {
    let notes = try notes()
    fill(2)
    try await notes.synchronize(.changes())
    server.put(["id": 3, "text": "new"])
    server.fails(.status(500))
    await #expect(throws: SynchronizationError.self) { try await notes.synchronize(.changes()) }
    server.forget()
    #expect(try await notes.synchronize(.changes()).pulled.created == 1)
    #expect(server.log.map(\.target) == ["/notes?_since=2"])
    server.remove("1")
    server.forget()
    server.fails(.status(410))
    #expect(try await notes.synchronize(.changes()).pulled == .init(deleted: 1, unchanged: 2))
    #expect(server.log.map(\.target) == ["/notes?_since=3", "/notes"])
  }

  @Test("H06: after a run that ended early, a delete leaves no mark")
  func noMarkAfterFailure() async throws {
    let notes = SyncedRepository<Note>(server.client, store: MemoryStore())
    fill(2)
    try await notes.synchronize()
    server.fails(.status(500))
    await #expect(throws: SynchronizationError.self) { try await notes.synchronize() }
    try await notes.delete(1)
    #expect(try await notes.store.all("Note").count == 1)
  }

  @Test("H09: a listing that has one record twice, and so may lack another, deletes nothing and stores no token")
  func listedTwice() async throws {
    let second = Mutex(2)
    let stub = StubTransport { request in
      if request.head.path == "/notes/3" { return Response(status: .notFound) }
      let isFirst = request.head.path?.contains("from=2") != true
      let ids = isFirst ? [1, 2] : [second.withLock { $0 }, 4]
      var fields: HTTPFields = [HTTPField.Name("X-Total")!: "4", .eTag: #""7""#]
      if isFirst { fields[HTTPField.Name("Link")!] = "</notes?from=2>; rel=next" }
      let list = ids.map { ["id": .number($0), "text": .string("n\($0)")] as JSONValue }
      return Response(status: .ok, headers: fields, body: Body(JSONValue.array(list).text()))
    }
    let notes = SyncedRepository<Note>(Client(baseURL: "http://stub", transport: stub), store: MemoryStore())
    second.withLock { $0 = 3 }
    #expect(try await notes.synchronize().pulled.created == 4)
    second.withLock { $0 = 2 }
    let report = try await notes.synchronize(.changes())
    #expect(report.pulled.deleted == 0)
    #expect(report.failures.map { $0.error as? UnusableResponse } == [.incompleteListing(announced: 4, received: 3)])
    #expect(try await notes.search().map(\.id) == [1, 2, 3, 4])
    second.withLock { $0 = 5 }
    // Without a token, everything is listed again.
    #expect(try await notes.synchronize(.changes()).pulled == .init(created: 1, deleted: 1, unchanged: 3))
    #expect(stub.requests.allSatisfy { $0.head.path?.contains("_since") != true })
  }

  @Test("H09, H14: a conflict about a record that is listed twice is resolved once, and its change is sent in the same run")
  func conflictTwice() async throws {
    server.state.withLock { $0.givesTags = false }
    let notes = try notes {
      $0.pullsFirst = true
      $0.conflicts = .clientWins
    }
    fill(1)
    try await notes.synchronize()
    try await notes.update(Note(id: 1, text: "mine"))
    let theirs: JSONValue = ["id": 1, "text": "theirs"]
    server.put(theirs)
    let report = try await notes.synchronize(.entities(missing: .kept) { _ in [theirs, theirs] })
    #expect(report.conflicts.map(\.resolution) == [.client])
    #expect(report.isComplete && report.pushed == .init(updated: 1))
    #expect(server.contents == [["id": 1, "text": "mine"]])
  }

  private struct Step: Sendable {
    let phase: SynchronizationPhase
    let done: Int
    let total: Int?
  }

  @Test("H09: progress tells phase, done and total")
  func progress() async throws {
    let notes = try notes { $0.chunk = 10 }
    fill(25)
    try await notes.create([Note(text: "a"), Note(text: "b")])
    let seen = Gathered<Step>()
    try await notes.synchronize { seen.add(Step(phase: $0, done: $1, total: $2)) }
    #expect(seen.all.filter { $0.phase == .push }.map(\.done) == [0, 1, 2])
    #expect(seen.all.filter { $0.phase == .push }.allSatisfy { $0.total == 2 })
    #expect(seen.all.filter { $0.phase == .pull }.map(\.done) == [0, 10, 20, 25])
    #expect(seen.all.contains { $0.phase == .removal })
  }

  @Test("H09: progress never tells more done than there is, although a record is changed while its conflict is resolved")
  func growingTotal() async throws {
    server.state.withLock { $0.givesTags = false }
    let store = MemoryStore()
    let other = SyncedRepository<Errand>(server.client, store: store)
    let offline = SyncedRepository<Errand>(server.client, store: store, settings: SyncSettings { $0.sendsAtOnce = false })
    let errands = SyncedRepository<Errand>(
      server.client, store: store,
      settings: SyncSettings { [server] in
        $0.sendsAtOnce = false
        $0.conflicts = .ask { conflict in
          if conflict.id == "a" { return .client }
          // The first record is resolved by now. One of two further changes may have reached the server.
          server.fails(.answerLost)
          _ = try? await other.update(Errand(id: "a", text: "newer"))
          try await offline.update(Errand(id: "a", text: "newest"))
          return .server
        }
      })
    for id in ["a", "b"] { server.put(["id": .string(id), "text": "base"]) }
    try await errands.synchronize()
    for id in ["a", "b"] {
      server.put(["id": .string(id), "text": "theirs"])
      try await errands.update(Errand(id: id, text: "mine"))
    }
    server.fails(.status(422), .status(422))
    let seen = Gathered<Step>()
    try await errands.synchronize { seen.add(Step(phase: $0, done: $1, total: $2)) }
    #expect(server.contents == [["id": "a", "text": "newest"], ["id": "b", "text": "theirs"]])
    let last = try #require(seen.all.last { $0.phase == .push })
    #expect(last.done == 2 && last.total == 2)
    #expect(seen.all.allSatisfy { $0.done <= $0.total ?? .max })
  }

  @Test("H14: a synchronization that is cancelled leaves what it had done, and the next goes on", arguments: StoreKind.allCases)
  func cancellation(_ kind: StoreKind) async throws {
    for point in [1, 3, 7, 9] {
      let server = NoteServer()
      let notes = SyncedRepository<Note>(
        server.client, store: try kind.make(), settings: SyncSettings { $0.sendsAtOnce = false })
      try await notes.create((1...6).map { Note(text: "\($0)") })
      for id in 100...102 { server.put(["id": .number(id), "text": "theirs"]) }
      let task = Mutex<Task<SynchronizationReport, any Error>?>(nil)
      let count = Mutex(0)
      server.onRequest.withLock {
        $0 = { _ in
          let now = count.withLock {
            $0 += 1
            return $0
          }
          if now == point { task.withLock { $0?.cancel() } }
        }
      }
      let started = Mutex(false)
      let running = Task {
        try await until { started.withLock({ $0 }) }
        return try await notes.synchronize()
      }
      task.withLock { $0 = running }
      started.withLock { $0 = true }
      let result = await running.result
      if point <= 7 { #expect(throws: CancellationError.self) { try result.get() } }
      #expect(try await notes.synchronize().isComplete)
      #expect(server.contents.count == 9)
      #expect(Set(try await notes.records().map(\.record.content)) == Set(server.contents))
    }
  }

  @Test("H14: a synchronization that is cancelled ends with a cancellation error, whatever fails in it after that")
  func failureAfterCancellation() async throws {
    struct Failed: Error {}
    let notes = try notes()
    let running = Task {
      try await notes.synchronize(
        .entities(missing: .kept) { _ in
          withUnsafeCurrentTask { $0?.cancel() }
          throw Failed()
        })
    }
    await #expect(throws: CancellationError.self) { try await running.value }
  }

  @Test("H14: two synchronizations at once come one after the other")
  func twice() async throws {
    let notes = try notes()
    try await notes.create((1...20).map { Note(text: "\($0)") })
    async let first = notes.synchronize()
    async let second = notes.synchronize()
    let reports = try await [first, second]
    #expect(reports.map(\.pushed.created).sorted() == [0, 20])
    #expect(server.contents.count == 20)
  }
}
