import Dispatch
import Foundation
import HTTPTypes
import RefineryCore
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One immortal session with what stands around it: the router of its callbacks, the limit per origin, the timers.
final class Engine: Sendable {
  private let session: URLSession
  private let router = SessionRouter()
  private let limiter: OriginLimiter
  let alarms = AlarmClock()
  // `URLSessionTask.cancel()` waits for the engine's queue, so it is never called from a task, a callback or a lock.
  private let cancellations = DispatchQueue(label: "refinery.urlsession.cancellations")
  private let lane: DispatchQueue?
  private let movedBytes = Atomic(0)

  init(_ configuration: TransportConfiguration) {
    #if canImport(FoundationNetworking)
      let queue: OperationQueue = InlineQueue()
    #else
      let queue = OperationQueue()
    #endif
    queue.maxConcurrentOperationCount = 1
    session = URLSession(
      configuration: .bare(maximumConnectionsPerOrigin: configuration.maximumConnectionsPerOrigin),
      delegate: router, delegateQueue: queue)
    lane = Mirror(reflecting: session).descendant("multiHandle", "queue") as? DispatchQueue
    limiter = OriginLimiter(
      active: configuration.maximumConnectionsPerOrigin, waiting: configuration.maximumWaitingPerOrigin)
  }

  /// One request and its response; redirects come back as they are.
  func exchange(_ request: Request) async throws -> Response {
    guard let origin = Origin(request.head) else {
      throw TransportError(.invalidRequest, phase: .beforeSending, reason: "the URL has no origin")
    }
    if let deadline = request.deadline, deadline.hasPassed {
      throw TimedOut(.total, limit: request.options.explicit(Timeout.self) ?? nil)
    }
    var wire = try URLRequest(request.head, hasBody: request.hasContent)
    let upload = try await Upload(request)
    if let data = upload?.data { wire.httpBody = data }
    let slot: OriginLimiter.Slot
    do {
      slot = try await limiter.admit(to: origin, deadline: request.deadline, alarms: alarms)
    } catch {
      upload?.remove()
      throw error
    }
    let exchange = Exchange(request, engine: self, slot: slot, upload: upload)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard exchange.starts(with: continuation) else { return }
        let task =
          if let file = upload?.file {
            session.uploadTask(with: wire, fromFile: file)
          } else {
            session.dataTask(with: wire)
          }
        // The engine asks the task's own delegate, and no other, for a body to send once more.
        task.delegate = router
        router.register(exchange, for: task.taskIdentifier)
        exchange.runs(as: task)
        task.resume()
      }
    } onCancel: {
      exchange.end(with: CancellationError())
    }
  }

  /// Ends a task some time soon and lets late callbacks of it fall on the floor.
  func abandon(_ task: URLSessionTask, then cleanUp: @escaping @Sendable () -> Void) {
    router.forget(task.taskIdentifier)
    cancellations.async { [lane] in
      lane?.suspend()
      task.cancel()
      // Reading the priority waits for the task's queue, and so for the end of what `cancel()` has begun.
      _ = task.priority
      lane?.resume()
      cleanUp()
    }
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

  /// A task has completed by itself.
  func retire(_ task: URLSessionTask) {
    router.forget(task.taskIdentifier)
  }
}

extension Request {
  var hasContent: Bool { body.map { $0.length != 0 } ?? false }
}
