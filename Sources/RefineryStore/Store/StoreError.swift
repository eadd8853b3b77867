public import RefineryCore

/// A store operation failed. Its transaction has no effect; earlier transactions are kept.
public struct StoreError: SafelyDescribed {
  /// What happened.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// The kind in a few words.
    public let description: String
    /// A kind of your own, for a store of your own.
    public init(_ description: String) { self.description = description }

    /// The file cannot be opened or created: its folder does not exist, or the permission is missing.
    public static let cannotOpen = Kind("the store cannot be opened")
    /// The file is not a database.
    public static let notADatabase = Kind("the file is not a database")
    /// The file is the database of another application; it was not changed.
    public static let foreign = Kind("the file is a database of another application")
    /// The database is damaged, or a record or an entry differs from what was stored; the reason then has its key.
    public static let corrupt = Kind("the database is damaged")
    /// A later version of this library made the database; it was not changed.
    public static let newerSchema = Kind("the database was made by a later version")
    /// The store is closed.
    public static let closed = Kind("the store is closed")
    /// Another process has locked the database.
    public static let locked = Kind("the database is locked")
    /// There is no room on the disk.
    public static let full = Kind("the disk is full")
    /// The file may not be written.
    public static let readOnly = Kind("the database is read-only")
    /// Another process has taken a lease of this one, which had ended. See ``LeasingStore``.
    public static let leaseLost = Kind("another process has taken the lease")
    /// Another failure; the reason describes it.
    public static let failed = Kind("the store failed")
    /// Another record has this id.
    public static let duplicate = Kind("a record with this id already exists")
    /// There is no such record.
    public static let unknownRecord = Kind("there is no such record")
    /// A record is not a JSON object, or the model cannot read it; the underlying error is a `MappingError`. If the record is
    /// in the store, the reason has its id and key.
    public static let badRecord = Kind("the record cannot be read")
    /// The record has no id, or an empty one, so no request can name it.
    public static let missingIdentifier = Kind("the record has no id")
  }

  /// What happened.
  public let kind: Kind
  /// More details, in a few words. Contains nothing of a record but its id.
  public let reason: String
  /// The error that caused this one.
  public let underlying: (any Error)?

  /// An error. `reason` must be safe to log.
  public init(_ kind: Kind, reason: String = "", underlying: (any Error)? = nil) {
    self.kind = kind
    self.reason = reason
    self.underlying = underlying
  }

  /// This error with the key and id of a record.
  package func naming(key: String, id: String?) -> StoreError {
    let name = id.map { "id \(Self.line($0)), " } ?? ""
    return StoreError(kind, reason: "\(name)key \(Self.line(key))", underlying: underlying)
  }

  /// Returns a key or an id as one short line. An id from a server can have any length, and a character can have any number of
  /// scalars.
  private static func line(_ text: String) -> String {
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(128)))
    return Redaction.escaped(start.utf8.count < text.utf8.count ? start + "..." : start)
  }

  /// One line, safe to log.
  public var description: String {
    var text = kind.description
    if !reason.isEmpty { text += ": \(reason)" }
    if let underlying { text += ": \(ErrorSummary.text(of: underlying))" }
    return text
  }
}
