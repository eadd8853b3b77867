#if Macros
  import Foundation
  import Testing

  /// `Fixtures/Macros/WrongRows.swift` must give the errors that its comments say, each at the column of the caret, in the line
  /// above; `// expanded:` is an error in what a macro wrote.
  @Suite struct MacroTests {
    private func fixture(_ name: String) -> URL { Bundle.module.bundleURL.appending(path: "Fixtures/Macros/\(name).swift") }

    @Test("U02: a row that cannot work does not compile, and the error is at its place")
    func wrong() throws {
      let file = fixture("WrongRows")
      let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
      var expected: [Compiler.Diagnostic] = []
      var expanded: [String] = []
      var last = 0
      for (index, line) in lines.enumerated() {
        if !line.contains("// ") && !line.contains("//^") { last = index + 1 }
        if let mark = line.firstRange(of: "^ error: ") {
          let column = line.utf8.distance(from: line.startIndex, to: mark.lowerBound) + 1
          expected.append(
            Compiler.Diagnostic(
              file: "WrongRows.swift", line: last, column: column, text: String(line[mark.upperBound...])))
        } else if let mark = line.firstRange(of: "// expanded: ") {
          expanded.append(String(line[mark.upperBound...]))
        }
      }
      #expect(expected.count >= 35)
      let found = try Compiler().diagnostics(of: [file])
      let own = found.filter { $0.file == "WrongRows.swift" }.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
      #expect(own == expected)
      #expect(found.filter { $0.file != "WrongRows.swift" }.map(\.text).sorted() == expanded.sorted())
    }

    @Test("U01, U02: every corrected row compiles")
    func right() throws { #expect(try Compiler().diagnostics(of: [fixture("RightRows")]) == []) }
  }
#endif
