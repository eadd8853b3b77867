import RefineryCore
import Synchronization

/// Counts the work of a synchronization, and judges by its failures whether the server can be reached.
final class SyncTally: Sendable {
  private struct Reach {
    /// How many requests in a row got no usable response.
    var doubts = 0
    /// The last of these failures, until another request gets a usable response.
    var doubt: PushFailure?
    /// Whether the server has done what a request asked for.
    var isReached = false
    var failures: [(entry: OutboxEntry, error: any Error)] = []
  }

  typealias Progress = @Sendable (_ phase: SynchronizationPhase, _ done: Int, _ total: Int?) -> Void

  private let kept = Mutex(SynchronizationReport())
  private let counted = Mutex<(phase: SynchronizationPhase, done: Int, total: Int?)>((.push, 0, nil))
  private let reach = Mutex(Reach())
  private let progress: Progress?

  init(_ progress: Progress? = nil) { self.progress = progress }

  var report: SynchronizationReport { kept.withLock { $0 } }

  func note(_ change: (inout SynchronizationReport) -> Void) { kept.withLock { change(&$0) } }

  func failed(_ key: String?, _ id: String?, _ phase: SynchronizationPhase, _ error: any Error) {
    note { $0.failures.append(.init(key: key, id: id, phase: phase, error: error)) }
  }

  func begin(_ phase: SynchronizationPhase, of total: Int?) {
    counted.withLock { $0 = (phase, 0, total) }
    progress?(phase, 0, total)
  }

  func advance(by count: Int = 1) {
    let now = counted.withLock { counted in
      counted.done += count
      // Changes that are made during the run increase the count.
      if let total = counted.total { counted.total = max(total, counted.done) }
      return counted
    }
    progress?(now.phase, now.done, now.total)
  }
}

extension SyncTally {
  /// Whether the server has done what a request of this run asked for.
  var isReached: Bool { reach.withLock { $0.isReached } }

  /// The last request, if it got no usable response.
  var doubt: PushFailure? { reach.withLock { $0.doubt } }

  /// A request got no usable response. Returns whether it is the second in a row.
  func doubted() -> Bool {
    reach.withLock { reach in
      reach.doubts += 1
      return reach.doubts > 1
    }
  }

  func doubt(_ failure: PushFailure) { reach.withLock { $0.doubt = failure } }

  /// A request got a response of the server.
  func reached() {
    reach.withLock { reach in
      reach.doubts = 0
      reach.doubt = nil
    }
  }

  /// The server has done what a request asked for.
  func accepted() {
    reached()
    reach.withLock { $0.isReached = true }
  }

  /// Counts the failure of an entry towards ``SyncSettings/GiveUp``. It is dropped if the server turns out to be unreachable.
  func counts(_ entry: OutboxEntry, _ error: any Error) { reach.withLock { $0.failures.append((entry, error)) } }

  /// The entries whose failures count. If the server accepted nothing in this run, only its refusals count.
  var countable: [(entry: OutboxEntry, error: any Error)] {
    reach.withLock { reach in reach.failures.filter { reach.isReached || ($0.error as? CallError)?.isRefusal == true } }
  }
}

extension CallError {
  /// Whether the server refuses this request, such as for its content.
  fileprivate var isRefusal: Bool { stage == .building || (stage == .status && (400...499).contains(status ?? 0)) }
  /// Whether the server itself, not a gateway in front of it, could not process the request.
  var isServerFault: Bool {
    guard stage == .status, let status else { return false }
    return (500...599).contains(status) && ![502, 503, 504].contains(status)
  }
}
