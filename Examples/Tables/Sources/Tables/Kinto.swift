#if Macros
  public import FoundationEssentials
  public import HTTPTypes
  public import Refinery
  public import RefineryMacros

  /// Kinto, Mozilla's store of JSON objects: buckets hold collections, and collections hold records.
  ///
  /// ``Record`` is a record with any attributes. Your own model gets the same operations if it conforms to ``Model``:
  ///
  /// ```swift
  /// struct Article: Kinto.Model {
  ///   static let path: URITemplate = "buckets/blog/collections/articles/records"
  ///   static let parameters: [String] = []
  ///   var id: String
  ///   var title: String
  /// }
  ///
  /// let page = try await api.reply(to: Article.enumerate(Kinto.query(limit: 20).merging(["author": "p001"])))
  /// let next = Kinto.nextToken(in: page.headers)
  /// ```
  ///
  /// Kinto wraps objects as `{"data": ...}`, in requests and in responses. ``DataCoder`` wraps request bodies, and the
  /// envelopes of the rows unwrap response bodies. The version of an object is its entity tag, so `call.ifMatch(tag)` changes
  /// the object only if it has not been changed since. Otherwise the response has the status 412, and the ``KintoError``
  /// contains the current object in its details.
  ///
  /// Source: Kinto 26, HTTP API 1.23.
  @Endpoints
  public enum Kinto: EndpointGroup {
    /// Every row of this file.
    public static let table = EndpointTable(
      "Kinto", [Server.self, Bucket.self, Collection.self, Record.self, Kinto.self])

    /// The options of all rows: error bodies are read as ``KintoError``, and changed members are sent whole, because Kinto
    /// merges plain JSON only at the top level.
    public static let options = Options {
      $0.errors.add(KintoError.self, for: StatusSet(400...599))
      $0.patchStyle = PatchStyle(.members)
    }

    /// A bucket: collections, and their permissions.
    public typealias Bucket = Object<Buckets>
    /// A collection of records. Its attribute `schema` is the JSON schema of its records.
    public typealias Collection = Object<Collections>
    /// A record with any attributes.
    public typealias Record = Object<Records>

    /// Returns a query that limits, continues, sorts or reduces a listing. To add filters such as `["min_rating": 3]`, use
    /// `merging`.
    ///
    /// - Parameters:
    ///   - limit: the largest number of objects on a page.
    ///   - token: the start of the page: see ``nextToken(in:)``.
    ///   - since: the listing contains only objects changed after this version.
    ///   - before: the listing contains only objects changed before this version.
    ///   - sort: attributes to sort by; a `-` before one reverses its order.
    ///   - fields: the objects in the listing have only these attributes.
    public static func query(
      limit: Int? = nil, token: String? = nil, since: Int? = nil, before: Int? = nil, sort: [String] = [],
      fields: [String] = []
    ) -> Query {
      [
        "_limit": limit, "_token": token, "_since": since, "_before": before,
        "_sort": sort.isEmpty ? nil : sort.joined(separator: ","),
        "_fields": fields.isEmpty ? nil : fields.joined(separator: ","),
      ]
    }

    /// Several requests in one.
    @POST("batch", envelope: "responses", options: { $0.coder = JSONCoder() })
    static func batch(body: JSONValue) -> Call<[BatchPart]>

    /// Returns the token of the next page; nil on the last page.
    public static func nextToken(in headers: HTTPFields) -> String? {
      guard let name = HTTPField.Name("Next-Page"), let next = headers[name] else { return nil }
      return URLComponents(string: next)?.queryItems?.first { $0.name == "_token" }?.value
    }
  }

  // MARK: Rows

  extension Kinto {
    /// A model whose objects are records. Its paths have the placeholders `bucket` and `collection`; give them values by
    /// `with`. A model that declares its own `path` also declares empty `parameters`.
    public protocol Model: Mappable, Identifiable, Encodable where ID == String, Parent == Never {}

    /// A kind of object: buckets, collections or records.
    public protocol Place: Sendable {
      /// The first part of the rows' names.
      static var name: String { get }
      /// The path of the collection.
      static var path: URITemplate { get }
      /// The placeholders besides the id.
      static var parameters: [String] { get }
    }

    /// The kind of buckets.
    public enum Buckets: Place {
      /// The rows of buckets are called `Bucket.read` and so on.
      public static let name = "Bucket"
      /// The path below the base URL.
      public static let path: URITemplate = "buckets"
      /// Buckets are at the top level, so their paths have no other placeholders.
      public static let parameters: [String] = []
    }

    /// The kind of collections.
    public enum Collections: Place {
      /// The rows of collections are called `Collection.read` and so on.
      public static let name = "Collection"
      /// The path below a bucket.
      public static let path: URITemplate = "buckets/{bucket}/collections"
      /// The placeholder for the bucket.
      public static let parameters = ["bucket"]
    }

    /// The kind of records.
    public enum Records: Place {
      /// The rows of records are called `Record.read` and so on.
      public static let name = "Record"
      /// The path below a collection.
      public static let path: URITemplate = "buckets/{bucket}/collections/{collection}/records"
      /// The placeholders for the bucket and the collection.
      public static let parameters = ["bucket", "collection"]
    }

    /// Information about the server.
    public struct Server: Singleton, Readable {
      /// The rows request the base URL itself.
      public static let path: URITemplate = "/"
      /// Uses ``Kinto/options``.
      public static let options = Kinto.options
      /// The version of the server's HTTP API.
      public var version: String
      /// The features of the server, by name.
      public var capabilities: JSONValue

      private enum CodingKeys: String, CodingKey {
        case version = "http_api_version"
        case capabilities
      }
    }
  }

  extension Kinto.Model {
    /// The path of the records of a collection.
    public static var path: URITemplate { Kinto.Records.path }
    /// The placeholders for the bucket and the collection.
    public static var parameters: [String] { Kinto.Records.parameters }
    /// The server returns a single object as `{"data": {...}}`.
    public static var objectEnvelope: MemberPath { "data" }
    /// The server returns a list as `{"data": [...]}`.
    public static var listEnvelope: MemberPath { "data" }
    /// Uses ``Kinto/DataCoder``.
    public static var coder: (any Coder)? { Kinto.DataCoder() }
    /// Uses ``Kinto/options``.
    public static var options: Options { Kinto.options }
    /// Follows the link in `Next-Page`.
    public static var pagination: Pagination? { .nextLink(.header("Next-Page")) }
  }

  // MARK: Objects

  extension Kinto {
    /// An object with any attributes, an id and a version.
    public struct Object<Where: Place>: Model, Hashable, Sendable {
      /// The id, unique in its collection.
      public var id: String
      /// The version: a timestamp in milliseconds that grows with every change; nil before the object is stored. As text, it is
      /// the entity tag.
      public var lastModified: Int?
      /// All other members.
      public var attributes: JSONValue.Object

      /// Creates an object to store.
      public init(id: String, attributes: JSONValue.Object = [:]) {
        self.id = id
        self.attributes = attributes
      }

      /// The attribute with this name; nil if there is none.
      public subscript(name: String) -> JSONValue? {
        get { attributes[name] }
        set { attributes[name] = newValue }
      }
    }

    /// Wraps request bodies as `{"data": ...}`; decodes as `JSONCoder` does.
    public struct DataCoder: Coder {
      private let json = JSONCoder()

      /// Creates a coder.
      public init() {}

      /// The media type of request bodies, `application/json`.
      public var contentType: String { json.contentType }
      /// The media type of response bodies, `application/json`.
      public var accept: String { json.accept }

      /// Encodes the value within `{"data": ...}`.
      public func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy?) throws -> Data {
        try Data(#"{"data":"#.utf8) + json.encode(value, nulls: nulls) + Data("}".utf8)
      }

      /// Decodes the value at a path of members, as `JSONCoder` does.
      public func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String]) throws -> Value {
        try json.decode(type, from: data, at: path)
      }
    }
  }

  extension Kinto.Object {
    /// The name of its kind.
    public static var resourceName: String { Where.name }
    /// The path of its kind.
    public static var path: URITemplate { Where.path }
    /// The placeholders of its kind.
    public static var parameters: [String] { Where.parameters }
  }

  extension Kinto.Object: Codable {
    /// Reads the members `id` and `last_modified`; all others are attributes.
    public init(from decoder: any Decoder) throws {
      let object = try JSONValue(from: decoder).object
      guard var attributes = object, let id = attributes["id"]?.string else {
        let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "An object with an id is needed.")
        throw DecodingError.dataCorrupted(context)
      }
      self.id = id
      lastModified = attributes["last_modified"]?.int
      attributes["id"] = nil
      attributes["last_modified"] = nil
      self.attributes = attributes
    }

    /// Writes the id and the attributes. The server assigns the version.
    public func encode(to encoder: any Encoder) throws {
      var object = attributes
      object["id"] = .string(id)
      try JSONValue.object(object).encode(to: encoder)
    }
  }

  // MARK: Batches

  extension Kinto {
    /// Makes the call that sends several calls in one request. The bodies of the calls must be JSON.
    ///
    /// ```swift
    /// let (article, removal) = try await api.send(Article.read("a1"), Article.delete("a2"), in: Kinto.batch)
    /// ```
    ///
    /// The server performs the calls in order, by default at most 25. If one fails with a status below 500, the others are
    /// still performed.
    public static func batch(_ requests: [Request]) throws -> Call<[Response]> {
      let items = try requests.map { request in
        do { return JSONValue.object(try item(request)) } catch {
          throw CallError(.building, request.endpoint, underlying: error)
        }
      }
      return batch(body: ["requests": .array(items)]).mapping { input in
        try input.decode([BatchPart].self).map { try $0.response() }
      }
    }

    private static func item(_ request: Request) throws -> JSONValue.Object {
      let fields = request.head.headerFields
      var item: JSONValue.Object = [
        "method": .string(request.head.method.rawValue), "path": .string(request.head.path ?? "/"),
      ]
      var headers: JSONValue.Object = [:]
      for field in fields { headers[field.name.rawName] = .string(fields[field.name] ?? "") }
      if !headers.isEmpty { item["headers"] = .object(headers) }
      if let data = request.body?.data, !data.isEmpty { item["body"] = try JSONValue(parsing: data) }
      return item
    }

    struct BatchPart: Decodable {
      let status: Int
      let headers: [String: String]?
      let body: JSONValue?

      func response() throws -> Response {
        let headers = headers ?? [:]
        // A greater number could end the process: `HTTPFields` holds 65,535 fields.
        guard (100...599).contains(status), headers.count <= 1_000 else {
          throw MappingError(.invalid, at: ["responses"], expected: "a status of HTTP and at most 1,000 header fields")
        }
        let fields = headers.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } }
        return Response(
          status: HTTPResponse.Status(code: status), headers: HTTPFields(fields), body: body.map { Body($0.data()) } ?? .empty)
      }
    }
  }

  /// An error response of Kinto.
  public struct KintoError: Decodable, SafelyDescribed, Equatable {
    /// The status.
    public var code: Int
    /// Kinto's error number: 107 for invalid parameters, 110 for a missing object, 114 for an outdated version.
    public var errno: Int
    /// The status in words, such as `Not Found`.
    public var error: String
    /// A description of the fault. It may contain data from the request.
    public var message: String?
    /// More details: the current object for 412, a list of faults for 400. They may contain secrets.
    public var details: JSONValue?

    /// One line, safe to log: status and number.
    public var description: String { "Kinto error \(errno), status \(code)" }
  }
#endif
