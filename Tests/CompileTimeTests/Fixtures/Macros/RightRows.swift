import Foundation
import RefineryCore
import RefineryMacros
import RefineryMultipart

struct Thing: Codable, Identifiable, Sendable {
  var id: Int
  var shelf = 0
}

@Endpoints("things/{shelf}")
extension Thing: Resource {
  @GET("{id}/{owner}") static func filled(shelf: Int, id: Int, owner: String) -> Call<Thing>
  @GET("{id}") static func filledPrefix(shelf: Int, id: Int) -> Call<Thing>
  @GET("/a{?filter}") static func placed(filter: Int) -> Call<Thing>
  @GET("/a/{y}") static func onePlaceEach(@Header("X") x: String, y: String) -> Call<Thing>
  @POST("/a") static func oneMark(@Member x: String) -> Call<Thing>
  @POST("/a") static func oneBody(body: Thing) -> Call<Thing>
  @POST("/a") static func oneForm(@Part x: String, @Part("z") y: Int?) -> Call<Thing>
  @GET("/a{?body}") static func queryOfGet(body: Int?) -> Call<Thing>
  @HEAD("/a{?x}") static func queryOfHead(x: Int) -> Call<Okay>
  @GET("/a/{b}") static func closed(b: Int) -> Call<Thing>
  @GET("/a%20b") static func space() -> Call<Thing>
  @GET("/a{/b*}") static func list(b: [Int]) -> Call<Thing>
  @GET("/a/{b_c}") static func underscore(bC: Int) -> Call<Thing>
  @GET("https://example.com/b") static func scheme() -> Call<Thing>
  @GET("/a{?b}") static func optional(b: Int?) -> Call<Thing?>
  @GET("/a") static func nothing() -> Call<Okay>
  @GET("/a") static func pair() -> Call<[String: [Int]]>
  @GET("/a") static func anything() -> RefineryCore.Call<JSONValue>
  @GET("/a{?b*}") static func array(b: [Int]) -> Call<[Thing]>
  @GET("/a/{in}{?default}") static func `import`(`in`: Int, `default`: Int?) -> Call<Thing>
  @GET("/a/{x}") static func named(_ x: Int) -> Call<Thing>
  @POST("/a") static func existential(body: any Encodable & Sendable) -> Call<Thing>
  @GET("/a") static func field(@Header("X-Y") x: String, @Header(.accept) y: String?) -> Call<Thing>
  @GET("/a/{firewall_id}{?Sid,filter%5Bstatus%5D}")
  static func alike(firewallID: Int, sid: String?, filterStatus: String?) -> Call<Thing>
  @GET("/a{?StartTime%3C,StartTime%3E}")
  static func marked(@Variable("StartTime%3C") before: Date?, @Variable("StartTime%3E") after: Date?) -> Call<Thing>
  @GET("/a") static func printed(@Header("X-Count") count: Int, @Header("X-Dry") dry: Bool?) -> Call<Thing>
  @POST("/a") static func parts(@Part files: [URL], @Part tags: [String]?, @Part form: String) -> Call<Thing>
  @POST("/a") static func bytes(body: Data) -> Call<Thing>
  @PUT("/a/{shelf}/{id}") func property(body: URL?) -> Call<Thing>
  @PUT("{+location}") static func link(location: String, body: Body) -> Call<Thing>
  @Row(.options, "/a") static func options(query: Query) -> Call<Okay>
  @POST("/a/{id}") func own(body: MultipartForm? = nil) -> Call<Thing>
  @POST("/a/{class}{?in}") static func `default`(`class`: Int, in: Int, @Member `default`: Int) -> Call<Thing>
  @POST("/a") static func words(@Part `in`: String, @Part class: Int?, @Part form: Int) -> Call<Thing>
}

public struct Widget: Codable, Sendable { var name: String }
extension Widget: EndpointGroup {}

@Endpoints
public extension Widget {
  @GET("widgets/{shelf}") static func all(shelf: Int) -> Call<[Widget]>
}

#if DEBUG
  @Endpoints
  enum Conditional: EndpointGroup {
    @GET("c") static func conditional() -> ScopedCall<Thing, Never>
  }
#endif
