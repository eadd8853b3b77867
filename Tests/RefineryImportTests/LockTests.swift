#if Import
  import Foundation
  import RefineryImport
  import RefineryOpenAPI
  import Testing

  /// A folder that is imported into, and the names that stay.
  @Suite struct LockTests {
    private final class Folder {
      let path: String
      init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "import-\(UUID())").path
      }
      deinit { try? FileManager.default.removeItem(atPath: path) }

      var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
      func text(_ name: String) -> String { (try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)) ?? "" }
      func write(_ text: String, _ name: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
      }

      func run(_ text: String, _ change: (inout ImportRun) -> Void = { _ in }) throws -> ImportRun.Outcome {
        var run = ImportRun(into: path)
        run.options = .named("Shop")
        change(&run)
        return try run.run(Imported.read(text))
      }
    }

    private static func operation(_ path: String, _ id: String, tag: String? = nil) -> String {
      "/\(path): {get: {\(tag.map { "tags: [\($0)], " } ?? "")operationId: \(id), responses: {'204': {description: d}}}}"
    }
    private let two = Imported.paths([operation("a", "readA"), operation("b", "readB")])

    @Test("S05: importing again changes no byte, and --check agrees")
    func again() throws {
      let folder = try Folder()
      #expect(try folder.run(two).changed.count == 5)
      let texts = folder.files.map(folder.text)
      #expect(try folder.run(two) { $0.options = nil }.changed == [])
      _ = try folder.run(two) { $0.onlyChecks = true }
      #expect(folder.files.map(folder.text) == texts)
      #expect(throws: ImportError.self) {
        _ = try folder.run(Imported.paths([Self.operation("a", "other")])) { $0.onlyChecks = true }
      }
      #expect(folder.files.map(folder.text) == texts)
    }

    @Test("S05: a schema that would take a name does not get it")
    func newSchema() throws {
      let folder = try Folder()
      _ = try folder.run(Imported.schemas(["user: {type: object, properties: {a: {type: string}}}"]))
      let later = Imported.schemas([
        "User: {type: object, properties: {b: {type: string}}}", "user: {type: object, properties: {a: {type: string}}}",
      ])
      let names = try folder.run(later).table.lock.names
      #expect(names["type api.yaml#/components/schemas/user"] == "User")
      #expect(names["type api.yaml#/components/schemas/User"] == "User2")
      // Without the lock it is the other way round.
      #expect(try Imported(later).names["type api.yaml#/components/schemas/User"] == "User")
    }

    @Test("S05: names of what is gone come back with it, and files of what is gone are deleted")
    func gone() throws {
      let folder = try Folder()
      let both = Imported.paths([
        "/a: {get: {operationId: read, responses: {'204': {description: d}}}, put: {operationId: Read, responses: {'204': {description: d}}}}",
        Self.operation("b", "readB"),
      ])
      #expect(try folder.run(both).table.lock.names["row PUT /a"] == "read2")
      let less = try folder.run(Imported.paths([Self.operation("b", "readB")]))
      #expect(less.deleted == ["A.swift"])
      #expect(!folder.files.contains("A.swift"))
      // The order has changed, and the names have not.
      let back = Imported.paths([
        Self.operation("b", "readB"),
        "/a: {put: {operationId: Read, responses: {'204': {description: d}}}, get: {operationId: read, responses: {'204': {description: d}}}}",
      ])
      let names = try folder.run(back).table.lock.names
      #expect(names["row PUT /a"] == "read2")
      #expect(names["row GET /a"] == "read")
    }

    @Test("S05: a folder with a file of someone else is refused, also later, and nothing is written")
    func foreign() throws {
      let folder = try Folder()
      try folder.write("mine", "A.swift")
      #expect(throws: ImportError.self) { _ = try folder.run(two) }
      #expect(folder.files == ["A.swift"])
      let other = try Folder()
      _ = try other.run(two)
      try other.write("mine", "C.swift")
      #expect(throws: ImportError.self) { _ = try other.run(Imported.paths([Self.operation("c", "readC")])) }
      #expect(other.text("C.swift") == "mine")
      #expect(other.files.contains("A.swift"))
      // A file that no import would write stays.
      try other.write("mine", "Extra.swift")
      _ = try other.run(two)
      #expect(other.text("Extra.swift") == "mine")
    }

    @Test(
      "S05: a lock that cannot be read is an error",
      arguments: [
        "", "{", "[]", #"{"format": 2, "names": {}}"#, #"{"format": 1}"#, #"{"format": 1, "names": {"a": 1}}"#,
        #"{"format": 1, "names": {"type x": "no name"}}"#, #"{"format": 1, "names": {"type x": ""}}"#,
        #"{"format": 1, "names": {}, "files": ["../A.swift"]}"#, #"{"format": 1, "names": {}, "files": ["A.txt"]}"#,
      ])
    func broken(_ text: String) throws {
      let folder = try Folder()
      try folder.write(text, ".refinery-import.json")
      #expect(throws: ImportError.self) { _ = try folder.run(two) }
      #expect(folder.files == [".refinery-import.json"])
    }

    @Test("S01: --only and --without take tags, ids, and methods with paths; a name that is none is an error")
    func selection() throws {
      let text = Imported.paths([
        Self.operation("a", "readA", tag: "x"), Self.operation("b", "readB", tag: "x"), Self.operation("c", "readC", tag: "y"),
      ])
      func ids(_ only: [String], _ without: [String] = []) throws -> [String] {
        var options = ImportOptions.named("Shop")
        (options.only, options.without) = (only, without)
        return try Imported(text, options).table.groups.flatMap(\.rows).map(\.name)
      }
      #expect(try ids([]) == ["readA", "readB", "readC"])
      #expect(try ids(["x"]) == ["readA", "readB"])
      #expect(try ids(["x"], ["readB"]) == ["readA"])
      #expect(try ids(["GET /c", "readA"]) == ["readA", "readC"])
      #expect(try ids([], ["y", "GET /a"]) == ["readB"])
      #expect(throws: ImportError.self) { _ = try ids(["z"]) }
      #expect(throws: ImportError.self) { _ = try ids([], ["get /a"]) }
      #expect(throws: ImportError.self) { _ = try ids(["x"], ["x"]) }
    }

    @Test("S01: only the models that the chosen operations need are written")
    func reachable() throws {
      let text = try Fixture.text("Fixtures/shop.yaml")
      var options = ImportOptions.named("Shop")
      options.only = ["attach_receipt"]
      let imported = try Imported(text, options)
      #expect(imported.missing(["struct Problem"]) == [])
      #expect(imported.missing(["struct Order:", "struct Card"]).count == 2)
    }

    @Test("S01: strict refuses a description that breaks its standard, and names the first place")
    func strict() throws {
      let folder = try Folder()
      let text = Imported.schemas(["A: {type: object, required: [ghost], properties: {a: {type: string}}}"])
      // What only the import finds does not count; what the reader finds does.
      let broken = text.replacingOccurrences(of: "{type: string}", with: "{$ref: '#/nowhere'}")
      let error = #expect(throws: ImportError.self) { _ = try folder.run(broken) { $0.isStrict = true } }
      #expect(error?.description.contains("#/components/schemas/A/properties/a") == true)
      #expect(folder.files == [])
      #expect(try folder.run(broken).table.findings.contains { $0.kind == .fault })
      #expect(try folder.run(two) { $0.isStrict = true }.table.operations.count == 2)
    }
  }
#endif
