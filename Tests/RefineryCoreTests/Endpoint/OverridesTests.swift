import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct OverridesTests {
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
    #expect(read.options.timeout == .milliseconds(2500))
    let list = try api.makeRequest(for: Person.enumerate())
    #expect(list.head.method == .post)
    #expect(list.options.responseLimit == 10)
    #expect(try api.makeRequest(for: Person.delete(5)).head.path == "/api/people/5")
    #expect(try api.explain(Person.read(5)).isOverridden)
  }

  @Test("a call's option wins over an override, an override over the row")
  func precedence() throws {
    struct Slow: Decodable, Identifiable, Sendable, Readable {
      static let path: URITemplate = "slow"
      static let options = Options { $0.timeout = .seconds(9) }
      var id: Int
    }
    let json = Data(#"{"Slow.read":{"timeout":3}}"#.utf8)
    let overrides = try EndpointOverrides(json: json, for: EndpointTable("S", [Slow.self]), keys: EndpointOverrides.coreKeys)
    let api = Client(baseURL: base, transport: StubTransport(), overrides: overrides)
    #expect(try api.makeRequest(for: Slow.read(1)).options.timeout == .seconds(3))
    #expect(try api.makeRequest(for: Slow.read(1).timeout(.seconds(1))).options.timeout == .seconds(1))
    let plain = Client(baseURL: base, transport: StubTransport())
    #expect(try plain.makeRequest(for: Slow.read(1)).options.timeout == .seconds(9))
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

  @Test("a path of a custom row must be one that its calls can fill")
  func customRow() throws {
    let table = EndpointTable("T", rows: [Endpoint("Note.read", .get, "notes/{id}{?fields}")])
    func load(_ path: String) throws {
      _ = try EndpointOverrides(json: Data(#"{"Note.read":{"path":"\#(path)"}}"#.utf8), for: table, keys: [])
    }
    #expect(throws: UnusableSettings.self) { try load("v2/notes/{idd}") }
    try load("v2/notes/{id}")
  }

  @Test("a limit is compared with limits that were given, not with a default")
  func limits() throws {
    _ = try overrides(#"{"Person.read":{"attemptTimeout":90}}"#)
    #expect(throws: UnusableSettings.self) { try self.overrides(#"{"Person.read":{"attemptTimeout":90,"timeout":5}}"#) }
    #expect(throws: UnusableSettings.self) { try self.overrides(#"{"Person.read":{"method":"CONNECT"}}"#) }
  }

  @Test("O01: a file is read")
  func file() throws {
    let file = URL(filePath: "/tmp/refinery-overrides-\(UUID().uuidString).json")
    try Data(#"{"Person.read":{"timeout":null}}"#.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(
      try EndpointOverrides(json: Data(contentsOf: file), for: table, keys: EndpointOverrides.coreKeys).names == ["Person.read"]
    )
  }

  @Test(
    "a bad override is refused, naming row and setting",
    arguments: [
      (#"{"Person.raed":{}}"#, "did you mean Person.read?"), (#"{"Person.read":{"timeout":-1}}"#, "timeout"),
      (#"{"Person.read":{"timeout":"5"}}"#, "timeout"), (#"{"Person.read":{"timeout":1e400}}"#, "timeout"),
      (#"{"Person.read":{"path":""}}"#, "path"), (#"{"Person.read":{"path":"x/{id"}}"#, "malformed"),
      (#"{"Person.read":{"path":"x"}}"#, "parameter id"), (#"{"Person.read":{"method":"get"}}"#, "method"),
      (#"{"Person.read":{"speed":1}}"#, "no such setting"), (#"{"Person.read":7}"#, "must be an object"),
      (#"{"Person.read":{"idempotent":"yes"}}"#, "idempotent"), (#"[]"#, "object by row name"), (#"{"#, "cannot be read"),
      (#"{"Person.read":{"timeout":1,"timeout":2}}"#, "line 1, column 29: the object already has a member of this name"),
      (#"{"Person.create":{"method":"GET"}}"#, "has no body"),
    ])
  func refused(json: String, text: String) throws {
    let faults = #expect(throws: UnusableSettings.self) { try overrides(json) }
    #expect(faults?.description.contains(text) == true)
  }

  @Test("all faults are listed, and nothing takes effect")
  func allFaults() throws {
    let json = #"{"Nobody.x":{},"Person.read":{"timeout":-1,"speed":1},"Person.delete":{"timeout":3}}"#
    let faults = #expect(throws: UnusableSettings.self) { try overrides(json) }
    #expect(faults?.problems.count == 3)
  }

  @Test("every fault is listed at once: of the document, of the settings and of the row as it would be")
  func oneStage() throws {
    let json = """
      {"Person.read": {"path": "https://[::1/people/{id}", "timeot": 5, "timeout": 1, "timeout": 2, "attemptTimeout": 90},
       "Person.create": {"method": "GET", "retries": 1, "retries": 2, "idempotnt": true}}
      """
    let faults = try #require(#expect(throws: UnusableSettings.self) { try overrides(json) }).problems
    let expected = [
      "the overrides repeat a name: malformed JSON at line 1, column",
      "the overrides repeat a name: malformed JSON at line 2",
      "Person.read: the host or the port of its URL is malformed",
      "Person.read: timeot: there is no such setting; did you mean timeout?",
      "Person.read: attemptTimeout of 90.0 seconds is longer",
      "Person.create: GET has no body", "Person.create: retries: there is no such setting; known settings: path",
      "Person.create: idempotnt: there is no such setting; did you mean idempotent?",
    ]
    for text in expected { #expect(faults.contains { $0.hasPrefix(text) }, "\(text) is not in \(faults)") }
    #expect(faults.count == expected.count)
  }

  @Test(
    "an absolute path with a malformed host or port is refused",
    arguments: [
      "https://[::1/", "https://[::1]]/", "https://a:b/", "https://a:0/", "https://a:70000/", "https://a b/", "https://a%20b/",
      "https://b\u{FC}cher.example/", "https://[zz::1]/", "https://:80/", "https://{host}:x/",
    ])
  func hosts(path: String) throws {
    let faults = #expect(throws: UnusableSettings.self) {
      try overrides(#"{"Person.enumerate":{"path":"\#(path)"}}"#)
    }
    #expect(faults?.problems.isEmpty == false)
    #expect(!EndpointTable("T", rows: [Endpoint("A.b", .get, URITemplate(stringLiteral: path))]).problems.isEmpty)
  }

  @Test(
    "an absolute path with a sound host and port is taken",
    arguments: [
      "https://[::1]/", "https://[::1]:8080/", "http://127.0.0.1:1/x", "https://xn--bcher-kva.example", "http://A_b.c~d:65535/",
    ])
  func soundHosts(path: String) throws {
    _ = try overrides(#"{"Person.enumerate":{"path":"\#(path)"}}"#)
    let row = Endpoint("A.b", .get, "https://{region}.example.com:{port}/x")
    #expect(EndpointTable("T", rows: [row]).problems.isEmpty)
  }

  @Test("O10: what a store has in force holds from the next call on, for every copy of a client; a bad file changes nothing")
  func replaced() throws {
    let store = EndpointOverrides.Store()
    let api = Client(baseURL: base, transport: StubTransport(), overrides: store.overrides)
    var other = api
    other.headers[.accept] = "text/plain"
    func load(_ json: String) throws {
      store.replace(with: try overrides(json))
    }
    #expect(try api.makeRequest(for: Person.read(5)).head.path == "/api/people/5")
    #expect(api.report.overrides.isEmpty)

    try load(#"{"Person.read":{"path":"v2/person/{id}","timeout":2.5,"method":"POST"}}"#)
    let begun = try api.makeRequest(for: Person.read(5))
    for client in [api, other] {
      let request = try client.makeRequest(for: Person.read(5))
      #expect(request.head.path == "/api/v2/person/5" && request.head.method == .post)
      #expect(request.options.timeout == .milliseconds(2500))
      #expect(try client.explain(Person.read(5)).isOverridden && client.report.overrides == ["Person.read"])
    }

    let faults = #expect(throws: UnusableSettings.self) {
      try load(#"{"Person.read":{"timeout":9,"speed":1},"Person.delete":{"timeout":-1}}"#)
    }
    #expect(faults?.problems.count == 2)
    #expect(try api.makeRequest(for: Person.read(5)).options.timeout == .milliseconds(2500))

    // A file takes the place of the whole one before it.
    try load(#"{"Person.delete":{"timeout":7}}"#)
    #expect(try other.makeRequest(for: Person.read(5)).head.path == "/api/people/5")
    #expect(try other.makeRequest(for: Person.delete(5)).options.timeout == .seconds(7))
    #expect(begun.options.timeout == .milliseconds(2500))
    store.replace(with: EndpointOverrides())
    #expect(try api.makeRequest(for: Person.delete(5)).options.timeout != .seconds(7))
    #expect(try !api.explain(Person.delete(5)).isOverridden)
  }

  @Test("O10: a store given what another one has in force takes that, and does not follow it")
  func nested() throws {
    let first = EndpointOverrides.Store(try overrides(#"{"Person.read":{"path":"one/{id}"}}"#))
    let second = EndpointOverrides.Store(first.overrides)
    second.replace(with: second.overrides)
    first.replace(with: EndpointOverrides())
    let api = Client(baseURL: base, transport: StubTransport(), overrides: second.overrides)
    #expect(try api.makeRequest(for: Person.read(5)).head.path == "/api/one/5")
  }

  @Test("O10: a call is of one version of the overrides, whenever they are replaced")
  func versions() async throws {
    let versions = try (1...2).map { try overrides(#"{"Person.read":{"path":"\#($0)/{id}","timeout":\#($0)}}"#) }
    let store = EndpointOverrides.Store(versions[0])
    let api = Client(baseURL: base, transport: StubTransport(), overrides: store.overrides)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for number in 0..<5000 { store.replace(with: versions[number % 2]) } }
      group.addTask {
        for _ in 0..<5000 {
          let request = try api.makeRequest(for: Person.read(5))
          #expect(request.head.path == (request.options.timeout == .seconds(1) ? "/api/1/5" : "/api/2/5"))
        }
      }
      try await group.waitForAll()
    }
  }
}
