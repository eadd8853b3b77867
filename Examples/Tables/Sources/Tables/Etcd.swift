#if Macros
  public import FoundationEssentials
  public import Refinery
  public import RefineryMacros

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
  @Endpoints("kv")
  public enum Etcd: EndpointGroup {
    /// Every row of this file.
    public static let table = EndpointTable("Etcd", [KeyValue.self, Etcd.self])
    /// Reads numbers that are written as text.
    public static let coder: (any Coder)? = JSONCoder(keys: .snakeCase, acceptsQuotedScalars: true)
    /// Error bodies are read as ``EtcdError``.
    public static let options = Options { $0.errors.add(EtcdError.self, for: StatusSet(400...599)) }

    /// Stores a value for a key. Returns the revision of the store.
    @POST("put", envelope: "header.revision")
    public static func put(@Member _ key: Data, @Member _ value: Data) -> Call<Int>

    /// Deletes a key, or the keys from `key` up to but not including `end`.
    @POST("deleterange", idempotent: true)
    public static func delete(@Member _ key: Data, @Member to rangeEnd: Data? = nil) -> Call<Deletion>

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

    /// The next page starts with the first possible key after the last key of the page: the same bytes and a zero byte.
    struct AfterLastKey: PageStrategy, CustomStringConvertible {
      var description: String { "after the last key" }

      func next(after page: PageResponse) throws -> PageStep? {
        guard page.flag(at: "more") == true,
          let last = try Etcd.coder?.decode([KeyValue].self, from: page.body, at: ["kvs"]).last
        else { return nil }
        return .query(["key": (last.key + [0]).base64EncodedString()])
      }
    }
  }

  @Endpoints("kv")
  extension Etcd.KeyValue: Resource {
    /// Uses ``Etcd/coder``.
    public static let coder = Etcd.coder
    /// Uses ``Etcd/options``.
    public static let options = Etcd.options

    /// Lists the keys from `key` up to but not including `end`, in order. Without `end`, lists only `key`.
    @POST(
      "range", envelope: "kvs", idempotent: true,
      options: {
        $0.acceptsAbsentList = true
        $0.pagination = Pagination(Etcd.AfterLastKey()).inBody()
      })
    public static func range(
      @Member from key: Data, @Member to rangeEnd: Data? = nil, @Member limit: Int? = nil
    ) -> Call<[Self]>
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
#endif
