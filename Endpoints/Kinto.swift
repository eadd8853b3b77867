public import FoundationEssentials
public import HTTPTypes
public import RefineryCore

/// Kinto, Mozilla's store of JSON objects: buckets hold collections, and collections hold records.
///
/// ``Record`` is a record of any shape. A model of your own adopts ``Model`` and has the same operations:
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
/// Kinto wraps what it gives and wants as `{"data": ...}`: the rows' envelopes and ``DataCoder`` see to that. The version of
/// an object is its entity tag, so `call.ifMatch(tag)` changes it only if nobody else did; otherwise the answer is status
/// 412, and the ``KintoError`` among its details has the object as it stands.
///
/// Source: Kinto 26, HTTP API 1.23.
public enum Kinto {
  /// Every row of this file.
  public static let table = EndpointTable("Kinto", [Server.self, Bucket.self, Collection.self, Record.self])

  /// What all rows have in common: error bodies are read as ``KintoError``, and changed members go whole, as it merges plain
  /// JSON at the top level alone.
  public static let options = Options()
    .setting(ErrorTypes.self, ErrorTypes.Map().adding(KintoError.self, for: StatusSet(400...599)))
    .setting(PatchStyleOption.self, .members)

  /// A bucket: collections, and who may do what to them.
  public typealias Bucket = Object<Buckets>
  /// A collection of records. `schema` among its attributes is the JSON schema that each has to fit.
  public typealias Collection = Object<Collections>
  /// A record of any shape.
  public typealias Record = Object<Records>

  /// How a listing is limited, continued, sorted and thinned out; `merging` adds filters such as `["min_rating": 3]`.
  ///
  /// - Parameters:
  ///   - limit: the most objects of one page.
  ///   - token: where the page begins: see ``nextToken(in:)``.
  ///   - since: only what changed after this version.
  ///   - before: only what changed before this version.
  ///   - sort: attributes to sort by; `-` before one turns its order round.
  ///   - fields: the only attributes to be given.
  public static func query(
    limit: Int? = nil, token: String? = nil, since: Int? = nil, before: Int? = nil, sort: [String] = [],
    fields: [String] = []
  ) -> Query {
    [
      "_limit": limit.map(QueryValue.int) ?? .null, "_token": token.map(QueryValue.string) ?? .null,
      "_since": since.map(QueryValue.int) ?? .null, "_before": before.map(QueryValue.int) ?? .null,
      "_sort": sort.isEmpty ? .null : .string(sort.joined(separator: ",")),
      "_fields": fields.isEmpty ? .null : .string(fields.joined(separator: ",")),
    ]
  }

  /// The token of the page after this one; nil after the last.
  public static func nextToken(in headers: HTTPFields) -> String? {
    guard let name = HTTPField.Name("Next-Page"), let next = headers[name] else { return nil }
    return URLComponents(string: next)?.queryItems?.first { $0.name == "_token" }?.value
  }
}

// MARK: Rows

extension Kinto {
  /// A model whose objects are records. Its paths take `bucket` and `collection`, by `with`, unless it gives a `path` of its
  /// own and no `parameters`.
  public protocol Model: Mappable, Identifiable, Encodable where ID == String, Parent == Never {}

  /// A place where objects are kept; it tells the three kinds of objects apart.
  public protocol Place: Sendable {
    /// What the rows are called before their dot.
    static var name: String { get }
    /// Where the objects are listed.
    static var path: URITemplate { get }
    /// The values beside the id that calls give.
    static var parameters: [String] { get }
  }

  /// Where buckets are.
  public enum Buckets: Place {
    /// `Bucket`.
    public static let name = "Bucket"
    /// At the top.
    public static let path: URITemplate = "buckets"
    /// None.
    public static let parameters: [String] = []
  }

  /// Where collections are.
  public enum Collections: Place {
    /// `Collection`.
    public static let name = "Collection"
    /// Below their bucket.
    public static let path: URITemplate = "buckets/{bucket}/collections"
    /// The bucket.
    public static let parameters = ["bucket"]
  }

  /// Where records are.
  public enum Records: Place {
    /// `Record`.
    public static let name = "Record"
    /// Below their collection.
    public static let path: URITemplate = "buckets/{bucket}/collections/{collection}/records"
    /// The bucket and the collection.
    public static let parameters = ["bucket", "collection"]
  }

  /// What the server says about itself.
  public struct Server: Singleton, Readable {
    /// The base URL itself.
    public static let path: URITemplate = "/"
    /// ``Kinto/options``.
    public static let options = Kinto.options
    /// The version of its HTTP API.
    public var version: String
    /// What it lets clients do, by name.
    public var capabilities: RawJSON

    private enum CodingKeys: String, CodingKey {
      case version = "http_api_version"
      case capabilities
    }
  }
}

extension Kinto.Model {
  /// The records of a collection.
  public static var path: URITemplate { Kinto.Records.path }
  /// The bucket and the collection.
  public static var parameters: [String] { Kinto.Records.parameters }
  /// `data`.
  public static var objectEnvelope: KeyPathText { "data" }
  /// `data`.
  public static var listEnvelope: KeyPathText { "data" }
  /// ``Kinto/DataCoder``.
  public static var coder: (any Coder)? { Kinto.DataCoder() }
  /// ``Kinto/options``.
  public static var options: Options { Kinto.options }
  /// By the link in `Next-Page`.
  public static var pagination: Pagination? { .nextLink(.header("Next-Page")) }
}

// MARK: Objects

extension Kinto {
  /// An object of any shape: its id, its version, and the attributes that its owner gave it.
  public struct Object<Where: Place>: Model, Hashable, Sendable {
    /// Unique at its place.
    public var id: String
    /// The version: milliseconds, growing with every change; nil before it is stored. Its text is the entity tag.
    public var lastModified: Int?
    /// Everything else.
    public var attributes: RawJSON.Object

    /// An object to be stored.
    public init(id: String, attributes: RawJSON.Object = [:]) {
      self.id = id
      self.attributes = attributes
    }

    /// An attribute.
    public subscript(name: String) -> RawJSON? {
      get { attributes[name] }
      set { attributes[name] = newValue }
    }
  }

  /// Wraps what is sent as `{"data": ...}`; reads as `JSONCoder` does.
  public struct DataCoder: Coder {
    private let json = JSONCoder()

    /// The coder.
    public init() {}

    /// `application/json`.
    public var contentType: String { json.contentType }
    /// `application/json`.
    public var accept: String { json.accept }

    /// The value within `{"data": ...}`.
    public func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy?) throws -> Data {
      try Data(#"{"data":"#.utf8) + json.encode(value, nulls: nulls) + Data("}".utf8)
    }

    /// The value at its place.
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String]) throws -> Value {
      try json.decode(type, from: data, at: path)
    }
  }
}

extension Kinto.Object {
  /// The name of its place.
  public static var resourceName: String { Where.name }
  /// The path of its place.
  public static var path: URITemplate { Where.path }
  /// The parameters of its place.
  public static var parameters: [String] { Where.parameters }
}

extension Kinto.Object: Codable {
  /// Reads the members `id` and `last_modified`, and takes the others for attributes.
  public init(from decoder: any Decoder) throws {
    let object = try RawJSON(from: decoder).object
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

  /// Writes the id and the attributes; the version is the server's to give.
  public func encode(to encoder: any Encoder) throws {
    var object = attributes
    object["id"] = .string(id)
    try RawJSON.object(object).encode(to: encoder)
  }
}

/// What Kinto says about a request that it refused.
public struct KintoError: Decodable, SafelyDescribed, Equatable {
  /// The status.
  public var code: Int
  /// Kinto's own number: 107 for invalid parameters, 110 for what is missing, 114 for a version that is not the last.
  public var errno: Int
  /// The status in words.
  public var error: String
  /// What is wrong. May hold what was sent.
  public var message: String?
  /// More: the object as it stands for 412, a list of faults for 400. May hold secrets.
  public var details: RawJSON?

  /// One line, safe to log: status and number.
  public var description: String { "Kinto error \(errno), status \(code)" }
}
