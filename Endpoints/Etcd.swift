public import FoundationEssentials
import HTTPTypes
public import RefineryCore

/// etcd, a store of keys and values, through its JSON gateway.
///
/// ```swift
/// let api = Client(baseURL: "http://127.0.0.1:2379/v3")
/// try await api.send(Etcd.put(Data("jobs/1".utf8), Data("done".utf8)))
/// for try await pair in api.items(of: Etcd.KeyValue.range(from: Data("jobs/".utf8), to: Data("jobs0".utf8), limit: 100)) {
///   print(pair.key, pair.modRevision)
/// }
/// ```
///
/// The gateway writes 64-bit numbers as text, bytes in Base64, and leaves out empty lists and zeros. An error response is read as
/// ``EtcdError``. Such a response has trailers, so use another transport than URLSession on Linux: before Swift 6.4, Foundation ends
/// the process there.
///
/// Source: etcd 3.4, gRPC gateway.
public enum Etcd {
  /// Every row of this file.
  public static let table = EndpointTable("Etcd", [KeyValue.self], rows: [putEndpoint, deleteEndpoint])

  /// Reads numbers that are written as text.
  public static let coder = JSONCoder(keys: .snakeCase, acceptsQuotedScalars: true)

  static let errors = Options().errors(EtcdError.self, for: StatusSet(400...599))
  static let options = errors.setting(CoderOption.self, AnyCoder(coder))
  static let putEndpoint = Endpoint("Etcd.put", .post, "kv/put", options, input: "Pair", output: "Int")
  static let deleteEndpoint = Endpoint(
    "Etcd.delete", .post, "kv/deleterange", options.setting(Idempotent.self, true), input: "Range", output: "Deletion")

  /// Stores a value for a key. Returns the revision of the store.
  public static func put(_ key: Data, _ value: Data) -> Call<Int> {
    Call<Int>(putEndpoint).envelope("header.revision").body(Pair(key: key, value: value))
  }

  /// Deletes a key, or the keys from `key` up to `end`, which is not deleted.
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
    /// The number of deleted keys; nil for none.
    public let deleted: Int?
  }

  struct Pair: Encodable { let key, value: Data }
  struct Range: Encodable {
    let key: Data
    let rangeEnd: Data?
    let limit: Int?
  }

  /// The page after the last key of a page starts with the next possible key: the same bytes and a zero.
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

extension Etcd.KeyValue: Enumerable {
  /// Not the row's method, which is POST.
  public static let path: URITemplate = "kv/range"
  /// `{"header": {...}, "kvs": [...], "more": true, "count": "5"}`.
  public static let listEnvelope: MemberPath = "kvs"
  /// ``Etcd/coder``.
  public static let coder: (any Coder)? = Etcd.coder
  /// The list of an empty range is absent.
  public static let options = Etcd.errors.merging(
    Options {
      $0.absentList = .empty
      $0.idempotent = true
    })
  /// The first key of a page is in the request body.
  public static let pagination: Pagination? = Pagination(Etcd.AfterLastKey()).inBody()
  /// POST, because a request has a body.
  public static let enumerateEndpoint = endpoint(of: .enumerate, .post, path)

  /// The keys from `key` up to `end`, which is left out, in order. Without `end`, only `key`.
  public static func range(from key: Data, to end: Data? = nil, limit: Int? = nil) -> Call<[Self]> {
    enumerate().body(Etcd.Range(key: key, rangeEnd: end, limit: limit))
  }
}

/// An error response of etcd's gateway.
public struct EtcdError: Decodable, SafelyDescribed, Equatable {
  /// The code of gRPC: 3 for invalid arguments, 5 for something that does not exist, 9 for a failed precondition.
  public let code: Int
  /// A description. It may contain what was sent.
  public let error: String

  /// One line, safe to log: the code.
  public var description: String { "etcd: gRPC code \(code)" }
}
