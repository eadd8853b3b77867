#if PostgreSQL
  import RefineryCore
  import RefineryPostgreSQL
  import RefineryStore
  import TestSupport
  import Testing

  /// The example of the module's page, with the URL as a parameter.
  private enum Example {
    struct Note: Mappable, Codable, Identifiable {
      static let path: URITemplate = "items"
      var id: Int?
      var number: Int
    }

    static func drain(_ api: Client, _ url: String, schema: String) async throws {
      let store = try await PostgreSQLStore(url, schema: schema)
      let notes = SyncedRepository<Note>(api, store: store, settings: SyncSettings { $0.sendsAtOnce = false })
      for await _ in try store.changes(in: notes.collection) {  // at the start, and when another instance has added changes
        do {
          try await notes.synchronize(.nothing)  // sends what no other instance sends
        } catch let error as SynchronizationError {
          print(error)  // the server of the notes is away; the changes are kept
        }
      }
    }
  }

  extension PostgreSQLTests {
    @Suite("Documentation", .timeLimit(.minutes(5))) struct DocumentationTests {
      @Test("T04: the page's example sends what another process adds, until its task is cancelled")
      func page() async throws {
        let (database, server) = (try DatabaseServer.shared(), ItemStub())
        let schema = database.newSchema()
        let store = try await database.store(schema: schema)
        let notes = SyncedRepository<Example.Note>(
          server.client(), store: store, settings: SyncSettings { $0.sendsAtOnce = false })
        try await notes.create(Example.Note(number: 1))
        let drain = Task { try await Example.drain(server.client(), database.url, schema: schema) }
        try await until { server.lines.count == 1 }
        try await notes.create(Example.Note(number: 2))
        try await until { server.lines.count == 2 }
        drain.cancel()
        // It may be cancelled within a synchronization.
        _ = await drain.result
      }
    }
  }
#endif
