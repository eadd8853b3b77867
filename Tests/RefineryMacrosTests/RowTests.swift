#if Macros
  import Foundation
  import HTTPTypes
  import Refinery
  import RefineryMacros
  import RefineryTesting
  import Testing

  @Suite struct RowTests {
    static let table = EndpointTable("Forge", [Project.self, Project.Label.self, Forge.self])

    @Test("U01: a row is in its table with all that its function says, without a second mention")
    func table() {
      let table = Self.table
      #expect(table.problems == [])
      #expect(
        table.rows.map { "\($0.name) \($0.method) \($0.path)" } == [
          "Project.read GET repos/{id}", "Project.enumerate GET repos",
          "Project.list GET users/{user}/repos{?page,per_page,sort,tag*,since}",
          "Project.openTicket POST repos/{owner}/{name}/issues", "Project.setTopics PUT repos/{owner}/{name}/topics",
          "Project.readme GET repos/{owner}/{name}/readme", "Project.star POST repos/{id}/star",
          "Project.token POST repos/{id}/token",
          "Project.upload POST repos/{id}/assets", "Project.change PATCH repos/{id}", "Project.remove DELETE repos/{id}",
          "Project.methods OPTIONS repos/{id}", "Project.log GET repos/{id}/log", "Project.events GET repos/{id}/events",
          "Project.relative PUT Location of repos/uploads/", "Project.finish PUT Location",
          "Project.Label.hide POST repos/{project_id}/labels/{id}/hide", "Forge.zen GET zen",
          "Forge.health GET https://status.example.com/health",
        ])
      let open = table["Project.openTicket"]
      #expect(open?.input == "NewTicket" && open?.output == "Ticket" && open?.options.envelope == "issue")
      #expect(open?.options.timeout == .seconds(5))
      let topics = table["Project.setTopics"]
      #expect(topics?.options.idempotent == true && topics?.options.timeout == .seconds(1) && topics?.output == "Okay")
      #expect(table["Project.list"]?.output == "[Project]" && table["Project.readme"]?.output == "String?")
      #expect(table["Project.list"]?.summary == "Lists the repositories of a `Project`'s user.")
      #expect(table["Project.openTicket"]?.summary == nil)
    }

    @Test("U01: the summary of a row is in the table, in its JSON and in an explanation")
    func summary() throws {
      let summary = "Lists the repositories of a `Project`'s user."
      #expect(Self.table.text.contains(summary) && Self.table.markdown.contains("| \(summary) |"))
      let api = Client(baseURL: "http://stub", transport: StubTransport(.status(204)))
      #expect(try api.explain(Project.list(of: "ann")).description.contains("\n  summary   \(summary)\n"))
    }

    private func sent<Output>(_ call: Call<Output>) async throws -> SentRequest {
      let stub = StubTransport(.status(404))
      await #expect(throws: CallError.self) { try await Client(baseURL: "http://stub", transport: stub).send(call) }
      return try #require(stub.last)
    }

    @Test("U02: a variable of the path or of the query takes its parameter")
    func variables() async throws {
      #expect(try await sent(Project.list(of: "a/b")).url == "http://stub/users/a%2Fb/repos")
      let since = Date(timeIntervalSince1970: 1_700_000_000)
      let call = Project.list(of: "ann", page: 2, perPage: 50, sort: .date, tag: ["x", "y&z"], since: since)
      #expect(
        try await sent(call).url
          == "http://stub/users/ann/repos?page=2&per_page=50&sort=date&tag=x&tag=y%26z&since=2023-11-14T22%3A13%3A20Z")
      #expect(try await sent(Project.remove(5)).url == "http://stub/repos/5")
      #expect(try await sent(Project(id: 7, name: "x").star()).url == "http://stub/repos/7/star")
      #expect(try await sent(Project.methods(id: 3, query: ["a": 1])).url == "http://stub/repos/3?a=1")
      #expect(try await sent(Forge.health()).url == "https://status.example.com/health")
    }

    @Test("U02: a header field, a body, members, form fields and parts take their parameters; nil leaves them out")
    func bodies() async throws {
      #expect(try await sent(Project.readme(owner: "o", name: "n", accept: "text/html")).headers[.accept] == "text/html")
      let tenant = try #require(HTTPField.Name("X-Tenant"))
      #expect(try await sent(Project(id: 7, name: "x").star(tenant: "north")).headers[tenant] == "north")
      #expect(try await sent(Project(id: 7, name: "x").star()).headers[tenant] == nil)
      #expect(try await sent(Project.openTicket(owner: "o", name: "n", body: NewTicket(title: "t"))).text == #"{"title":"t"}"#)
      #expect(try await sent(Project.change(5)).body == nil)
      #expect(try await sent(Project.change(5, body: ["a": "b"])).text == #"{"a":"b"}"#)
      #expect(try await sent(Project.setTopics(owner: "o", name: "n", names: ["x"])).text == #"{"names":["x"]}"#)
      let topics = try await sent(Project.setTopics(owner: "o", name: "n", names: [], due: Date(timeIntervalSince1970: 0)))
      #expect(topics.text == #"{"due_on":"1970-01-01T00:00:00Z","names":[]}"#)
      let form = try await sent(Project.token(id: 1, grant: "pass word"))
      #expect(form.text == "grant_type=pass+word" && form.headers[.contentType] == "application/x-www-form-urlencoded")
      let upload = try await sent(Project.upload(id: 1, title: "x", file: Data("abc".utf8), count: 3))
      #expect(upload.headers[.contentType]?.hasPrefix("multipart/form-data; boundary=") == true)
      let parts = (upload.text ?? "").components(separatedBy: "; name=").dropFirst().map { String($0.prefix { !$0.isNewline }) }
      #expect(parts == [#""title""#, #""file""#, #""count""#, #""extra"; filename="e.txt""#])
    }

    @Test("U02: a path that is a server's URL is followed, with its query")
    func location() async throws {
      let call = Project.finish(location: "/up/1?x=1", digest: "sha:1", body: Body("abc"))
      let sent = try await sent(call)
      #expect(sent.url == "http://stub/up/1?x=1&digest=sha%3A1" && sent.text == "abc" && sent.method == .put)
      let relative = Project.relative(location: "7", body: Body("abc"))
      #expect(try await self.sent(relative).url == "http://stub/repos/uploads/7")
      let elsewhere = Project.finish(location: "https://other.example/up", digest: "d", body: Body("abc"))
      await #expect(throws: CallError.self) {
        try await Client(baseURL: "http://stub", transport: StubTransport(.status(200))).send(elsewhere)
      }
    }
  }
#endif
