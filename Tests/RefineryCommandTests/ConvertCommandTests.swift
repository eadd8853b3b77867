#if CommandLine
  import Foundation
  import HTTPTypes
  import Refinery
  import RefineryCommand
  import RefineryTesting
  import Testing

  /// `convert`: its files, its output and its exit status. The formats are tested in RefineryTrafficTests.
  @Suite("S09: convert") struct ConvertCommandTests {
    private static let table = EndpointTable(
      "Notes", rows: [Endpoint("Note.read", .get, "notes/{id}"), Endpoint("Note.create", .post, "notes")])

    private static let script = """
      curl 'https://api.example/notes/1' -H 'Authorization: Bearer s3cret'
      curl 'https://api.example/notes' -H 'Content-Type: application/json' --data-raw '{"text":"a","token":"s3cret"}'
      """

    private func withFolder(_ body: (URL) async throws -> Void) async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try Data(Self.script.utf8).write(to: folder.appending(path: "in.sh"))
      try await body(folder)
    }

    private func run(_ arguments: [String], input: String = "") async -> (status: ToolStatus, transcript: Transcript) {
      let transcript = Transcript(input: input)
      let tool = Tool(
        "notes", tables: [Self.table], transport: StubTransport { _ in Response(status: .notFound) })
      return (await tool.run(["convert"] + arguments, on: transcript), transcript)
    }

    @Test("formats are those of the names of files, secrets are hidden and listed")
    func files() async throws {
      try await withFolder { folder in
        let first = await run([folder.appending(path: "in.sh").path, folder.appending(path: "out.har").path])
        #expect(first.status == .okay)
        #expect(first.transcript.output.isEmpty)
        #expect(
          first.transcript.errors == """
            2 exchanges, 2 values hidden
            hidden: exchange 1 request header Authorization: not on the list of what may be shown
            hidden: exchange 2 request body /token: its name is that of a secret

            """)
        let har = try String(contentsOf: folder.appending(path: "out.har"), encoding: .utf8)
        #expect(har.contains("redacted-1") && !har.contains("s3cret"))
        let second = await run([folder.appending(path: "out.har").path, "-", "--to", "http", "--quiet"])
        #expect(
          second.transcript.output == """
            ###
            GET https://api.example/notes/1
            Authorization: redacted-1

            ###
            POST https://api.example/notes
            Content-Type: application/json

            {"text":"a","token":"redacted-2"}

            """)
      }
    }

    @Test("standard input, a row, and secrets on demand")
    func streams() async throws {
      let result = await run(
        ["-", "-", "--from", "curl", "--to", "curl", "--show-secrets", "--table", "notes", "--only", "Note.read"],
        input: Self.script)
      #expect(result.status == .okay, "\(result.transcript.errors)")
      #expect(
        result.transcript.output == """
          # name: Note.read
          curl 'https://api.example/notes/1' \\
            --header 'Authorization: Bearer s3cret'

          """)
    }

    @Test("with a table, the output is a test next to its cassette")
    func test() async throws {
      try await withFolder { folder in
        let har = #"{"log":{"entries":[{"request":{"method":"GET","url":"http://a/notes/7"},"response":{"status":200}}]}}"#
        try Data(har.utf8).write(to: folder.appending(path: "in.har"))
        let result = await run(
          [folder.appending(path: "in.har").path, folder.appending(path: "NotesTests.swift").path, "--table", "Notes"])
        #expect(result.status == .okay, "\(result.transcript.errors)")
        let source = try String(contentsOf: folder.appending(path: "NotesTests.swift"), encoding: .utf8)
        #expect(source.contains(#"#expect(try await status(api, Call<Okay>(row, ["id": "7"])) == 200)"#))
        let cassette = try Cassette(folder.appending(path: "NotesTests.json"), mode: .replay)
        let api = Client(baseURL: "http://a", transport: cassette)
        let row = try #require(Self.table["Note.read"])
        #expect(try await api.respond(to: Call<Okay>(row, ["id": "7"])).head.status == .ok)
      }
    }

    @Test("the input is never replaced by other content")
    func keepsInput() async throws {
      try await withFolder { folder in
        let script = folder.appending(path: "in.sh").path
        let notes = folder.appending(path: "notes.json")
        #expect(await run([script, notes.path]).status == .okay)
        let before = try Data(contentsOf: notes)
        for arguments in [
          [notes.path, folder.appending(path: "notes.swift").path, "--table", "Notes", "--only", "Note.read"],
          [script, folder.appending(path: "../\(folder.lastPathComponent)/in.sh").path],
        ] {
          let result = await run(arguments)
          #expect(result.status == .usage)
          #expect(result.transcript.errors.contains("is the input, and would be replaced"), "\(result.transcript.errors)")
        }
        #expect(try Data(contentsOf: notes) == before)
        #expect(try Data(contentsOf: folder.appending(path: "in.sh")) == Data(Self.script.utf8))
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "notes.swift").path))
      }
    }

    @Test("bodies that a format cannot have are files next to it, and read again")
    func attachments() async throws {
      try await withFolder { folder in
        try Data([0xFF, 0, 1]).write(to: folder.appending(path: "zero"))
        try Data("curl http://a/ -H 'Content-Type: image/png' --data-binary @zero".utf8).write(
          to: folder.appending(path: "zero.sh"))
        let place = folder.appending(path: "out.http").path
        #expect(await run([folder.appending(path: "zero.sh").path, place]).status == .okay)
        #expect(try Data(contentsOf: folder.appending(path: "out.bodies/1.bin")) == Data([0xFF, 0, 1]))
        #expect(await run([place, folder.appending(path: "again.http").path]).status == .okay)
        let refused = await run([place, "-", "--to", "curl"])
        #expect(refused.status == .usage)
        #expect(refused.transcript.errors.contains("1 further files are needed"))
      }
    }

    @Test(
      "what cannot be used is said in a line, with the exit status of a usage error",
      arguments: [
        (["in.sh", "out.txt"], "does not say its format: give --to"), (["in.txt", "-"], "give --from"),
        (["missing.har", "-", "--to", "har"], "missing.har cannot be read: No such file or directory"),
        (["in.sh", "a.swift"], "a test needs --table"), (["in.sh", "-", "--to", "x"], "--to is har"),
        (["in.sh", "-", "--to", "har", "--only", "Note.read"], "none of 2 exchanges is of the row Note.read; give --table"),
        (["in.sh", "-", "--to", "har", "--table", "Note"], "there is no table Note"),
        (["in.sh", "-", "--to", "har", "--from", "har"], "the HAR file cannot be used: it does not begin with a JSON object"),
      ])
    func faults(arguments: [String], message: String) async throws {
      try await withFolder { folder in
        let names = arguments.prefix(2).map { $0 == "-" ? $0 : folder.appending(path: $0).path }
        let result = await run(names + arguments.dropFirst(2))
        #expect(result.status == .usage)
        #expect(result.transcript.errors.contains(message), "\(result.transcript.errors)")
      }
    }
  }
#endif
