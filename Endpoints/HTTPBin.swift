public import FoundationEssentials
import HTTPTypes
public import RefineryCore

/// httpbin: a service that returns what it receives, for trying out a client.
///
/// ```swift
/// let api = Client(baseURL: "http://127.0.0.1:8080", transport: URLSessionTransport())
/// let echo = try await api.send(HTTPBin.post().body(["name": "Ann"]))
/// print(echo.json?["name"]?.string ?? "")
/// ```
///
/// Source: the PSF's httpbin 0.10.
public enum HTTPBin {
  /// Every row of this file.
  public static let table = EndpointTable(
    "HTTPBin",
    rows: [
      getEndpoint, postEndpoint, putEndpoint, patchEndpoint, deleteEndpoint, anythingEndpoint, headersEndpoint,
      statusEndpoint, basicAuthEndpoint, hiddenBasicAuthEndpoint, bearerEndpoint, gzipEndpoint, deflateEndpoint,
      redirectEndpoint, absoluteRedirectEndpoint, redirectToEndpoint, delayEndpoint, entityTagEndpoint, cacheEndpoint,
      bytesEndpoint, jsonEndpoint,
    ])

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

// Rows that return the request.
extension HTTPBin {
  static let getEndpoint = Endpoint("HTTPBin.get", .get, "get", output: Echo.self)
  static let postEndpoint = Endpoint("HTTPBin.post", .post, "post", input: JSONValue.self, output: Echo.self)
  static let putEndpoint = Endpoint("HTTPBin.put", .put, "put", input: JSONValue.self, output: Echo.self)
  static let patchEndpoint = Endpoint("HTTPBin.patch", .patch, "patch", input: JSONValue.self, output: Echo.self)
  static let deleteEndpoint = Endpoint("HTTPBin.delete", .delete, "delete", output: Echo.self)
  static let anythingEndpoint = Endpoint("HTTPBin.anything", .get, "anything{/segments*}", output: Echo.self)
  static let headersEndpoint = Endpoint("HTTPBin.headers", .get, "headers", output: Echo.self)

  /// Returns the query.
  public static func get(_ query: Query = [:]) -> Call<Echo> { Call(getEndpoint, query: query) }
  /// Returns the body, set by `body` or `form`.
  public static func post() -> Call<Echo> { Call(postEndpoint) }
  /// Returns the body, set by `body` or `form`.
  public static func put() -> Call<Echo> { Call(putEndpoint) }
  /// Returns the body, set by `body` or `form`.
  public static func patch() -> Call<Echo> { Call(patchEndpoint) }
  /// Returns the request.
  public static func delete() -> Call<Echo> { Call(deleteEndpoint) }
  /// Returns a request for any path below `anything`.
  public static func anything(_ segments: [String]) -> Call<Echo> {
    Call(anythingEndpoint, ["segments": .list(segments)])
  }
  /// Returns the header fields.
  public static func headers() -> Call<Echo> { Call(headersEndpoint) }
}

// Statuses and credentials.
extension HTTPBin {
  static let statusEndpoint = Endpoint("HTTPBin.status", .get, "status/{code}", output: Okay.self)
  static let basicAuthEndpoint = Endpoint("HTTPBin.basicAuth", .get, "basic-auth/{user}/{password}", output: Admission.self)
  static let hiddenBasicAuthEndpoint = Endpoint(
    "HTTPBin.hiddenBasicAuth", .get, "hidden-basic-auth/{user}/{password}", output: Admission.self)
  static let bearerEndpoint = Endpoint("HTTPBin.bearer", .get, "bearer", output: Admission.self)

  /// Returns a response with this status.
  public static func status(_ code: Int) -> Call<Okay> { Call(statusEndpoint, PathValues("code", PathValue(id: code))) }
  /// Accepts this user and password as Basic credentials; returns 401 for others.
  public static func basicAuth(user: String, password: String) -> Call<Admission> {
    Call(basicAuthEndpoint, ["user": .text(user), "password": .text(password)])
  }
  /// The same as ``basicAuth(user:password:)``, but returns 404 for others.
  public static func hiddenBasicAuth(user: String, password: String) -> Call<Admission> {
    Call(hiddenBasicAuthEndpoint, ["user": .text(user), "password": .text(password)])
  }
  /// Accepts any bearer token; returns 401 without one.
  public static func bearer() -> Call<Admission> { Call(bearerEndpoint) }
}

// Content codings, redirects, delays, caches and sample data.
extension HTTPBin {
  static let gzipEndpoint = Endpoint("HTTPBin.gzip", .get, "gzip", output: Echo.self)
  static let deflateEndpoint = Endpoint("HTTPBin.deflate", .get, "deflate", output: Echo.self)
  static let redirectEndpoint = Endpoint("HTTPBin.redirect", .get, "relative-redirect/{times}", output: Echo.self)
  static let absoluteRedirectEndpoint = Endpoint(
    "HTTPBin.absoluteRedirect", .get, "absolute-redirect/{times}", output: Echo.self)
  static let redirectToEndpoint = Endpoint("HTTPBin.redirectTo", .get, "redirect-to{?url}", output: Echo.self)
  static let delayEndpoint = Endpoint("HTTPBin.delay", .get, "delay/{seconds}", output: Echo.self)
  static let entityTagEndpoint = Endpoint("HTTPBin.entityTag", .get, "etag/{tag}", output: Echo.self)
  static let cacheEndpoint = Endpoint("HTTPBin.cache", .get, "cache", output: Echo.self)
  static let bytesEndpoint = Endpoint("HTTPBin.bytes", .get, "bytes/{count}{?seed}", output: Data.self)
  static let jsonEndpoint = Endpoint("HTTPBin.json", .get, "json", output: JSONValue.self)

  /// Returns a response compressed by gzip.
  public static func gzip() -> Call<Echo> { Call(gzipEndpoint) }
  /// Returns a response compressed by deflate.
  public static func deflate() -> Call<Echo> { Call(deflateEndpoint) }
  /// Redirects this many times by relative URLs, and then returns the request.
  public static func redirect(_ times: Int) -> Call<Echo> { Call(redirectEndpoint, PathValues("times", PathValue(id: times))) }
  /// Redirects this many times by absolute URLs, and then returns the request.
  public static func absoluteRedirect(_ times: Int) -> Call<Echo> {
    Call(absoluteRedirectEndpoint, PathValues("times", PathValue(id: times)))
  }
  /// Redirects to a URL.
  public static func redirect(to url: String) -> Call<Echo> { Call(redirectToEndpoint, PathValues("url", .text(url))) }
  /// Waits this many seconds, at most ten, and then returns the request.
  public static func delay(_ seconds: Int) -> Call<Echo> { Call(delayEndpoint, PathValues("seconds", PathValue(id: seconds))) }
  /// Returns a response with this entity tag, or 304 or 412 according to the conditions of the request.
  public static func entityTag(_ tag: String) -> Call<Echo> { Call(entityTagEndpoint, PathValues("tag", .text(tag))) }
  /// Returns 304 for any conditional request.
  public static func cache() -> Call<Echo> { Call(cacheEndpoint) }
  /// Returns this many random bytes, which are the same for the same seed.
  public static func bytes(_ count: Int, seed: Int = 1) -> Call<Data> {
    Call<Okay>(bytesEndpoint, ["count": PathValue(id: count), "seed": PathValue(id: seed)]).data
  }
  /// Returns a sample document.
  public static func json() -> Call<JSONValue> { Call(jsonEndpoint).json }
}
