import Foundation
import HTTPTypes
import RefineryCore
import RefineryStore
import RefineryTesting
import Synchronization
import Testing

/// A wall clock that tests advance.
private final class ManualDate: Sendable {
  let date = Mutex(Date(timeIntervalSinceReferenceDate: 0))
}

/// Records that the server cannot process.
@Suite("Synchronization: records at fault", .timeLimit(.minutes(5))) struct GiveUpTests: NoteTests {
  let server = NoteServer()
  private let time = ManualDate()

  /// A server that gives these results to each request whose body contains the text "bad".
  private func client(_ fault: @escaping @Sendable () throws -> Int?) -> Client {
    let rest = server.transport
    let stub = StubTransport { [server] request in
      var request = request
      let body = try await request.body?.collect() ?? Data()
      request.body = body.isEmpty ? nil : Body(body)
      if String(decoding: body, as: UTF8.self).contains("bad"), let status = try fault() {
        server.state.withLock {
          $0.log.append(
            NoteServer.seen(request.head.method.rawValue, request.head.path ?? "", request.head.headerFields, body))
        }
        return Response(status: .init(code: status), body: .empty)
      }
      return try await rest.send(request)
    }
    return Client(baseURL: "http://notes.example", transport: stub)
  }

  private func notes(
    _ kind: StoreKind = .memory, on client: Client, _ change: (inout SyncSettings) -> Void = { _ in }
  ) throws -> SyncedRepository<Note> {
    SyncedRepository(
      client, store: try kind.make(),
      settings: SyncSettings {
        $0.sendsAtOnce = false
        $0.now = { [time] in time.date.withLock { $0 } }
        change(&$0)
      })
  }

  private func wait(_ duration: TimeInterval) { time.date.withLock { $0 += duration } }

  private func texts() -> Set<String> { Set(server.contents.compactMap { $0["text"]?.string }) }

  // MARK: A record that makes a gateway fail

  @Test(
    "H13: a first record without a usable response stops neither the others nor the pull",
    arguments: [408, 502, 503, 504, 0], [false, true])
  func firstRecord(_ status: Int, pullsFirst: Bool) async throws {
    let client = client {
      if status == 0 { throw TransportError(.connectionLost, phase: .waiting) }
      return status
    }
    let notes = try notes(on: client) { $0.pullsFirst = pullsFirst }
    let keys = try await notes.create(["bad", "b", "c"].map { Note(text: $0) })
    server.put(["id": 50, "text": "pulled"])
    let report = try await notes.synchronize()
    #expect(report.pushed.created == 2 && report.pulled.created == 1)
    #expect(report.failures.map(\.key) == [keys[0]])
    #expect(texts() == ["b", "c", "pulled"])
  }

  @Test("H13: two records in a row without a usable response end the push, and later runs send the others first")
  func twoRecords() async throws {
    let notes = try notes(on: client { 502 })
    let keys = try await notes.create(["bad 1", "bad 2", "bad 3", "c"].map { Note(text: $0) })
    server.put(["id": 50, "text": "pulled"])
    let first = try await notes.synchronize()
    #expect(first.failures.map(\.key) == [keys[0], keys[1]])
    #expect(first.pulled.created == 1 && first.pushed.total == 0)
    for _ in 0..<2 { try await notes.synchronize() }
    #expect(texts() == ["c", "pulled"])
    #expect(try await notes.unsentCount() == 3)
  }

  @Test("H08: a record whose response was lost once is sent in its place again")
  func orderAfterOutage() async throws {
    let notes = try notes()
    try await notes.create(["a", "b", "c"].map { Note(text: $0) })
    server.fails(.lost, .unsent)
    await #expect(throws: SynchronizationError.self) { try await notes.synchronize(.nothing) }
    server.forget()
    #expect(try await notes.synchronize(.nothing).isComplete)
    #expect(server.log.map { $0.body?["text"] } == ["a", "b", "c"])
  }

  @Test("H13: the error of a server that is away names the record")
  func named() async throws {
    let notes = try notes()
    let key = try await notes.create(Note(text: "a")).key
    for fault in [NoteServer.Fault.lost, .status(502), .status(429), .unsent] {
      server.fails(fault)
      let error = try #require(await #expect(throws: SynchronizationError.self) { try await notes.synchronize(.nothing) })
      #expect(error.key == key)
      #expect(error.report.failures.map(\.key) == [key])
      #expect(error.description.hasPrefix("the synchronization ended in the phase push, at the record with the key \(key): "))
    }
    server.fails(.status(502), .unsent)
    let error = await #expect(throws: SynchronizationError.self) { try await notes.synchronize() }
    #expect(error?.phase == .pull && error?.key == nil)
    #expect(error?.report.failures.map(\.key) == [key])
  }

  @Test("H13: a 503 with Retry-After is about the server, so no other record is sent")
  func retryAfter() async throws {
    let stub = StubTransport { _ in Response(status: .serviceUnavailable, headers: [.retryAfter: "5"]) }
    let notes = try notes(on: Client(baseURL: "http://stub", transport: stub))
    try await notes.create(["a", "b"].map { Note(text: $0) })
    await #expect(throws: SynchronizationError.self) { try await notes.synchronize() }
    #expect(stub.requests.count == 1)
  }

  // MARK: Batches

  @Test(
    "H13: a batch with one bad record is split until only that record fails", arguments: [400, 403, 409, 413, 422],
    StoreKind.allCases)
  func splitBatch(_ status: Int, _ kind: StoreKind) async throws {
    let notes = try notes(kind, on: client { status }) { $0.batch = .init() }
    let keys = try await notes.create((1...16).map { Note(text: $0 == 11 ? "bad" : "\($0)") })
    let report = try await notes.synchronize(.nothing)
    #expect(report.pushed.created == 15)
    #expect(report.failures.map(\.key) == [keys[10]])
    #expect(server.lines.count == 9)
    #expect(Set(server.log.map(\.key)).count == 9)
    // The record that failed is not sent with others again.
    try await notes.create(Note(text: "later"))
    server.forget()
    #expect(try await notes.synchronize(.nothing).pushed.created == 1)
    #expect(server.log.map { $0.body?["data"]?.array?.count } == [1, 1])
  }

  @Test("H13: a batch is not split if its row is at fault", arguments: [404, 405, 410, 415, 501])
  func wrongRow(_ status: Int) async throws {
    let notes = try notes(on: client { status }) { $0.batch = .init() }
    try await notes.create(["bad", "b"].map { Note(text: $0) })
    #expect(try await notes.synchronize(.nothing).failures.count == 2)
    #expect(server.lines.count == 1)
  }

  @Test("H13: a 413 makes the later batches of the run smaller")
  func smallerBatches() async throws {
    let stub = StubTransport { [server] request in
      let body = try await request.body?.collect() ?? Data()
      let items = (try? JSONValue(parsing: body))?["data"]?.array ?? []
      let seen = NoteServer.seen("POST", "/notes/collection", request.head.headerFields, body)
      if items.count > 4 {
        server.state.withLock { $0.log.append(seen) }
        return Response(status: .contentTooLarge)
      }
      return Response(status: .ok, body: Body(server.respond(seen).body))
    }
    let notes = try notes(on: Client(baseURL: "http://stub", transport: stub)) { $0.batch = .init(size: 8) }
    try await notes.create((1...24).map { Note(text: "\($0)") })
    let report = try await notes.synchronize(.nothing)
    #expect(report.pushed.created == 24 && report.isComplete)
    #expect(server.log.map { $0.body?["data"]?.array?.count } == [8, 4, 4, 4, 4, 4, 4])
  }

  @Test(
    "H13: a batch without a usable response is repeated unchanged in three runs, and then split", arguments: [500, 502, 504])
  func undecidedBatch(_ status: Int) async throws {
    let notes = try notes(on: client { status }) { $0.batch = .init() }
    let keys = try await notes.create((1...8).map { Note(text: $0 == 3 ? "bad" : "\($0)") })
    for _ in 1...3 { #expect(try await notes.synchronize().failures.count == 8) }
    let posts = server.log.filter { $0.method == "POST" }
    #expect(posts.count == 3 && Set(posts.map(\.key)).count == 1)
    // Something else is accepted before.
    try await notes.create(Note(text: "new"))
    var report = try await notes.synchronize()
    while report.pushed.total > 0 { report = try await notes.synchronize() }
    #expect(report.failures.map(\.key) == [keys[2]])
    #expect(server.contents.count == 8)
  }

  // MARK: Corrections

  @Test("H13: a correction replaces a change that the server cannot process", arguments: StoreKind.allCases)
  func correction(_ kind: StoreKind) async throws {
    let notes = try notes(kind, on: client { 500 })
    let key = try await notes.create(Note(text: "bad")).key
    for _ in 1...2 { try await notes.synchronize() }
    try await notes.update(Note(text: "good"), key: key)
    #expect(try await notes.synchronize().failures.map(\.key) == [key])
    #expect(try await notes.synchronize().isComplete)
    #expect(texts() == ["good"])
    let posts = server.log.filter { $0.method == "POST" }
    #expect(Set(posts.prefix(3).map(\.key)).count == 1 && posts.last?.key != posts.first?.key)
  }

  @Test("H13: a deletion replaces a change that the server cannot process", arguments: [true, false])
  func deletion(_ isSentFirst: Bool) async throws {
    let notes = try notes(on: client { 500 }) { if isSentFirst { $0.sendsAtOnce = true } }
    server.put(["id": 1, "text": "base"])
    try await notes.synchronize()
    _ = try? await notes.update(Note(id: 1, text: "bad"))
    for _ in 1...3 { try await notes.synchronize() }
    try await notes.delete(1)
    if !isSentFirst { for _ in 1...2 { try await notes.synchronize() } }
    #expect(server.contents.isEmpty)
    #expect(try await notes.store.all("Note").isEmpty)
    #expect(try await notes.unsentCount() == 0)
  }

  // MARK: The end of an entry

  @Test(
    "H13: a change that fails too often for too long is set aside, is told, and can be retried",
    arguments: [422, 500, 502, 0], StoreKind.allCases)
  func setAside(_ status: Int, _ kind: StoreKind) async throws {
    let isMended = Mutex(false)
    let client = client {
      if isMended.withLock({ $0 }) { return nil }
      if status == 0 { throw TransportError(.connectionLost, phase: .waiting) }
      return status
    }
    let notes = try notes(kind, on: client) { $0.giveUp = .init(failures: 3, age: .seconds(100)) }
    let key = try await notes.create(Note(text: "bad")).key
    // Often enough, and not long enough.
    for _ in 1...4 { #expect(try await notes.synchronize().setAside.isEmpty) }
    wait(99)
    #expect(try await notes.synchronize().setAside.isEmpty)
    wait(1)
    let report = try await notes.synchronize()
    #expect(report.setAside == [key] && report.failures.map(\.key) == [key])
    #expect(report.description.hasSuffix(", 1 set aside"))
    let entries = try await notes.setAside()
    #expect(entries.map(\.key) == [key] && entries.map(\.isSent) == [false])
    #expect(entries.first?.failure != nil)

    server.forget()
    let quiet = try await notes.synchronize()
    #expect(server.lines == ["GET /notes"])
    #expect(quiet.setAside == [key] && quiet.failures.isEmpty && !quiet.isComplete)
    #expect(try await notes.search() == [Note(text: "bad")])
    #expect(try await notes.unsentCount() == 1)

    isMended.withLock { $0 = true }
    try await notes.retry(key: key)
    #expect(try await notes.setAside().isEmpty)
    #expect(try await notes.synchronize().isComplete)
    #expect(texts() == ["bad"])
    await #expect(throws: StoreError.self) { try await notes.retry(key: "unknown") }
  }

  @Test("H13: long enough and not often enough is no reason to set a change aside, and nil is never one")
  func limits() async throws {
    let notes = try notes(on: client { 422 }) { $0.giveUp = .init(failures: 3, age: .seconds(100)) }
    try await notes.create(Note(text: "bad"))
    try await notes.synchronize()
    wait(1_000)
    #expect(try await notes.synchronize().setAside.isEmpty)
    #expect(try await notes.synchronize().setAside.count == 1)
    let patient = try self.notes(on: client { 422 }) { $0.giveUp = nil }
    try await patient.create(Note(text: "bad"))
    for _ in 1...20 {
      wait(1_000_000)
      #expect(try await patient.synchronize().setAside.isEmpty)
    }
  }

  @Test("H13: runs that do not reach the server count for no change, and neither do those that need a login")
  func away() async throws {
    let notes = try notes { $0.giveUp = .init(failures: 1, age: .zero) }
    try await notes.create(Note(text: "a"))
    for fault in [NoteServer.Fault.unsent, .lost, .status(502), .status(401), .status(429), .status(500)] {
      server.fails(fault, .unsent)
      _ = try? await notes.synchronize()
      server.faults.withLock { $0 = [] }
      #expect(try await notes.setAside().isEmpty, "\(fault)")
    }
    #expect(try await notes.synchronize().isComplete)
  }

  @Test("H13: a change of a record that is set aside is sent with a new key; a deletion needs no request")
  func changedAfterwards() async throws {
    let notes = try notes(on: client { 422 }) { $0.giveUp = .init(failures: 1, age: .zero) }
    let keys = try await notes.create([Note(text: "bad"), Note(text: "bad too")])
    #expect(Set(try await notes.synchronize().setAside) == Set(keys))
    let before = try await notes.setAside().map(\.idempotencyKey)
    try await notes.update(Note(text: "good"), key: keys[0])
    try await notes.delete(key: keys[1])
    #expect(try await notes.setAside().isEmpty)
    let entry = try #require(try await notes.store.entries("Note").first)
    #expect(!before.contains(entry.idempotencyKey) && entry.failures == 0 && entry.failedSince == nil)
    server.forget()
    #expect(try await notes.synchronize(.nothing).isComplete)
    #expect(server.lines == ["POST /notes"])
    #expect(texts() == ["good"])
  }

  @Test("H13: a change that is set aside keeps no delta pull back, and a change of the server's copy is still a conflict")
  func pullsAfterwards() async throws {
    let notes = try notes(on: client { 500 }) {
      $0.giveUp = .init(failures: 1, age: .zero)
      $0.conflicts = .serverWins
    }
    server.put(["id": 1, "text": "base"])
    try await notes.synchronize(.changes())
    try await notes.update(Note(id: 1, text: "bad"))
    #expect(try await notes.synchronize(.changes()).setAside.count == 1)
    server.put(["id": 2, "text": "new"])
    #expect(try await notes.synchronize(.changes()).skipped == 0)
    server.put(["id": 1, "text": "theirs"])
    #expect(try await notes.synchronize(.changes()).conflicts.map(\.resolution) == [.server])
    #expect(try await notes.search().map(\.text) == ["theirs", "new"])
    #expect(try await notes.unsentCount() == 0)
  }
}
