import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct LocationTests {
  private struct Upload: Identifiable, Sendable, Resource {
    typealias Parent = Forum.Post
    static let path: URITemplate = "uploads"
    static let customEndpoints = [finishEndpoint, abortEndpoint]
    static let finishEndpoint = endpoint("finish", .put, .location)
    static let abortEndpoint = endpoint("abort", .delete, .location(of: "uploads/"))
    var id: Int

    static func finish(_ location: String) -> ScopedCall<Okay, Parent> {
      ScopedCall<Okay, Parent>(finishEndpoint).following(location)
    }
    static func abort(_ location: String) -> ScopedCall<Okay, Parent> {
      ScopedCall<Okay, Parent>(abortEndpoint).following(location)
    }
  }

  private typealias Post = Forum.Post
  private let state = Endpoint("Job.state", .get, .location)
  private let near = Endpoint("Job.log", .get, .location(of: "jobs/{kind}/new"))

  private func reason<Output>(_ call: Call<Output>) throws -> String {
    let error = try #require(#expect(throws: CallError.self) { try wire(call) })
    #expect(error.kind == .badRequest && error.stage == .building)
    return error.description
  }

  @Test(
    "F07: a row whose path is a Location follows the link of its call",
    arguments: [
      ("http://h:1/jobs/7?t=a%3D", "http://h:1/jobs/7?t=a%3D"), ("/jobs/7", "http://h:1/jobs/7"), ("//h:1/j", "http://h:1/j"),
    ])
  func followed(link: String, url: String) throws {
    #expect(try wire(Call<Okay>(state).following(link)) == "GET \(url)")
    #expect(try wire(Call<Okay>(near).following(link)) == "GET \(url)")
    let added = try wire(Call<Okay>(state, query: ["own": 1]).following(link, adding: ["x": 1]))
    #expect(added == "GET \(url)\(url.contains("?") ? "&" : "?")x=1")
  }

  @Test("F07: without a link the call fails, names its row and says what to do, and nothing is sent")
  func unfollowed() async throws {
    for row in [state, near] {
      let text = try reason(Call<Okay>(row, ["kind": "a"]))
      #expect(text.hasPrefix("\(row.name) (GET Location") && text.contains(".following(_:adding:)"))
    }
    let (api, server) = client()
    await #expect(throws: CallError.self) { try await api.send(Call<Okay>(state)) }
    #expect(server.requests.isEmpty)
  }

  @Test("F07: a relative Location needs the path of the row whose response has it", arguments: ["7", "../7", "?t=1", "./7"])
  func relative(link: String) throws {
    #expect(try reason(Call<Okay>(state).following(link)).contains(".location(of:)"))
    let url = try wire(Call<Okay>(near).with("kind", "a").following(link))
    #expect(url == ["7": "a/7", "../7": "7", "?t=1": "a/new?t=1", "./7": "a/7"][link].map { "GET \(base)/jobs/\($0)" })
    #expect(try reason(Call<Okay>(near).following(link)).contains("\"kind\" has no value"))
  }

  @Test("F14: a link that is refused elsewhere is refused here", arguments: ["", " ", "https://evil/x", "/a\nb", "file:///x"])
  func refused(link: String) throws {
    for row in [state, near] {
      let call = Call<Okay>(row).with("kind", "a").following(link)
      let error = #expect(throws: CallError.self) { try wire(call) }
      #expect(error?.underlying is LinkRefused)
    }
  }

  @Test("E01: a Location below a parent needs no value of the parent, unless the link is relative")
  func nested() throws {
    #expect(try wire(Post.at(1) / Upload.finish("/u/7")) == "PUT http://h:1/u/7")
    #expect(try reason(Post.at(1) / Upload.finish("7")).contains(".location(of:)"))
    #expect(try wire(Post.at(1) / Upload.abort("/u/7")) == "DELETE http://h:1/u/7")
    #expect(try wire(Post.at(1) / Upload.abort("7")) == "DELETE \(base)/posts/1/uploads/7")
    let rows = EndpointTable("T", [Upload.self]).rows
    #expect(rows.map(\.path.text) == ["Location", "Location of posts/{post_id}/uploads/"])
    #expect(rows.map(\.name) == ["Post.Upload.finish", "Post.Upload.abort"])
  }

  @Test("O01: tables print it, and do not take two such rows for one, nor for a path of that text")
  func tables() {
    let rows = [state, Endpoint("Task.state", .get, .location), near, Endpoint("Text.read", .get, "Location")]
    let table = EndpointTable("T", rows: rows)
    #expect(table.problems == [] && table.warnings == [])
    #expect(table.markdown.contains("| `Job.state` | `GET` | `Location` |"))
    #expect(table.text.contains("Location of jobs/{kind}/new"))
    #expect(state.description == "Job.state GET Location")
    #expect(state.path != "Location" && state.path == .location && state.path != .location(of: ""))
    #expect(URITemplate.location(of: .location) == .location)
    let broken = EndpointTable("T", rows: [Endpoint("R", .get, .location(of: "x/{"))])
    #expect(broken.problems.count == 1 && broken.problems.first?.contains("malformed") == true)
  }

  @Test("O01: nothing can follow a Location, and a capability's row, which has an id, cannot be one")
  func misuse() {
    #expect(URITemplate.location.appending("x").problem?.reason == "no path can follow a Location")
    #expect(("a" as URITemplate).appending(.location) == .location)
    #expect(("a" as URITemplate).appending(.location(of: "b")) == .location(of: "a/b"))
    #expect(URITemplate.location.appending("https://h/x") == "https://h/x")
    struct Job: Decodable, Identifiable, Sendable, Readable {
      static let path: URITemplate = "jobs"
      static let readPath: URITemplate = .location
      var id: Int
    }
    let problems = EndpointTable("T", [Job.self]).problems
    #expect(problems.count == 1 && problems.first?.contains("its parameter id has no place") == true)
  }
}
