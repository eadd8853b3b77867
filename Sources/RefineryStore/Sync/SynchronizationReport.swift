public import RefineryCore

/// The result of a synchronization.
public struct SynchronizationReport: Sendable {
  /// Numbers of records.
  public struct Counts: Sendable, Equatable {
    /// Records that are new on the other side.
    public package(set) var created = 0
    /// Records that were changed on the other side.
    public package(set) var updated = 0
    /// Records that were deleted on the other side.
    public package(set) var deleted = 0
    /// Records of the server that were equal in the store.
    public package(set) var unchanged = 0

    package init(created: Int = 0, updated: Int = 0, deleted: Int = 0, unchanged: Int = 0) {
      self.created = created
      self.updated = updated
      self.deleted = deleted
      self.unchanged = unchanged
    }

    /// The number of records that differed.
    package var total: Int { created + updated + deleted }
  }

  /// A record that was changed on both sides.
  public struct Conflict: Sendable, Equatable {
    /// The ``StoredRecord/key`` of the record.
    public let key: String
    /// Its id.
    public let id: String?
    /// How the conflict was resolved.
    public let resolution: ConflictResolution
  }

  /// A record that was not synchronized.
  public struct Failure: Sendable {
    /// The ``StoredRecord/key`` of the record; nil for a server's record that could not be stored, and for a listing.
    public let key: String?
    /// Its id, if it has one.
    public let id: String?
    /// The phase in which it failed.
    public let phase: SynchronizationPhase
    /// The error.
    public let error: any Error
  }

  /// What the server accepted.
  public internal(set) var pushed = Counts()
  /// What the store took from the server.
  public internal(set) var pulled = Counts()
  /// The records that were changed on both sides.
  public internal(set) var conflicts: [Conflict] = []
  /// The records that failed. They are tried again next time, unless their change is ``setAside``.
  public internal(set) var failures: [Failure] = []
  /// The keys of the records whose change is set aside, by this run or an earlier one: see ``SyncSettings/GiveUp``. Tell the
  /// user, and call ``SyncedRepository/retry(key:)`` when the change is to be sent again.
  public internal(set) var setAside: [String] = []
  /// The number of records that the pull skipped, because they were changed during the run or their last change is being sent.
  public internal(set) var skipped = 0

  /// Whether every record is synchronized, as far as this run can tell.
  public var isComplete: Bool {
    failures.isEmpty && skipped == 0 && setAside.isEmpty && !conflicts.contains { $0.resolution == .later }
  }
}

extension SynchronizationReport: CustomStringConvertible {
  /// One line of numbers, safe to log.
  public var description: String {
    "pushed \(pushed.total); pulled \(pulled.created) new, \(pulled.updated) changed, \(pulled.deleted) deleted; "
      + "\(conflicts.count) conflicts, \(failures.count) failures, \(skipped) skipped"
      + (setAside.isEmpty ? "" : ", \(setAside.count) set aside")
  }
}

/// A part of a synchronization.
public enum SynchronizationPhase: Sendable {
  /// Local changes are sent to the server.
  case push
  /// The server's records are stored.
  case pull
  /// Records that the server no longer has are removed.
  case removal
}

/// A synchronization ended early. Everything before that is kept, and the next run continues from there.
public struct SynchronizationError: SafelyDescribed {
  /// The phase in which it ended.
  public let phase: SynchronizationPhase
  /// The ``StoredRecord/key`` of the record that was being sent; nil if the error concerns no record.
  public let key: String?
  /// What was done before.
  public let report: SynchronizationReport
  /// Why it ended.
  public let underlying: any Error

  /// One line, safe to log.
  public var description: String {
    let place = key.map { ", at the record with the key \(Redaction.escaped($0))" } ?? ""
    return "the synchronization ended in the phase \(phase)\(place): \(ErrorSummary.text(of: underlying)); \(report)"
  }
}

/// A change is stored, but the server does not have it; the next synchronization sends it, unless it ``isRefused``.
public struct Unsynchronized: SafelyDescribed {
  /// The ``StoredRecord/key`` of the record.
  public let key: String
  /// Why the change was not sent.
  public let underlying: any Error

  /// Whether waiting is useless: no request could be made, or a status from 400 to 499 blames the change. The next
  /// synchronization tries again, and fails again unless the record is changed or deleted, or the server's rules change.
  ///
  /// False for statuses that ask for credentials (401, 407) or for patience (408, 425, 429).
  public var isRefused: Bool {
    guard let error = underlying as? CallError else { return false }
    switch (error.stage, error.status) {
    case (.building, _): return true
    case (.status, 401?), (.status, 407?), (.status, 408?), (.status, 425?), (.status, 429?): return false
    case (.status, .some(400...499)): return true
    default: return false
    }
  }

  /// One line, safe to log.
  public var description: String {
    if let response = underlying as? UnusableResponse {
      return "the change is stored and sent, and the id of the new record is unknown: \(response)"
    }
    let outlook =
      isRefused
      ? "but was refused; change or delete the record, or it is refused again"
      : "and will be sent by the next synchronization"
    return "the change is stored \(outlook): \(ErrorSummary.text(of: underlying))"
  }
}

/// A successful response that cannot be used.
public struct UnusableResponse: SafelyDescribed, Equatable {
  /// One line, safe to log.
  public let description: String

  /// The number of records in the response to a batch differs from the number that was sent.
  package static func batchMismatch(sent: Int, received: Int) -> UnusableResponse {
    UnusableResponse(description: "the response to a batch of \(sent) records has \(received)")
  }

  /// The response to a create has no id in ``SyncSettings/identifier`` and no `Location`, and the record had no id. The server
  /// has the record, so it is not sent again. Each pull looks for a listed record with the same content, and reports this error
  /// until it finds one. An update of the record by its key creates it again.
  package static func noID(member: String) -> UnusableResponse {
    UnusableResponse(
      description: "the response to a create has no id in '\(Redaction.escaped(String(member.prefix(64))))' and no Location; "
        + "the record is not sent again, and each pull looks for its content; if another member has the id, such as '_id', "
        + "set SyncSettings.identifier")
  }

  /// A listing ended before the number of different records that it announced.
  package static func incompleteListing(announced: Int, received: Int) -> UnusableResponse {
    UnusableResponse(description: "a listing of \(announced) records ended after \(received)")
  }

  /// The link to the next page of a listing leads to a page that was already read, or cannot be requested.
  package static let endlessListing = UnusableResponse(
    description: "a listing's link to its next page leads to a page that was read before")
}
