import Endpoints
import Foundation
import HTTPTypes
import RefineryJSON
import Testing

@testable import RefineryMock

@Suite("Mock server: pages and stubs") struct MockOriginTests {
  private let person = PersonHost()

  private func fields(_ further: [String: String]) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in further.merging(["Origin": "http://localhost:3000"], uniquingKeysWith: { first, _ in first }) {
      fields[HTTPField.Name(name)!] = value
    }
    return fields
  }

  private func value(_ name: String, _ delivery: MockDelivery) -> String? { delivery.fields[HTTPField.Name(name)!] }

  @Test("S08: a page reads the fields of a rate limit") func rateLimit() async throws {
    try person.host.faults.add(parsing: "*: rate-limit 1 per 60s")
    let request = MockRequest(method: .get, target: "/person/5", fields: fields([:]))
    _ = await person.host.exchange(request)
    let limited = await person.host.exchange(request)
    let exposed = value("Access-Control-Expose-Headers", limited) ?? ""
    #expect(limited.status == 429 && value("Retry-After", limited) != nil)
    for name in ["Retry-After", "RateLimit", "RateLimit-Policy"] { #expect(exposed.contains(name), "\(exposed)") }
  }

  @Test("S07: a page reads the status of a request without a row") func noRow() async {
    let asked = ["Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"]
    let preflight = await person.host.exchange(MockRequest(method: .options, target: "/peopel", fields: fields(asked)))
    #expect(preflight.status == 204 && preflight.content.isEmpty)
    #expect(value("Access-Control-Allow-Methods", preflight) == "POST")
    #expect(value("Access-Control-Allow-Headers", preflight) == "content-type")
    #expect(value("Access-Control-Max-Age", preflight) != nil)
    let post = await person.host.exchange(MockRequest(method: .post, target: "/peopel", fields: fields([:])))
    #expect(post.status == 404 && value("Access-Control-Allow-Origin", post) == "http://localhost:3000")
    let foreign = fields(asked.merging(["Origin": "http://a.example"]) { $1 })
    #expect(await person.host.exchange(MockRequest(method: .options, target: "/peopel", fields: foreign)).status == 404)
  }

  @Test("S07: web pages of this machine may read responses, others not; the Vary of a response is kept") func origins() async {
    let mock = MockHost(row: { _ in nil }, respond: { _ in MockResponse(200, fields: [.vary: "Accept"]) })
    let local = ["http://localhost:3000", "http://[::1]:3000", "https://127.0.0.1", "http://app.localhost:3000"]
    let foreign = [
      "https://example.com", "http://localhost.example.com", "http://localhost.example", "null", "file://localhost",
    ]
    for origin in local + foreign {
      let delivery = await mock.exchange(MockRequest(method: .get, target: "/", fields: fields(["Origin": origin])))
      #expect(value("Access-Control-Allow-Origin", delivery) == (local.contains(origin) ? origin : nil))
      #expect(value("Vary", delivery) == "Accept, Origin")
    }
  }

  @Test("S07: a stub keeps its entity tag, and only a success has conditions") func stubs() throws {
    let stubs = [
      "Person.read": MockResponse(200, fields: [.eTag: "\"v1\""], content: Data("{}".utf8)),
      "Household.enumerate": MockResponse(503, content: Data("[]".utf8)),
    ]
    let mock = try MockServer(Household.table, MockSettings { $0.stubs = stubs })
    func response(_ method: HTTPRequest.Method, _ target: String, _ known: String? = nil) -> MockResponse {
      var fields = HTTPFields()
      fields[.ifNoneMatch] = known
      return mock.respond(to: MockRequest(method: method, target: target, fields: fields))
    }
    for method in [HTTPRequest.Method.get, .head] {
      #expect(response(method, "/person/1").fields[.eTag] == "\"v1\"")
      #expect(response(method, "/person/1", "\"v1\"").status == 304)
      let tag = response(method, "/households").fields[.eTag]
      #expect(tag == response(.get, "/households").fields[.eTag])
      #expect(response(method, "/households", tag).status == 503)
      #expect(response(method, "/households", "*").status == 503)
    }
  }

  @Test(
    "S07: a stub that cannot be used whole is refused",
    arguments: [#"{"fields":["X: y"]}"#, #"{"text":5}"#, #"{"json":{},"text":"a"}"#, #"{"fields":{"X":1}}"#])
  func stubFaults(stub: String) throws {
    let stub = try JSONValue(parsing: Data(stub.utf8))
    #expect(throws: MockServer.Fault.self) { try MockResponse.stubs(["Person.read": stub], for: [Household.table]) }
  }
}
