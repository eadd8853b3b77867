import HTTPTypes
import RefineryCore
import RefineryParts
import Synchronization

/// The state of one pull.
final class PullRun: Sendable {
  private struct State {
    var seen: Set<ExactText> = []
    var repeated = 0
    var isRemembering = false
    var isIncomplete = false
    var isWhole = true
    var again: [String] = []
    var postponed: Set<String> = []
    var deleted: MemberPath?
    var token: (@Sendable (HTTPResponse, [JSONValue]) -> String?)?
    var found: String?
    var leavesRecords = false
    var unidentified: [StoredRecord] = []
    var stamps: Set<Int64> = []
  }

  /// The store's clock at the start. A record that is saved later is newer than the server's listing.
  let start: Int64
  private let state = Mutex(State())

  init(start: Int64) { self.start = start }

  var seen: Set<ExactText> { state.withLock { $0.seen } }
  /// The number of records that the listing contained more than once. It is counted only if missing records are to be deleted.
  var repeated: Int { state.withLock { $0.repeated } }
  /// Whether the listing may be incomplete.
  var isIncomplete: Bool {
    get { state.withLock { $0.isIncomplete } }
    set { state.withLock { $0.isIncomplete = newValue } }
  }
  /// Whether it is certain that the server does not have the missing records. True for records that a closure fetches.
  var isWhole: Bool {
    get { state.withLock { $0.isWhole } }
    set { state.withLock { $0.isWhole = newValue } }
  }
  /// The keys of the records that must be sent again, because the local change won a conflict.
  var again: [String] { state.withLock { $0.again } }
  /// The keys of the records whose change was not compared with the server's copy, or whose conflict is not resolved. If this
  /// run pulls first, it does not send them.
  var postponed: Set<String> { state.withLock { $0.postponed } }
  var deleted: MemberPath? {
    get { state.withLock { $0.deleted } }
    set { state.withLock { $0.deleted = newValue } }
  }
  var token: (@Sendable (HTTPResponse, [JSONValue]) -> String?)? {
    get { state.withLock { $0.token } }
    set { state.withLock { $0.token = newValue } }
  }
  var found: String? {
    get { state.withLock { $0.found } }
    set { state.withLock { $0.found = newValue } }
  }

  /// The records whose ids are unknown: see ``UnusableResponse/noID(member:)``.
  var unidentified: [StoredRecord] {
    get { state.withLock { $0.unidentified } }
    set { state.withLock { $0.unidentified = newValue } }
  }

  /// The stamps of the records that the pull has saved.
  var stamps: Set<Int64> { state.withLock { $0.stamps } }

  func saved(at stamp: Int64) { state.withLock { _ = $0.stamps.insert(stamp) } }

  /// Whether the server's copy of some record is left for the next pull.
  var leavesRecords: Bool {
    get { state.withLock { $0.leavesRecords } }
    set { state.withLock { $0.leavesRecords = newValue } }
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

  func sends(_ key: String) { state.withLock { $0.again.append(key) } }

  func postpones(_ key: String) { state.withLock { _ = $0.postponed.insert(key) } }
}
