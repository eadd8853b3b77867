public import FoundationEssentials
public import RefineryCore
public import RefineryJSON

/// How a ``MockServer`` begins, and what it does beyond the rows of its tables.
public struct MockSettings: Sendable, Redacted {
  /// The number of records that each collection has at the beginning, made up by the shapes of the models. Default 0. A child
  /// has as many for each record of its parent, but at most 10,000 in all. A collection with seeds has its seeds only.
  public var records = 0
  /// The seed of made-up data and ids. Servers with equal tables and seeds begin with equal records. Default 1.
  public var randomSeed: UInt64 = 1
  /// The records at the beginning: an object with a list for each resource by its name, the first part of its rows' names
  /// (`Person`, `Post.Comment`), or by its path (`households/9/chores`). For a singleton, an object in place of the list.
  public var seeds: JSONValue = [:]
  /// The file that keeps the records. It is read at the beginning, in place of seeds, and written whole after every change.
  /// Default nil: the records are in memory.
  public var stateFile: URL?
  /// The number of records on a page if neither the request nor the row says one. Default 20.
  public var pageSize = 20
  /// The largest number of records on a page, whatever a request asks for. Default 1,000.
  public var largestPage = 1_000
  /// The port of 127.0.0.1; 0, the default, for a free one.
  public var port = 0
  /// The coder of the clients, for rows without one, as in `Client(coder:)`.
  public var coder: any Coder = JSONCoder()
  /// The largest number of bytes of a request's content; a longer one is refused with 413. Default 1 MiB.
  public var bodyLimit = 1 << 20
  /// The responses of rows by name, in place of what the server would do.
  public var stubs: [String: MockResponse] = [:]
  /// The bodies of the responses of custom rows by name, in place of made-up ones.
  public var examples: [String: JSONValue] = [:]
  /// The name of the member that is the id, by resource, where it is not `id` and no model says it.
  public var idMembers: [String: String] = [:]
  /// A member such as Kinto's `last_modified`: the server sets it to a greater number at each change of a record, and its value
  /// is the record's entity tag. Default nil: an entity tag is a hash of the record.
  public var versionMember: String?
  /// The entity tag of a record, without quotes, in place of a hash: by resource and id. Nil for a hash.
  package var entityTag: (@Sendable (_ resource: String, _ id: String) -> String?)?

  /// Settings with the defaults.
  public init() {}

  /// Settings with changes.
  public init(_ change: (inout MockSettings) -> Void) {
    self.init()
    change(&self)
  }
}
