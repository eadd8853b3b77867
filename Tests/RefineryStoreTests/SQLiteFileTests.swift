#if SQLite
  import Foundation
  import RefineryCore
  import RefineryStore
  import Testing

  /// The mode of a file, and the names of indexes in it.
  @Suite("SQLite files", .timeLimit(.minutes(5))) struct SQLiteFileTests {
    private func mode(_ path: String) throws -> UInt32? {
      (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.uint32Value
    }

    @Test("H01: only the owner can read a new file and its log; an existing file keeps its mode")
    func permissions() async throws {
      let folder = try TemporaryFolder()
      let path = folder.path("a.sqlite")
      let store = try SQLiteStore(path)
      try await store.write { try $0.setValue("canary", for: "t", in: "c") }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
      #expect(names == ["a.sqlite", "a.sqlite-shm", "a.sqlite-wal"])
      for name in names { #expect(try mode(folder.path(name)) == 0o600, "\(name)") }
      try store.close()

      try FileManager.default.setAttributes([.posixPermissions: NSNumber(value: 0o640)], ofItemAtPath: path)
      let again = try SQLiteStore(path)
      #expect(try await again.read { try $0.value(for: "t", in: "c") } == "canary")
      #expect(try mode(path) == 0o640)
      try again.close()
    }

    @Test("H02: the collection and the member of an index may contain quotation marks")
    func quotationMarks() async throws {
      let store = try SQLiteStore.inMemory()
      for collection in ["a'b", "a\"b", "a\"\u{301}b"] {
        try await store.addIndex(on: "c'\u{301}d", in: collection)
      }
    }
  }
#endif
