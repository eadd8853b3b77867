import HTTPTypes
import RefineryCore
import RefineryStore
import RefineryTesting
import Synchronization
import Testing

/// Changes that the server has accepted with a response that says little, or nothing that can be read.
@Suite("Synchronization: accepted changes", .timeLimit(.minutes(5))) struct AcceptedTests: NoteTests {
  let server = NoteServer()

  /// The server, with other responses to its creates.
  private func client(_ change: @escaping @Sendable (Response, String) -> Response) -> Client {
    let rest = server.transport
    let stub = StubTransport { request in
      let response = try await rest.send(request)
      guard request.head.method == .post, request.head.path == "/notes" else { return response }
      let body = String(decoding: try await response.body.collect(), as: UTF8.self)
      return change(response, body)
    }
    return Client(baseURL: "http://notes.example/", transport: stub)
  }

  private func notes(
    _ kind: StoreKind, _ client: Client, _ change: (inout SyncSettings) -> Void = { _ in }
  ) throws -> SyncedRepository<Note> {
    SyncedRepository(
      client, store: try kind.make(),
      settings: SyncSettings {
        $0.sendsAtOnce = false
        change(&$0)
      })
  }

  private func created(_ location: String?, _ body: String = "") -> @Sendable (Response, String) -> Response {
    { _, _ in
      var fields = HTTPFields()
      fields[.location] = location
      return Response(status: .created, headers: fields, body: body.isEmpty ? .empty : Body(body))
    }
  }

  @Test(
    "H03: a create that is answered by Location only is sent once, and has the id of the Location",
    arguments: [
      "/notes/1", "http://notes.example/notes/1", "http://elsewhere.example/v2/notes/1/", "notes/%31?x=notes/9", "/notes/1#a/b",
    ], StoreKind.allCases)
  func location(_ location: String, _ kind: StoreKind) async throws {
    let notes = try notes(kind, client(created(location)))
    try await notes.create(Note(text: "a"))
    for _ in 1...3 { #expect(try await notes.synchronize().isComplete) }
    #expect(server.lines.filter { $0 == "POST /notes" }.count == 1)
    #expect(try await notes.search() == [Note(id: 1, text: "a")])
    #expect(server.contents.count == 1)
    try await notes.update(Note(id: 1, text: "b"))
    #expect(try await notes.synchronize().isComplete)
    #expect(server.contents == [["id": 1, "text": "b"]])
  }

  @Test("H03: the id of a Location is used even if the record cannot be read then", arguments: [500, 0])
  func unreadable(_ status: Int) async throws {
    let notes = try notes(.memory, client(created("/notes/1")))
    try await notes.create(Note(text: "a"))
    server.fails(nil, status == 0 ? .lost : .status(status))
    #expect(try await notes.synchronize(.nothing).isComplete)
    #expect(try await notes.search() == [Note(id: 1, text: "a")])
    #expect(try await notes.synchronize().isComplete)
    #expect(server.contents.count == 1)
  }

  @Test(
    "H03: a create without an id in its response is sent once, and a pull finds the record",
    arguments: [nil, "/notes", "/", "/notes/7"] as [String?], ["", "{}", "null", #"{"text":"a"}"#, "created", "<ok/>"])
  func withoutID(_ location: String?, _ body: String) async throws {
    for pull in [Pull.everything, .changes()] {
      let server = NoteServer()
      let rest = server.transport
      let stub = StubTransport { request in
        let response = try await rest.send(request)
        guard request.head.method == .post else { return response }
        return self.created(location, body)(response, "")
      }
      let notes = try notes(.memory, Client(baseURL: "http://notes.example", transport: stub))
      let key = try await notes.create(Note(text: "a")).key
      let report = try await notes.synchronize(.nothing)
      #expect(report.failures.map { $0.error as? UnusableResponse } == [.noID(member: "id")])
      #expect(report.failures.map(\.key) == [key] && report.pushed.created == 1)
      #expect(try await notes.unsentCount() == 0)
      #expect(try await notes.synchronize(.nothing).pushed.total == 0)
      #expect(try await notes.synchronize(pull).isComplete)
      #expect(server.lines.filter { $0 == "POST /notes" }.count == 1)
      #expect(try await notes.records().map(\.key) == [key])
      #expect(try await notes.search() == [Note(id: 1, text: "a")])
    }
  }

  @Test("H03: a record whose id stays unknown is kept and reported; an update creates it anew, a deletion removes it")
  func neverFound() async throws {
    let notes = try notes(.memory, client { _, _ in Response(status: .created) })
    let keys = try await notes.create([Note(text: "a"), Note(text: "b")])
    server.onRequest.withLock {
      $0 = { [server] seen in if seen.method == "GET" { for id in ["1", "2"] { server.remove(id) } } }
    }
    for _ in 1...2 { #expect(try await notes.synchronize().failures.compactMap(\.key).suffix(2) == keys[...]) }
    #expect(try await notes.search() == [Note(text: "a"), Note(text: "b")])
    server.onRequest.withLock { $0 = nil }
    try await notes.update(Note(text: "again"), key: keys[0])
    try await notes.delete(key: keys[1])
    #expect(try await notes.synchronize().pulled.updated == 1)
    #expect(try await notes.search() == [Note(id: 3, text: "again")])
    #expect(try await notes.store.all("Note").count == 1)
  }

  @Test("H03: a write through the network says that the record is sent and its id unknown")
  func throughNetwork() async throws {
    let notes = SyncedRepository<Note>(client { _, _ in Response(status: .created) }, store: MemoryStore())
    let error = await #expect(throws: Unsynchronized.self) { try await notes.create(Note(text: "a")) }
    #expect(error?.description.hasPrefix("the change is stored and sent, and the id of the new record is unknown: ") == true)
    #expect(error?.isRefused == false)
    #expect(try await notes.synchronize().isComplete)
    #expect(try await notes.search().map(\.id) == [1])
  }

  @Test("H03: a response with half a surrogate pair is no reason to send a change again", arguments: StoreKind.allCases)
  func surrogate(_ kind: StoreKind) async throws {
    let notes = try notes(
      kind, client { response, _ in Response(status: response.head.status, body: Body(#"{"id":1,"text":"\ud83d"}"#)) })
    try await notes.create(Note(text: "a"))
    #expect(try await notes.synchronize(.nothing).isComplete)
    #expect(try await notes.synchronize().isComplete)
    #expect(server.lines.filter { $0 == "POST /notes" }.count == 1)
    #expect(try await notes.search() == [Note(id: 1, text: "a")])
    server.fails(.answer(#"{"id":1,"text":"\ud83d"}"#))
    try await notes.update(Note(id: 1, text: "b"))
    #expect(try await notes.synchronize(.nothing).isComplete)
    #expect(try await notes.search() == [Note(id: 1, text: "b")])
  }

  @Test("H03: a page of HTML with the status 200 is that of a proxy, so the change is sent again")
  func portal() async throws {
    let isLoggedIn = Mutex(false)
    let rest = server.transport
    let stub = StubTransport { request in
      guard isLoggedIn.withLock({ $0 }) else { return Response(status: .ok, body: Body("\n <html>log in</html>")) }
      return try await rest.send(request)
    }
    for batch in [nil, SyncSettings.Batch()] {
      isLoggedIn.withLock { $0 = false }
      let notes = try notes(.memory, Client(baseURL: "http://notes.example", transport: stub)) { $0.batch = batch }
      try await notes.create(Note(text: "a"))
      #expect(try await notes.synchronize(.nothing).failures.count == 1)
      isLoggedIn.withLock { $0 = true }
      #expect(try await notes.synchronize(.nothing).pushed.created == 1)
    }
    #expect(server.contents.count == 2)
  }

  @Test(
    "H08: a batch whose response has another number of records, or no list, is sent once; a pull finds the records",
    arguments: [#"[{"id":1},{"id":2},{"id":3}]"#, "[]", "", "null", #"{"ok":true}"#, "done"])
  func mismatch(_ body: String) async throws {
    let notes = try notes(.memory, server.client) { $0.batch = .init(size: 2) }
    let keys = try await notes.create([Note(text: "a"), Note(text: "b")])
    server.fails(.answer(body))
    let report = try await notes.synchronize(.nothing)
    #expect(report.failures.map(\.key) == keys && report.pushed.created == 2)
    if body.hasPrefix("[{") {
      #expect(report.failures.allSatisfy { $0.error as? UnusableResponse == .batchMismatch(sent: 2, received: 3) })
    }
    try await notes.create(Note(text: "later"))
    #expect(try await notes.synchronize().isComplete)
    #expect(server.log.filter { $0.method == "POST" }.map { $0.body?["data"]?.array?.count } == [2, 1])
    #expect(try await notes.search(sort: [.ascending("id")]).map(\.text) == ["a", "b", "later"])
    #expect(server.contents.count == 3)
  }

  @Test("H08: a null in a batch's response is a record without an id; another object without an id is not created")
  func batchWithoutID() async throws {
    let notes = try notes(.memory, server.client) { $0.batch = .init() }
    let keys = try await notes.create([Note(text: "a"), Note(text: "b"), Note(id: 9, text: "c"), Note(text: "d")])
    server.fails(.answer(#"[{"id":1},null,null,{"error":"no"}]"#))
    let report = try await notes.synchronize(.nothing)
    #expect(report.failures.map(\.key) == [keys[1], keys[3]])
    #expect(report.failures.allSatisfy { $0.error as? UnusableResponse == .noID(member: "id") })
    #expect(report.pushed == .init(created: 3))
    #expect(try await notes.records().map(\.record.state) == [.synchronized, .pendingCreate, .synchronized, .pendingCreate])
    server.remove("3")
    let again = try await notes.synchronize()
    #expect(again.isComplete && again.pushed == .init(created: 1))
    #expect(try await notes.search().map(\.id) == [1, 2, 9, 4])
  }

  @Test(
    "H13: half a surrogate pair in one record of a listing stops no other record", arguments: [false, true], StoreKind.allCases)
  func listing(_ isPaged: Bool, _ kind: StoreKind) async throws {
    struct Paged: Mappable, Codable, Identifiable {
      static let path: URITemplate = "notes"
      static let pagination: Pagination? = .numbers(size: 9)
      var id: Int
      var text: String
    }
    let body = Mutex(#"[{"id":1,"text":"a"},{"id":2,"text":"b"},{"id":3,"text":"c"}]"#)
    let stub = StubTransport { request in
      guard request.head.path?.hasPrefix("/notes?") != false || request.head.path == "/notes" else {
        return Response(status: .ok, body: Body(#"{"id":3,"text":"\ud83d"}"#))
      }
      return Response(status: .ok, headers: [.eTag: #""1""#], body: Body(body.withLock { $0 }))
    }
    let client = Client(baseURL: "http://stub", transport: stub)
    let store = try kind.make()
    func run() async throws -> SynchronizationReport {
      if isPaged { return try await SyncedRepository<Paged>(client, store: store, collection: "Note").synchronize() }
      return try await SyncedRepository<Note>(client, store: store).synchronize()
    }
    #expect(try await run().pulled.created == 3)
    body.withLock { $0 = #"[{"id":1,"text":"A"},{"id":2,"text":"\ud83d","n":{"a":[1]}},{"id":"\udc00"},{"id":4,"text":"d"}]"# }
    let report = try await run()
    #expect(report.pulled == .init(created: 1, updated: 1))
    // The record whose id cannot be read counts as missing, so its row is read.
    #expect(report.failures.map(\.id) == ["2", nil, "3"])
    #expect(report.failures.allSatisfy { $0.error is StoreError || $0.error is CallError })
    let notes = SyncedRepository<Note>(client, store: store)
    #expect(try await notes.search(sort: [.ascending("id")]).map(\.text) == ["A", "b", "c", "d"])
  }
}
