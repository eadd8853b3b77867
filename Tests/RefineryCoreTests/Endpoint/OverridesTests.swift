import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct OverridesTests {
  private let table = EndpointTable("People", [Person.self])

  private func overrides(_ json: String) throws -> EndpointOverrides {
    try EndpointOverrides(json: Data(json.utf8), for: table, keys: EndpointOverrides.coreKeys)
  }

  @Test("O01: path, method and limits of a row change from a file, without a rebuild")
  func applied() throws {
    let overrides = try overrides(
      #"{"Person.read":{"path":"v2/person/{id}","timeout":2.5},"Person.enumerate":{"method":"POST","responseLimit":10}}"#)
    let api = Client(baseURL: base, transport: StubTransport(), overrides: overrides)
    let read = try api.makeRequest(for: Person.read(5))
    #expect(read.head.path == "/api/v2/person/5")
    #expect(read.options[Timeout.self] == .milliseconds(2500))
    let list = try api.makeRequest(for: Person.enumerate())
    #expect(list.head.method == .post)
    #expect(list.options[ResponseLimit.self] == 10)
    #expect(try api.makeRequest(for: Person.delete(5)).head.path == "/api/people/5")
    #expect(try api.explain(Person.read(5)).isOverridden)
  }

  @Test("demand 14: a call's option wins over an override, an override over the row")
  func precedence() throws {
    struct Slow: Decodable, Identifiable, Sendable, Readable {
      static let path: URITemplate = "slow"
      static let options = Options().setting(Timeout.self, .seconds(9))
      var id: Int
    }
    let json = Data(#"{"Slow.read":{"timeout":3}}"#.utf8)
    let overrides = try EndpointOverrides(json: json, for: EndpointTable("S", [Slow.self]), keys: EndpointOverrides.coreKeys)
    let api = Client(baseURL: base, transport: StubTransport(), overrides: overrides)
    #expect(try api.makeRequest(for: Slow.read(1)).options[Timeout.self] == .seconds(3))
    #expect(try api.makeRequest(for: Slow.read(1).timeout(.seconds(1))).options[Timeout.self] == .seconds(1))
    let plain = Client(baseURL: base, transport: StubTransport())
    #expect(try plain.makeRequest(for: Slow.read(1)).options[Timeout.self] == .seconds(9))
  }

  @Test("B03, B14: the batch forms are found and overridden by name")
  func batch() throws {
    let overrides = try overrides(
      #"{"Person.createAll":{"path":"people/batch","timeout":30},"Person.updateAll":{"method":"PUT"}}"#)
    let api = Client(baseURL: base, transport: StubTransport(), overrides: overrides)
    #expect(try api.makeRequest(for: Person.create([Person]())).head.path == "/api/people/batch")
    #expect(try api.makeRequest(for: Person.update([Person]())).head.method == .put)
    #expect(try api.makeRequest(for: Person.create(["name": "a"])).head.path == "/api/people")
  }

  @Test("demand 36: a path of a custom row must be one that its calls can fill")
  func customRow() throws {
    let table = EndpointTable("T", rows: [Endpoint("Note.read", .get, "notes/{id}{?fields}")])
    func load(_ path: String) throws {
      _ = try EndpointOverrides(json: Data(#"{"Note.read":{"path":"\#(path)"}}"#.utf8), for: table, keys: [])
    }
    #expect(throws: EndpointOverrides.Faults.self) { try load("v2/notes/{idd}") }
    try load("v2/notes/{id}")
  }

  @Test("demand 36: a limit is compared with limits that were given, not with a default")
  func limits() throws {
    _ = try overrides(#"{"Person.read":{"attemptTimeout":90}}"#)
    #expect(throws: EndpointOverrides.Faults.self) { try self.overrides(#"{"Person.read":{"attemptTimeout":90,"timeout":5}}"#) }
    #expect(throws: EndpointOverrides.Faults.self) { try self.overrides(#"{"Person.read":{"method":"CONNECT"}}"#) }
  }

  @Test("O01: a file is read")
  func file() throws {
    let file = URL(filePath: "/tmp/refinery-overrides-\(UUID().uuidString).json")
    try Data(#"{"Person.read":{"timeout":null}}"#.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try EndpointOverrides(contentsOf: file, for: table, keys: EndpointOverrides.coreKeys).names == ["Person.read"])
    let missing = URL(filePath: "/nonexistent/\(UUID().uuidString)")
    #expect(throws: (any Error).self) { try EndpointOverrides(contentsOf: missing, for: table, keys: []) }
  }

  @Test(
    "demand 36: a bad override is refused, naming row and setting",
    arguments: [
      (#"{"Person.raed":{}}"#, "did you mean Person.read?"), (#"{"Person.read":{"timeout":-1}}"#, "timeout"),
      (#"{"Person.read":{"timeout":"5"}}"#, "timeout"), (#"{"Person.read":{"timeout":1e400}}"#, "timeout"),
      (#"{"Person.read":{"path":""}}"#, "path"), (#"{"Person.read":{"path":"x/{id"}}"#, "malformed"),
      (#"{"Person.read":{"path":"x"}}"#, "parameter id"), (#"{"Person.read":{"method":"get"}}"#, "method"),
      (#"{"Person.read":{"speed":1}}"#, "no such setting"), (#"{"Person.read":7}"#, "must be an object"),
      (#"{"Person.read":{"idempotent":"yes"}}"#, "idempotent"), (#"[]"#, "object by row name"), (#"{"#, "cannot be read"),
      (#"{"Person.read":{"timeout":1,"timeout":2}}"#, "line 1, column 29: the object has a member of this name already"),
      (#"{"Person.create":{"method":"GET"}}"#, "has no body"),
    ])
  func refused(json: String, text: String) throws {
    let faults = #expect(throws: EndpointOverrides.Faults.self) { try overrides(json) }
    #expect(faults?.description.contains(text) == true)
  }

  @Test("demand 36: all faults are listed, and nothing takes effect")
  func allFaults() throws {
    let json = #"{"Nobody.x":{},"Person.read":{"timeout":-1,"speed":1},"Person.delete":{"timeout":3}}"#
    let faults = #expect(throws: EndpointOverrides.Faults.self) { try overrides(json) }
    #expect(faults?.faults.count == 3)
  }
}
