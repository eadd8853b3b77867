import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session that is never released, with the router of its callbacks.
final class ImmortalSession: Sendable {
  private let session: URLSession
  private let router = SessionRouter()
  // Creating, resuming and cancelling a task wait for the engine's queue. This may take long, and never ends if the caller holds
  // what that queue needs. It is therefore never done on a thread of Swift's pool, in a callback or under a lock.
  let starts = DispatchQueue(label: "refinery.urlsession.starts")
  private let cancellations = DispatchQueue(label: "refinery.urlsession.cancellations")
  private let checkedQueue = AtomicLazyReference<DispatchQueue>()
  private let movedBytes = Atomic(0)

  /// - Parameter usesInnerQueue: whether to find and use the engine's private queue: see ``InnerQueue``.
  init(_ configuration: URLSessionConfiguration, usesInnerQueue: Bool) {
    #if canImport(FoundationNetworking)
      let queue: OperationQueue = InlineQueue()
    #else
      let queue = OperationQueue()
    #endif
    queue.maxConcurrentOperationCount = 1
    session = URLSession(configuration: configuration, delegate: router, delegateQueue: queue)
    // Runs before the first task starts, and not on a caller's thread.
    if usesInnerQueue { starts.async { self.findInnerQueue() } }
  }

  /// The engine's private queue, after it has been found and checked.
  var innerQueue: DispatchQueue? { checkedQueue.load() }

  private func findInnerQueue() {
    guard let inner = InnerQueue(of: session), inner.isIndependent(checkingOn: cancellations) else { return }
    inner.keepConnections()
    _ = checkedQueue.storeIfNil(inner.queue)
  }

  /// Sends a request for an exchange.
  ///
  /// Always uses a task that reports to a delegate. A task with a completion handler collects the body without a limit, loses the
  /// body of a 401 with a challenge, and cannot stream. It is not cheaper either. Measured on loopback with 16 and 256 calls at
  /// once, it takes 216 to 248 us of CPU for each call. A task that reports to the delegate on an ordinary queue takes 248 to
  /// 250, and one whose callbacks run inline (see ``InlineQueue``) 174 to 182.
  func start(_ request: URLRequest, for exchange: Exchange) {
    starts.async { [self] in
      guard exchange.isWanted() else { return }
      let task = session.dataTask(with: request)
      // The engine asks only the task's own delegate for the body of a repeated request.
      task.delegate = router
      router.register(exchange, for: task.taskIdentifier)
      if exchange.runs(as: task) { task.resume() }
    }
  }

  /// Cancels a task asynchronously and ignores its later callbacks.
  func abandon(_ task: URLSessionTask) {
    router.forget(task.taskIdentifier)
    cancellations.async { [self] in
      let queue = innerQueue
      queue?.suspend()
      task.cancel()
      // Reading the priority waits for the task's queue, and so for the work that `cancel()` has started.
      _ = task.priority
      queue?.resume()
    }
  }

  /// Called when a task has completed without being cancelled.
  func retire(_ task: URLSessionTask) {
    router.forget(task.taskIdentifier)
  }

  /// Counts received bytes, and after each MiB lets the engine do its other work. Each chunk counts as 1 KiB more than its size,
  /// because the engine creates a new timer for each chunk, and frees the old timers only during that other work: chunks of one
  /// byte would fill the memory with timers. The other work starts when libcurl returns, which happens after at most about 1.6
  /// MB.
  ///
  /// If a server sends faster than the engine decodes, the engine's inner queue, which moves bytes, is never empty. The outer
  /// queue, where tasks start and are cancelled, then never runs: one endless response would block every call of the process and
  /// could not be cancelled. Suspending the inner queue lets the outer one continue.
  func moves(_ count: Int, of task: URLSessionTask) {
    guard movedBytes.add(count + 1024, ordering: .relaxed).newValue >= 1 << 20, let queue = innerQueue else { return }
    movedBytes.store(0, ordering: .relaxed)
    queue.suspend()
    cancellations.async {
      // Reading the priority waits for the task's queue, and so for the work that the engine has queued there.
      _ = task.priority
      queue.resume()
    }
  }
}
