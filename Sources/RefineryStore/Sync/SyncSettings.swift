public import FoundationEssentials
public import RefineryCore
import RefineryTracking

/// Describes how a ``SyncedRepository`` works with its server. The defaults suit a plain REST server.
public struct SyncSettings: Sendable {
  /// When a change is sent.
  public enum Writes: Sendable {
    /// At once, after the change is stored: a write waits for the response, and throws ``Unsynchronized`` if there is none.
    case throughNetwork
    /// By the next synchronization: a write returns as soon as it is stored.
    case outboxOnly
  }

  /// Whether a delete starts on the server or here.
  public enum Deletes: Sendable {
    /// On the server. If that fails, the record stays and the error is thrown.
    case networkFirst
    /// Here: the record is hidden, and the outbox sends the delete.
    case outbox
  }

  /// How a record is created.
  public enum Creates: Sendable {
    /// By POST to the collection.
    case post
    /// By PUT to its own path, for servers where clients assign the ids. A record without an id is refused. Unless ``versions``
    /// is ``Versions/none``, `If-None-Match: *` prevents it from replacing a record that another client has created with this
    /// id.
    case put
  }

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

  /// How synchronization sends local changes.
  public enum Push: Sendable {
    /// One request for each record, up to this many at a time. With 1, they are sent in the order of their changes.
    case oneByOne(concurrency: Int = 1)
    /// Creates and changes many records at a time, by POST to `collection` below the model's path. Deletes are sent one by one.
    /// A batch has no `If-Match`, so only a pull before it finds conflicts: see ``SyncSettings/Order/pullThenPush``.
    ///
    /// If a batch is refused, its halves are sent, each with its own key, then the halves of a refused half, until only the
    /// records at fault fail. After a 413, the later batches of the run are smaller, too. A batch that gets a status from 500
    /// or no response is first repeated unchanged, in three synchronizations that reach the server. Then it is split.
    case batched(Batch = Batch())
  }

  /// Many records in one request; the response is a list in the same order.
  public struct Batch: Sendable {
    /// The form of the request's body.
    public enum Form: Sendable {
      /// `{"data": [...]}`, or another member.
      case member(String)
      /// A list.
      case list
    }

    /// The form of the body; by default `{"data": [...]}`.
    public var form: Form
    /// The largest number of records in one request. A number below 1 counts as 1.
    public var size: Int
    /// The path of the request, relative to the model's path.
    public var path: URITemplate
    /// The place of the list in the response; by default the top level.
    public var answer: MemberPath

    /// A form of batches.
    public init(form: Form = .member("data"), size: Int = 100, path: URITemplate = "collection", answer: MemberPath = []) {
      self.form = form
      self.size = max(1, size)
      self.path = path
      self.answer = answer
    }
  }

  /// When a change that fails repeatedly is set aside. Both limits must be reached. So changes are not set aside only because a
  /// server fails for some hours, or because a device was offline for weeks.
  ///
  /// A synchronization counts if the server refused the change (status 400 to 499). It also counts if the change got no usable
  /// response or another status, while the server accepted other requests. A synchronization that cannot reach the server does
  /// not count, and neither do statuses that ask for credentials (401, 407) or for patience (425, 429, `Retry-After`).
  public struct GiveUp: Sendable, Equatable {
    /// The number of synchronizations in which it failed. Default 10. A number below 1 counts as 1.
    public var failures: Int
    /// The time since the first of them, by the wall clock. Default one day.
    public var age: Duration

    /// Limits; by default 10 synchronizations and one day.
    public init(failures: Int = 10, age: Duration = .seconds(86_400)) {
      self.failures = failures
      self.age = age
    }

    func isReached(by entry: OutboxEntry, at now: Date) -> Bool {
      let since = (entry.failedSince ?? now).timeIntervalSinceReferenceDate
      return entry.failures >= failures && now.timeIntervalSinceReferenceDate - since >= age / .seconds(1)
    }
  }

  /// Which half of a synchronization comes first.
  public enum Order: Sendable {
    /// Local changes are sent first. Without ``versions``, local changes win.
    case pushThenPull
    /// The server's records are fetched first, so conflicts are detected even if the server has no versions.
    case pullThenPush
  }

  /// The member that holds the id. Set it for a model whose `CodingKeys` give the id another name, such as `_id`. Records are
  /// found by this member; without it, each synchronization would create the record again.
  public var identifier = "id"
  /// Values for placeholders of the model's paths, other than the id.
  public var values = PathValues()
  /// When a change is sent.
  public var writes = Writes.throughNetwork
  /// Whether a delete starts on the server or here.
  public var deletes = Deletes.networkFirst
  /// How a record is created.
  public var creates = Creates.post
  /// Makes a provisional id for a new record without an id, such as a negative number for a model with `id: Int`. It is
  /// replaced by the server's id and is not sent; make each id once. Other records that refer to it send it, unless
  /// ``references`` names the member. Nil if the model's id is optional, or if clients assign ids. It is not used with
  /// ``Creates/put``.
  public var provisionalID: (@Sendable () -> JSONValue)?
  /// The members that hold the id, or a list of ids, of records in another collection of the same store, or in this one:
  /// `["author": "Person"]` for records of the collection `Person`.
  ///
  /// If such a member holds a ``provisionalID``, the change waits until the other record is sent, and each report lists the
  /// change as a failure. Then the member gets the server's id, here and in the request. So synchronize the repository of the
  /// other collection first.
  public var references: [MemberPath: String] = [:]
  /// How synchronization sends changes.
  public var push = Push.oneByOne()
  /// When a change that fails repeatedly is set aside; nil: never.
  public var giveUp: GiveUp? = GiveUp()
  /// The wall clock that measures ``GiveUp/age``.
  public var now: @Sendable () -> Date = { Date() }
  /// Which half comes first.
  public var order = Order.pushThenPull
  /// Which side wins when both have changed a record.
  public var conflicts = ConflictPolicy.merge(preferring: .mine)
  /// The place of a record's version.
  public var versions = Versions.entityTag
  /// The place of the server's copy in a 412 response. Nil: the copy is fetched.
  public var conflictBody: MemberPath?
  /// The number of records that one transaction of a pull stores.
  public var chunk = 500
  /// Makes the key of each change; by default a UUID.
  public var makeIdempotencyKey: @Sendable () -> String = { UUID().uuidString.lowercased() }
  /// Whether `Idempotency-Key` is written in quotation marks, as in draft-ietf-httpapi-idempotency-key-header.
  public var quotesIdempotencyKey = true

  /// The defaults.
  public init() {}

  /// The defaults with changes: `SyncSettings { $0.creates = .put }`.
  public init(_ change: (inout SyncSettings) -> Void) { change(&self) }
}
