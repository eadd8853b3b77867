import Foundation
import RefineryCore
import RefineryStore
import Testing

/// A record whose id the server gives.
struct Note: Mappable, Codable, Identifiable, Equatable, Sendable {
  static let path: URITemplate = "notes"
  var id: Int?
  var text: String
  var tags: [String]?
}

/// A record whose id the client gives.
struct Errand: Mappable, Codable, Identifiable, Equatable, Sendable {
  static let path: URITemplate = "notes"
  var id: String
  var text: String
}

/// Each kind of store there is.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case memory
  #if SQLite
    case database
    case file
  #endif

  var testDescription: String { rawValue }

  func make() throws -> any Store {
    switch self {
    case .memory: return MemoryStore()
    #if SQLite
      case .database: return try SQLiteStore.inMemory()
      case .file: return try SQLiteStore(TemporaryFolder().path("store.sqlite"))
    #endif
    }
  }
}

/// A folder of a test's own, removed when the tests have ended.
struct TemporaryFolder {
  let url: URL

  private static let root: URL = {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("refinery-store-\(UUID().uuidString)")
    atexit { try? FileManager.default.removeItem(at: TemporaryFolder.root) }
    return root
  }()

  init() throws {
    url = Self.root.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}

extension Pull {
  /// Records that a closure fetches at once.
  static func entities(missing: Missing, _ fetch: @escaping @Sendable (Client) async throws -> [JSONValue]) -> Pull {
    .pages(missing: missing) { client, take in try await take(fetch(client)) }
  }
}

/// Tests of notes that only a synchronization sends.
protocol NoteTests {
  var server: NoteServer { get }
}

extension NoteTests {
  func notes(_ kind: StoreKind = .memory, _ change: (inout SyncSettings) -> Void = { _ in }) throws -> SyncedRepository<
    Note
  > {
    SyncedRepository(
      server.client, store: try kind.make(),
      settings: SyncSettings {
        $0.sendsAtOnce = false
        change(&$0)
      })
  }

  func fill(_ count: Int) { for id in 1...count { server.put(["id": .number(id), "text": .string("n\(id)")]) } }
}

extension Store {
  func all(_ collection: String) async throws -> [StoredRecord] {
    var query = RecordQuery()
    query.deleted = .included
    let wanted = query
    return try await read { try $0.records(in: collection, wanted) }
  }

  func entries(_ collection: String) async throws -> [OutboxEntry] {
    try await read { try $0.outbox(in: collection, after: 0, limit: 100_000) }
  }
}
