#if CommandLine
  import Foundation
  import HTTPTypes
  import Refinery
  import RefineryTesting
  import TestSupport
  import Testing

  @testable import RefineryCommand

  @Suite struct CallUploadTests {
    private let call = ["call", "Person.create", "--base-url", "https://h/api"]

    private func run(
      _ arguments: [String], _ transport: any Transport, errorWidth: Int? = nil
    ) async -> (status: ToolStatus, transcript: Transcript) {
      let transcript = Transcript(errorWidth: errorWidth)
      let status = await Tool(transport: transport).run(call + arguments, on: transcript)
      return (status, transcript)
    }

    private func withFile(_ body: (String) async throws -> Void) async throws {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("refinery-upload-\(UUID().uuidString)")
      try Data("hello".utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      try await body(file.path)
    }

    /// Reads the body of each request, and returns its header fields.
    private func echo(_ bodies: Gathered<String>) -> StubTransport {
      StubTransport { request in
        bodies.add(String(decoding: try await request.body?.collect() ?? Data(), as: UTF8.self))
        return Response(status: .created, headers: [.contentType: "application/json"], body: Body("{\"id\":1}"))
      }
    }

    @Test("R07: call --upload sends a file, and draws a bar on a terminal only")
    func upload() async throws {
      try await withFile { path in
        let bodies = Gathered<String>()
        let stub = echo(bodies)
        let plain = await run(["--upload", path], stub)
        #expect(plain.status == .okay && plain.transcript.output == "{\n  \"id\": 1\n}\n" && plain.transcript.errors.isEmpty)
        #expect(stub.last?.headers[.contentType] == "application/octet-stream" && stub.requests.last?.deadline == nil)
        let drawn = await run(["-T", path, "-H", "Content-Type: text/plain", "--timeout", "9"], stub, errorWidth: 60)
        #expect(drawn.transcript.errors.contains("100% [####") && drawn.transcript.errors.hasSuffix("\n"))
        #expect(stub.last?.headers[.contentType] == "text/plain" && stub.requests.last?.deadline != nil)
        #expect(await run(["--upload", path, "--quiet"], stub, errorWidth: 60).transcript.errors.isEmpty)
        #expect(bodies.all == ["hello", "hello", "hello"])
      }
    }

    @Test("R07: call --upload --resumable uploads with tus and prints the URL")
    func resumable() async throws {
      try await withFile { path in
        let stub = StubTransport { request in
          _ = try await request.body?.collect()
          switch request.head.method {
          case .post: return Response(status: .created, headers: [.location: "/files/1"])
          default: return Response(status: .noContent, headers: [HTTPField.Name("Upload-Offset")!: "5"])
          }
        }
        let result = await run(["--upload", path, "--resumable", "tus"], stub)
        #expect(result.status == .okay && result.transcript.output == "https://h/files/1\n")
        #expect(stub.requests.map(\.head.method) == [.post, .patch])
      }
    }

    @Test("R07: A file that cannot be read, and options that exclude each other, are told before anything is sent")
    func usage() async throws {
      try await withFile { path in
        let bodies = Gathered<String>()
        let stub = echo(bodies)
        let missing = await run(["--upload", path + "x"], stub)
        #expect(missing.status != .okay && missing.transcript.errors.contains("does not exist"))
        for arguments in [
          ["--upload", path, "--body", "{}"], ["--resumable", "tus"], ["--upload", path, "--resumable", "ftp"],
          ["--upload", path, "--resumable", "tus", "--json"],
        ] { #expect(await run(arguments, stub).status == .usage, "\(arguments)") }
        let transcript = Transcript()
        let get = ["call", "Person.read", "id=5", "--base-url", "https://h/api", "--upload", path]
        #expect(await Tool(transport: stub).run(get, on: transcript) == .usage)
        #expect(bodies.all.isEmpty)
      }
    }
  }
#endif
