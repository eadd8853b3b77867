import Foundation
import Refinery
import Testing

/// The Swift that documentation shows is Swift that the tests compile, and its files can be loaded.
@Suite struct DocumentationTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The lines of every Swift block of a page, without indentation.
  private func blocks(of page: String) throws -> [[String]] {
    let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
    return text.components(separatedBy: "```swift\n").dropFirst().map { block in
      lines(block.components(separatedBy: "\n```")[0])
    }
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  @Test(
    "every Swift block of the README and of the page behind it is compiled, letter by letter",
    arguments: [
      ("README.md", "ReadmeSnippets", 17),
      ("Sources/RefineryCore/RefineryCore.docc/BeyondOneCall.md", "BeyondOneCallSnippets", 5),
    ])
  func compiled(page: String, file: String, count: Int) throws {
    let blocks = try blocks(of: page)
    #expect(blocks.count >= count)
    let compiled = try lines(
      String(contentsOf: Self.root.appending(path: "Tests/RefineryTests/\(file).swift"), encoding: .utf8))
    for block in blocks {
      let block = block.filter { !$0.hasPrefix("import ") }
      let starts = compiled.indices.filter { compiled[$0...].starts(with: block) }
      #expect(!starts.isEmpty, "not compiled: \(block.first ?? "")")
    }
  }

  @Test("every call that stands beside one of an older library is compiled")
  func comingFrom() throws {
    let page = "Sources/RefineryCore/RefineryCore.docc/ComingFrom.md"
    let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
    let compiled = try ["ComingFromSnippets", "ReadmeSnippets"].map {
      try String(contentsOf: Self.root.appending(path: "Tests/RefineryTests/\($0).swift"), encoding: .utf8)
    }
    let cells = lines(text).filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") }.compactMap { row in
      row.split(separator: " | ").last.map { $0.hasSuffix(" |") ? $0.dropLast(2) : $0 }
    }
    #expect(cells.count > 80)
    for cell in cells {
      let spans = cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      for (_, code) in spans where !code.hasPrefix("``") {
        #expect(compiled.contains { $0.contains(code) }, "not compiled: \(code)")
      }
    }
  }

  @Test("O10: the files in the operator's guide are such as can be loaded")
  func files() throws {
    let page = "Sources/RefineryCore/RefineryCore.docc/Operating.md"
    let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
    func file(under heading: String) throws -> Data {
      let section = try #require(text.components(separatedBy: "\n## \(heading)\n").dropFirst().first)
      let block = try #require(section.components(separatedBy: "```json\n").dropFirst().first)
      return Data(block.components(separatedBy: "```")[0].utf8)
    }
    let table = EndpointTable("People", [Person.self])
    let overrides = try EndpointOverrides(json: file(under: "The overrides file"), for: table)
    #expect(overrides.names == ["Person.enumerate", "Person.read"])
    #if Logging
      let policy = try LoggingPolicy(json: file(under: "The policy file"))
      #expect(policy.sampleRate == 0.1 && policy.rows["Health.read"] == .init(level: .off))
    #endif
  }

  @Test("the table that the README prints is the one the code prints")
  func table() throws {
    let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    #expect(text.contains(readmeTable))
  }

  @Test("what the README says of speed is what the benchmark wrote")
  func measurements() throws {
    let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let results = try lines(String(contentsOf: Self.root.appending(path: "Benchmarks/RESULTS.md"), encoding: .utf8))
    let rows = lines(readme).filter { $0.hasPrefix("| ") && $0.split(separator: "|").count > 8 }
    #expect(rows.count >= 14)
    for row in rows { #expect(results.contains(row), "not in RESULTS.md: \(row)") }
    let json = try lines(String(contentsOf: Self.root.appending(path: "Benchmarks/JSON/RESULTS.md"), encoding: .utf8))
    let jsonRows = lines(readme).filter { $0.hasPrefix("| decode ") || $0.hasPrefix("| encode ") }
    #expect(jsonRows.count >= 4)
    for row in jsonRows { #expect(json.contains(row), "not in JSON/RESULTS.md: \(row)") }
  }

  #if AsyncHTTPClient && Curl
    @Test("L12: the table of transports in the README is what they declare")
    func transports() throws {
      let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
      #expect(text.contains(transportTable))
    }
  #endif
}
