import Foundation
import RefineryCore
import RefineryStore
import RefineryTesting
import Testing

/// The examples of the module's article, word for word where they stand as blocks, and run.
private enum Example {
  struct Note: Mappable, Codable, Identifiable {
    static let path: URITemplate = "notes"
    var id: Int?
    var text: String
  }

  static func keep(_ api: Client, in store: any Store) async throws -> [Note] {
    let notes = SyncedRepository<Note>(api, store: store)
    do {
      try await notes.create(Note(text: "hello"))  // stored, then sent
    } catch let error as Unsynchronized {
      print(error)  // the server is away: the note is kept and will be sent
    }
    let report = try await notes.synchronize()  // sends what waits, fetches what is new
    for failure in report.failures { print(failure.id ?? "new", ErrorSummary.text(of: failure.error)) }
    return try await notes.search(where: Member("text").contains("hello"), limit: 10)  // no request
  }

  static func giveUp(_ key: String, in notes: SyncedRepository<Note>) async throws {
    let collection = notes.collection
    try await notes.store.write { store in
      for entry in try store.outbox(of: key, in: collection) { try store.removeEntry(entry.sequence, in: collection) }
      try store.removeRecord(key, in: collection)
    }
    try await notes.synchronize()  // stores the server's copy, if it has one
  }
}

extension Example {
  static func review(_ notes: SyncedRepository<Note>) async throws {
    for entry in try await notes.setAside() {
      print(entry.key, entry.operation, entry.failure ?? "")  // show it to the user, who corrects the record, or:
      try await notes.retry(key: entry.key)  // the next synchronization sends it again
    }
  }
}

@Suite("Documentation", .timeLimit(.minutes(5))) struct DocumentationTests {
  @Test("H03, N05: the article's example compiles and does what it says", arguments: [true, false])
  func article(_ isAway: Bool) async throws {
    let server = NoteServer()
    if isAway { server.fails(.unsent) }
    let found = try await Example.keep(server.client, in: MemoryStore())
    #expect(found.map(\.text) == ["hello"])
    #expect(found.map(\.id) == [1])
    #expect(server.contents == [["text": "hello", "id": 1]])
  }

  @Test("H09: the article's second example compiles and takes what changed")
  func changes() async throws {
    let server = NoteServer()
    server.put(["id": "a", "text": "x", "last_modified": 5])
    let (api, store) = (server.client, MemoryStore())
    let kinto = SyncSettings {
      $0.createsByPut = true  // clients give the ids
      $0.versions = .member("last_modified")  // sent back as If-Match
      $0.conflictBody = "details.existing"
    }
    let notes = SyncedRepository<Errand>(api, store: store, settings: kinto)
    try await notes.synchronize(.changes())
    #expect(try await notes.record("a")?.record.version == "5")
  }

  @Test("H03, H14: the article's example gives up a change that the server neither accepts nor refuses")
  func givenUp() async throws {
    let server = NoteServer()
    let notes = SyncedRepository<Example.Note>(
      server.client, store: MemoryStore(), settings: SyncSettings { $0.sendsAtOnce = false })
    let key = try await notes.create(Example.Note(text: "a")).key
    server.fails(.answerLost, .status(409), .status(409))
    await #expect(throws: SynchronizationError.self) { try await notes.synchronize(.nothing) }
    for _ in 0..<2 { #expect(try await notes.synchronize(.nothing).failures.map(\.key) == [key]) }
    try await Example.giveUp(key, in: notes)
    #expect(try await notes.search().map(\.id) == [1])
    #expect(try await notes.unsentCount() == 0)
    #expect(server.contents.count == 1)
  }

  @Test("H01: what the article shows is what is compiled here")
  func verbatim() throws {
    let here = URL(fileURLWithPath: #filePath)
    let article = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/RefineryStore/RefineryStore.docc/RefineryStore.md")
    func lines(_ url: URL) throws -> [String] {
      try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let text = try lines(article)
    let start = try #require(text.firstIndex(of: "```swift"))
    let block = text[(start + 1)...].prefix { $0 != "```" }
    let code = try lines(here).map { $0.replacingOccurrences(of: "static func", with: "func") }
    for line in block { #expect(code.contains(line), "\(line)") }
    #expect(block.count > 10)
  }
}
