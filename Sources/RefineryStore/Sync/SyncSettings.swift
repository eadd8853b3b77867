import FoundationEssentials
public import RefineryCore

/// How a ``SyncedRepository`` treats its server. The defaults are RepositoryKit's ways with its mistakes mended.
public struct SyncSettings: Sendable {
  /// When a change is sent.
  public enum Writes: Sendable {
    /// At once, after it was stored: a write waits for the answer, and throws ``Unsynchronized`` where there is none.
    case throughNetwork
    /// By the next synchronization: a write returns as soon as it is stored.
    case outboxOnly
  }

  /// What a delete does first.
  public enum Deletes: Sendable {
    /// It asks the server; where that fails the record stays, and the error is thrown.
    case networkFirst
    /// It hides the record and leaves the rest to the outbox.
    case outbox
  }

  /// How a record is created.
  public enum Creates: Sendable {
    /// By POST to the collection.
    case post
    /// By PUT to its own path, for servers where clients give the ids. A record without an id is refused. Unless there are no
    /// ``Versions``, `If-None-Match: *` keeps it from replacing one that somebody else has made under this id.
    case put
  }

  /// Where the version of a record is, which `If-Match` sends back.
  public enum Versions: Sendable {
    /// In the `ETag` of the answer about the one record. Listings give none: what they bring is overwritten without a condition.
    case entityTag
    /// In a member, in listings too: `last_modified` for Kinto.
    case member(KeyPathText)
    /// Nowhere; the last write wins.
    case none
  }

  /// How synchronization sends what the server does not have.
  public enum Push: Sendable {
    /// Record by record, so many at a time. With 1 they go in the order in which they were changed.
    case oneByOne(concurrency: Int = 1)
    /// Creates and changes many at a time, by POST to `collection` below the model's path; deletes one by one.
    case batched(Batch = Batch())
  }

  /// Many records in one request, answered by a list in the same order.
  public struct Batch: Sendable {
    /// What the request's body is.
    public enum Form: Sendable {
      /// `{"data": [...]}`, or another member.
      case member(String)
      /// A bare list.
      case list
    }

    /// The body; `{"data": [...]}` unless told.
    public var form: Form
    /// How many records at most go in one request.
    public var size: Int
    /// Where it is sent, from the model's path on.
    public var path: URITemplate
    /// Where in the answer the list is; the top unless told.
    public var answer: KeyPathText

    /// A form of batches.
    public init(form: Form = .member("data"), size: Int = 100, path: URITemplate = "collection", answer: KeyPathText = []) {
      self.form = form
      self.size = max(1, size)
      self.path = path
      self.answer = answer
    }
  }

  /// Which half of a synchronization comes first.
  public enum Order: Sendable {
    /// The server is told first. Without ``versions`` local changes win.
    case pushThenPull
    /// The server is heard first, so that conflicts show also where it has no versions.
    case pullThenPush
  }

  /// The member that holds the id. Set it for a model whose `CodingKeys` call the id otherwise, such as `_id`: records are
  /// found by this member, and a record whose id is not found is created again by each synchronization.
  public var identifier = "id"
  /// Fills the placeholders of the model's paths beside the id.
  public var values = PathValues()
  /// When a change is sent.
  public var writes = Writes.throughNetwork
  /// What a delete does first.
  public var deletes = Deletes.networkFirst
  /// How a record is created.
  public var creates = Creates.post
  /// Gives a new record without an id one that holds until the server has given its own, and that is never sent; a negative
  /// number for a model with `id: Int`, say. Nil: the model's id is an optional, or made by the client.
  public var provisionalID: (@Sendable () -> RawJSON)?
  /// How synchronization sends.
  public var push = Push.oneByOne()
  /// Which half comes first.
  public var order = Order.pushThenPull
  /// Who is right when both sides changed a record.
  public var conflicts = ConflictPolicy.merge(preferring: .mine)
  /// Where the version of a record is.
  public var versions = Versions.entityTag
  /// Where the answer to a refused condition (status 412) has the server's copy; nil: it is read.
  public var conflictBody: KeyPathText?
  /// How many records one transaction of a pull takes in.
  public var chunk = 500
  /// Makes the key of each change; a UUID unless told.
  public var makeIdempotencyKey: @Sendable () -> String = { UUID().uuidString.lowercased() }
  /// Whether `Idempotency-Key` is written in quotation marks, as draft-ietf-httpapi-idempotency-key-header has it.
  public var quotesIdempotencyKey = true

  /// The defaults.
  public init() {}

  /// The defaults with changes: `SyncSettings { $0.creates = .put }`.
  public init(_ change: (inout SyncSettings) -> Void) { change(&self) }
}
