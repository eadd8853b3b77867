#if Macros
  import Foundation
  import Refinery
  import RefineryMacros

  struct Project: Codable, Identifiable, Sendable {
    var id: Int
    var name: String

    struct Label: Codable, Identifiable, Sendable { var id: String }
  }

  enum Order: String, Sendable { case name, date }
  struct NewTicket: Codable, Sendable { var title: String }
  struct Ticket: Codable, Sendable { var number: Int }

  @Endpoints("repos")
  extension Project: Readable, Enumerable {
    static let options = Options { $0.timeout = .seconds(5) }

    /// Lists the repositories
    /// of a ``Project``'s user.
    ///
    /// More.
    @GET("/users/{user}/repos{?page,per_page,sort,tag*,since}")
    static func list(
      of user: String, page: Int? = nil, perPage: Int? = nil, sort: Order? = nil, tag: [String] = [], since: Date? = nil
    ) -> Call<[Project]>

    @POST("{owner}/{name}/issues", envelope: "issue")
    static func openTicket(owner: String, name: String, body: NewTicket) -> Call<Ticket>

    @PUT("{owner}/{name}/topics", idempotent: true, options: { $0.timeout = .seconds(1) })
    static func setTopics(
      owner: String, name: String, @Member names: [String], @Member("due_on") due: Date? = nil
    ) -> Call<Okay>

    @GET("{owner}/{name}/readme")
    static func readme(owner: String, name: String, @Header(.accept) accept: String) -> Call<String?>

    @POST("{id}/star") func star(@Header("X-Tenant") tenant: String? = nil) -> Call<Okay>

    @POST("{id}/token")
    static func token(id: Int, @FormField("grant_type") grant: String, @FormField scope: String? = nil) -> Call<JSONValue>

    @POST("{id}/assets")
    static func upload(
      id: Int, @Part title: String, @Part file: Data?, @Part("photo") image: URL? = nil, @Part count: Int,
      @Part extra: MultipartForm.Part = .data("other", Data("e".utf8), filename: "e.txt")
    ) -> Call<Okay>

    @PATCH("{id}") static func change(_ id: Int, body: [String: String]? = nil) -> Call<Project>

    @DELETE("{id}") static func remove(_ id: Int) -> Call<Okay>

    @Row(.options, "{id}") static func methods(id: Int, query: Query = [:]) -> Call<Okay>

    @GET("{id}/log") static func log(id: Int) -> Call<[Int]>

    @GET("{id}/events") static func events(id: Int) -> Call<Ticket>

    @PUT("uploads/{+location}") static func relative(location: String, body: Body) -> Call<Okay>

    @PUT("{+location}{?digest}") static func finish(location: String, digest: String, body: Body) -> Call<Okay>
  }

  @Endpoints("labels")
  extension Project.Label: Resource {
    typealias Parent = Project

    @POST("{id}/hide") static func hide(_ id: String) -> ScopedCall<Okay, Parent>
  }

  /// A group without a model.
  @Endpoints
  enum Forge: EndpointGroup {
    struct Refused: Decodable, SafelyDescribed {
      let message: String
      var description: String { "refused" }
    }

    static let options = Options { $0.errors.add(Refused.self, for: StatusSet(400...499)) }

    @GET("zen") static func zen() -> Call<String>
    @GET("https://status.example.com/health") static func health() -> Call<Okay>
  }
#endif
