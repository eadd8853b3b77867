import Foundation
import Testing

/// Each file of `Fixtures/Wrong` must give the errors that its comments say, each for the line above its comment, and no
/// others; its twin in `Fixtures/Right` must compile.
@Suite struct NestedPathTests {
  static let names = [
    "ChildAsBeginning", "ChildAtTheRoot", "LackingOperation", "ListAsParent", "MistypedLink", "MistypedSetting", "RootAsChild",
    "WrongParent",
  ]

  private func fixture(_ name: String) -> URL { Bundle.module.bundleURL.appending(path: "Fixtures/\(name).swift") }

  @Test("E04, B19: a path or a setting that makes no sense does not compile, and the compiler says why", arguments: names)
  func wrong(name: String) throws {
    let file = fixture("Wrong/\(name)")
    let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    let expected = lines.enumerated().compactMap { index, line -> Compiler.Diagnostic? in
      guard let mark = line.firstRange(of: "// error: ") else { return nil }
      return Compiler.Diagnostic(file: "\(name).swift", line: index, text: String(line[mark.upperBound...]))
    }
    #expect(!expected.isEmpty)
    var found = try Compiler().diagnostics(of: [fixture("Models"), file])
    for index in found.indices { found[index].column = 0 }
    #expect(found.sorted { $0.line < $1.line } == expected)
  }

  @Test("E01, E04: the corrected twin of each compiles", arguments: names)
  func right(name: String) throws {
    #expect(try Compiler().diagnostics(of: [fixture("Models"), fixture("Right/\(name)")]) == [])
  }

  @Test("E04: every fixture is among those that are checked, and has its twin", arguments: ["Wrong", "Right"])
  func completeness(folder: String) throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: fixture("Models").deletingLastPathComponent().path + "/\(folder)")
    #expect(files.sorted() == Self.names.map { "\($0).swift" })
  }
}
