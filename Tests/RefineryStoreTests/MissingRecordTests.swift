import HTTPTypes
import RefineryCore
import RefineryStore
import RefineryTesting
import Synchronization
import Testing

/// Records that a listing lacks although the server has them.
@Suite("Synchronization: missing records", .timeLimit(.minutes(5))) struct MissingRecordTests: NoteTests {
  let server = NoteServer()

  /// Deletes a record at the server between the first two pages.
  private func removeAfterFirstPage(_ id: String, thenPut content: JSONValue? = nil) {
    server.onRequest.withLock { [server] in
      $0 = { seen in
        guard seen.target.contains("from=2") else { return }
        server.remove(id)
        if let content { server.put(content) }
      }
    }
  }

  @Test(
    "H09: a record that a deletion moves between two pages is kept, with its local change",
    arguments: StoreKind.allCases, [false, true])
  func movedBetweenPages(_ kind: StoreKind, _ keepsTotal: Bool) async throws {
    let notes = try notes(kind) { $0.pullsFirst = true }
    fill(6)
    try await notes.synchronize()
    try await notes.update(Note(id: 3, text: "mine"))
    server.state.withLock { $0.pageSize = 2 }
    server.forget()
    removeAfterFirstPage("1", thenPut: keepsTotal ? ["id": 9, "text": "new"] : nil)
    let report = try await notes.synchronize()
    #expect(report.pulled.deleted == 0 && report.conflicts.isEmpty && report.isComplete)
    #expect(server.lines.filter { $0.hasPrefix("GET /notes/") } == ["GET /notes/3"])
    #expect(!server.lines.contains("POST /notes"))
    #expect(try await notes.read(3)?.text == "mine")
    #expect(server.contents.contains { $0["id"] == 3 && $0["text"] == "mine" })
    server.onRequest.withLock { $0 = nil }
    #expect(try await notes.synchronize().pulled.deleted == 1)
    #expect(Set(try await notes.records().map(\.record.content)) == Set(server.contents))
  }

  @Test("H09: a listing whose next link is gone deletes only what the server no longer has", arguments: StoreKind.allCases)
  func lostLink(_ kind: StoreKind) async throws {
    let isCut = Mutex(false)
    let rest = server.transport
    let stub = StubTransport { [server] request in
      if request.head.path == "/notes", isCut.withLock({ $0 }) {
        return Response(status: .ok, body: Body(JSONValue.array(Array(server.contents.prefix(2))).text()))
      }
      return try await rest.send(request)
    }
    let notes = SyncedRepository<Note>(
      Client(baseURL: "http://notes.example", transport: stub), store: try kind.make(),
      settings: SyncSettings { $0.chunk = 2 })
    fill(5)
    try await notes.synchronize()
    server.remove("4")
    isCut.withLock { $0 = true }
    #expect(try await notes.synchronize().pulled == .init(deleted: 1, unchanged: 4))
    #expect(try await notes.search().map(\.id) == [1, 2, 3, 5])
  }

  @Test("H09: a listing that is one response with all records that it announces needs no further request")
  func announced() async throws {
    let notes = try notes()
    fill(3)
    try await notes.synchronize()
    server.remove("2")
    server.forget()
    #expect(try await notes.synchronize().pulled.deleted == 1)
    #expect(server.lines == ["GET /notes"])
  }

  @Test("H09: a missing record that cannot be asked for is kept and reported; a server that is away ends the run")
  func unknown() async throws {
    let notes = try notes()
    fill(6)
    try await notes.synchronize()
    for id in ["5", "6"] { server.remove(id) }
    server.state.withLock { $0.pageSize = 2 }
    server.fails(nil, nil, .status(403), .status(502))
    let report = try await notes.synchronize()
    #expect(report.failures.map(\.id) == ["5", "6"] && report.failures.map(\.phase) == [.removal, .removal])
    #expect(try await notes.count() == 6)
    server.fails(nil, nil, .status(502), .lost)
    let error = await #expect(throws: SynchronizationError.self) { try await notes.synchronize() }
    #expect(error?.phase == .pull)
    #expect(try await notes.count() == 6)
    #expect(try await notes.synchronize().pulled.deleted == 2)
  }

  @Test("H09: a token is not stored if the listing shrinks while it is read, because a record may be missing")
  func shrinkingListing() async throws {
    let notes = try notes()
    fill(6)
    server.state.withLock { $0.pageSize = 2 }
    removeAfterFirstPage("1")
    let report = try await notes.synchronize(.changes())
    let errors = report.failures.map { $0.error as? UnusableResponse }
    #expect(errors == [.incompleteListing(announced: 6, received: 5)])
    #expect(try await notes.read(3) == nil)
    server.onRequest.withLock { $0 = nil }
    #expect(try await notes.synchronize(.changes()).isComplete)
    #expect(Set(try await notes.records().map(\.record.content)) == Set(server.contents))
  }

  @Test("H09: without a read row, a listing that shrinks while it is read deletes nothing")
  func withoutReadRow() async throws {
    struct Line: Creatable, Updatable, Deletable, Enumerable, Codable, Identifiable, Sendable {
      static let path: URITemplate = "notes"
      var id: Int?
      var text: String
    }
    let lines = SyncedRepository<Line>(server.client, store: MemoryStore())
    fill(6)
    try await lines.synchronize()
    server.state.withLock { $0.pageSize = 2 }
    removeAfterFirstPage("1")
    let report = try await lines.synchronize()
    let errors = report.failures.map { $0.error as? UnusableResponse }
    #expect(errors == [.incompleteListing(announced: 6, received: 5)])
    #expect(try await lines.count() == 6)
    server.onRequest.withLock { $0 = nil }
    #expect(try await lines.synchronize().pulled.deleted == 1)
  }
}
