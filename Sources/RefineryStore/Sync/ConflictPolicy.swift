public import RefineryCore
public import RefineryTracking

/// One record that was changed both here and on the server.
public struct SyncConflict: Sendable {
  /// The ``StoredRecord/key`` of the record.
  public let key: String
  /// Its id.
  public let id: String?
  /// The last common state; nil if unknown.
  public let base: JSONValue?
  /// The local content; nil if the record was deleted here.
  public let mine: JSONValue?
  /// The server's content; nil if the record was deleted there.
  public let theirs: JSONValue?

  /// The changes of both sides, merged member by member. `side` wins where both changed the same member, and where one side
  /// deleted the record. Nil if the record is to be deleted.
  public func merged(preferring side: ConflictSide) -> JSONValue? {
    MemberDifference.merge(base: base, mine: mine, theirs: theirs, preferring: side)
  }
}

/// How a conflict is resolved.
public enum ConflictResolution: Sendable, Equatable {
  /// The server's copy wins; the local change is dropped.
  case server
  /// The local copy wins and overwrites the server's.
  case client
  /// Both sides get this content.
  case content(JSONValue)
  /// Not resolved yet: the policy is called again next time. The record is marked as ``RecordState/conflicted``, even if it is
  /// changed again, and is not sent before a decision.
  ///
  /// A new record stays ``RecordState/pendingCreate``. If it is pushed before a pull, only the `If-None-Match` of
  /// ``SyncSettings/createsByPut`` protects the server's copy. A batch does not send this field.
  case later
}

/// Decides which side wins when a record was changed both here and on the server.
public enum ConflictPolicy: Sendable {
  /// The server's copy wins.
  case serverWins
  /// The local copy wins.
  case clientWins
  /// Both changes are kept, member by member. This side wins where both changed the same member or one deleted the record.
  case merge(preferring: ConflictSide)
  /// The closure decides. It may take any time: no transaction waits for it. The record is locked, so the closure must not
  /// write it. If the closure throws, the error is reported and the conflict remains for the next time.
  case ask(@Sendable (SyncConflict) async throws -> ConflictResolution)

  func resolution(of conflict: SyncConflict) async throws -> ConflictResolution {
    switch self {
    case .serverWins: return .server
    case .clientWins: return .client
    case .merge(let side):
      guard conflict.mine != nil, conflict.theirs != nil else { return side == .mine ? .client : .server }
      return conflict.merged(preferring: side).map { .content($0) } ?? .client
    case .ask(let decide): return try await decide(conflict)
    }
  }
}
