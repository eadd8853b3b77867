import Foundation
import HTTPTypes
import RefineryCore
import RefineryStore
import RefineryTesting
import Synchronization
import Testing

/// From the server to the store.
@Suite("Synchronization: pull", .timeLimit(.minutes(5))) struct PullTests: NoteTests {
  let server = NoteServer()

  @Test("H07, H09: one renamed, one missing and one new at the server: the store ends equal", arguments: StoreKind.allCases)
  func pull(_ kind: StoreKind) async throws {
    let notes = try notes(kind)
    fill(4)
    #expect(try await notes.synchronize().pulled == .init(created: 4))
    #expect(try await notes.records().allSatisfy(\.isSynchronized))
    server.put(["id": 1, "text": "renamed"])
    server.remove("2")
    server.put(["id": 9, "text": "new"])
    let report = try await notes.synchronize()
    #expect(report.pulled == .init(created: 1, updated: 1, deleted: 1, unchanged: 2))
    #expect(try await notes.records().map(\.record.content) == server.contents)
    #expect(report.description == "pushed 0; pulled 1 new, 1 changed, 1 deleted; 0 conflicts, 0 failures, 0 skipped")
  }

  @Test("H10: when the pull fails every record is as it was, and the error surfaces", arguments: [500, 200])
  func pullFails(_ status: Int) async throws {
    let notes = try notes()
    fill(3)
    try await notes.synchronize()
    let before = try await notes.records().map(\.record)
    server.fails(.status(status, #"{"not":"a list"}"#))
    let error = try #require(await #expect(throws: SynchronizationError.self) { try await notes.synchronize() })
    #expect(error.phase == .pull)
    #expect(error.underlying is CallError)
    #expect(try await notes.records().map(\.record) == before)
    #expect(before.allSatisfy { $0.state == .synchronized })
  }

  @Test("H09: every page is read, and only the query of the next link is followed")
  func pages() async throws {
    let notes = try notes { $0.chunk = 4 }
    fill(25)
    server.state.withLock { $0.pageSize = 10 }
    #expect(try await notes.synchronize().pulled.created == 25)
    #expect(server.log.map(\.target) == ["/notes", "/notes?from=10", "/notes?from=20"])
    #expect(try await notes.synchronize().pulled == .init(unchanged: 25))
  }

  @Test("H09, H14: a synchronization never reads an older response from a cache")
  func asksServer() async throws {
    let notes = try notes { $0.conflicts = .clientWins }
    try await notes.create(Note(text: "base"))
    try await notes.synchronize()
    fill(25)
    server.state.withLock { $0.pageSize = 10 }
    try await notes.update(Note(id: 1, text: "mine"))
    server.put(["id": 1, "text": "theirs"])
    server.forget()
    try await notes.synchronize()
    let reads = server.log.filter { $0.method == "GET" }
    #expect(reads.map(\.line) == ["GET /notes/1", "GET /notes", "GET /notes", "GET /notes"])
    #expect(reads.allSatisfy { $0.asksServer })
  }

  @Test("H09: a synchronization keeps the no-store of the client")
  func notStored() async throws {
    let stub = StubTransport { _ in Response(status: .ok, body: Body("[]")) }
    let client = Client(baseURL: "http://stub", headers: [.cacheControl: "no-store"], transport: stub)
    try await SyncedRepository<Note>(client, store: MemoryStore()).synchronize()
    #expect(stub.sent.map { $0.headers[.cacheControl] } == ["no-cache, no-store"])
  }

  @Test("H09, F04: a model's own pagination is how its listing is read")
  func declaredPagination() async throws {
    struct Paged: Mappable, Codable, Identifiable {
      static let path: URITemplate = "notes"
      static let pagination: Pagination? = .numbers(size: 2)
      var id: Int
    }
    let stub = StubTransport { request in
      let items = URLComponents(string: request.head.path ?? "")?.queryItems
      let page = items?.first { $0.name == "page" }?.value.flatMap { Int($0) } ?? 0
      let ids = [1: [1, 2], 2: [3, 4], 3: [5]][page] ?? []
      return Response(status: .ok, body: Body(JSONValue.array(ids.map { ["id": .number($0)] }).text()))
    }
    let notes = SyncedRepository<Paged>(Client(baseURL: "http://stub", transport: stub), store: MemoryStore())
    #expect(try await notes.synchronize().pulled.created == 5)
    #expect(stub.requests.count == 3)
    #expect(try await notes.synchronize().pulled == .init(unchanged: 5))
  }

  @Test("H09: a listing without its list is an empty one, if the row says so, and otherwise deletes nothing")
  func absentListing() async throws {
    struct Item: Mappable, Codable, Identifiable {
      static let path: URITemplate = "notes"
      static let listEnvelope: MemberPath = "items"
      static let options = Options { $0.acceptsAbsentList = true }
      var id: Int
    }
    struct Strict: Mappable, Codable, Identifiable {
      static let path: URITemplate = "notes"
      static let listEnvelope: MemberPath = "items"
      var id: Int
    }
    func client(_ second: String) -> Client {
      let isFirst = Mutex(true)
      let stub = StubTransport { request in
        guard request.head.path == "/notes" else { return Response(status: .notFound) }
        let body = isFirst.withLock { isFirst in
          defer { isFirst = false }
          return isFirst ? #"{"items":[{"id":1}]}"# : second
        }
        return Response(status: .ok, body: Body(body))
      }
      return Client(baseURL: "http://stub", transport: stub)
    }
    for (body, isEmpty) in [("{}", true), (#"{"items":null}"#, true), ("[]", false), ("null", false)] {
      let items = SyncedRepository<Item>(client(body), store: MemoryStore())
      #expect(try await items.synchronize().pulled == .init(created: 1))
      let pulled = try? await items.synchronize().pulled
      #expect(pulled == (isEmpty ? SynchronizationReport.Counts(deleted: 1) : nil))
      #expect(try await items.count() == (isEmpty ? 0 : 1))
      let strict = SyncedRepository<Strict>(client(body), store: MemoryStore())
      try await strict.synchronize()
      await #expect(throws: SynchronizationError.self) { try await strict.synchronize() }
      #expect(try await strict.count() == 1)
    }
  }

  @Test("H09: a listing that ends before the number it announces deletes nothing")
  func incomplete() async throws {
    let listing = Mutex("[]")
    let stub = StubTransport { _ in
      Response(status: .ok, headers: [.init("X-Total")!: "3"], body: Body(listing.withLock { $0 }))
    }
    let notes = SyncedRepository<Note>(Client(baseURL: "http://stub", transport: stub), store: MemoryStore())
    listing.withLock { $0 = #"[{"id":1,"text":"a"},{"id":2,"text":"b"},{"id":3,"text":"c"}]"# }
    try await notes.synchronize()
    listing.withLock { $0 = #"[{"id":1,"text":"a"}]"# }
    let error = await #expect(throws: SynchronizationError.self) { try await notes.synchronize() }
    #expect(error?.underlying as? UnusableResponse == .incompleteListing(announced: 3, received: 1))
    #expect(try await notes.count() == 3)
  }

  @Test("H09: two Unicode forms of an accented letter are two ids", arguments: StoreKind.allCases)
  func accents(_ kind: StoreKind) async throws {
    let records = [#"{"id":"\u00e9","text":"a"}"#, #"{"id":"e\u0301","text":"b"}"#]
    let listed = Mutex(records)
    let stub = StubTransport { _ in
      let now = listed.withLock { $0 }
      return Response(
        status: .ok, headers: [.init("X-Total")!: "\(now.count)"], body: Body("[\(now.joined(separator: ","))]"))
    }
    let errands = SyncedRepository<Errand>(Client(baseURL: "http://stub", transport: stub), store: try kind.make())
    let report = try await errands.synchronize()
    #expect(report.pulled == .init(created: 2))
    #expect(report.failures.isEmpty)
    listed.withLock { $0 = [records[1]] }
    #expect(try await errands.synchronize().pulled == .init(deleted: 1, unchanged: 1))
    #expect(try await errands.search().map(\.text) == ["b"])
  }

  @Test("H09: a created record is found if the server changes the Unicode form of its id", arguments: StoreKind.allCases)
  func accentsOfServer(_ kind: StoreKind) async throws {
    let record = #"{"id":"\u00e9","text":"a"}"#
    let stub = StubTransport { request in
      Response(status: .ok, body: Body(request.head.method == .post ? record : "[\(record)]"))
    }
    let errands = SyncedRepository<Errand>(Client(baseURL: "http://stub", transport: stub), store: try kind.make())
    try await errands.create(Errand(id: "e\u{301}", text: "a"))
    #expect(try await errands.synchronize().pulled == .init(unchanged: 1))
    #expect(try await errands.count() == 1)
  }

  @Test("H09: a next page that is the page itself, or has no query, ends the pull")
  func endless() async throws {
    for link in ["<http://x/notes?from=1>; rel=next", "</notes>; rel=\"prev next\""] {
      let list = #"[{"id":1,"text":"a"}]"#
      let page = StubTransport.StubResponse.json(list, headers: [.init("Link")!: link])
      // The listing ends after two pages with this link, so that the test ends even if the link is followed again.
      let stub = StubTransport(page, page, .json(list))
      let notes = SyncedRepository<Note>(Client(baseURL: "http://stub", transport: stub), store: MemoryStore())
      let error = await #expect(throws: SynchronizationError.self) { try await notes.synchronize() }
      #expect(error?.underlying as? UnusableResponse == .endlessListing)
      #expect(stub.requests.count <= 2)
    }
  }

  @Test("H09: a next link back to any page that was read ends the pull")
  func longLoop() async throws {
    let count = Mutex(0)
    let stub = StubTransport { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      let next = request.head.path?.contains("from=1") == true ? 2 : 1
      // The listing ends at some time, so that the test ends even if the loop is not seen.
      let link = number < 20 ? "</notes?from=\(next)>; rel=next" : "</notes>; rel=first"
      return Response(status: .ok, headers: [.init("Link")!: link], body: Body(#"[{"id":1,"text":"a"}]"#))
    }
    let notes = SyncedRepository<Note>(Client(baseURL: "http://stub", transport: stub), store: MemoryStore())
    let error = await #expect(throws: SynchronizationError.self) { try await notes.synchronize() }
    #expect(error?.underlying as? UnusableResponse == .endlessListing)
    #expect(stub.requests.compactMap(\.head.path) == ["/notes", "/notes?from=1", "/notes?from=2"])
  }

  @Test("H09: a plus sign in a next link is a space, so that the next page is one of the same listing")
  func plusInLink() async throws {
    let link = "</notes?city=New+York&from=1&tag=a%2Bb>; rel=next"
    let stub = StubTransport(
      .json(#"[{"id":1,"text":"a"}]"#, headers: [.init("Link")!: link]), .json(#"[{"id":2,"text":"b"}]"#))
    let notes = SyncedRepository<Note>(Client(baseURL: "http://stub", transport: stub), store: MemoryStore())
    try await notes.synchronize(.listing(["city": "New York", "tag": "a+b"], missing: .kept))
    #expect(
      stub.requests.compactMap(\.head.path)
        == ["/notes?city=New%20York&tag=a%2Bb", "/notes?city=New%20York&from=1&tag=a%2Bb"])
    #expect(try await notes.count() == 2)
  }

  @Test("H09: a next link with characters that no URL has, such as brackets, keeps its percent escapes")
  func bracketsInLink() async throws {
    let link = "</notes?page[from]=1&tag=a%2Fb&share=100%>; rel=next"
    let stub = StubTransport(
      .json(#"[{"id":1,"text":"a"}]"#, headers: [.init("Link")!: link]), .json(#"[{"id":2,"text":"b"}]"#))
    let notes = SyncedRepository<Note>(Client(baseURL: "http://stub", transport: stub), store: MemoryStore())
    try await notes.synchronize(.listing(["tag": "a/b"], missing: .kept))
    #expect(
      stub.requests.compactMap(\.head.path) == ["/notes?tag=a%2Fb", "/notes?page%5Bfrom%5D=1&share=100%25&tag=a%2Fb"])
    #expect(try await notes.count() == 2)
  }

  @Test("H11: what a closure gives is what is taken, and the rest stays or goes as told")
  func custom() async throws {
    let notes = try notes()
    fill(3)
    try await notes.synchronize()
    server.forget()
    let kept = try await notes.synchronize(
      .entities(missing: .kept) { _ in [["id": 2, "text": "custom"], ["id": 7, "text": "seven"]] })
    #expect(kept.pulled == .init(created: 1, updated: 1))
    #expect(server.lines.isEmpty)
    let scoped = try await notes.synchronize(
      .entities(missing: .deletedWhere(Member("text") != "custom")) { _ in [["id": 3, "text": "n3"]] })
    #expect(scoped.pulled == .init(deleted: 2, unchanged: 1))
    let report = try await notes.synchronize(
      .pages(missing: .deleted) { client, take in
        for id in [3, 4] { try await take([["id": .number(id), "text": "page"]]) }
        _ = client
      })
    #expect(report.pulled == .init(created: 1, updated: 1, deleted: 1))
    #expect(try await notes.search(sort: [.ascending("id")]) == [Note(id: 3, text: "page"), Note(id: 4, text: "page")])
    server.put(["id": 8, "text": "n8"])
    #expect(try await notes.synchronize(.listing(["a": 1], missing: .kept)).pulled.created > 0)
    #expect(server.log.last?.target == "/notes?a=1")
  }

  @Test("H11: which missing records were deleted there is told by what the server had, and not by what was changed here")
  func missingChangedHere() async throws {
    let notes = try notes {
      $0.conflicts = .serverWins
      $0.pullsFirst = true
    }
    fill(2)
    try await notes.synchronize()
    try await notes.update(Note(id: 1, text: "changed here"))
    try await notes.synchronize(.entities(missing: .deletedWhere(Member("text").hasPrefix("n"))) { _ in [] })
    #expect(try await notes.search().isEmpty)
  }

  @Test("H09: a record that is listed as deleted and is unknown here is not stored")
  func unknownDeleted() async throws {
    let list = #"[{"id":1,"text":"a"},{"id":2,"text":"b","deleted":true}]"#
    let stub = StubTransport { _ in Response(status: .ok, headers: [.eTag: #""1""#], body: Body(list)) }
    let notes = SyncedRepository<Note>(Client(baseURL: "http://stub", transport: stub), store: MemoryStore())
    #expect(try await notes.synchronize(.changes()).pulled == .init(created: 1, unchanged: 1))
    #expect(try await notes.search().map(\.id) == [1])
  }

  @Test("H09: a delta pull may bring less than the number that its header fields announce for the whole list")
  func announcedWhole() async throws {
    let stub = StubTransport { request in
      let isDelta = request.head.path?.contains("_since") == true
      let list = isDelta ? #"[{"id":2,"text":"c"}]"# : #"[{"id":1,"text":"a"},{"id":2,"text":"b"}]"#
      return Response(status: .ok, headers: [.init("X-Total")!: "2", .eTag: #""1""#], body: Body(list))
    }
    let notes = SyncedRepository<Note>(Client(baseURL: "http://stub", transport: stub), store: MemoryStore())
    try await notes.synchronize(.changes())
    #expect(try await notes.synchronize(.changes()).pulled.updated == 1)
    #expect(try await notes.count() == 2)
  }

  @Test("H14: a record made here is the server's own if the server's says all that was said here")
  func madeThereToo() async throws {
    let notes = try notes {
      $0.pullsFirst = true
      $0.conflicts = .ask { _ in throw CancellationError() }
    }
    try await notes.create(Note(id: 7, text: "same"))
    server.put(["id": 7, "text": "same", "rank": 1])
    let report = try await notes.synchronize()
    #expect(report.isComplete && report.conflicts.isEmpty)
    #expect(server.lines == ["GET /notes"])
    #expect(try await notes.records().map(\.record.content) == server.contents)
  }

  @Test("H12: ids may be text, UUIDs in any case, or a type of one's own")
  func ids() async throws {
    struct Token: Mappable, Codable, Identifiable {
      static let path: URITemplate = "notes"
      var id: UUID
      var text: String
    }
    struct Local: Mappable, Codable, Identifiable {
      static let path: URITemplate = "notes"
      struct Mark: Hashable, Codable, Sendable, CustomStringConvertible {
        var value: String
        init(value: String) { self.value = value }
        init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(String.self) }
        func encode(to encoder: any Encoder) throws {
          var container = encoder.singleValueContainer()
          try container.encode(value)
        }
        var description: String { "local_\(value)" }
      }
      var id: Mark
      var text: String
    }
    let uuid = UUID()
    server.put(["id": .string(uuid.uuidString.lowercased()), "text": "a"])
    let tokens = SyncedRepository<Token>(server.client, store: MemoryStore())
    try await tokens.synchronize()
    #expect(try await tokens.read(uuid)?.text == "a")
    server.remove(uuid.uuidString.lowercased())
    server.put(["id": "7", "text": "b"])
    let locals = SyncedRepository<Local>(server.client, store: MemoryStore())
    try await locals.synchronize()
    #expect(try await locals.read(Local.Mark(value: "7"))?.text == "b")
    server.forget()
    try await locals.update(Local(id: Local.Mark(value: "7"), text: "c"))
    #expect(server.lines == ["PUT /notes/local_7"])
  }

  @Test("H12: null is not an id, even if the id's type can be decoded from it")
  func nullID() async throws {
    struct Local: Mappable, Codable, Identifiable {
      static let path: URITemplate = "notes"
      struct Mark: Hashable, Codable, Sendable, CustomStringConvertible {
        var description: String
        init(from decoder: any Decoder) throws {
          let container = try decoder.singleValueContainer()
          description = container.decodeNil() ? "none" : try container.decode(String.self)
        }
        func encode(to encoder: any Encoder) throws {
          var container = encoder.singleValueContainer()
          try container.encode(description)
        }
      }
      var id: Mark
    }
    let stub = StubTransport(.json(#"[{"id":"a"},{"id":null}]"#))
    let locals = SyncedRepository<Local>(Client(baseURL: "http://stub", transport: stub), store: MemoryStore())
    let report = try await locals.synchronize()
    #expect(report.pulled == .init(created: 1))
    #expect(report.failures.map { ($0.error as? StoreError)?.kind } == [.missingIdentifier])
  }

  @Test("H13: records of the server that cannot be read are reported; the others are stored, and none is deleted for it")
  func badRecords() async throws {
    let notes = try notes()
    fill(2)
    try await notes.synchronize()
    server.put(["id": 1, "text": 5])
    server.put(["id": 3, "text": "c"])
    server.put(["id": "x", "text": "no number"])
    server.put(["text": "no id"])
    let report = try await notes.synchronize()
    #expect(report.pulled == .init(created: 1, unchanged: 1))
    #expect(report.failures.map(\.id).contains("1"))
    #expect(report.failures.count == 3)
    #expect(report.failures.allSatisfy { $0.phase == .pull && $0.error is StoreError })
    #expect(try await notes.search(sort: [.ascending("id")]).map(\.text) == ["n1", "n2", "c"])
  }

  @Test("H14: what is created, changed and deleted while the listing is under way is kept", arguments: StoreKind.allCases)
  func editsDuringPull(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let notes = SyncedRepository<Note>(server.client, store: store)
    fill(4)
    try await notes.synchronize()
    let listing = server.contents
    server.state.withLock { $0.lastID = 100 }
    // The server's listing is made before the changes, and arrives after them.
    let report = try await notes.synchronize(
      .entities(missing: .deleted) { [server] _ in
        try await notes.create(Note(text: "made meanwhile"))
        try await notes.update(Note(id: 1, text: "changed meanwhile"))
        try await notes.delete(2)
        server.fails(.unsent)
        _ = try? await notes.create(Note(text: "not sent"))
        server.fails(.unsent)
        _ = try? await notes.update(Note(id: 3, text: "not sent"))
        return listing
      })
    #expect(report.skipped == 3)
    #expect(!report.isComplete)
    #expect(
      Set(try await notes.search().map(\.text)) == ["made meanwhile", "changed meanwhile", "not sent", "not sent", "n4"])
    #expect(try await notes.count() == 5)
    let final = try await notes.synchronize()
    #expect(final.isComplete)
    #expect(try await store.all("Note").count == 5)
    #expect(Set(try await notes.records().map(\.record.content)) == Set(server.contents))
  }

  @Test("H09: a delta that lists a record and then its tombstone leaves nothing", arguments: [1, 500], StoreKind.allCases)
  func tombstoneInDelta(_ chunk: Int, _ kind: StoreKind) async throws {
    let body = Mutex(#"[{"id":1,"text":"a"}]"#)
    let stub = StubTransport { _ in Response(status: .ok, headers: [.eTag: #""1""#], body: Body(body.withLock { $0 })) }
    let notes = SyncedRepository<Note>(
      Client(baseURL: "http://stub", transport: stub), store: try kind.make(), settings: SyncSettings { $0.chunk = chunk })
    try await notes.synchronize(.changes())
    let tombstones = #"{"id":1,"deleted":true},{"id":2,"deleted":true}"#
    body.withLock { $0 = #"[{"id":1,"text":"b"},{"id":2,"text":"c"},\#(tombstones)]"# }
    let report = try await notes.synchronize(.changes())
    #expect(report.isComplete && report.pulled == .init(created: 1, updated: 1, deleted: 2))
    #expect(try await notes.store.all("Note").isEmpty)
    body.withLock { $0 = #"[\#(tombstones),{"id":2,"text":"d"},{"id":3,"text":"e"},{"id":3,"text":"f"}]"# }
    #expect(try await notes.synchronize(.changes()).isComplete)
    #expect(try await notes.search().map(\.text) == ["d", "f"])
  }

  @Test("H14: a change during a pull is newer than a tombstone that follows, although the pull has saved the record before")
  func changeBeforeTombstone() async throws {
    let notes = try notes { $0.chunk = 1 }
    server.put(["id": 1, "text": "a"])
    try await notes.synchronize()
    let report = try await notes.synchronize(
      .pages(missing: .kept) { [server] client, take in
        try await take([["id": 1, "text": "b"]])
        try await notes.update(Note(id: 1, text: "mine"))
        for text in ["b", "c"] { try await take([["id": 1, "text": .string(text)]]) }
        _ = (client, server)
      })
    #expect(report.pulled.updated == 1 && report.skipped == 2 && report.conflicts.isEmpty)
    #expect(try await notes.search().map(\.text) == ["mine"])
  }
}
