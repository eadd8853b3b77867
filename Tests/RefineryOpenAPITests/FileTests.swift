#if Import
  import Foundation
  import Testing

  @testable import RefineryOpenAPI

  @Suite("Files")
  struct FileTests {
    private func inFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: folder) }
      for (name, text) in files {
        let url = folder.appending(path: name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
      }
      try body(folder.path)
    }

    @Test("A description and its files are read from their folder, with spaces and links in their names")
    func folder() throws {
      let root = DescriptionText.schemas("A: {$ref: '../my%20models/a.yaml'}\nB: {$ref: ../link.yaml}")
      try inFolder(["api/root.yaml": root, "my models/a.yaml": "type: string"]) { folder in
        try FileManager.default.createSymbolicLink(
          atPath: folder + "/link.yaml", withDestinationPath: folder + "/my models/a.yaml")
        let description = try Description.reading(file: folder + "/api/root.yaml")
        #expect(description.findings.isEmpty, "\(description.faults)")
        #expect(description.schemaOrder.map(\.file) == ["root.yaml", "root.yaml", "../my models/a.yaml", "../link.yaml"])
      }
    }

    @Test("Files that do not exist or never end are named", arguments: ["none.yaml", "/dev/zero", "/dev", "../api"])
    func refused(_ path: String) throws {
      try inFolder(["api/root.yaml": DescriptionText.schemas("A: {$ref: '\(path)'}")]) { folder in
        let description = try Description.reading(file: folder + "/api/root.yaml")
        #expect(description.pointers(.fault) == ["root.yaml#/components/schemas/A"])
        #expect(description.named("A")?.form == "any")
      }
    }

    @Test(
      "What is no description is refused",
      arguments: [
        "[]", "7", "{}", "openapi: 4.0.0", "swagger: '1.2'", "openapi: {}", "swagger: 3", "openapi: 3",
      ])
    func noDescription(_ text: String) throws {
      let error = #expect(throws: DescriptionError.self) { try DescriptionText.read(text) }
      #expect(error?.file == "api.yaml" && error?.reason.isEmpty == false)
    }

    @Test("The file itself must exist")
    func missing() {
      let error = #expect(throws: DescriptionError.self) { try Description.reading(file: "/nowhere/api.yaml") }
      #expect(error?.description == "api.yaml: there is no such file")
    }

    @Test("Versions that are numbers are read", arguments: [("openapi: 3.1", "OpenAPI 3.1"), ("swagger: 2.0", "Swagger 2.0")])
    func versions(_ member: String, _ format: String) throws {
      let description = try DescriptionText.read("\(member)\ninfo: {title: T, version: 1.0}\npaths: {}")
      #expect(description.format == format && description.version == "1.0" && description.pointers(.fault).count == 2)
    }
  }
#endif
