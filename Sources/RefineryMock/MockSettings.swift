public import FoundationEssentials
public import RefineryCore
public import RefineryJSON

/// The first records of a ``MockServer``, its port and limits, and responses that its tables do not describe.
public struct MockSettings: Sendable, Redacted {
  /// The number of made-up records that each collection has at the beginning. Default 0. Their members are those of the models.
  /// A child has this number for each record of its parent, but at most 10,000 in all. A collection with seeds has only its
  /// seeds.
  public var records = 0
  /// The seed of made-up data, of ids and of random faults. Servers with equal tables, settings and seeds begin with equal
  /// records. Default 1.
  public var randomSeed: UInt64 = 1
  /// The records at the beginning: an object with a list of records for each resource. The key is the name of the resource,
  /// which begins the names of its rows (`Person`, `Post.Comment`), or its path (`households/9/chores`). A singleton has an
  /// object in place of the list.
  public var seeds: JSONValue = [:]
  /// The file that keeps the records. If it exists at the beginning, it replaces the seeds and made-up records. It is written
  /// whole after every change. Default nil: the records are only in memory.
  public var stateFile: URL?
  /// The number of records on a page if neither the request nor the row says one. Default 20.
  public var pageSize = 20
  /// The largest number of records on a page, even if a request has a larger page size. Default 1,000.
  public var largestPage = 1_000
  /// The port of 127.0.0.1. Default 0: any free port.
  public var port = 0
  /// The coder of rows that have none of their own. It must be the one of the clients, as in `Client(coder:)`. Default JSON.
  public var coder: any Coder = JSONCoder()
  /// The largest number of bytes of a request's content; a longer one is refused with 413. Default 1 MiB.
  public var bodyLimit = 1 << 20
  /// Fixed responses, by the name of the row. Such a row does not read or change records.
  public var stubs: [String: MockResponse] = [:]
  /// The bodies of the responses of custom rows, by the name of the row, in place of made-up ones.
  public var examples: [String: JSONValue] = [:]
  /// The name of the member that is the id, by the name of the resource. Needed only if the name is not `id` and there is no
  /// model that says it.
  public var idMembers: [String: String] = [:]
  /// A member such as Kinto's `last_modified`: the server sets it to a greater number at each change of a record, and its value
  /// is the record's entity tag. Default nil: an entity tag is a hash of the record.
  public var versionMember: String?
  /// The entity tag of a record, without quotes, in place of a hash: by resource and id. Nil for a hash.
  package var entityTag: (@Sendable (_ resource: String, _ id: String) -> String?)?

  /// Settings with the defaults.
  public init() {}

  /// Settings with the defaults, which the closure changes.
  public init(_ change: (inout MockSettings) -> Void) {
    self.init()
    change(&self)
  }
}
