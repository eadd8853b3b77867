import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

/// Values written into a template obey the rules of placeholders.
@Suite struct URITemplateInterpolationTests {
  private static let values = [
    "../admin", "..", ".", "./a", "a/..", "a/./b", "..\\a", "\\..", "..;", "..;/", "", "a\u{0}b", "a\rb", "a\nb", "\u{7F}",
    "\u{85}",
    "%2e%2e", "..%2f", "a/b", "a b", "é", "..a", "...", "a;b", "a\\b", "5", "{id}", "<id>", "?", "#", "/", "//h", "a..b",
    "\u{301}",
  ]

  @Test("A12: a value written into a template is accepted and refused as by a placeholder", arguments: values)
  func agrees(value: String) throws {
    let pairs: [(URITemplate, URITemplate)] = [
      ("p/\(value)", "p/{x}"), ("/p/\(value)/q", "/p/{x}/q"), ("p/.\(value)/q", "p/.{x}/q"), ("p/\(value).", "p/{x}."),
      ("p/\(value)%2Fq", "p/{x}%2Fq"), ("p/%2e\(value)", "p/%2e{x}"), ("p/\(value)\(value)/q", "p/{x}{x}/q"),
      ("https://h/\(value)/q", "https://h/{x}/q"), ("https://\(value)/q", "https://{x}/q"), ("p?q=\(value)", "p?q={x}"),
      ("p/a\(value){?page}", "p/a{x}{?page}"),
    ]
    for (written, filled) in pairs {
      let filled = try? filled.target(["x": .text(value)])
      #expect((try? written.target([:])) == filled, "\(written.text)")
      #expect((written.problem == nil) == (filled != nil), "\(written.text)")
    }
  }

  @Test("A12: what a placeholder adds to a written value makes no dot segment either")
  func beside() throws {
    let dot = "."
    let written: URITemplate = "p/a\(dot){id}"
    #expect(try written.target(["id": "b"]) == "p/a.b")
    let both: URITemplate = "p/\(dot){id}"
    #expect(throws: URITemplate.Unsafe.self) { try both.target(["id": "."]) }
  }

  @Test("A12: the fault names the place, and the value is part of neither the error nor a request")
  func callThrows() async {
    let (api, server) = client(.json("[]"))
    let name = "../admin"
    let row = Endpoint("Person.enumerate", .get, "households/\(name)/people")
    let error = await #expect(throws: CallError.self) { try await api.send(Call<[Person]>(row)) }
    let fault = error?.underlying as? URITemplate.Malformed
    #expect(fault?.position == 11 && fault?.reason.contains("path segment \".\" or \"..\"") == true)
    #expect(error?.stage == .building && error?.description.contains("Person.enumerate") == true)
    #expect(EndpointTable("T", rows: [row]).problems.count == 1)
    #expect(server.requests.isEmpty)
  }

  @Test("A12: nil is no value, and an identifier is written as in a placeholder")
  func identifiers() throws {
    let id = UUID()
    let written: URITemplate = "p/\(id)/\(7)"
    #expect(try written.target([:]) == "p/\(id.uuidString.lowercased())/7")
    var none = URITemplate.StringInterpolation(literalCapacity: 2, interpolationCount: 1)
    none.appendLiteral("p/")
    none.appendInterpolation(Int?.none)
    #expect(URITemplate(stringInterpolation: none).problem?.reason.contains("no value") == true)
    let name = "id"
    let named: URITemplate = "p/{\(name)}"
    #expect(try named.target(["id": "5"]) == "p/5")
  }

  @Test("A12: an identifier of several segments is written as in a placeholder, and is not lost")
  func segmentedIdentifiers() throws {
    struct Name: SegmentedID {
      var segments: [String]
    }
    for segments in [["library", "nginx"], ["a/b", "ü"], ["..", "x"], [".."], ["", "x"], ["a\u{0}"], ["a"], []] {
      let name = Name(segments: segments)
      let pairs: [(URITemplate, URITemplate)] = [
        ("v2/\(name)/tags", "v2/{x}/tags"), ("v2/\(name)", "v2/{x}"), ("v2?name=\(name)", "v2?name={x}"),
      ]
      for (written, filled) in pairs {
        let filled = try? filled.target(["x": .list(segments)])
        #expect((try? written.target([:])) == filled, "\(written.text)")
        #expect((written.problem == nil) == (filled != nil), "\(written.text)")
      }
    }
    let nginx: URITemplate = "v2/\(Name(segments: ["library", "nginx"]))/tags"
    #expect(try nginx.target([:]) == "v2/library,nginx/tags")
  }

  @Test(
    "A12: a value with a dot segment gets into a path on no way", arguments: ["..", "../admin", "..\\admin", "..;a", "a\r\nb"])
  func everyWay(value: String) throws {
    struct Routes: PathRouter {
      let value: String
      func path(
        for operation: Endpoint.Operation, type: String, id: String?, resource: (any Encodable & Sendable)?
      ) -> URITemplate? {
        switch operation {
        case .read: "eu/<type>/\(value)"
        case .enumerate: "all/{kind}"
        default: nil
        }
      }
    }
    struct Note: Codable, Sendable, Identifiable, Readable, Enumerable {
      typealias Parent = Person
      static let path: URITemplate = "notes"
      var id: String
    }
    let api = Client(baseURL: base, transport: StubTransport())
    func refuses<Output>(_ call: Call<Output>) {
      let error = #expect(throws: CallError.self) { try api.makeRequest(for: call) }
      #expect(error?.stage == .building)
    }
    let row = Endpoint("Row", .get, "a/{x}")
    refuses(Call<Okay>(row, ["x": .text(value)]))
    refuses(Call<Okay>(row).with("x", value))
    refuses(Call<Okay>(row, PathValues("x", PathValue(id: value))))
    refuses(Call<Okay>(Endpoint("Row", .get, "a/{+x}"), ["x": .text(value)]))
    refuses(Person.read(1) / Note.read(value))
    refuses(Call<Person>(Endpoint("Row", .get, "people/\(value)")) / Note.enumerate())
    refuses(Person.read(5).routed(by: Routes(value: value)))
    refuses(Person.enumerate().with("kind", value).routed(by: Routes(value: value)))
    refuses(Call<Okay>(Endpoint("Row", .get, "http://h:1/a/{x}"), ["x": .text(value)]))
    refuses(Call<Okay>(Endpoint("Row", .get, "http://h:1/a/\(value)")))
    refuses(Call<Okay>(Endpoint("Row", .get, "\(value)/a")))
    var overridden = api
    overridden.overrides = try EndpointOverrides(
      json: Data(#"{"Row": {"path": "b/{x}"}}"#.utf8), for: EndpointTable("T", rows: [row]), keys: [])
    let call = Call<Okay>(row, ["x": .text(value)])
    #expect(throws: CallError.self) { try overridden.makeRequest(for: call) }
  }

  @Test(
    "A12: a template's own `..` stays below the base URL's path",
    arguments: ["../x", "/../x", "a/../../x", "%2e%2E/x", "./../x"])
  func climbs(text: String) throws {
    let error = try #require(throws: CallError.self) { try wire(Call<Okay>(Endpoint("Row", .get, URITemplate(text)))) }
    #expect((error.underlying as? URITemplate.Malformed)?.reason == "its `..` leaves the path of the base URL")
  }
}
