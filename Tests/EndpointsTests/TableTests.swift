import Endpoints
import Foundation
import Refinery
import Testing

@Suite struct TableTests {
  @Test("O01: a table that ships has no problem and no warning", arguments: Catalogue.tables.map(\.name))
  func soundness(name: String) throws {
    let table = try #require(Catalogue.tables.first { $0.name == name })
    #expect(!table.rows.isEmpty)
    #expect(table.problems == [])
    #expect(table.warnings == [])
  }

  @Test("O01: names of rows are unique over all tables that ship")
  func names() {
    let names = Catalogue.tables.flatMap { $0.rows.map(\.name) }
    #expect(Set(names).count == names.count)
  }

  @Test("O01: every row of every table prints, in the README as in the code")
  func readme() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Endpoints/README.md").standardizedFileURL
    let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "<!-- tables -->")
    try #require(parts.count == 3)
    let comment: Comment = "run: swift run refinery table --into Endpoints/README.md"
    #expect(parts[1] == "\n\n\(Catalogue.tables.markdown)\n", comment)
    for row in Catalogue.tables.flatMap(\.rows) { #expect(parts[1].contains("| `\(row.name)` |")) }
  }
}
