#if CommandLine
  import Foundation
  import HTTPTypes
  import Refinery
  import RefineryTesting
  import Synchronization
  import Testing

  @testable import RefineryCommand

  @Suite struct CallOutputTests {
    private let call = ["call", "Person.read", "id=5", "--base-url", "https://h/api", "--output"]

    private func run(
      _ arguments: [String], _ stub: StubTransport, errorWidth: Int? = nil
    ) async -> (status: ToolStatus, transcript: Transcript) {
      let transcript = Transcript(errorWidth: errorWidth)
      let status = await Tool(transport: stub).run(arguments, on: transcript)
      return (status, transcript)
    }

    private func withFile(_ body: (String) async throws -> Void) async throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("refinery-output-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try await body(folder.appendingPathComponent("file").path)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { $0 == "file" })
    }

    private let file = StubTransport.StubResponse.status(
      200, headers: [.contentLength: "5", .eTag: "\"a\""], body: Body("hello"))

    @Test("R06: call --output writes the content to a file, and nothing to the console")
    func output() async throws {
      try await withFile { path in
        let result = await run(call + [path], StubTransport(file))
        #expect(result.status == .okay && result.transcript.output.isEmpty && result.transcript.errors.isEmpty)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text == "hello")
        let included = await run(call + [path, "--include"], StubTransport(file))
        #expect(included.transcript.output.hasPrefix("200\nContent-Length: 5\n"))
      }
    }

    @Test("R06: The part of a POST has a fixed name, whether the call succeeds or fails", arguments: [200, 503])
    func part(status: Int) async throws {
      try await withFile { path in
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let names = Mutex<[String]>([])
        let stub = StubTransport { _ in
          let found = try FileManager.default.contentsOfDirectory(atPath: folder)
          names.withLock { $0 = found }
          return Response(status: HTTPResponse.Status(code: status), headers: [.contentLength: "5"], body: Body("hello"))
        }
        let create = ["call", "Person.create", "--base-url", "https://h/api", "--body", "{}", "--output", path]
        let expected: ToolStatus = status == 200 ? .okay : .serverError
        #expect(await run(create, stub).status == expected)
        #expect(names.withLock { $0 } == [".file.refinery-part"])
      }
    }

    @Test("R06: The bar is drawn on a terminal only, and not with --quiet")
    func bar() async throws {
      try await withFile { path in
        let drawn = await run(call + [path], StubTransport(file), errorWidth: 60).transcript.errors
        #expect(drawn.contains("100% [####") && drawn.hasPrefix("\r") && drawn.hasSuffix("\n"))
        #expect(await run(call + [path, "--quiet"], StubTransport(file), errorWidth: 60).transcript.errors.isEmpty)
      }
    }

    @Test("R06: A failed download ends the bar, prints the reason and has the exit status of its error")
    func failure() async throws {
      try await withFile { path in
        let lost = StubTransport(.status(404))
        let result = await run(call + [path], lost, errorWidth: 60)
        #expect(result.status == .clientError && result.transcript.errors.contains("status 404"))
        #expect(await run(call + ["/dev/null"], lost).status == .usage)
        #expect(await run(call + [path, "--json"], lost).status == .usage)
        #expect(lost.requests.count == 1)
      }
    }

    @Test("If results cannot be written, no more pages are read and the exit status is a failure")
    func lostResults() async {
      let stub = StubTransport(.json(#"{"data":[1],"next":"/api/people?page=2"}"#), .json(#"{"data":[2]}"#))
      let transcript = Transcript()
      var console = transcript.console
      console.hasLostResults = { true }
      let list = ["call", "Person.enumerate", "--base-url", "https://h/api", "--all"]
      let status = await Tool(transport: stub).run(list, on: console)
      #expect(status == .failure && stub.requests.count == 1)
      #expect(transcript.errors.contains("standard output cannot be written"))
    }

    @Test("R06: The line of a bar fits the terminal, whatever is known")
    func lines() {
      let half = FileProgress(completed: 1_500_000, total: 3_000_000)
      let bar = String(repeating: "#", count: 15) + String(repeating: "-", count: 15)
      #expect(
        ProgressBar.line(half, rate: 500_000, width: 79) == " 50% [\(bar)]  1.5 MB of 3.0 MB  500.0 kB/s  0:03 left")
      #expect(ProgressBar.line(half, rate: 500_000, width: 30) == " 50%  1.5 MB of 3.0 MB")
      #expect(ProgressBar.line(FileProgress(completed: 999), rate: nil, width: 80) == "999 B")
      #expect(ProgressBar.line(FileProgress(completed: 999_960), rate: 1, width: 80) == "1.0 MB  1 B/s")
      #expect(ProgressBar.line(FileProgress(completed: 0, total: 0), rate: nil, width: 40).hasPrefix("100% [#"))
      for width in 0...200 {
        for progress in [half, FileProgress(completed: .max, total: .max), FileProgress(completed: 7, total: 3)] {
          for rate in [nil, 0, 1e-300, 1e300, Double.infinity] {
            #expect(ProgressBar.line(progress, rate: rate, width: width).count <= max(0, width - 1))
          }
        }
      }
    }
  }
#endif
