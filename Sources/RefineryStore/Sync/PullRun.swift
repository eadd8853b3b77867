import HTTPTypes
import RefineryCore
import RefineryParts
import Synchronization

/// The state of one pull. Several tasks may use it at a time.
@dynamicMemberLookup final class PullRun: Sendable {
  struct State: Sendable {
    /// The ids that the listing has contained. They are collected only if missing records are to be deleted.
    var seen: Set<ExactText> = []
    /// How many records the listing contained again.
    var repeated = 0
    var isRemembering = false
    /// Whether the listing may be incomplete.
    var isIncomplete = false
    /// Whether it is certain that the server does not have the missing records. True for records that a closure fetches.
    var isWhole = true
    /// The keys of the records that must be sent again, because the local change won a conflict.
    var again: [String] = []
    /// The keys of the records whose change was not compared with the server's copy, or whose conflict is not resolved. If this
    /// run pulls first, it does not send them.
    var postponed: Set<String> = []
    var deleted: MemberPath?
    var token: (@Sendable (HTTPResponse, [JSONValue]) -> String?)?
    /// The token for the next delta pull.
    var found: String?
    /// Whether the server's copy of some record is left for the next pull.
    var leavesRecords = false
    /// The records whose ids are unknown: see `UnusableResponse.noID`.
    var unidentified: [StoredRecord] = []
    /// The stamps of the records that the pull has saved.
    var stamps: Set<Int64> = []
  }

  /// The store's clock at the start. A record that is saved later is newer than the server's listing.
  let start: Int64
  private let state = Mutex(State())

  init(start: Int64) { self.start = start }

  subscript<Value: Sendable>(dynamicMember member: WritableKeyPath<State, Value>) -> Value {
    get { state.withLock { $0[keyPath: member] } }
    set { state.withLock { $0[keyPath: member] = newValue } }
  }

  /// Collects ids only if missing records are to be deleted.
  func keeps(_ missing: Pull.Missing) {
    if case .kept = missing { return }
    state.withLock { $0.isRemembering = true }
  }

  func saw(_ ids: [String]) {
    state.withLock { state in
      guard state.isRemembering else { return }
      for id in ids where !state.seen.insert(ExactText(id)).inserted { state.repeated += 1 }
    }
  }

  func saved(at stamp: Int64) { state.withLock { _ = $0.stamps.insert(stamp) } }

  func sends(_ key: String) { state.withLock { $0.again.append(key) } }

  func postpones(_ key: String) { state.withLock { _ = $0.postponed.insert(key) } }
}
