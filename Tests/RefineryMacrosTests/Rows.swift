#if Macros
  import Foundation
  import Refinery
  import RefineryMacros

  struct Repo: Codable, Identifiable, Sendable {
    var id: Int
    var name: String
  }

  enum Sort: String, Sendable { case name, date }

  struct NewIssue: Codable, Sendable { var title: String }
  struct Issue: Codable, Sendable { var number: Int }

  @Endpoints("repos")
  extension Repo: Readable {
    static let options = Options { $0.timeout = .seconds(5) }

    /// Lists the repositories
    /// of a ``Repo``'s user.
    ///
    /// More.
    @GET("/users/{user}/repos{?page,per_page,sort}")
    static func list(of user: String, page: Int? = nil, perPage: Int? = nil, sort: Sort? = nil) -> Call<[Repo]>

    @POST("{owner}/{name}/issues", envelope: "issue")
    static func openIssue(owner: String, name: String, body: NewIssue) -> Call<Issue>

    @PUT("{owner}/{name}/topics", idempotent: true, options: { $0.timeout = .seconds(1) })
    static func setTopics(
      owner: String, name: String, @Member names: [String], @Member("due_on") due: Date? = nil
    ) -> Call<Okay>

    @GET("{owner}/{name}/readme") static func readme(owner: String, name: String, @Header(.accept) accept: String) -> Call<
      String?
    >

    @POST("{id}/star") func star(@Header("X-Tenant") tenant: String? = nil) -> Call<Okay>

    @POST("{id}/token")
    static func token(id: Int, @FormField("grant_type") grant: String, @FormField scope: String? = nil) -> Call<JSONValue>

    @POST("{id}/assets")
    static func upload(id: Int, @Part title: String, @Part file: Data?, @Part("photo") image: URL? = nil) -> Call<Okay>

    @PATCH("{id}") static func change(_ id: Int, body: [String: String]? = nil) -> Call<Repo>

    @DELETE("{id}") static func remove(_ id: Int) -> Call<Okay>

    // @PUT("{+location}{?digest}") static func finish(location: String, digest: String, body: Body) -> Call<Okay>

    @Row(.options, "{id}") static func methods(id: Int, query: Query = [:]) -> Call<Okay>
  }

  /// A group without a model.
  @Endpoints
  enum GitHub: EndpointGroup {
    @GET("zen") static func zen() -> Call<String>
    @GET("https://status.example.com/health") static func health() -> Call<Okay>
  }
#endif
