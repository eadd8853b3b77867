import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(Glibc)
  import Glibc
#endif

/// A session that is never torn down, with the router of its callbacks.
final class ImmortalSession: Sendable {
  private let session: URLSession
  private let router = SessionRouter()
  // Making, resuming and cancelling a task wait for the engine's queue, which may be long, and for ever where the caller
  // holds what the queue needs. So that is never done on a thread of Swift's pool, in a callback or under a lock.
  private let starts = DispatchQueue(label: "refinery.urlsession.starts")
  private let cancellations = DispatchQueue(label: "refinery.urlsession.cancellations")
  private let lane: DispatchQueue?
  private let movedBytes = Atomic(0)

  init(_ configuration: URLSessionConfiguration) {
    #if canImport(FoundationNetworking)
      let queue: OperationQueue = InlineQueue()
    #else
      let queue = OperationQueue()
    #endif
    queue.maxConcurrentOperationCount = 1
    session = URLSession(configuration: configuration, delegate: router, delegateQueue: queue)
    lane = Mirror(reflecting: session).descendant("multiHandle", "queue") as? DispatchQueue
    keepConnections()
  }

  /// Lets the engine keep connections while few calls are under way.
  ///
  /// libcurl keeps four times as many as there are transfers at the moment and closes the oldest. Calls that end together
  /// leave few, so it closes what the next ones need, and every connection that is made anew costs far more than a handshake:
  /// the engine goes on watching whether it can be written to, which it always can, until its first answer is there. With 256
  /// calls at once and a server that takes 50 ms that took two thirds of all CPU. The engine has the option but neither sets it
  /// nor shows it, so both it and the handle are found by name; where that fails, all there is to lose is the saving.
  private func keepConnections() {
    #if canImport(Glibc)
      typealias SetOption = @convention(c) (UnsafeMutableRawPointer, Int32, Int) -> Int32
      let maximumConnectsOption: Int32 = 6
      guard let lane,
        let handle = Mirror(reflecting: session).descendant("multiHandle", "rawHandle") as? UnsafeMutableRawPointer,
        let symbol = dlsym(nil, "CFURLSession_multi_setopt_l")
      else { return }
      let setOption = unsafeBitCast(symbol, to: SetOption.self)
      let multi = Int(bitPattern: handle)
      let kept = 4 * min(session.configuration.httpMaximumConnectionsPerHost, 1 << 20)
      lane.sync {
        if let handle = UnsafeMutableRawPointer(bitPattern: multi) { _ = setOption(handle, maximumConnectsOption, kept) }
      }
    #endif
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
    cancellations.async { [lane] in
      lane?.suspend()
      task.cancel()
      // Reading the priority waits for the task's queue, and so for the end of what `cancel()` has begun.
      _ = task.priority
      lane?.resume()
    }
  }

  /// A task has completed by itself.
  func retire(_ task: URLSessionTask) {
    router.forget(task.taskIdentifier)
  }

  /// Counts received bytes, and after each MiB lets the engine's other work have a turn.
  ///
  /// A sender that is faster than we decode keeps the queue on which the engine moves bytes full for ever, and the queue
  /// around it, where tasks begin and are cancelled, never gets its turn: one endless response would stop every call of the
  /// process and could not even be cancelled. Suspending the inner queue for a moment lets the outer one go on. URLSession
  /// does not show that queue, so it is found by reflection; where that fails, all there is to lose is the fairness.
  func moves(_ count: Int) {
    guard let lane, movedBytes.add(count, ordering: .relaxed).newValue >= 1 << 20 else { return }
    movedBytes.store(0, ordering: .relaxed)
    lane.suspend()
    cancellations.async { lane.resume() }
  }
}
