public import FoundationEssentials
import HTTPTypes
public import RefineryCore

/// Paperless-ngx, an archive of scanned documents. It is an example of a server that uses the Django REST framework.
///
/// ```swift
/// let auth = AuthMiddleware(.header("Authorization", "Token \(token)"))
/// let api = Client(baseURL: "https://paperless.example.com/api", middleware: [auth])
///
/// for try await document in api.items(of: Paperless.Document.enumerate(["query": "invoice"])) { print(document.title) }
///
/// let id = try await api.send(Paperless.Document.upload(form, boundary: boundary))
/// let task = try await Paperless.Task.end(of: id, on: api, within: .seconds(120))
/// print(task?.relatedDocument ?? 0)
/// ```
///
/// Each path has a slash at its end. The server redirects a request without it, and a redirected POST fails.
///
/// Source: Paperless-ngx, REST API version 9.
public enum Paperless {
  /// Every row of this file.
  public static let table = EndpointTable("Paperless", [Document.self, Task.self])

  /// The coder for names in snake case, dates without a time, and this version of the API.
  public static let coder = JSONCoder(
    dates: .format(.iso8601.year().month().day()), keys: .snakeCase, accept: "application/json; version=9",
    acceptsQuotedScalars: true)

  /// A document.
  public struct Document: Decodable, Identifiable, Sendable {
    /// The number of the document; the server assigns it.
    public let id: Int
    /// The title.
    public let title: String
    /// The day on the document, at midnight UTC.
    public let created: Date
    /// The numbers of its tags.
    public let tags: [Int]
  }

  /// The state of an uploaded document that the server processes.
  public struct Task: Decodable, Sendable, Equatable {
    /// The state: `PENDING`, `STARTED`, `RETRY`, `SUCCESS`, `FAILURE` or `REVOKED`.
    public let status: String
    /// The message of the server at the end, such as the reason for a failure.
    public let result: String?
    /// The number of the new document; nil if there is no new document. The server writes it as text.
    public let relatedDocument: Int?
  }
}

extension Paperless.Document: Readable, Patchable, Deletable, Enumerable {
  /// The path of the list.
  public static let path: URITemplate = "documents/"
  /// The path of one document.
  public static let itemPath: URITemplate = "documents/{id}/"
  /// `{"count": 31, "next": "https://…?page=2", "previous": null, "results": [...]}`.
  public static let listEnvelope: MemberPath = "results"
  /// Uses ``Paperless/coder``.
  public static let coder: (any Coder)? = Paperless.coder
  /// Follows the member `next`.
  public static let pagination: Pagination? = .nextLink(
    .body("next"), previous: .body("previous"), total: .body("count"))
  /// The custom rows: `thumbnail(_:)` and `upload(_:boundary:)`.
  public static let customEndpoints = [thumbnailEndpoint, uploadEndpoint]

  static let thumbnailEndpoint = endpoint("thumbnail", .get, "documents/{id}/thumb/", output: Data.self)
  static let uploadEndpoint = endpoint(
    "upload", .post, "documents/post_document/", input: Body.self, output: String.self)

  /// Returns the picture of the first page, as WebP. The response has a `Last-Modified` and no entity tag, so use
  /// `ifModifiedSince`.
  public static func thumbnail(_ id: ID) -> Call<Data> {
    Call<Okay>(thumbnailEndpoint, PathValues("id", PathValue(id: id))).data
  }

  /// Uploads a file. Returns the id of the task that processes it.
  ///
  /// - Parameters:
  ///   - form: `multipart/form-data` (RFC 7578) with the file as `document`.
  ///   - boundary: the boundary in the form.
  public static func upload(_ form: Body, boundary: String) -> Call<String> {
    Call<String>(uploadEndpoint).body(form, contentType: "multipart/form-data; boundary=\(boundary)")
  }
}

extension Paperless.Task: Enumerable {
  /// The path of the list.
  public static let path: URITemplate = "tasks/"
  /// Uses ``Paperless/coder``.
  public static let coder: (any Coder)? = Paperless.coder

  /// Whether the task has ended.
  public var hasEnded: Bool { ["SUCCESS", "FAILURE", "REVOKED"].contains(status) }

  /// Waits until a task has ended, and returns it. Reads the state of the task at the start and then once a second.
  ///
  /// - Throws: `CallError` with `TimedOut(.total)` if the task does not end in time.
  public static func end(of id: String, on api: Client, within limit: Duration) async throws -> Self? {
    try await api.poll(enumerate(["task_id": id]), within: limit) { $0.value.first?.hasEnded == true }.value.first
  }
}
