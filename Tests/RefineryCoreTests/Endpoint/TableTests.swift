import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct TableTests {
  private let table = EndpointTable("People", [Person.self])

  @Test("O01: a table prints every row, for a terminal and as Markdown")
  func printing() {
    let lines = table.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 2 + table.rows.count)
    #expect(lines[0].hasPrefix("Name              Method  Path"))
    #expect(lines[3] == "Person.read       GET     people/{id}           Person")
    #expect(table.markdown.split(separator: "\n").count == 2 + table.rows.count)
    #expect(table.markdown.contains("| `Person.read` | `GET` | `people/{id}` |  | Person |  |"))
    #expect(table.description == "People: 6 rows")
  }

  @Test("O01: a sound table has no problems")
  func sound() {
    #expect(table.problems.isEmpty)
    #expect(table.warnings.isEmpty)
  }

  @Test("O02: idleTimeout may be longer than timeout, in a table and in overrides")
  func silence() throws {
    let row = Endpoint(
      "Price.changes", .get, "prices",
      Options {
        $0.timeout = .seconds(10)
        $0.idleTimeout = .seconds(600)
      })
    let table = EndpointTable("Prices", rows: [row])
    #expect(table.problems.isEmpty)
    let json = Data(#"{"Price.changes": {"timeout": 5}}"#.utf8)
    let overrides = try EndpointOverrides(json: json, for: table, keys: EndpointOverrides.coreKeys)
    #expect(overrides.names == ["Price.changes"])
  }

  @Test(
    "O01, O02: each fault of a row is a sentence that names it",
    arguments: [
      (Endpoint("R", .get, "people/{id"), "malformed"),
      (Endpoint("R", .get, "{id}/x", parameters: []), "no parameter fills {id}"),
      (Endpoint("R", .get, "people", parameters: ["id"]), "parameter id has no place"),
      (Endpoint("R", .get, "ftp://h/x"), "neither http nor https"),
      (Endpoint("R", .get, "https:///x"), "no host"),
      (Endpoint("R", .get, "https://u:p@h/x"), "user information"),
      (Endpoint("R", .get, "//h/x"), "two slashes"),
      (Endpoint("R", .get, "people#top"), "fragment"),
      (Endpoint("R", .get, "people/../x"), "`..`"),
      (Endpoint("R", .get, "people/%2E%2e/x"), "`..`"),
      (Endpoint("R", .get, "people", input: Person.self), "has no body"),
      (Endpoint("R", .get, "people", Options { $0.successCodes = [] as StatusSet }), "no status is a success"),
      (Endpoint("R", .get, "people", Options { $0.timeout = .seconds(-1) }), "timeout must be positive"),
      (
        Endpoint(
          "R", .get, "people",
          Options {
            $0.timeout = .seconds(1)
            $0.attemptTimeout = .seconds(2)
          }),
        "longer than the whole call"
      ),
      (Endpoint("R", .get, "people", Options { $0.headers = [.contentLength: "1"] }), "Content-Length"),
      (Endpoint("R", .get, "people", Options { $0.headers = [.userAgent: "a\r\nb"] }), "line break"),
      (Endpoint("R", .get, "people", Options { $0.headers = [.idempotencyKey: "k"] }), "idempotent without"),
      (Endpoint("R", .get, "people", Options { $0.responseLimit = -1 }), "responseLimit"),
      (
        Endpoint("R", .delete, "x", Options { $0.coder = JSONCoder() }, output: Okay.self),
        "never used"
      ),
      (Endpoint("", .get, "people"), "give it a name"),
    ])
  func faults(row: Endpoint, text: String) throws {
    let problems = EndpointTable("T", rows: [row]).problems
    #expect(problems.count == 1)
    let fault = try #require(problems.first)
    #expect(fault.contains(text))
    #expect(fault.hasPrefix(row.name.isEmpty ? "(a row without a name): " : "R: "))
  }

  @Test("all faults come at once, a doubled name among them")
  func allAtOnce() {
    let rows = [Endpoint("A", .get, "x/{"), Endpoint("A", .get, "y"), Endpoint("B", .get, "z#f")]
    #expect(EndpointTable("T", rows: rows).problems.map { $0.prefix { $0 != ":" } } == ["A", "A", "B"])
  }

  @Test("O01: what works and is probably not meant is a warning")
  func warnings() {
    let rows = [
      Endpoint("A", .get, "x/{id}"), Endpoint("B", .get, "x/{key}"), Endpoint("C", .delete, "y", input: String.self),
      Endpoint("D", .get, "z/{id}/z/{id}"),
    ]
    let table = EndpointTable("T", rows: rows)
    #expect(table.problems.isEmpty)
    #expect(table.warnings.map { $0.prefix { $0 != ":" } } == ["B", "C", "D"])
  }

  @Test("O01: rows are found by name and text, and a slip of the pen is understood")
  func search() {
    #expect(table["Person.read"]?.method == .get)
    #expect(table["Person.fly"] == nil)
    #expect(table.rows(containing: "PATCH").map(\.name) == ["Person.patch"])
    #expect(table.nearestName(to: "person.raed") == "Person.read")
    #expect(table.nearestName(to: "quite something else") == nil)
  }

  @Test("C18: a model's coder and options reach the rows it makes itself")
  func modelRows() {
    struct Slow: Decodable, Sendable, Enumerable {
      static let path: URITemplate = "slow"
      static let options = Options {
        $0.timeout = .seconds(9)
        $0.responseLimit = 1
      }
      static let coder: (any Coder)? = JSONCoder(keys: .snakeCase)
      static let recent = endpoint("recent", .get, "slow/recent", Options { $0.responseLimit = 2 })
    }
    #expect(Slow.recent.name == "Slow.recent")
    #expect(Slow.recent.options.timeout == .seconds(9))
    #expect(Slow.recent.options.responseLimit == 2)
    #expect(Slow.recent.options.coder != nil)
  }

  @Test("O01: rows are values that compare and copy")
  func values() {
    var row = Person.readEndpoint
    #expect(row == Person.readEndpoint)
    row.options.timeout = .seconds(1)
    #expect(row != Person.readEndpoint)
    #expect(Person.readEndpoint.options.isEmpty)
  }

  @Test("500 rows are checked, found and printed")
  func large() {
    let rows = (0..<500).map { Endpoint("R\($0).read", .get, URITemplate(stringLiteral: "r\($0)/{id}")) }
    let table = EndpointTable("Large", rows: rows)
    #expect(table.problems.isEmpty && table.warnings.isEmpty)
    #expect(table.text.split(separator: "\n").count == 502)
  }
}
