public import RefineryCore

/// What a synchronization did.
public struct SynchronizationReport: Sendable {
  /// Changes that the server has taken over.
  public struct Pushed: Sendable, Equatable {
    /// Records that it created.
    public var created = 0
    /// Records that it changed.
    public var updated = 0
    /// Records that it deleted.
    public var deleted = 0

    /// Changes, none unless told.
    public init(created: Int = 0, updated: Int = 0, deleted: Int = 0) {
      self.created = created
      self.updated = updated
      self.deleted = deleted
    }

    /// All of them.
    public var total: Int { created + updated + deleted }
  }

  /// What the store took over from the server.
  public struct Pulled: Sendable, Equatable {
    /// Records it did not have.
    public var created = 0
    /// Records that it had otherwise.
    public var updated = 0
    /// Records that the server has no longer.
    public var deleted = 0
    /// Records that it had just so.
    public var unchanged = 0

    /// Records, none unless told.
    public init(created: Int = 0, updated: Int = 0, deleted: Int = 0, unchanged: Int = 0) {
      self.created = created
      self.updated = updated
      self.deleted = deleted
      self.unchanged = unchanged
    }
  }

  /// A record that was changed on both sides.
  public struct Conflict: Sendable, Equatable {
    /// The ``StoredRecord/key`` of the record.
    public let key: String
    /// Its id.
    public let id: String?
    /// What became of it.
    public let resolution: ConflictResolution
  }

  /// A record that was not synchronized.
  public struct Failure: Sendable {
    /// The ``StoredRecord/key`` of the record; nil for one of the server's that could not be stored.
    public let key: String?
    /// Its id, where it has one.
    public let id: String?
    /// When it failed.
    public let phase: SynchronizationPhase
    /// Why.
    public let error: any Error
  }

  /// What the server has taken over.
  public internal(set) var pushed = Pushed()
  /// What the store has taken over.
  public internal(set) var pulled = Pulled()
  /// The records that were changed on both sides.
  public internal(set) var conflicts: [Conflict] = []
  /// The records that failed; they are tried again next time.
  public internal(set) var failures: [Failure] = []
  /// How many records the pull left alone, because they were changed while it ran or their last change is under way.
  public internal(set) var skipped = 0

  /// Whether every record is synchronized, as far as this run could see.
  public var isComplete: Bool { failures.isEmpty && skipped == 0 && !conflicts.contains { $0.resolution == .later } }
}

extension SynchronizationReport: CustomStringConvertible {
  /// One line of numbers, safe to log.
  public var description: String {
    "pushed \(pushed.total); pulled \(pulled.created) new, \(pulled.updated) changed, \(pulled.deleted) deleted; "
      + "\(conflicts.count) conflicts, \(failures.count) failures, \(skipped) skipped"
  }
}

/// A part of a synchronization.
public enum SynchronizationPhase: String, Sendable {
  /// Local changes go to the server.
  case push
  /// The server's changes come here.
  case pull
  /// Records that the server has no longer go.
  case removal
}

/// How far a synchronization has come.
public struct SynchronizationProgress: Sendable, Equatable {
  /// What is being done.
  public let phase: SynchronizationPhase
  /// How many records are done in this phase.
  public let done: Int
  /// How many there are; nil where nobody knows, as while a listing arrives page by page.
  public let total: Int?
}

/// A synchronization ended early. All that was stored and answered before it holds, and the next one goes on from there.
public struct SynchronizationError: SafelyDescribed {
  /// What was being done.
  public let phase: SynchronizationPhase
  /// What had been done.
  public let report: SynchronizationReport
  /// Why it ended.
  public let underlying: any Error

  /// One line, safe to log.
  public var description: String {
    "the synchronization ended in its \(phase.rawValue): \(ErrorSummary.text(of: underlying)); \(report)"
  }
}

/// A change is stored, but the server does not have it; the next synchronization sends it, unless it ``isRefused``.
public struct Unsynchronized: SafelyDescribed {
  /// The ``StoredRecord/key`` of the record.
  public let key: String
  /// Why the server does not have it.
  public let underlying: any Error

  /// Whether waiting does not help: no request could be made, or the server answered with a status from 400 to 499 that finds
  /// fault with the change. The next synchronization tries again, but will fare no better until the record is changed or
  /// deleted, or the server has changed its mind.
  ///
  /// Not so with a login that is wanted (401, 407), and a server that asks for time (408, 425, 429).
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
    let outlook =
      isRefused
      ? "but was refused; change or delete the record, or it is refused again"
      : "and will be sent by the next synchronization"
    return "the change is stored \(outlook): \(ErrorSummary.text(of: underlying))"
  }
}

/// The server's answer is a success that cannot be right.
public enum UnusableAnswer: SafelyDescribed, Equatable {
  /// A batch was answered by another number of records than were sent.
  case batchMismatch(sent: Int, received: Int)
  /// The response to a create has no id in ``SyncSettings/identifier``, and the record had none.
  case noID(member: String)
  /// A listing ended before the number of records that it announced.
  case incompleteListing(announced: Int, received: Int)
  /// A listing announces a next page that is the one before, or cannot be asked for.
  case endlessListing

  /// One line, safe to log.
  public var description: String {
    switch self {
    case .batchMismatch(let sent, let received): "a batch of \(sent) records was answered by \(received)"
    case .noID(let member):
      "the response to a create has no id in '\(Redaction.escaped(String(member.prefix(64))))', so the record would be created "
        + "again each time; set SyncSettings.identifier to the member that has it, such as '_id'"
    case .incompleteListing(let announced, let received): "a listing of \(announced) records ended after \(received)"
    case .endlessListing: "a listing's next page leads nowhere new"
    }
  }
}
