public import FoundationEssentials
import HTTPTypes
public import RefineryCore

/// httpbin: a service that answers with what it was sent, for trying out a client.
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

  /// What httpbin says about a request.
  public struct Echo: Decodable, Sendable {
    /// The query; a key given twice has a list.
    public var args: RawJSON?
    /// The header fields as they arrived.
    public var headers: [String: String]
    /// The URL that was asked for.
    public var url: String?
    /// The method, where the row tells it.
    public var method: String?
    /// The body as text.
    public var data: String?
    /// The members of a form.
    public var form: RawJSON?
    /// The body as JSON, where it is.
    public var json: RawJSON?
    /// Whether the answer came compressed by gzip.
    public var gzipped: Bool?
    /// Whether the answer came compressed by deflate.
    public var deflated: Bool?
  }

  /// Who was let in.
  public struct Admission: Decodable, Sendable, Equatable {
    /// Whether the credentials were right.
    public var authenticated: Bool
    /// The user, of Basic credentials.
    public var user: String?
    /// The token, of a bearer.
    public var token: String?
  }
}

// Echoes.
extension HTTPBin {
  static let getEndpoint = Endpoint("HTTPBin.get", .get, "get", output: "Echo")
  static let postEndpoint = Endpoint("HTTPBin.post", .post, "post", input: "anything", output: "Echo")
  static let putEndpoint = Endpoint("HTTPBin.put", .put, "put", input: "anything", output: "Echo")
  static let patchEndpoint = Endpoint("HTTPBin.patch", .patch, "patch", input: "anything", output: "Echo")
  static let deleteEndpoint = Endpoint("HTTPBin.delete", .delete, "delete", output: "Echo")
  static let anythingEndpoint = Endpoint("HTTPBin.anything", .get, "anything{/segments*}", output: "Echo")
  static let headersEndpoint = Endpoint("HTTPBin.headers", .get, "headers", output: "Echo")

  /// Echoes the query.
  public static func get(_ query: Query = [:]) -> Call<Echo> { Call(getEndpoint, query: query) }
  /// Echoes the body, to be given by `body` or `form`.
  public static func post() -> Call<Echo> { Call(postEndpoint) }
  /// Echoes the body, to be given by `body` or `form`.
  public static func put() -> Call<Echo> { Call(putEndpoint) }
  /// Echoes the body, to be given by `body` or `form`.
  public static func patch() -> Call<Echo> { Call(patchEndpoint) }
  /// Echoes the request.
  public static func delete() -> Call<Echo> { Call(deleteEndpoint) }
  /// Echoes a request for any path below `anything`.
  public static func anything(_ segments: [String]) -> Call<Echo> {
    Call(anythingEndpoint, ["segments": .list(segments)])
  }
  /// Echoes the header fields.
  public static func headers() -> Call<Echo> { Call(headersEndpoint) }
}

// Statuses and credentials.
extension HTTPBin {
  static let statusEndpoint = Endpoint("HTTPBin.status", .get, "status/{code}", output: "Okay")
  static let basicAuthEndpoint = Endpoint("HTTPBin.basicAuth", .get, "basic-auth/{user}/{password}", output: "Admission")
  static let hiddenBasicAuthEndpoint = Endpoint(
    "HTTPBin.hiddenBasicAuth", .get, "hidden-basic-auth/{user}/{password}", output: "Admission")
  static let bearerEndpoint = Endpoint("HTTPBin.bearer", .get, "bearer", output: "Admission")

  /// Answers with a status.
  public static func status(_ code: Int) -> Call<Okay> { Call(statusEndpoint, PathValues("code", PathValue(id: code))) }
  /// Lets in who gives this user and password as Basic credentials; 401 for anyone else.
  public static func basicAuth(user: String, password: String) -> Call<Admission> {
    Call(basicAuthEndpoint, ["user": .text(user), "password": .text(password)])
  }
  /// As ``basicAuth(user:password:)``, but answers 404 to anyone else.
  public static func hiddenBasicAuth(user: String, password: String) -> Call<Admission> {
    Call(hiddenBasicAuthEndpoint, ["user": .text(user), "password": .text(password)])
  }
  /// Lets in any bearer token; 401 without one.
  public static func bearer() -> Call<Admission> { Call(bearerEndpoint) }
}

// Codings, redirects, time, caches.
extension HTTPBin {
  static let gzipEndpoint = Endpoint("HTTPBin.gzip", .get, "gzip", output: "Echo")
  static let deflateEndpoint = Endpoint("HTTPBin.deflate", .get, "deflate", output: "Echo")
  static let redirectEndpoint = Endpoint("HTTPBin.redirect", .get, "relative-redirect/{times}", output: "Echo")
  static let absoluteRedirectEndpoint = Endpoint(
    "HTTPBin.absoluteRedirect", .get, "absolute-redirect/{times}", output: "Echo")
  static let redirectToEndpoint = Endpoint("HTTPBin.redirectTo", .get, "redirect-to{?url}", output: "Echo")
  static let delayEndpoint = Endpoint("HTTPBin.delay", .get, "delay/{seconds}", output: "Echo")
  static let entityTagEndpoint = Endpoint("HTTPBin.entityTag", .get, "etag/{tag}", output: "Echo")
  static let cacheEndpoint = Endpoint("HTTPBin.cache", .get, "cache", output: "Echo")
  static let bytesEndpoint = Endpoint("HTTPBin.bytes", .get, "bytes/{count}{?seed}", output: "Data")
  static let jsonEndpoint = Endpoint("HTTPBin.json", .get, "json", output: "RawJSON")

  /// Answers compressed by gzip.
  public static func gzip() -> Call<Echo> { Call(gzipEndpoint) }
  /// Answers compressed by deflate.
  public static func deflate() -> Call<Echo> { Call(deflateEndpoint) }
  /// Redirects so many times within its origin, by relative locations, and then echoes.
  public static func redirect(_ times: Int) -> Call<Echo> { Call(redirectEndpoint, PathValues("times", PathValue(id: times))) }
  /// Redirects so many times by whole URLs, and then echoes.
  public static func absoluteRedirect(_ times: Int) -> Call<Echo> {
    Call(absoluteRedirectEndpoint, PathValues("times", PathValue(id: times)))
  }
  /// Redirects to a URL.
  public static func redirect(to url: String) -> Call<Echo> { Call(redirectToEndpoint, PathValues("url", .text(url))) }
  /// Waits so many seconds, ten at most, and then echoes.
  public static func delay(_ seconds: Int) -> Call<Echo> { Call(delayEndpoint, PathValues("seconds", PathValue(id: seconds))) }
  /// Answers with this entity tag; 304 and 412 follow from the conditions of the request.
  public static func entityTag(_ tag: String) -> Call<Echo> { Call(entityTagEndpoint, PathValues("tag", .text(tag))) }
  /// Answers 304 to any conditional request.
  public static func cache() -> Call<Echo> { Call(cacheEndpoint) }
  /// So many bytes, the same ones for the same seed.
  public static func bytes(_ count: Int, seed: Int = 1) -> Call<Data> {
    Call<Okay>(bytesEndpoint, ["count": PathValue(id: count), "seed": PathValue(id: seed)]).data
  }
  /// A sample document.
  public static func json() -> Call<RawJSON> { Call(jsonEndpoint).json }
}
