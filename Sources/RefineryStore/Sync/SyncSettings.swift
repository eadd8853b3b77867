public import FoundationEssentials
public import RefineryCore
import RefineryTracking

/// Describes how a ``SyncedRepository`` works with its server. The defaults suit a plain REST server.
public struct SyncSettings: Sendable {
  /// The place of a record's version, which is sent back in `If-Match`.
  public enum Versions: Sendable {
    /// In the `ETag` of a response about one record. A listing has no entity tags for its records, so records from a listing
    /// are overwritten without a condition.
    case entityTag
    /// In a member, in listings too: `last_modified` for Kinto.
    case member(MemberPath)
    /// Records have no version; the last write wins.
    case none
  }

  /// Many records in one request; the response is a list in the same order.
  ///
  /// Creates and changes are sent in batches, by POST to a path below the model's path. Deletes are sent one by one. A batch
  /// has no `If-Match`, so only a pull before it finds conflicts: see ``SyncSettings/pullsFirst``.
  ///
  /// If a batch is refused, its halves are sent, each with its own key, then the halves of a refused half, until only the
  /// records at fault fail. After a 413, the later batches of the run are smaller, too. A batch that gets a status from 500 or
  /// no response is first repeated unchanged, in three synchronizations that reach the server. Then it is split.
  public struct Batch: Sendable {
    var size: Int
    let path: URITemplate
    let body: MemberPath
    let response: MemberPath

    /// A form of batches.
    ///
    /// - Parameters:
    ///   - size: the largest number of records in one request. A number below 1 counts as 1.
    ///   - path: the path of the request, relative to the model's path.
    ///   - body: the place of the list in the request; by default `{"data": [...]}`. With `[]`, the body is the list.
    ///   - response: the place of the list in the response; by default the top level.
    public init(
      size: Int = 100, path: URITemplate = "collection", body: MemberPath = "data", response: MemberPath = []
    ) {
      self.size = max(1, size)
      self.path = path
      self.body = body
      self.response = response
    }
  }

  /// When a change that fails repeatedly is set aside. Both limits must be reached. So changes are not set aside only because a
  /// server fails for some hours, or because a device was offline for weeks.
  ///
  /// A synchronization counts if the server refused the change (status 400 to 499). It also counts if the change got no usable
  /// response or another status, while the server accepted other requests. A synchronization that cannot reach the server does
  /// not count, and neither do statuses that ask for credentials (401, 407) or for patience (425, 429, `Retry-After`).
  public struct GiveUp: Sendable {
    let failures: Int
    let age: Duration

    /// Limits: a number of synchronizations in which the change failed, and the time since the first of them, by the wall
    /// clock. By default 10 synchronizations and one day.
    public init(failures: Int = 10, age: Duration = .seconds(86_400)) {
      self.failures = failures
      self.age = age
    }

    func isReached(by entry: OutboxEntry, at now: Date) -> Bool {
      let since = (entry.failedSince ?? now).timeIntervalSinceReferenceDate
      return entry.failures >= failures && now.timeIntervalSinceReferenceDate - since >= age / .seconds(1)
    }
  }

  /// The member that holds the id. Set it for a model whose `CodingKeys` give the id another name, such as `_id`. Records are
  /// found by this member; without it, each synchronization would create the record again.
  public var identifier = "id"
  /// Values for placeholders of the model's paths, other than the id.
  public var values = PathValues()
  /// Whether a change is sent at once, after it is stored. A write then waits for the response, and throws ``Unsynchronized``
  /// if there is none. If false, a write returns as soon as it is stored, and the next synchronization sends it.
  public var sendsAtOnce = true
  /// Whether a delete starts on the server. If that fails, the record stays and the error is thrown. If false, the record is
  /// hidden here, and the outbox sends the delete.
  public var deletesOnServerFirst = true
  /// Whether a record is created by PUT to its own path, for servers where clients assign the ids, instead of by POST to the
  /// collection. A record without an id is then refused. Unless ``versions`` is ``Versions/none``, `If-None-Match: *` prevents
  /// it from replacing a record that another client has created with this id.
  public var createsByPut = false
  /// Makes a provisional id for a new record without an id, such as a negative number for a model with `id: Int`. It is
  /// replaced by the server's id and is not sent; make each id once. Other records that refer to it send it, unless
  /// ``references`` names the member. Nil if the model's id is optional, or if clients assign ids. It is not used with
  /// ``createsByPut``.
  public var provisionalID: (@Sendable () -> JSONValue)?
  /// The members that hold the id, or a list of ids, of records in another collection of the same store, or in this one:
  /// `["author": "Person"]` for records of the collection `Person`.
  ///
  /// If such a member holds a ``provisionalID``, the change waits until the other record is sent, and each report lists the
  /// change as a failure. Then the member gets the server's id, here and in the request. So synchronize the repository of the
  /// other collection first.
  public var references: [MemberPath: String] = [:]
  /// How a synchronization sends changes in batches; nil: one request for each record.
  public var batch: Batch?
  /// How many requests for single records are sent at a time. With 1, they are sent in the order of their changes.
  public var concurrency = 1
  /// When a change that fails repeatedly is set aside; nil: never.
  public var giveUp: GiveUp? = GiveUp()
  /// The wall clock that measures the time of ``GiveUp``.
  public var now: @Sendable () -> Date = { Date() }
  /// Whether a synchronization fetches the server's records first, so that conflicts are detected even if the server has no
  /// versions. If false, local changes are sent first; without ``versions``, they win.
  public var pullsFirst = false
  /// Which side wins when both have changed a record.
  public var conflicts = ConflictPolicy.merge(preferring: .mine)
  /// The place of a record's version.
  public var versions = Versions.entityTag
  /// The place of the server's copy in a 412 response. Nil: the copy is fetched.
  public var conflictBody: MemberPath?
  /// The number of records that one transaction of a pull stores.
  public var chunk = 500
  /// How long a lease lasts, for a store that several processes share: see ``LeasingStore``. Leases are extended while their
  /// work goes on. After a process was killed, other processes wait for this time before they send its records. At least a
  /// few times as long as a write to the store takes.
  public var leaseDuration = Duration.seconds(5)
  /// Makes the key of each change; by default a UUID.
  package var makeIdempotencyKey: @Sendable () -> String = { UUID().uuidString.lowercased() }
  /// Whether `Idempotency-Key` is written in quotation marks, as in draft-ietf-httpapi-idempotency-key-header.
  public var quotesIdempotencyKey = true

  /// The defaults, or the defaults with changes: `SyncSettings { $0.createsByPut = true }`.
  public init(_ change: (inout SyncSettings) -> Void = { _ in }) { change(&self) }
}
