import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session that is never released, with the router of its callbacks.
final class PersistentSession: Sendable {
  private let session: URLSession
  private let connections: KeptConnections
  private let router: SessionRouter
  // Creating, resuming and cancelling a task wait for the engine's queue. The wait may be long, and it never ends if that queue
  // needs a lock or a thread that the caller occupies. So the transport never does this on a thread of Swift's pool, in a
  // callback or under a lock.
  let starts = DispatchQueue(label: "refinery.urlsession.starts")
  private let cancellations = DispatchQueue(label: "refinery.urlsession.cancellations")
  private let checkedQueue = AtomicLazyReference<InnerQueue>()
  private let isGuarded = Atomic(false)

  /// - Parameters:
  ///   - connections: how long a connection is used for new requests.
  ///   - usesInternals: whether to use more of Foundation than its documented interface: see `FoundationInternals.swift`.
  init(maximumConnectionsPerOrigin: Int, keeping connections: KeptConnections = .forEver, usesInternals: Bool) {
    self.connections = connections
    let callbacks = OperationQueue.ofCallbacks(usesInternals: usesInternals)
    router = SessionRouter(callbacks as? DelegateQueue)
    session = URLSession(
      configuration: .bare(maximumConnectionsPerOrigin: maximumConnectionsPerOrigin, usesInternals: usesInternals),
      delegate: router, delegateQueue: callbacks)
    // This runs before the first task starts, and never on a caller's thread.
    if usesInternals { starts.async { self.findInternals() } }
  }

  /// The engine's private queue, after it has been found and checked.
  var innerQueue: InnerQueue? { checkedQueue.load() }

  /// False if each request asks the server to close the connection (RFC 9112 section 9.6). On Linux, without a guard, a call on
  /// a kept connection could get the response to another call.
  private var keepsConnections: Bool {
    if case .none = connections { return false }
    #if canImport(FoundationNetworking)
      return isGuarded.load(ordering: .acquiring)
    #else
      return true
    #endif
  }

  private func findInternals() {
    guard let inner = InnerQueue(of: session) else { return }
    isGuarded.store(inner.guardsConnections(keeping: connections), ordering: .releasing)
    guard inner.isIndependent(checkingOn: cancellations) else { return }
    inner.keepConnections()
    _ = checkedQueue.storeIfNil(inner)
  }

  /// Sends a request for an exchange.
  ///
  /// Always uses a task that reports to a delegate. A task with a completion handler collects the body without a limit, loses
  /// the body of a 401 with a challenge, and cannot stream. It is not cheaper either: on loopback, with 16 and 256 calls at
  /// once, each call takes 216 to 248 us of CPU with a completion handler. With a delegate it takes 248 to 250 us on an
  /// ordinary queue, and less on a ``DelegateQueue``.
  func start(_ request: URLRequest, for exchange: SessionExchange) {
    starts.async { [self] in
      guard exchange.isWanted() else { return }
      var request = request
      if !keepsConnections { request.setValue("close", forHTTPHeaderField: "Connection") }
      let task = session.dataTask(with: request)
      // The engine requests the body of a repeated request only from the task's own delegate.
      task.delegate = router
      router.register(exchange, for: task.taskIdentifier)
      if exchange.runs(as: task) { task.resume() }
    }
  }

  /// Cancels a task asynchronously and ignores its later callbacks.
  func abandon(_ task: URLSessionTask) {
    router.forget(task.taskIdentifier)
    cancellations.async { [self] in
      if let innerQueue { innerQueue.cancel(task) } else { task.cancel() }
    }
  }

  /// Called when a task has completed without being cancelled.
  func retire(_ task: URLSessionTask) {
    router.forget(task.taskIdentifier)
  }

  /// Called when a task has received bytes.
  func moves(_ count: Int, of task: URLSessionTask) {
    innerQueue?.moves(count, of: task, waitingOn: cancellations)
  }
}
