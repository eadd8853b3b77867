import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryTesting
import Testing

@testable import RefineryMock

@Suite("S08: the control path") struct ControlPathTests {
  private let person = PersonHost(known: ["Person.read", "Person.create"])

  private func send(
    _ method: HTTPRequest.Method, _ path: String, _ json: String? = nil,
    fields: [(String, String)] = [("Host", "127.0.0.1:8080")], type: String? = "application/json"
  ) async -> (status: Int, json: JSONValue?) {
    var request = MockRequest(method: method, target: "/__refinery/\(path)", content: Data((json ?? "").utf8))
    for (name, value) in fields { HTTPField.Name(name).map { request.fields.append(HTTPField(name: $0, value: value)) } }
    if json != nil { request.fields[.contentType] = type }
    let response = await person.host.control.respond(to: request)
    return (response.status, try? JSONValue(parsing: response.content))
  }

  @Test("S08: faults are added, replaced, listed and removed")
  func faults() async throws {
    let added = await send(.post, "faults", #"{"faults":["Person.read: status 503, times 2"]}"#)
    #expect(added.status == 200)
    _ = await person.failure()
    #expect(
      await send(.get, "faults").json
        == ["faults": [["rule": "Person.read: status 503, times 2", "requests": 1, "applied": 1]]])
    _ = await send(.post, "faults", #"{"faults":["*: delay 1ms"]}"#)
    #expect(person.host.faults.description == "Person.read: status 503, times 2; *: delay 1ms")
    _ = await send(.put, "faults", #"{"faults":["*: empty","*: reset"]}"#)
    #expect(person.host.faults.description == "*: empty; *: reset")
    #expect(await send(.delete, "faults").status == 204)
    #expect(person.host.faults.description == "no faults")
  }

  @Test(
    "S08: a wrong rule is refused with its place, and changes nothing",
    arguments: [
      (#"{"faults":["*: empty","*: statsu 503"]}"#, 422, "rule 2, column 4: there is no fault statsu; did you mean status?"),
      (
        #"{"faults":["Person.raed: empty"]}"#, 422,
        "rule 1, column 1: no row has the name Person.raed; did you mean Person.read?"
      ),
      (#"{"faults":[5]}"#, 422, "The content must be {\"faults\":[...]}"),
      (#"["*: empty"]"#, 422, "The content must be {\"faults\":[...]}"),
      ("{", 400, "The content cannot be read: malformed JSON at line 1, column 2"),
    ])
  func wrongRules(json: String, status: Int, detail: String) async throws {
    try person.host.faults.add(.reset)
    let response = await send(.put, "faults", json)
    #expect(response.status == status)
    #expect(response.json?["detail"]?.string?.hasPrefix(detail) == true, "\(response.json ?? nil)")
    #expect(person.host.faults.description == "*: reset")
  }

  @Test("S08: rules must be sent as JSON, which a web page cannot do unasked")
  func mediaType() async {
    for type in ["text/plain", "application/x-www-form-urlencoded", ""] {
      #expect(await send(.post, "faults", #"{"faults":["*: empty"]}"#, type: type).status == 415)
    }
    #expect(await send(.post, "faults", #"{"faults":["*: empty"]}"#, type: "application/json; charset=utf-8").status == 200)
  }

  @Test(
    "S08: requests of web pages and for other hosts are refused",
    arguments: [
      [("Host", "127.0.0.1:8080"), ("Origin", "http://127.0.0.1:8080")], [("Host", "127.0.0.1"), ("Origin", "null")],
      [("Host", "attacker.example")], [("Host", "attacker.example:8080")], [("Host", "127.0.0.1.attacker.example")],
      [("Host", "localhost.attacker.example:80")], [("Host", "localhost@attacker.example")], [("Host", "")], [],
      [("Host", "localhost"), ("Host", "attacker.example")], [("Host", "localhost"), ("Sec-Fetch-Site", "cross-site")],
      [("Host", "[::1].attacker.example")], [("Host", "127.0.0.1:80@attacker.example")],
    ])
  func webPages(fields: [(String, String)]) async throws {
    try person.host.faults.add(.reset)
    for (method, path) in [(HTTPRequest.Method.get, "journal"), (.get, "faults"), (.delete, "faults"), (.post, "reset")] {
      #expect(await send(method, path, fields: fields).status == 403)
    }
    #expect(person.host.faults.description == "*: reset" && person.acted.count == 0)
  }

  @Test(
    "S08: programs of this machine are served",
    arguments: ["127.0.0.1", "localhost:80", "LOCALHOST", "[::1]", "[::1]:8080"])
  func hosts(host: String) async {
    #expect(await send(.get, "faults", fields: [("Host", host)]).status == 200)
  }

  @Test("S08: the journal is listed without secrets, whole or for one row, and emptied")
  func journal() async throws {
    let call = Call<JSONValue>(Endpoint("Person.create", .post, "person")).query(["token": "canary"])
      .body(["name": "Ann", "password": "canary"] as JSONValue)
    try await person.api.send(call.header(.authorization, "Bearer canary"))
    try await person.api.send(PersonHost.read)
    let listed = await send(.get, "journal")
    #expect(listed.json?["calls"]?.array?.count == 2 && listed.json?["dropped"] == 0)
    #expect(listed.json?.text().contains("canary") == false)
    #expect(listed.json?["calls"]?[0]?["content"]?.string?.contains("Ann") == true)
    let one = await send(.get, "journal?row=Person.read")
    #expect(one.json?["calls"]?.array?.map { $0["number"] } == [2])
    #expect(await send(.delete, "journal").status == 204)
    #expect(person.host.journal.calls.isEmpty)
  }

  @Test("S08: a reset removes faults and journal, and resets the server")
  func reset() async throws {
    try person.host.faults.add(.delay(.zero))
    try await person.api.send(PersonHost.read)
    #expect(await send(.post, "reset").status == 204)
    #expect(person.host.faults.description == "no faults" && person.host.journal.calls.isEmpty)
    #expect(person.acted.count == 2)
  }

  @Test("S08: other paths and methods are refused")
  func others() async {
    #expect(await send(.get, "secrets").status == 404)
    #expect(await send(.get, "reset").status == 405)
    #expect(await send(.patch, "faults").status == 405)
    #expect(await send(.put, "journal").status == 405)
  }
}
