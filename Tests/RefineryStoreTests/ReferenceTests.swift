import RefineryCore
import RefineryStore
import RefineryTesting
import Synchronization
import Testing

/// Records that refer to records without a server's id.
@Suite("Synchronization: references", .timeLimit(.minutes(5))) struct ReferenceTests {
  private struct Author: Mappable, Codable, Identifiable, Equatable {
    static let path: URITemplate = "notes"
    var id: Int
    var text: String
  }

  private struct Book: Mappable, Codable, Identifiable, Equatable {
    static let path: URITemplate = "notes"
    struct Links: Codable, Equatable { var author: Int? }
    var id: Int?
    var text: String
    var links: Links
    var others: [Int]?
  }

  private let authorServer = NoteServer()
  private let bookServer = NoteServer()

  private func repositories(
    _ kind: StoreKind, _ change: (inout SyncSettings) -> Void = { _ in }
  ) throws -> (SyncedRepository<Author>, SyncedRepository<Book>) {
    let last = Mutex(0)
    let store = try kind.make()
    let authors = SyncedRepository<Author>(
      authorServer.client, store: store,
      settings: SyncSettings {
        $0.sendsAtOnce = false
        $0.provisionalID = {
          last.withLock { last in
            last -= 1
            return .number(last)
          }
        }
      })
    let books = SyncedRepository<Book>(
      bookServer.client, store: store,
      settings: SyncSettings {
        $0.sendsAtOnce = false
        $0.references = ["links.author": "Author", "others": "Author"]
        change(&$0)
      })
    authorServer.state.withLock { $0.lastID = 40 }
    return (authors, books)
  }

  private func make(_ authors: SyncedRepository<Author>, _ text: String) async throws -> Int {
    let key = try await authors.create(attributes: ["text": .string(text)]).key
    return try #require(try await authors.record(key: key)).value.id
  }

  @Test(
    "H14: a provisional id in a reference is never sent; the server's id takes its place", arguments: [false, true],
    StoreKind.allCases)
  func references(_ isBatched: Bool, _ kind: StoreKind) async throws {
    let (authors, books) = try repositories(kind) { if isBatched { $0.batch = .init() } }
    let (first, second) = (try await make(authors, "a"), try await make(authors, "b"))
    #expect(first == -1 && second == -2)
    try await books.create(Book(text: "x", links: .init(author: second), others: [7, first]))
    try await books.create(Book(text: "y", links: .init(author: nil)))
    let early = try await books.synchronize()
    #expect(early.failures.count == 1 && early.pushed.created == 1)
    #expect(early.failures.first?.error.self is any SafelyDescribed)
    #expect(bookServer.contents.map { $0["text"] } == ["y"])
    try await authors.synchronize()
    #expect(try await books.synchronize().isComplete)
    #expect(bookServer.contents.contains(["id": 2, "text": "x", "links": ["author": 42], "others": [7, 41]]))
    let sent = bookServer.log.compactMap(\.body).map { $0.text() }.joined()
    #expect(!sent.contains("-1") && !sent.contains("-2"))
    #expect(try await books.search(where: Member("text") == "x").map(\.links.author) == [42])
  }

  @Test("H14: an update that refers to a record without the server's id waits for it, too")
  func updates() async throws {
    let (authors, books) = try repositories(.memory)
    bookServer.put(["id": 5, "text": "x", "links": ["author": 7]])
    try await books.synchronize()
    let id = try await make(authors, "a")
    try await books.update(Book(id: 5, text: "x", links: .init(author: id)))
    #expect(try await books.synchronize().failures.count == 1)
    #expect(bookServer.contents.first?["links"] == ["author": 7])
    try await authors.synchronize()
    #expect(try await books.synchronize().isComplete)
    #expect(bookServer.contents.first?["links"] == ["author": 41])
  }

  @Test("H14: a reference follows a record that a pull finds, because its response had no id")
  func foundLater() async throws {
    let (authors, books) = try repositories(.memory)
    let id = try await make(authors, "a")
    try await books.create(Book(text: "x", links: .init(author: id)))
    authorServer.fails(.answer(""))
    try await authors.synchronize(.nothing)
    #expect(try await books.synchronize().failures.count == 1)
    try await authors.synchronize()
    #expect(try await books.synchronize().isComplete)
    #expect(bookServer.contents.first?["links"] == ["author": 41])
  }
}
