#if SQLite
  import Foundation
  import RefineryCore
  import RefineryStore
  import Testing

  /// Names within a file, and who can read it.
  @Suite("SQLite files", .timeLimit(.minutes(5))) struct SQLiteFileTests {
    @Test("H02: an index has any collection and member, also with a quotation mark before a combining mark")
    func quotationMarks() async throws {
      let store = try SQLiteStore.inMemory()
      for collection in ["a'b", "a\"b", "a\"\u{301}b"] {
        try await store.addIndex(on: "c'\u{301}d", in: collection)
      }
    }
  }
#endif
