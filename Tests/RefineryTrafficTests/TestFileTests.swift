import Foundation
import RefineryCore
import RefineryTraffic
import Testing

@Suite struct TestFileTests {
  private static let table = EndpointTable(
    "People",
    rows: [
      Endpoint("Person.read", .get, "people/{id}", output: JSONValue.self), Endpoint("Person.me", .get, "people/me"),
      Endpoint("Person.list", .get, "people{?page}", output: [String].self), Endpoint("Person.create", .post, "people"),
    ])

  private func traffic(_ requests: [(method: String, path: String, status: Int, body: String)]) throws -> Traffic {
    let entries = requests.map { method, path, status, body in
      let post = body.isEmpty ? "" : #","postData":{"mimeType":"application/json","text":"\#(body)"}"#
      let request = #"{"method":"\#(method)","url":"https://api.example/v1/\#(path)"\#(post)}"#
      return #"{"request":\#(request),"response":{"status":\#(status)}}"#
    }
    return try Traffic(har: Fixture.har(entries.joined(separator: ",")))
  }

  @Test("S09: with a table, traffic becomes a test with a call on the row that fits")
  func test() throws {
    let traffic = try traffic([
      ("GET", "people/5", 200, ""), ("GET", "people/a%20b", 404, ""), ("GET", "people/me?limit=10", 200, ""),
      ("GET", "people?page=2&q=x", 200, ""), ("POST", "people", 201, "1"), ("GET", "pets", 200, ""),
      ("GET", "people/6", 302, ""), ("GET", "people?q=x&page=2", 200, ""),
    ])
    let file = try traffic.testFile(for: Self.table, cassette: "people.json")
    #expect(
      String(decoding: file.data, as: UTF8.self) == #"""
        // Written by `refinery convert` from recorded traffic.
        import Foundation
        import Refinery
        import RefineryJSON
        import RefineryTesting
        import Testing

        /// The rows of People against recorded responses. Nothing is sent.
        @Suite struct PeopleTrafficTests {
          private static let table = People.table

          private func api(_ baseURL: String) throws -> Client {
            let folder = URL(filePath: #filePath).deletingLastPathComponent()
            let cassette = try Cassette(folder.appending(path: "people.json"), mode: .replay)
            return Client(baseURL: try #require(URL(string: baseURL)), transport: cassette)
          }

          private func status(_ api: Client, _ call: Call<Okay>) async throws -> Int {
            try await api.respond(to: call).head.status.code
          }

          @Test("Person.read: recorded responses") func personRead() async throws {
            let api = try api("https://api.example/v1")
            let row = try #require(Self.table["Person.read"])
            _ = try await api.send(Call<JSONValue>(row, ["id": "5"]))
            #expect(try await status(api, Call<Okay>(row, ["id": "a b"])) == 404)
          }

          @Test("Person.me: recorded responses") func personMe() async throws {
            let api = try api("https://api.example/v1")
            let row = try #require(Self.table["Person.me"])
            #expect(try await status(api, Call<Okay>(row, query: ["limit": "10"])) == 200)
          }

          @Test("Person.list: recorded responses") func personList() async throws {
            let api = try api("https://api.example/v1")
            let row = try #require(Self.table["Person.list"])
            _ = try await api.send(Call<[String]>(row, ["page": "2"], query: ["q": "redacted-1"]))
          }

          @Test("Person.create: recorded responses") func personCreate() async throws {
            let api = try api("https://api.example/v1")
            let row = try #require(Self.table["Person.create"])
            #expect(try await status(api, Call<Okay>(row).body(Body(Data("1".utf8)), contentType: "application/json")) == 201)
          }
        }

        """#)
    #expect(file.attachments.map(\.path) == ["people.json"])
    #expect(
      file.notes == [
        "exchange 6, GET https://api.example/v1/pets, has no test: no row of the table makes this request",
        "exchange 7, GET https://api.example/v1/people/6, has no test: the client follows redirects itself",
        "exchange 8, GET https://api.example/v1/people, has no test: the row Person.list makes another request",
      ])
  }

  @Test("S09: rows at many base URLs have tests with numbered names")
  func numbers() throws {
    let entries = (1...4000).map {
      #"{"request":{"method":"GET","url":"https://h\#($0)/people/5"},"response":{"status":404}}"#
    }
    let traffic = try Traffic(har: Fixture.har(entries.joined(separator: ",")))
    let text = String(decoding: try traffic.testFile(for: Self.table, cassette: "a.json").data, as: UTF8.self)
    #expect(text.utf8.count < 300 * entries.count)
    #expect(text.contains("func personRead()") && text.contains("func personRead2()") && text.contains("func personRead4000()"))
  }

  @Test("S09: a test has no secrets, also if a field begins with a combining mark")
  func combiningMark() throws {
    let request =
      #"{"method":"POST","url":"https://api.example/people","headers":[{"name":"User-Agent","value":"\u0301x"}],"#
      + #""postData":{"mimeType":"application/json","text":"{\"password\":\"s3cret\"}"}}"#
    let traffic = try Traffic(har: Fixture.har(#"{"request":\#(request),"response":{"status":201}}"#))
    let file = try traffic.testFile(for: Self.table, cassette: "people.json")
    #expect(!String(decoding: file.data, as: UTF8.self).contains("s3cret"))
    let again = try Traffic(cassette: try #require(file.attachments.first?.data))
    #expect(again.exchanges.first?.headers[.userAgent] == "\u{301}x")
  }

  @Test("S09: exchanges get the names of the rows that make them")
  func names() throws {
    var traffic = try traffic([("GET", "people/me", 200, ""), ("GET", "people/1", 200, ""), ("GET", "x", 200, "")])
    traffic.name(by: Self.table)
    #expect(traffic.exchanges.map(\.name) == ["Person.me", "Person.read", ""])
  }
}
