#if Import
  import Foundation
  import RefineryImport
  import RefineryOpenAPI

  /// The files beside these tests.
  enum Fixture {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    static func text(_ path: String) throws -> String {
      try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    /// The small descriptions, one for each group of rules. Their sources are also compiled, all together.
    static let samples = [
      "parameters", "bodies", "responses", "operations", "properties", "enumerations", "unions", "objects", "cycles", "names",
    ]
  }

  /// An import of a small description.
  struct Imported {
    let table: TableImport
    let files: [TableImport.File]

    /// Imports the text of a description.
    init(_ text: String, _ options: ImportOptions = .named("Shop"), lock: NameLock = NameLock()) throws {
      table = try TableImport(Self.read(text), options, lock: lock)
      files = table.files()
    }

    /// Imports a sample.
    init(sample name: String, _ change: (inout ImportOptions) -> Void = { _ in }) throws {
      var options = ImportOptions.named(name.prefix(1).uppercased() + name.dropFirst())
      change(&options)
      try self.init(Fixture.text("Fixtures/Samples/\(name).yaml"), options)
    }

    static func read(_ text: String) throws -> Description {
      try DescriptionReader { path in
        guard path == "api.yaml" else { throw CocoaError(.fileReadNoSuchFile) }
        return Data(text.utf8)
      }.read("api.yaml")
    }

    /// A description with these lines of `components.schemas`, which one operation sends.
    static func schemas(_ schemas: [String]) -> String {
      let names = schemas.map { String($0.prefix { $0 != ":" }) }
      let properties = names.enumerated().map { "p\($0): {$ref: '#/components/schemas/\($1)'}" }.joined(separator: ", ")
      return """
        openapi: 3.1.0
        info: {title: Test, version: '1'}
        paths:
          /all:
            post:
              operationId: sendAll
              requestBody: {content: {application/json: {schema: {type: object, properties: {\(properties)}}}}}
              responses: {'204': {description: None.}}
        components:
          schemas:
        \(schemas.map { "    " + $0 }.joined(separator: "\n"))
        """
    }

    /// A description with these lines of `paths`.
    static func paths(_ paths: [String]) -> String {
      """
      openapi: 3.1.0
      info: {title: Test, version: '1'}
      paths:
      \(paths.map { "  " + $0 }.joined(separator: "\n"))
      """
    }

    /// Those of some pieces of source that no file has. Line ends and indentation do not count.
    func missing(_ pieces: [String]) -> [String] {
      let source = Self.flat(files.map(\.text).joined(separator: "\n"))
      return pieces.filter { !source.contains(Self.flat($0)) }
    }

    private static func flat(_ text: String) -> String {
      var flat = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      for (long, short) in [("( ", "("), (" )", ")"), ("[ ", "["), (", ]", "]"), (" ]", "]")] {
        flat = flat.replacingOccurrences(of: long, with: short)
      }
      return flat
    }

    /// The findings as the report has them, without the file's name.
    var report: [String] {
      ImportReport(table).lines(of: Finding.Kind.allCases).map { $0.replacingOccurrences(of: "api.yaml#", with: "") }
    }

    /// The names that it gave, by what they name.
    var names: [String: String] { table.lock.names }
  }

  extension ImportOptions {
    static func named(_ name: String) -> ImportOptions {
      var options = ImportOptions()
      options.name = name
      return options
    }
  }
#endif
