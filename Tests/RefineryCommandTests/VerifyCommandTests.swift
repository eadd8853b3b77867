#if CommandLine
  import Foundation
  import HTTPTypes
  import Refinery
  import RefineryCommand
  import RefineryTesting
  import Testing

  /// `verify`: its inputs, its output and its exit status. What it finds is tested in RefineryVerificationTests.
  @Suite("S06: verify") struct VerifyCommandTests {
    private struct Note: Codable, Sendable {
      var id: Int
      var text: String
    }

    private static let table = EndpointTable(
      "Notes",
      rows: [
        Endpoint("Note.read", .get, "notes/{id}", output: Note.self), Endpoint("Note.list", .get, "notes", output: [Note].self),
      ])

    private static func description(_ textType: String, further: String = "") -> String {
      let note =
        #"{"type":"object","required":["id","text"],"properties":{"id":{"type":"integer"},"text":{"type":"\#(textType)"}}}"#
      let response = #""description":"","content":{"application/json":{"schema":"#
      return #"{"openapi":"3.0.3","info":{"title":"Notes","version":"1"},"paths":{"#
        + #""/notes/{id}":{"get":{"parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"integer"}}],"#
        + #""responses":{"200":{\#(response)\#(note)}}}}}},"#
        + #""/notes":{"get":{"responses":{"200":{\#(response){"type":"array","items":\#(note)}}}}}}}\#(further)}}"#
    }

    /// Writes files into a folder and gives it to `body`.
    private func withFolder(_ files: [String: String], _ body: (String) async throws -> Void) async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      for (name, content) in files { try Data(content.utf8).write(to: folder.appending(path: name)) }
      try await body(folder.path)
    }

    private func run(
      _ arguments: [String], over transport: any Transport = StubTransport { _ in Response(status: .notFound) }
    ) async -> (status: ToolStatus, transcript: Transcript) {
      let transcript = Transcript()
      let tool = Tool("notes", tables: [Self.table], transport: transport)
      return (await tool.run(["verify"] + arguments, on: transcript), transcript)
    }

    #if Import
      @Test("a table against a description: text, JSON, exit status")
      func table() async throws {
        let further = #","/count":{"get":{"responses":{"200":{"description":""}}}}"#
        let files = [
          "same.json": Self.description("string"), "changed.json": Self.description("boolean"),
          "more.json": Self.description("string", further: further),
        ]
        try await withFolder(files) { folder in
          let same = await run(["notes", "--against", "\(folder)/same.json"])
          #expect(same.status == .okay && same.transcript.output == "no drift\n")

          let changed = await run(["Notes", "--against", "\(folder)/changed.json"])
          #expect(changed.status == .drift)
          #expect(changed.transcript.output.hasSuffix("2 drifts: 2 breaking\n"), "\(changed.transcript.output)")
          #expect(changed.transcript.output.hasPrefix("Note.read GET /notes/{id}\n  breaking: "))

          let more = await run(["Notes", "--against", "\(folder)/more.json"])
          #expect(more.status == .okay)
          let strict = await run(["Notes", "--against", "\(folder)/more.json", "--strict", "--json"])
          #expect(strict.status == .drift)
          let json = try JSONValue(parsing: strict.transcript.output)
          #expect(json["harmless"] == 1 && json["breaking"] == 0 && json["old"] == "Notes")
          #expect(json["drifts"]?[0]?["kind"] == "operation-new")
        }
      }

      @Test("a description against its next version, and the folder of an import")
      func descriptions() async throws {
        let files = [
          "old.json": Self.description("string"), "new.json": Self.description("integer"),
          ".refinery-import.description.json": Self.description("string"),
        ]
        try await withFolder(files) { folder in
          for old in ["\(folder)/old.json", folder] {
            let changed = await run([old, "--against", "\(folder)/new.json"])
            #expect(changed.status == .drift)
            #expect(changed.transcript.output.contains("is of type integer now, not string"))
            let same = await run([old, "--against", "\(folder)/old.json", "--strict"])
            #expect(same.status == .okay, "\(same.transcript.output)\(same.transcript.errors)")
          }
        }
        try await withFolder(["new.json": Self.description("string")]) { folder in
          let result = await run([folder, "--against", "\(folder)/new.json"])
          #expect(result.status == .usage && result.transcript.errors.contains("lock"))
        }
      }

      @Test("a table against a cassette")
      func cassette() async throws {
        try await withFolder([:]) { folder in
          let file = URL(filePath: folder).appending(path: "notes-cassette.json")
          let stub = StubTransport(.json(#"{"id":1,"text":7}"#))
          let api = Client(baseURL: "https://notes.example.com", transport: try Cassette(file, mode: .record, over: stub))
          _ = try? await api.send(Call<Note>(Self.table.rows[0], ["id": .text("1")]))

          let result = await run(["notes", "--against", file.path])
          #expect(result.status == .drift)
          #expect(result.transcript.output.contains("is of type integer, not string"), "\(result.transcript.output)")
          #expect(result.transcript.output.contains("note: Note.list: no call is recorded"))
        }
      }

      @Test("a table and a description against a server")
      func server() async throws {
        let served = Self.description("boolean")
        let stub = StubTransport { request in
          guard request.head.path == "/v1/openapi.json" else { return Response(status: .notFound) }
          return Response(status: .ok, headers: [.contentType: "application/json"], body: Body(Data(served.utf8)))
        }
        let table = await run(["notes", "--against", "https://notes.example.com/v1"], over: stub)
        #expect(table.status == .drift)
        try await withFolder(["old.json": served]) { folder in
          let same = await run(["\(folder)/old.json", "--against", "https://notes.example.com/v1/"], over: stub)
          #expect(same.status == .okay && same.transcript.output == "no drift\n")
          let none = await run(["\(folder)/old.json", "--against", "https://notes.example.com/v2"], over: stub)
          #expect(none.status == .usage)
        }
        let refusing = StubTransport { _ in throw TransportError(.cannotConnect, phase: .beforeSending) }
        #expect(await run(["notes", "--against", "https://notes.example.com"], over: refusing).status == .transport)
      }

      @Test("what cannot be read is a usage error that says what")
      func unusable() async throws {
        try await withFolder(["faulty.json": "{", "cassette.json": #"{"cassette":99}"#]) { folder in
          let wrong: [([String], String)] = [
            (["Nots", "--against", "\(folder)/faulty.json"], "did you mean Notes?"),
            (["Notes", "--against", "\(folder)/missing.json"], "missing.json"),
            (["Notes", "--against", "\(folder)/faulty.json"], "faulty.json"),
            (["Notes", "--against", "\(folder)/cassette.json"], "version"), (["Notes"], "--against"),
          ]
          for (arguments, text) in wrong {
            let result = await run(arguments)
            #expect(result.status == .usage, "\(arguments)")
            #expect(result.transcript.errors.contains(text), "\(result.transcript.errors)")
          }
        }
      }
    #else
      @Test("without the trait Import, the message names it")
      func withoutTrait() async {
        let result = await run(["Notes", "--against", "openapi.json"])
        #expect(result.status == .usage && result.transcript.errors.contains("Import"))
      }
    #endif
  }
#endif
