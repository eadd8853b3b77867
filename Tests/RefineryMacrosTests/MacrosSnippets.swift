#if Macros
  import Foundation
  import Refinery
  import RefineryMacros
  import RefineryTesting

  // The Swift blocks of RefineryMacros.md. DocumentationTests compares them, imports included.

  struct Repo: Codable, Sendable { var name: String }
  struct Issue: Codable, Sendable { var number: Int; var title: String }
  struct NewIssue: Codable, Sendable { var title: String; var assignee: String? }
  enum Sort: String, Sendable { case created, pushed }

  @Endpoints("repos")
  extension Repo: Resource {
    /// The repositories of a user.
    @GET("/users/{user}/repos{?page,per_page,sort}")
    static func list(of user: String, page: Int? = nil, perPage: Int? = nil, sort: Sort? = nil) -> Call<[Repo]>

    /// Opens an issue.
    @POST("{owner}/{name}/issues", envelope: "issue")
    static func openIssue(owner: String, name: String, body: NewIssue) -> Call<Issue>

    /// Replaces the topics.
    @PUT("{owner}/{name}/topics", options: { $0.timeout = .seconds(5) })
    static func setTopics(owner: String, name: String, @Member names: [String]) -> Call<Okay>
  }

  func calls(_ api: Client) async throws {
    let repos = try await api.send(Repo.list(of: "ann", sort: .pushed))  // GET users/ann/repos?sort=pushed
    let issue = try await api.send(Repo.openIssue(owner: "ann", name: "tea", body: NewIssue(title: "Leaks")))
    try await api.send(Repo.setTopics(owner: "ann", name: "tea", names: ["pot"]).ifMatch("v1"))  // {"names":["pot"]}
    print(repos, issue.number, EndpointTable("GitHub", [Repo.self]).text)
  }

  @Endpoints
  enum Weather: EndpointGroup {
    static let coder: (any Coder)? = JSONCoder(keys: .snakeCase)
    static let options = Options {
      $0.timeout = .seconds(10)
      $0.errors.add(FieldErrors.self, for: 422, at: "errors")
    }

    /// The weather now.
    @GET("current{?city,units*}")
    static func current(in city: String, units: [String] = []) -> Call<Report>

    /// The alerts. Read them as they arrive by `api.stream(_:)`.
    @GET("https://alerts.example.com/stream{?since}")
    static func alerts(since: Date? = nil, @Header("X-Api-Key") key: String) -> Call<[Alert]>
  }

  struct Report: Codable, Sendable { var temperature: Double }
  struct Alert: Codable, Sendable { var text: String }

  struct Photo: Codable, Identifiable, Sendable { var id: Int; var title: String }

  @Endpoints("photos")
  extension Photo: Readable {
    /// Publishes it.
    @POST("{id}/publish") func publish() -> Call<Photo>

    /// Adds a photo.
    @POST("")
    static func add(@Part title: String, @Part("image") file: URL) -> Call<Photo>

    /// Sends the bytes to the `Location` of an earlier response.
    @PUT("{+location}{?digest}")
    static func send(to location: String, digest: String, body: Body) -> Call<Okay>

    /// The comments of a photo, if it has any.
    @GET("{id}/comments", envelope: "comments")
    static func comments(of id: Int) -> Call<[String]?>
  }

  enum Clock: EndpointGroup {
    static let customEndpoints = [nowEndpoint]

    static let nowEndpoint = endpoint("now", .get, "now{?zone}", output: Date.self, summary: "The time.")
    static func now(zone: String? = nil) -> Call<Date> { Call<Date>(nowEndpoint, ["zone": PathValue(id: zone)]) }
  }

  @Endpoints
  enum MacroClock: EndpointGroup {
    /// The time.
    @GET("now{?zone}") static func now(zone: String? = nil) -> Call<Date>
  }

  func stub() async throws {
    let table = EndpointTable("Weather", [Weather.self])
    let stub = StubTransport(rows: ["Weather.current": [.json(#"{"temperature": 21.5}"#)]], of: table)
    let api = Client(baseURL: "http://stub", transport: stub)
    print(try await api.send(Weather.current(in: "Bern")).temperature)
  }
#endif
