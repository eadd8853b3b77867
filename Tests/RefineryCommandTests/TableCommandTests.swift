#if CommandLine
  import Endpoints
  import Foundation
  import HTTPTypes
  import Refinery
  import RefineryCommand
  import Testing

  @Suite struct TableCommandTests {
    @Test("O01: all tables print, each under its name")
    func everything() async {
      let (status, transcript) = await run(["table"])
      #expect(status == .okay)
      #expect(transcript.output == Catalogue.tables.text)
      for table in Catalogue.tables { #expect(transcript.output.contains("\(table.name)\n\nName ")) }
    }

    @Test("O01: one table prints by its name, whatever its case, as text or Markdown")
    func single() async {
      let (_, text) = await run(["table", "kinto"])
      #expect(text.output == [Kinto.table].text)
      let (_, markdown) = await run(["table", "Household", "--markdown"])
      #expect(markdown.output == [Household.table].markdown)
    }

    @Test("O01: a text that is no table's name filters the rows of all tables by name, method and path, without case")
    func filtered() async {
      let (status, transcript) = await run(["table", "person.RE"])
      #expect(status == .okay)
      #expect(transcript.output == [EndpointTable("Household", rows: Household.table.rows(containing: "Person.re"))].text)
      #expect(transcript.output.contains("Person.read") && !transcript.output.contains("Person.create"))
      let tables = [
        EndpointTable("A", rows: [Endpoint("A.b", .get, "x")]), EndpointTable("B", rows: [Endpoint("B.c", .get, "xy")]),
      ]
      let (_, both) = await run(["table", "x"], tool: Tool("two", tables: tables))
      #expect(both.output == tables.text)
      let (_, one) = await run(["table", "xy"], tool: Tool("two", tables: tables))
      #expect(one.output == [tables[1]].text)
    }

    @Test("O01: tables print as JSON, with their problems")
    func json() async throws {
      let faulty = EndpointTable(
        "F", rows: [Endpoint("A.read", .get, "a/{id", output: Bool.self, summary: "Reads it."), Endpoint("B.read", .get, "b")])
      let tool = Tool("faulty", tables: [faulty])
      let (status, transcript) = await run(["table", "--json"], tool: tool)
      #expect(status == .okay)
      let tables = try #require(JSONValue(parsing: transcript.output).array)
      #expect(tables.count == 1 && tables[0]["name"] == "F")
      let rows = try #require(tables[0]["rows"]?.array)
      #expect(rows.map { $0["name"] } == ["A.read", "B.read"])
      #expect(
        rows[0] == [
          "name": "A.read", "method": "GET", "path": "a/{id", "summary": "Reads it.", "sends": nil, "returns": "Bool",
          "options": nil,
        ])
      #expect(tables[0]["problems"]?.array?.count == 1)
      #expect(await run(["table", "--json", "--problems"], tool: tool).0 == .failure)
    }

    @Test("O01: an unknown table suggests the nearest name")
    func unknown() async {
      let (status, transcript) = await run(["table", "Houshold"])
      #expect(status == .usage)
      #expect(
        transcript.errors
          == "refinery: there is no table Houshold, and no row whose name, method or path contains it; did you mean Household?\n"
      )
    }

    @Test("O01: problems print all at once, each naming its row, and count in the exit status")
    func problems() async {
      let faulty = EndpointTable(
        "Faulty",
        rows: [Endpoint("A.read", .get, "a/{id"), Endpoint("B.read", .get, "b", input: Bool.self), Endpoint("", .get, "c")])
      let (status, transcript) = await run(["table", "--problems"], tool: Tool("faulty", tables: [faulty]))
      #expect(status == .failure)
      let lines = transcript.output.split(separator: "\n")
      #expect(lines.count == 4)
      #expect(lines.first?.hasPrefix("Faulty: problem: A.read: ") == true)
      #expect(lines.last == "3 rows, 3 problems")
      let (sound, _) = await run(["table", "--problems"])
      #expect(sound == .okay)
    }

    @Test("O01: tables are written into a page between its marks, and the rest of the page stays")
    func into() async throws {
      let page = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).md")
      defer { try? FileManager.default.removeItem(at: page) }
      try "before\n<!-- tables -->\nold\n<!-- tables -->\nafter\n".write(to: page, atomically: true, encoding: .utf8)
      let arguments = ["table", "Household", "--into", page.path()]
      #expect(await run(arguments).0 == .okay)
      let written = try String(contentsOf: page, encoding: .utf8)
      #expect(written == "before\n<!-- tables -->\n\n\([Household.table].markdown)\n<!-- tables -->\nafter\n")
      #expect(await run(arguments).0 == .okay)
      #expect(try String(contentsOf: page, encoding: .utf8) == written)
    }

    @Test("O01: a tool of your own writes its own tables, and the example of its page tells a current file from an old one")
    func ownPage() async throws {
      let page = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).md")
      defer { try? FileManager.default.removeItem(at: page) }
      try "<!-- tables -->\n<!-- tables -->\n".write(to: page, atomically: true, encoding: .utf8)
      let shop = [EndpointTable("Shop", rows: [Endpoint("Order.read", .get, "orders/{id}")])]
      #expect(try !isCurrent(page, shop))
      #expect(await run(["table", "--into", page.path()], tool: Tool("shop", tables: shop)).0 == .okay)
      #expect(try isCurrent(page, shop))
      let text = try String(contentsOf: page, encoding: .utf8)
      #expect(text.contains("| `Order.read` |") && !text.contains("Household"))
    }

    @Test("O01: a page without marks, or none at all, is refused and stays as it is")
    func noMarks() async throws {
      let page = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).md")
      defer { try? FileManager.default.removeItem(at: page) }
      #expect(await run(["table", "--into", page.path()]).0 == .usage)
      try "mine".write(to: page, atomically: true, encoding: .utf8)
      #expect(await run(["table", "--into", page.path()]).0 == .usage)
      #expect(try String(contentsOf: page, encoding: .utf8) == "mine")
    }

    @Test("O01: options that exclude each other are refused, and the page does not change")
    func exclusive() async throws {
      let page = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).md")
      defer { try? FileManager.default.removeItem(at: page) }
      let text = "<!-- tables -->\n<!-- tables -->\n"
      try text.write(to: page, atomically: true, encoding: .utf8)
      for arguments in [["--into", page.path()], ["--markdown"]] {
        #expect(await run(["table", "--problems"] + arguments).0 == .usage, "\(arguments)")
        #expect(await run(["table", "--json"] + arguments).0 == .usage, "\(arguments)")
      }
      #expect(try String(contentsOf: page, encoding: .utf8) == text)
    }

    @Test("A tool of one's own knows its own tables alone, and calls itself by its own name")
    func ownTool() async {
      let tool = Tool("household", tables: [Household.table])
      let (_, table) = await run(["table"], tool: tool)
      #expect(table.output == [Household.table].text)
      let (status, help) = await run(["--help"], tool: tool)
      #expect(status == .okay)
      #expect(help.output.contains("USAGE: household <subcommand>"))
      let (usage, unknown) = await run(["tabel"], tool: tool)
      #expect(usage == .usage)
      #expect(!unknown.errors.isEmpty && unknown.output.isEmpty)
    }
  }
#endif
