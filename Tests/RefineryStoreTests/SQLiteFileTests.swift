#if SQLite
  import Foundation
  import GRDB
  import RefineryCore
  import Testing

  @testable import RefineryStore

  /// The path and the mode of a file, and the names of indexes in it.
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

    @Test("H01: a store with a relative path keeps its file if the working directory changes")
    func workingDirectory() async throws {
      let folder = try TemporaryFolder().url.path
      await #expect(processExitsWith: .success) { [folder = folder as String] in
        try #require(FileManager.default.changeCurrentDirectoryPath(folder))
        let store = try SQLiteStore("a.sqlite")
        try await store.write { try $0.setValue("token", for: "t", in: "c") }
        try #require(FileManager.default.changeCurrentDirectoryPath("/"))
        // The next read opens a connection, as a read does that overlaps with others.
        try #require(store.database as? DatabasePool).invalidateReadOnlyConnections()
        let token = try await store.read { try $0.value(for: "t", in: "c") }
        try #require(token == "token")
      }
    }

    @Test("H01: the text of a URL is refused as a path, so that no file is used without its inspection")
    func urlAsPath() throws {
      let path = try TemporaryFolder().path("other.sqlite")
      let queue = try DatabaseQueue(path: path)
      try queue.write { try $0.execute(sql: "CREATE TABLE songs (title TEXT)") }
      try queue.close()
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      let text = URL(fileURLWithPath: path).absoluteString
      #expect(#expect(throws: StoreError.self) { try SQLiteStore(text) }?.kind == .cannotOpen)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
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
