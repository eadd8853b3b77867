#if Macros
  import Foundation
  import RefineryCore
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

    /// Templates that are right or wrong in every way that RFC 6570 knows.
    static let templates = [
      "", "a", "/a/b", "a?b=c", "{a}", "{a,b}", "{a*}", "{a:3}", "{a:9999}", "{+a}", "{.a}", "{/a*}", "{;a}", "{?a,b*}", "{&a}",
      "{a.b}", "{a%20b}", "{a_b}", "<a>", "<a_1>/b", "ä/ü", "a'b", "a%2Fb", "a:b", "{1}", "a;b,c=d", "https://x.example/{a}",
      "a|b",
      "{", "}", "{}", "{a", "a}", "{a{b}}", "{a,}", "{,a}", "{a,,b}", "{.}", "{a.}", "{a..b}", "{a%2}", "{a%zz}", "{=a}",
      "{,a}",
      "{!a}", "{@a}", "{|a}", "{a b}", "{a-b}", "{a:0}", "{a:01}", "{a:10000}", "{a:}", "{a:x}", "{a**}", "{a*:3}", "{ä}", "<a",
      "a>", "<1a>", "<>", "<a-b>", "a b", "a\\b", "a^b", "a`b", "a\"b", "%", "%2", "%zz", "a%", "{a}%4", "\u{7F}", "\u{85}",
      "\u{FFFE}", "\u{E0001}", "\u{1F600}",
    ]

    @Test("U02: the macro and URITemplate agree about which templates are malformed")
    func agreement() throws {
      let rows = Self.templates.enumerated().map { index, text in
        let literal = text.unicodeScalars.map {
          (0x20...0x7E).contains($0.value) && !"\\\"".unicodeScalars.contains($0)
            ? "\($0)" : "\\u{\(String($0.value, radix: 16))}"
        }
        return "  @GET(\"\(literal.joined())\") static func r\(index)() -> Call<Okay>"
      }
      let file = FileManager.default.temporaryDirectory.appending(path: "Templates-\(UUID().uuidString).swift")
      defer { try? FileManager.default.removeItem(at: file) }
      let head = ["import RefineryCore", "import RefineryMacros", "@Endpoints", "enum Templates: EndpointGroup {"]
      try (head + rows + ["}"]).joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
      let malformed = Set(
        try Compiler().diagnostics(of: [file]).filter { $0.text.contains("malformed") }.map { $0.line - head.count - 1 })
      for (index, text) in Self.templates.enumerated() {
        #expect(malformed.contains(index) == (URITemplate(stringLiteral: text).problem != nil), "\(text)")
      }
    }

    @Test("U01, U02: every corrected row compiles")
    func right() throws { #expect(try Compiler().diagnostics(of: [fixture("RightRows")]) == []) }
  }
#endif
