public import FoundationEssentials
import HTTPTypes
public import RefineryCore

/// etcd, a key-value store, through its JSON gateway.
///
/// ```swift
/// let api = Client(baseURL: "http://127.0.0.1:2379/v3")
/// try await api.send(Etcd.put(Data("jobs/1".utf8), Data("done".utf8)))
/// for try await pair in api.items(of: Etcd.KeyValue.range(from: Data("jobs/".utf8), to: Data("jobs0".utf8), limit: 100)) {
///   print(pair.key, pair.modRevision)
/// }
/// ```
///
/// The gateway writes 64-bit numbers as text and bytes in Base64. It leaves out empty lists and zeros. An error response is
/// read as ``EtcdError``. Such a response has trailers. On Linux, use a transport other than URLSession: before Swift 6.4,
/// Foundation ends the process when it receives trailers.
///
/// Source: etcd 3.4, gRPC gateway.
public enum Etcd {
  /// Every row of this file.
  public static let table = EndpointTable("Etcd", [KeyValue.self], rows: [putEndpoint, deleteEndpoint])

  /// Reads numbers that are written as text.
  public static let coder = JSONCoder(keys: .snakeCase, acceptsQuotedScalars: true)

  static let errors = Options { $0.errors.add(EtcdError.self, for: StatusSet(400...599)) }
  static let options = errors.merging(Options { $0.coder = coder })
  static let putEndpoint = Endpoint("Etcd.put", .post, "kv/put", options, input: Pair.self, output: Int.self)
  static let deleteEndpoint = Endpoint(
    "Etcd.delete", .post, "kv/deleterange", options.merging(Options { $0.idempotent = true }), input: Range.self,
    output: Deletion.self)

  /// Stores a value for a key. Returns the revision of the store.
  public static func put(_ key: Data, _ value: Data) -> Call<Int> {
    Call<Int>(putEndpoint).envelope("header.revision").body(Pair(key: key, value: value))
  }

  /// Deletes a key, or the keys from `key` up to but not including `end`.
  public static func delete(_ key: Data, to end: Data? = nil) -> Call<Deletion> {
    Call<Deletion>(deleteEndpoint).body(Range(key: key, rangeEnd: end, limit: nil))
  }

  /// A key with its value.
  public struct KeyValue: Decodable, Sendable, Equatable {
    /// The key.
    public let key: Data
    /// The value; nil if it is empty.
    public let value: Data?
    /// The revision of the store when the key was last changed.
    public let modRevision: Int
    /// How often the key was changed since it was created.
    public let version: Int
  }

  /// The result of a deletion.
  public struct Deletion: Decodable, Sendable {
    /// The number of deleted keys; nil if no key was deleted.
    public let deleted: Int?
  }

  struct Pair: Encodable { let key, value: Data }
  struct Range: Encodable {
    let key: Data
    let rangeEnd: Data?
    let limit: Int?
  }

  /// The next page starts with the first possible key after the last key of the page: the same bytes and a zero byte.
  struct AfterLastKey: PageStrategy, CustomStringConvertible {
    var description: String { "after the last key" }

    func next(after page: PageResponse) throws -> PageStep? {
      guard page.flag(at: "more") == true,
        let last = try Etcd.coder.decode([KeyValue].self, from: page.body, at: ["kvs"]).last
      else { return nil }
      return .query(["key": (last.key + [0]).base64EncodedString()])
    }
  }
}

extension Etcd.KeyValue: Resource {
  /// The path for listing keys.
  public static let path: URITemplate = "kv/range"
  /// Uses ``Etcd/coder``.
  public static let coder: (any Coder)? = Etcd.coder
  /// Error bodies are read as ``EtcdError``.
  public static let options = Etcd.errors
  /// The custom row: `range(from:to:limit:)`.
  public static let customEndpoints = [rangeEndpoint]

  // If a range is empty, the response has no list. Listing is idempotent, although it is a POST. Each page is requested by the
  // first key in the request body.
  static let rangeEndpoint = endpoint(
    "range", .post, path,
    Options {
      $0.acceptsAbsentList = true
      $0.idempotent = true
      $0.pagination = Pagination(Etcd.AfterLastKey()).inBody()
    }, input: Etcd.Range.self, output: [Self].self)

  /// Lists the keys from `key` up to but not including `end`, in order. Without `end`, lists only `key`.
  public static func range(from key: Data, to end: Data? = nil, limit: Int? = nil) -> Call<[Self]> {
    Call<[Self]>(rangeEndpoint).envelope("kvs").body(Etcd.Range(key: key, rangeEnd: end, limit: limit))
  }
}

/// An error response of etcd's gateway.
public struct EtcdError: Decodable, SafelyDescribed, Equatable {
  /// The gRPC code: 3 for invalid arguments, 5 for something that does not exist, 9 for a failed precondition.
  public let code: Int
  /// A description. It may contain data from the request.
  public let error: String

  /// One line, safe to log: the code.
  public var description: String { "etcd: gRPC code \(code)" }
}
