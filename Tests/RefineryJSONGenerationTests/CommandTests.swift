#if CodeGeneration
  import Foundation
  import RefineryJSONGeneration
  import Testing

  @Suite struct CommandTests {
    /// A package with one target, in a folder that is gone with it.
    final class Package {
      let folder = FileManager.default.temporaryDirectory.appending(path: "json-readable-\(UUID())")
      var generated: URL { folder.appending(path: "Sources/Models/JSONReadable+Generated.swift") }
      var text: String? { try? String(contentsOf: generated, encoding: .utf8) }

      init(_ files: [String: String]) throws {
        try FileManager.default.createDirectory(at: generated.deletingLastPathComponent(), withIntermediateDirectories: true)
        for (name, text) in files { try write(name, text) }
      }

      deinit { try? FileManager.default.removeItem(at: folder) }

      func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: "Sources/Models/\(name)"))
      }

      /// Runs the tool as the plugin does.
      func run(_ arguments: String...) throws -> (status: Command.Status, lines: [String]) {
        let directory = generated.deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { $0.hasSuffix(".swift") }
        let sources = files.flatMap { ["--source", directory.appending(path: $0).path] }
        var lines: [String] = []
        do {
          let all = ["--package", folder.path, "--target", "Models", "--directory", directory.path] + arguments + sources
          let status = try Command(all, print: { lines.append($0) }, complain: { lines.append($0) }).run()
          return (status, lines)
        } catch {
          return (.failure, error.lines)
        }
      }
    }

    static let file = "Sources/Models/JSONReadable+Generated.swift"

    @Test("A file is written once, and again only when a model changes")
    func writing() throws {
      let package = try Package(["Person.swift": "struct Person: Codable { var id: Int }"])
      #expect(try package.run() == (.success, ["\(Self.file): written, 1 model"]))
      let first = package.text
      #expect(first?.contains("extension Person: JSONReadable {") == true)
      #expect(try package.run("--renew") == (.success, ["\(Self.file): unchanged, 1 model"]))
      try package.write("JSONReadable+Generated.swift", (first ?? "").replacing("\n", with: "\r\n"))
      #expect(try package.run("--renew") == (.success, ["\(Self.file): written, 1 model"]))
      #expect(package.text == first)
      try package.write("Person.swift", "struct Person: Codable { var id: Int, name: String }")
      #expect(try package.run("--renew") == (.success, ["\(Self.file): written, 1 model"]))
      #expect(package.text != first)
    }

    @Test("A check changes nothing, and fails with the names of the models that are stale")
    func checking() throws {
      let package = try Package([
        "A.swift": "struct A: Codable { var id: Int }", "B.swift": "struct B: Codable { var id: Int }",
      ])
      let advice = "run `swift package json-readable`"
      #expect(try package.run("--check") == (.failure, ["\(Self.file):1: is stale, because the file is missing; \(advice)"]))
      #expect(package.text == nil)
      _ = try package.run()
      let text = package.text
      #expect(try package.run("--check") == (.success, ["\(Self.file): up to date, 2 models"]))
      try package.write("B.swift", "struct B: Codable { var id: String }")
      #expect(try package.run("--check", "--renew") == (.failure, ["\(Self.file):1: is stale for B; \(advice)"]))
      #expect(package.text == text)
    }

    @Test("Text is printed where that is asked for, and nothing is written")
    func printing() throws {
      let package = try Package(["Person.swift": "struct Person: Codable { var id: Int }"])
      let (status, lines) = try package.run("--stdout")
      #expect(status == .success)
      #expect(lines.joined().contains("extension Person: JSONReadable {"))
      #expect(package.text == nil)
    }

    @Test("A file keeps the options that it was written with")
    func options() throws {
      let package = try Package([
        "Models.swift": "struct A: Codable { var b: B }\nclass B: Codable {}\nstruct C { struct D: Codable { var id: Int } }"
      ])
      let (status, lines) = try package.run("--type", "C.D,A", "--type", "B", "--skip-unreadable")
      #expect(status == .success)
      #expect(lines.count == 2)
      let text = try #require(package.text)
      let head = text.split(separator: "\n").prefix { $0.hasPrefix("//") }
      #expect(head.suffix(5) == ["// --target Models", "// --type A", "// --type B", "// --type C.D", "// --skip-unreadable"])
      #expect(try package.run("--renew").lines.last == "\(Self.file): unchanged, 2 models")
      #expect(try package.run("--renew", "--type", "A").status == .failure)
    }

    @Test("If a model cannot be read directly, nothing is written, unless the command skips such models")
    func refusing() throws {
      let package = try Package(["Models.swift": "struct A: Codable { var id: Int }\n\nclass B: Codable {}"])
      let reason = "is not a structure, so an extension cannot add the initializer; leave it to Codable"
      let fault = "Sources/Models/Models.swift:3: B: \(reason)"
      let advice = "Models: nothing was written; --skip-unreadable leaves these models to Codable"
      #expect(try package.run() == (.failure, [fault, advice]))
      #expect(package.text == nil)
      #expect(try package.run("--skip-unreadable") == (.success, [fault, "\(Self.file): written, 1 model"]))
    }

    @Test(
      "A mistake is one line that says what is wrong and where",
      arguments: [
        ("struct A: Codable { var id: Int", [String](), "Sources/Models/Models.swift:1: expected '}' to end struct"),
        ("struct A: Codable { var id: Int }", ["--type", "B"], "there is no type B in Models"),
        ("struct A { struct B: Codable {} }", ["--type", "B"], "there is no type B in Models; did you mean A.B?"),
        ("struct A: JSONReadable {}", ["--type", "A"], "A already conforms to JSONReadable; remove it from --type"),
        ("struct A {}", [], "Models has no model for which a conformance can be generated"),
        ("struct A {}", ["--renew"], "\(file):1: has no options in its first lines; name the target with --target"),
        ("struct A {}", ["--typo"], "--typo is not an option"),
        ("struct A {}", ["--type", "--check"], "--type needs a value"),
      ])
    func mistakes(_ source: String, _ arguments: [String], _ line: String) throws {
      let package = try Package(["Models.swift": source])
      let directory = package.generated.deletingLastPathComponent().path
      var lines: [String] = []
      let all = [
        "--package", package.folder.path, "--target", "Models", "--directory", directory, "--source",
        directory + "/Models.swift",
      ]
      do {
        let command = try Command(all + arguments, print: { lines.append($0) }, complain: { lines.append($0) })
        #expect(command.run() == .failure)
      } catch {
        lines = error.lines
      }
      #expect(lines.first == line)
      #expect(package.text == nil)
    }

    @Test("A model may have any number of members, whose names fit in lines of their own")
    func many() throws {
      let members = (0..<200).map { "  var member\($0): Int\n" }.joined()
      let (faults, text) = try Fixture.generate("struct Wide: Codable {\n\(members)}")
      #expect(faults.isEmpty)
      #expect(text.contains("      case 198: member198 = try json.value(Int.self)\n      default: member199 = try"))
      #expect(text.contains("    \"member199\",\n"))
    }
  }
#endif
