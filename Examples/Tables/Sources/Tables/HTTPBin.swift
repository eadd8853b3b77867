#if Macros
  public import FoundationEssentials
  public import Refinery
  public import RefineryMacros

  /// httpbin: a service that returns what it receives, for trying out a client.
  ///
  /// ```swift
  /// let api = Client(baseURL: "http://127.0.0.1:8080", transport: URLSessionTransport())
  /// let echo = try await api.send(HTTPBin.post().body(["name": "Ann"]))
  /// print(echo.json?["name"]?.string ?? "")
  /// ```
  ///
  /// Source: the PSF's httpbin 0.10.
  @Endpoints
  public enum HTTPBin: EndpointGroup {
    /// Every row of this file.
    public static let table = EndpointTable("HTTPBin", [HTTPBin.self])

    /// Returns the query.
    @GET("get") public static func get(_ query: Query = [:]) -> Call<Echo>
    /// Returns the body, which `body` or `form` may set as well.
    @POST("post") public static func post(_ body: JSONValue? = nil) -> Call<Echo>
    /// Returns the body, which `body` or `form` may set as well.
    @PUT("put") public static func put(_ body: JSONValue? = nil) -> Call<Echo>
    /// Returns the body, which `body` or `form` may set as well.
    @PATCH("patch") public static func patch(_ body: JSONValue? = nil) -> Call<Echo>
    /// Returns the request.
    @DELETE("delete") public static func delete() -> Call<Echo>
    /// Returns a request for any path below `anything`.
    @GET("anything{/segments*}") public static func anything(_ segments: [String]) -> Call<Echo>
    /// Returns the header fields.
    @GET("headers") public static func headers() -> Call<Echo>

    /// Returns a response with this status.
    @GET("status/{code}") public static func status(_ code: Int) -> Call<Okay>
    /// Accepts this user and password as Basic credentials; returns 401 for others.
    @GET("basic-auth/{user}/{password}") public static func basicAuth(user: String, password: String) -> Call<Admission>
    /// The same as ``basicAuth(user:password:)``, but returns 404 for others.
    @GET("hidden-basic-auth/{user}/{password}")
    public static func hiddenBasicAuth(user: String, password: String) -> Call<Admission>
    /// Accepts any bearer token; returns 401 without one.
    @GET("bearer") public static func bearer() -> Call<Admission>

    /// Returns a response compressed by gzip.
    @GET("gzip") public static func gzip() -> Call<Echo>
    /// Returns a response compressed by deflate.
    @GET("deflate") public static func deflate() -> Call<Echo>
    /// Redirects this many times by relative URLs, and then returns the request.
    @GET("relative-redirect/{times}") public static func redirect(_ times: Int) -> Call<Echo>
    /// Redirects this many times by absolute URLs, and then returns the request.
    @GET("absolute-redirect/{times}") public static func absoluteRedirect(_ times: Int) -> Call<Echo>
    /// Redirects to a URL.
    @GET("redirect-to{?url}") static func redirectTo(_ url: String) -> Call<Echo>
    /// Redirects to a URL. A row is named by its function, so a function of the same name calls another row's.
    public static func redirect(to url: String) -> Call<Echo> { redirectTo(url) }
    /// Waits this many seconds, at most ten, and then returns the request.
    @GET("delay/{seconds}") public static func delay(_ seconds: Int) -> Call<Echo>
    /// Returns a response with this entity tag, or 304 or 412 according to the conditions of the request.
    @GET("etag/{tag}") public static func entityTag(_ tag: String) -> Call<Echo>
    /// Returns 304 for any conditional request.
    @GET("cache") public static func cache() -> Call<Echo>
    /// Returns this many random bytes, which are the same for the same seed.
    @GET("bytes/{count}{?seed}") public static func bytes(_ count: Int, seed: Int = 1) -> Call<Data>
    /// Returns a sample document.
    @GET("json") public static func json() -> Call<JSONValue>

    /// What httpbin received.
    public struct Echo: Decodable, Sendable {
      /// The query; the values of a repeated key are a list.
      public var args: JSONValue?
      /// The header fields of the request.
      public var headers: [String: String]
      /// The requested URL.
      public var url: String?
      /// The method, if the row returns it.
      public var method: String?
      /// The body as text.
      public var data: String?
      /// The fields of a form.
      public var form: JSONValue?
      /// The content of a multipart form's files, by the names of their fields.
      public var files: JSONValue?
      /// The body as JSON, if it is JSON.
      public var json: JSONValue?
      /// Whether the response was compressed with gzip.
      public var gzipped: Bool?
      /// Whether the response was compressed with deflate.
      public var deflated: Bool?
    }

    /// The result of a check of credentials.
    public struct Admission: Decodable, Sendable, Equatable {
      /// Whether the credentials were valid.
      public var authenticated: Bool
      /// The user of Basic credentials.
      public var user: String?
      /// The bearer token.
      public var token: String?
    }
  }
#endif
