import RefineryCore
import RefineryStore
import Testing

/// Texts that databases and Swift treat in different ways.
@Suite("Stores: texts", .timeLimit(.minutes(5))) struct StoreTextTests {
  @Test("H09: two ids of which one continues with a NUL are two records", arguments: StoreKind.allCases)
  func ids(_ kind: StoreKind) async throws {
    let server = NoteServer()
    for id in ["a", "a\u{0}b"] { server.put(["id": .string(id), "text": "x"]) }
    let errands = SyncedRepository<Errand>(server.client, store: try kind.make())
    #expect(try await errands.synchronize().pulled.created == 2)
    #expect(try await errands.synchronize().pulled.unchanged == 2)
    server.remove("a")
    #expect(try await errands.synchronize().pulled == .init(deleted: 1, unchanged: 1))
    #expect(try await errands.search().map(\.id) == ["a\u{0}b"])
  }
}
