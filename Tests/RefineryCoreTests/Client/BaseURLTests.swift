import Foundation
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct BaseURLTests {
  @Test(
    "A16: a base URL that is missing or unusable is an error of the call and a problem of the client, not a trap",
    arguments: [
      "", "people", "ftp://h", "http://", "http://u:p@h", "http://h/#x", "http://[::1", "http://h:70000", "http://h:0",
      "http://h:99999999999999999999", "http://h%41",
    ])
  func badBase(base: String) async {
    let api = Client(baseURL: base, transport: StubTransport(.json("[]")))
    let error = await #expect(throws: CallError.self) { try await api.send(Person.enumerate()) }
    #expect(error?.kind == .badRequest)
    #expect(api.problems.count == 1)
    #expect(error?.underlying as? UnusableSettings == UnusableSettings(of: Client.self, problems: api.problems))
  }

  @Test(
    "A16: a base URL with an international host, or one in punycode, is sent in its ASCII form",
    arguments: [
      "https://bücher.example:81/api/", "https://xn--bcher-kva.example:81/api", "https://XN--BCHER-KVA.example:81/api",
    ])
  func internationalHost(base: String) throws {
    #expect(try wire(Person.read(5), base: base) == "GET https://xn--bcher-kva.example:81/api/people/5")
    #expect(Client(baseURL: base, transport: StubTransport()).problems.isEmpty)
  }

  @Test("A16: a port out of range is named, also where it is more than an integer holds")
  func ports() {
    for port in ["0", "65536", "99999999999999999999"] {
      let problem = Client(baseURL: "https://h:\(port)/api", transport: StubTransport()).problems.first
      #expect(problem == "the port of the base URL is not a number from 1 to 65535")
    }
    #expect(Client(baseURL: "https://h:/api", transport: StubTransport()).problems.isEmpty)
    #expect(Client(baseURL: "https://h:65535/api", transport: StubTransport()).problems.isEmpty)
  }

  @Test("A15: a direct URL of another scheme, or of none, is refused and does not go to the base URL's host")
  func directScheme() async {
    let (api, server) = client(.json("{}"))
    for url in ["ftp://a/x", "//a/x", "a/x", "/x", "mailto:a@b", "ftp://u:c4n4ry@a/x?key=c4n4ry"] {
      let row = Endpoint.direct(.get, url)
      let error = await #expect(throws: CallError.self) { try await api.send(Call<Okay>(row)) }
      #expect(error?.stage == .building && error?.description.contains("http:// or https://") == true)
      #expect(error?.description.contains("c4n4ry") == false)
    }
    let row = await #expect(throws: CallError.self) { try await api.send(Call<Okay>(Endpoint("Row", .get, "ftp://a/x"))) }
    #expect(row?.description.contains("neither http nor https") == true)
    #expect(server.requests.isEmpty)
  }
}
