#if CommandLine
  import Foundation
  import RefineryCommand
  import RefineryCore
  import Testing

  @Suite struct ScanCommandTests {
    /// A password with a name, as no scanner of this repository should find it in its sources.
    private let leak = "pass" + "word=tr0ub4dor\n"

    private func folder(_ files: [String: String]) throws -> URL {
      let folder = FileManager.default.temporaryDirectory.appending(path: "scan-\(UUID().uuidString)")
      for (name, text) in files {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      return folder
    }

    @Test("S10: scan exits with 0 without findings, 8 with findings, and otherwise 2 if a file cannot be read")
    func statuses() async throws {
      let folder = try folder(["good.log": "hello\n", "bad.log": leak])
      defer { try? FileManager.default.removeItem(at: folder) }
      let good = await run(["scan", folder.path + "/good.log"])
      #expect(good.0 == .okay && good.1.output == "no secrets in 1 file\n")
      let bad = await run(["scan", folder.path + "/bad.log"])
      #expect(
        bad.0 == .secrets && bad.1.output.contains("bad.log:1:10: Password, likely, by the name password: … (9 characters) ["))
      let missing = await run(["scan", folder.path + "/good.log", folder.path + "/none"])
      #expect(missing.0 == .usage && missing.1.errors.contains("none cannot be read: No such file"))
      #expect(missing.1.output == "no secrets in 1 file\n")
      let both = await run(["scan", folder.path + "/bad.log", folder.path + "/none"])
      #expect(both.0 == .secrets && both.1.errors.contains("none cannot be read: No such file"))
      #expect(both.1.output.contains("bad.log:1:10"))
    }

    #if os(Linux)
      @Test("S10: two files whose names are canonically equal are both searched")
      func names() async throws {
        let folder = try folder(["\u{E9}.log": leak])
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(leak.utf8).write(to: URL(filePath: folder.path + "/e\u{301}.log"))
        #expect(await run(["scan", folder.path]).1.output.hasSuffix("2 findings in 2 files\n"))
      }
    #endif

    @Test("S10: a part of a folder that cannot be read is an error, and the rest of the folder is searched")
    func unreadable() async throws {
      let folder = try folder(["a/bad.log": leak, "z.log": "hello\n", "inner/x.log": leak])
      defer { try? FileManager.default.removeItem(at: folder) }
      // The path of the innermost folder is longer than the system allows, which is an error for any user.
      #if os(Linux)
        let most = 4096
      #else
        let most = 1024
      #endif
      let names = Array(repeating: String(repeating: "n", count: 150), count: most * 3 / 5 / 151)
      let half = "/" + names.joined(separator: "/")
      try FileManager.default.createDirectory(atPath: folder.path + half, withIntermediateDirectories: true)
      try FileManager.default.createDirectory(atPath: folder.path + "/inner" + half, withIntermediateDirectories: true)
      try FileManager.default.moveItem(atPath: folder.path + "/inner", toPath: folder.path + half + "/inner")
      let result = await run(["scan", folder.path])
      // Short again, so that it can be removed.
      try FileManager.default.moveItem(atPath: folder.path + half + "/inner", toPath: folder.path + "/inner")

      #expect(result.0 == .secrets)
      #expect(result.1.errors.contains("cannot be read: File name too long"))
      #expect(result.1.output.contains("a/bad.log:1:10") && result.1.output.contains("inner/x.log:1:10"))
      #expect(result.1.output.hasSuffix("2 findings in 3 files\n"))
    }

    @Test("S10: folders are walked, the output is sorted and the same in every run, and no secret is in it")
    func folders() async throws {
      let folder = try folder(["b/2.log": leak, "a.log": leak + leak, "b/1.har": leak, ".git/x": leak, ".env": leak])
      defer { try? FileManager.default.removeItem(at: folder) }
      let first = await run(["scan", folder.path, folder.path + "/a.log"])
      let lines = first.1.output.split(separator: "\n")
      let places = lines.map { $0.dropFirst(folder.path.count + 1).prefix { $0 != " " } }
      #expect(places.dropLast() == [".env:1:10:", "a.log:1:10:", "a.log:2:10:", "b/1.har:1:10:", "b/2.log:1:10:"])
      #expect(lines.last == "5 findings in 4 files")
      #expect(!first.1.output.contains("tr0ub4dor"))
      #expect(await run(["scan", folder.path, folder.path + "/a.log"]).1.output == first.1.output)
    }

    @Test("S10: --json prints a line of JSON for each finding, and --allow silences those of its file")
    func json() async throws {
      let folder = try folder(["a.log": leak])
      defer { try? FileManager.default.removeItem(at: folder) }
      let (status, transcript) = await run(["scan", "--json", folder.path])
      #expect(status == .secrets)
      let json = try JSONValue(parsing: transcript.output)
      #expect(json["kind"] == "Password" && json["line"] == 1 && json["confidence"] == "likely" && json["name"] == "password")
      let fingerprint = try #require(json["fingerprint"]?.string)
      try Data("\(fingerprint) a made-up password\n".utf8).write(to: folder.appending(path: "allowed.txt"))
      let (allowed, _) = await run(["scan", "--allow", folder.path + "/allowed.txt", folder.path])
      #expect(allowed == .okay)
      let (bad, errors) = await run(["scan", "--allow", folder.path + "/none.txt", folder.path])
      #expect(bad == .usage && errors.errors.contains("none.txt, the allow-list, cannot be read"))
    }
  }
#endif
