import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session that is never torn down, with the router of its callbacks.
final class ImmortalSession: Sendable {
  private let session: URLSession
  private let router = SessionRouter()
  // Making, resuming and cancelling a task wait for the engine's queue, which may be long, and for ever where the caller
  // holds what the queue needs. So that is never done on a thread of Swift's pool, in a callback or under a lock.
  let starts = DispatchQueue(label: "refinery.urlsession.starts")
  private let cancellations = DispatchQueue(label: "refinery.urlsession.cancellations")
  private let checkedQueue = AtomicLazyReference<DispatchQueue>()
  private let movedBytes = Atomic(0)

  /// - Parameter usesInnerQueue: whether to look for the engine's private queue: see ``InnerQueue``.
  init(_ configuration: URLSessionConfiguration, usesInnerQueue: Bool) {
    #if canImport(FoundationNetworking)
      let queue: OperationQueue = InlineQueue()
    #else
      let queue = OperationQueue()
    #endif
    queue.maxConcurrentOperationCount = 1
    session = URLSession(configuration: configuration, delegate: router, delegateQueue: queue)
    // Before the first task starts, and on no thread of a caller.
    if usesInnerQueue { starts.async { self.findInnerQueue() } }
  }

  /// The engine's private queue, once it has been found and checked.
  var innerQueue: DispatchQueue? { checkedQueue.load() }

  private func findInnerQueue() {
    guard let inner = InnerQueue(of: session), inner.isIndependent(checkingOn: cancellations) else { return }
    inner.keepConnections()
    _ = checkedQueue.storeIfNil(inner.queue)
  }

  /// Puts a request on the wire for an exchange.
  ///
  /// Always a task that reports to a delegate. One with a completion handler gathers the body without a limit, loses the body
  /// of a challenged 401, and cannot stream. It is not cheaper either: measured on loopback with 16 and 256 calls at once, it
  /// takes 216 to 248 us of CPU a call, a task that reports to the delegate on an ordinary queue 248 to 250, and one whose
  /// callbacks run inline (see ``InlineQueue``) 174 to 182.
  func start(_ request: URLRequest, for exchange: Exchange) {
    starts.async { [self] in
      guard exchange.isWanted() else { return }
      let task = session.dataTask(with: request)
      // The engine asks the task's own delegate, and no other, for a body to send once more.
      task.delegate = router
      router.register(exchange, for: task.taskIdentifier)
      if exchange.runs(as: task) { task.resume() }
    }
  }

  /// Ends a task some time soon and lets late callbacks of it fall on the floor.
  func abandon(_ task: URLSessionTask) {
    router.forget(task.taskIdentifier)
    cancellations.async { [self] in
      let queue = innerQueue
      queue?.suspend()
      task.cancel()
      // Reading the priority waits for the task's queue, and so for the end of what `cancel()` has begun.
      _ = task.priority
      queue?.resume()
    }
  }

  /// A task has completed by itself.
  func retire(_ task: URLSessionTask) {
    router.forget(task.taskIdentifier)
  }

  /// Counts received bytes, and after each MiB lets the engine's other work have a turn. A chunk counts as a KiB more than it
  /// has, since the engine makes a new timer for each chunk, and the old ones wait for that turn to be freed: chunks of one
  /// byte would fill the memory with them. The turn comes when libcurl returns, which it does after about 1.6 MB at the latest.
  ///
  /// A sender that is faster than we decode keeps the queue on which the engine moves bytes full for ever, and the queue
  /// around it, where tasks begin and are cancelled, never gets its turn: one endless response would stop every call of the
  /// process and could not even be cancelled. Suspending the inner queue lets the outer one go on.
  func moves(_ count: Int, of task: URLSessionTask) {
    guard movedBytes.add(count + 1024, ordering: .relaxed).newValue >= 1 << 20, let queue = innerQueue else { return }
    movedBytes.store(0, ordering: .relaxed)
    queue.suspend()
    cancellations.async {
      // Reading the priority waits for the task's queue, and so for what the engine has queued there.
      _ = task.priority
      queue.resume()
    }
  }
}
