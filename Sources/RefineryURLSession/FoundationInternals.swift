import CSession
import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// This file uses every undocumented part of Foundation that the transport needs on Linux.
// `URLSessionTransport(usesFoundationInternals: false)` switches all of it off. This list says what each part does, and what
// happens if it is off or if a later Foundation does not have it:
//
// - The timer that never fires (`neverFires`) saves a sixth of the CPU of a call. Without it, the engine sets a timer for each
//   header line. If a later Foundation counts in a unit smaller than milliseconds, the number is too large, and the first
//   request ends the process.
// - `DelegateQueue` runs callbacks where they cost least, and keeps few of them waiting. Without it, each callback runs as an
//   operation on another thread; if bytes arrive faster than they are read, they wait in memory without a limit.
// - `InnerQueue`, the private queue that moves bytes, is found by reflection. With it, other calls can start and be cancelled
//   during a response that never ends. Without it, such a response blocks all calls of its session and cannot be cancelled
//   until it pauses.
// - `InnerQueue.keepConnections()` finds a handle of libcurl by reflection. It saves most if many calls end together. Without
//   it, the engine closes connections and opens them again.
// - `SessionGuard`, `TransferList` and `CSession` find that handle, too, and replace three callbacks of libcurl by ours, which
//   call Foundation's. They have these effects: no call gets a response that nobody asked for, no malformed head and no trailer
//   ends the process, redirects need not be read to their end, old connections are closed, and new addresses are found. Without
//   them, each request asks the server to close its connection.
//
// `Benchmarks/MEASUREMENTS.md` has the measurements.

extension URLSessionConfiguration {
  /// A timeout in seconds that is beyond the range of system timers. The engine creates its request timer again for every
  /// header line. With this timeout, it never sets that timer. The timeout cannot be larger, because the engine counts in
  /// milliseconds and would trap.
  private static let neverFires: TimeInterval = 1e12
  private static let week: TimeInterval = 86_400 * 7

  /// The engine's timeout of a request, in seconds. It never ends a call before the transport's own timers do.
  static func requestTimeout(usesInternals: Bool) -> TimeInterval { usesInternals ? neverFires : week }

  /// Returns a configuration that stores nothing and adds nothing. Its timers do not fire before those of the transport.
  static func bare(maximumConnectionsPerOrigin: Int, usesInternals: Bool) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpMaximumConnectionsPerHost = maximumConnectionsPerOrigin
    configuration.timeoutIntervalForRequest = requestTimeout(usesInternals: usesInternals)
    configuration.timeoutIntervalForResource = week
    return configuration
  }
}

/// Runs callbacks one after another, and keeps them off the engine's queue where that pays.
///
/// The engine does its work for all calls of a session on serial queues, which limit the number of calls per second. So
/// callbacks run in the pool of Swift's tasks; the task that a callback resumes then needs no other thread. For a single call,
/// and for each piece of a large body, this would cost more than it saves: these callbacks run on the engine's queue. If many
/// callbacks wait, further ones run there, too, so that few bytes wait in memory.
///
/// `@unchecked` because `OperationQueue` is; the state here is atomic.
final class DelegateQueue: OperationQueue, @unchecked Sendable {
  /// The length of a body, in bytes, from which it is large.
  private static let largeBody = 65_536
  private static let mostWaiting = 16

  private let queue = DispatchQueue(label: "refinery.urlsession.callbacks", target: .global())
  /// How many callbacks wait or run.
  let waiting = Atomic(0)
  private let isBodyLarge = Atomic(false)
  private let isSingle = Atomic(true)

  /// Tells the queue how many calls are under way.
  func hasCalls(_ count: Int) { isSingle.store(count < 2, ordering: .relaxed) }

  /// Tells the queue how many bytes have arrived of the body that received bytes last.
  func hasMoved(_ total: Int) { isBodyLarge.store(total > Self.largeBody, ordering: .relaxed) }

  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    let count = waiting.add(1, ordering: .relaxed).newValue
    let run: @Sendable () -> Void = { [self] in
      block()
      waiting.subtract(1, ordering: .relaxed)
    }
    if count > Self.mostWaiting || isSingle.load(ordering: .relaxed) || isBodyLarge.load(ordering: .relaxed) {
      queue.sync(execute: run)
    } else {
      queue.async(execute: run)
    }
  }
}

extension OperationQueue {
  /// Returns the queue for the callbacks of one session.
  static func ofCallbacks(usesInternals: Bool) -> OperationQueue {
    #if canImport(FoundationNetworking)
      let queue = usesInternals ? DelegateQueue() : OperationQueue()
    #else
      let queue = OperationQueue()
    #endif
    queue.maxConcurrentOperationCount = 1
    return queue
  }
}

/// The private queue on which a session of Foundation on Linux moves bytes.
///
/// URLSession does not expose this queue, so it is found by reflection. It is used only if it passes a check at the start of
/// each session: tasks of the session must begin and end while this queue is suspended. In a version of Foundation where they
/// do not (for example, because both queues are the same), suspending it would stop all networking.
final class InnerQueue: Sendable {
  private let queue: DispatchQueue
  private let session: URLSession
  private let movedBytes = Atomic(0)

  /// Returns nil if the session has no queue of this name.
  convenience init?(of session: URLSession) {
    guard let queue = Mirror(reflecting: session).descendant("multiHandle", "queue") as? DispatchQueue else { return nil }
    self.init(queue, of: session)
  }

  init(_ queue: DispatchQueue, of session: URLSession) {
    self.queue = queue
    self.session = session
  }

  /// Returns whether a task of the session can be cancelled while the queue is suspended. Blocks until that is known, for at
  /// most `limit`. The queue is resumed in any case. No request is sent.
  ///
  /// - Parameter helper: a queue with its own thread, which is blocked during the check.
  func isIndependent(checkingOn helper: DispatchQueue, limit: DispatchTimeInterval = .seconds(2)) -> Bool {
    guard let url = URL(string: "http://127.0.0.1/") else { return false }
    let probe = session.dataTask(with: url)
    let end = DispatchSemaphore(value: 0)
    queue.suspend()
    helper.async {
      probe.cancel()
      _ = probe.priority
      end.signal()
    }
    let isIndependent = end.wait(timeout: .now() + limit) == .success
    queue.resume()
    return isIndependent
  }

  /// Cancels a task. The queue is suspended while this runs, so that the engine begins the cancellation at once.
  func cancel(_ task: URLSessionTask) {
    queue.suspend()
    task.cancel()
    // Reading the priority waits for the task's queue, and therefore for the work that `cancel()` has started.
    _ = task.priority
    queue.resume()
  }

  /// Counts received bytes, and after each MiB lets the engine do its other work. Each chunk counts as its size and 1 KiB: for
  /// each chunk, the engine creates a new timer, and it frees the old timers only during that other work, so chunks of one byte
  /// would fill the memory with timers. The other work starts when libcurl returns, after at most about 1.6 MB.
  ///
  /// The engine has an inner queue, which moves bytes, and an outer queue, where tasks start and are cancelled. If a server
  /// sends faster than the engine decodes, the inner queue is never empty, and the outer queue never runs: one endless response
  /// would block every call of its session and could not be cancelled. While the inner queue is suspended, the outer queue
  /// continues.
  ///
  /// - Parameter helper: a queue with its own thread, which waits for the engine's other work.
  func moves(_ count: Int, of task: URLSessionTask, waitingOn helper: DispatchQueue) {
    guard movedBytes.add(count + 1024, ordering: .relaxed).newValue >= 1 << 20 else { return }
    movedBytes.store(0, ordering: .relaxed)
    queue.suspend()
    helper.async { [queue] in
      // Reading the priority waits for the task's queue, and therefore for the work that the engine has queued there.
      _ = task.priority
      queue.resume()
    }
  }

  /// Makes the engine keep connections while few calls are under way.
  ///
  /// libcurl keeps at most four times as many connections as there are transfers at the moment, and closes the oldest ones.
  /// When many calls end together, few transfers remain, so libcurl closes connections that the next calls need. Opening a
  /// connection costs far more than its handshake: until the first response, the engine watches whether the connection is
  /// writable, which is always true. With 256 calls at once and a server that takes 50 ms, this is most of the cost of
  /// `usesFoundationInternals: false`.
  ///
  /// libcurl has an option for the number of connections, but the engine neither sets nor exposes it. So it is set through
  /// Foundation's own wrapper, on a handle that is found by reflection. If that fails, calls only cost more CPU. libcurl
  /// rejects a handle that is not its own.
  func keepConnections() {
    guard let handle = Mirror(reflecting: session).descendant("multiHandle", "rawHandle") as? UnsafeMutableRawPointer
    else { return }
    let multi = Int(bitPattern: handle)
    let kept = 4 * min(session.configuration.httpMaximumConnectionsPerHost, 1 << 20)
    queue.sync { refinery_keep_connections(UnsafeMutableRawPointer(bitPattern: multi), kept) }
  }

  /// Starts a guard of the session's connections: see ``SessionGuard``. Returns false if that is not possible.
  func guardsConnections(keeping connections: KeptConnections) -> Bool {
    queue.sync { SessionGuard.watches(session, keeping: connections) }
  }
}
