public import RefineryCore

/// One record that was changed both here and at the server.
public struct SyncConflict: Sendable {
  /// The ``StoredRecord/key`` of the record.
  public let key: String
  /// Its id.
  public let id: String?
  /// What both started from; nil where that is not known.
  public let base: RawJSON?
  /// What stands here; nil where it was deleted.
  public let mine: RawJSON?
  /// What stands at the server; nil where it was deleted.
  public let theirs: RawJSON?

  /// Both sides' changes in one, member by member; `side` has its way where both changed the same member, and where one side
  /// deleted the record. Nil for a record that is to be deleted.
  public func merged(preferring side: ConflictSide) -> RawJSON? {
    MemberDifference.merge(base: base, mine: mine, theirs: theirs, preferring: side)
  }
}

/// What is to become of a conflict.
public enum ConflictResolution: Sendable, Equatable {
  /// The server's copy holds; the local change is dropped.
  case server
  /// The local copy holds and is sent over the server's.
  case client
  /// This content holds, here and at the server.
  case content(RawJSON)
  /// Nobody knows yet: the record is marked as ``RecordState/conflicted`` and asked about again next time.
  case later
}

/// Who is right when a record was changed both here and at the server.
public enum ConflictPolicy: Sendable {
  /// The server's copy holds.
  case serverWins
  /// The local copy holds.
  case clientWins
  /// Both changes hold, member by member; this side's does where both changed the same member or one deleted the record.
  case merge(preferring: ConflictSide)
  /// You decide, and may take your time: no transaction waits, but the record does, so do not write it from in here. What is
  /// thrown leaves the conflict for the next time and is reported.
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
