public import RefineryCore

/// A store cannot do what was asked. Nothing of the transaction was kept; everything before it was.
public struct StoreError: SafelyDescribed {
  /// What happened.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// The kind in a few words.
    public let description: String
    /// A kind of your own, for a store of your own.
    public init(_ description: String) { self.description = description }

    /// The file cannot be opened or made: there is no such folder, or no permission.
    public static let cannotOpen = Kind("the store cannot be opened")
    /// The file is not a database.
    public static let notADatabase = Kind("the file is not a database")
    /// The file is the database of something else; it was left as it is.
    public static let foreign = Kind("the file is a database of another application")
    /// The database is damaged.
    public static let corrupt = Kind("the database is damaged")
    /// A later version of this library has made the database; it was left as it is.
    public static let newerSchema = Kind("the database was made by a later version")
    /// The store was closed before.
    public static let closed = Kind("the store is closed")
    /// Another process holds the database.
    public static let locked = Kind("the database is locked")
    /// There is no room on the disk.
    public static let full = Kind("the disk is full")
    /// The file may not be written.
    public static let readOnly = Kind("the database is read-only")
    /// Something else; the reason says what.
    public static let failed = Kind("the store failed")
    /// There is another record with this id.
    public static let duplicate = Kind("there is a record with this id already")
    /// There is no such record.
    public static let unknownRecord = Kind("there is no such record")
    /// A record is no JSON object, or not what the model can read; the underlying error is a `MappingError`. Where the record
    /// is in the store, the reason has its id and key.
    public static let badRecord = Kind("the record cannot be read")
    /// The record has no id yet, or an empty one, by which a server cannot be asked.
    public static let unidentifiable = Kind("the record has no id")
  }

  /// What happened.
  public let kind: Kind
  /// More, in a few words without any content of a record but its id.
  public let reason: String
  /// What was thrown below.
  public let underlying: (any Error)?

  /// An error. `reason` must be safe to log.
  public init(_ kind: Kind, reason: String = "", underlying: (any Error)? = nil) {
    self.kind = kind
    self.reason = reason
    self.underlying = underlying
  }

  /// The same about a record of the store.
  func naming(key: String, id: String?) -> StoreError {
    guard kind == .badRecord, reason.isEmpty else { return self }
    let name = id.map { "id \(Redaction.escaped($0)), " } ?? ""
    return StoreError(kind, reason: "\(name)key \(Redaction.escaped(key))", underlying: underlying)
  }

  /// One line, safe to log.
  public var description: String {
    var text = kind.description
    if !reason.isEmpty { text += ": \(reason)" }
    if let underlying { text += ": \(ErrorSummary.text(of: underlying))" }
    return text
  }
}
