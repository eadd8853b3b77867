import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(Glibc)
  import Glibc
#endif

/// The private queue on which a session of Foundation on Linux moves bytes.
///
/// URLSession does not expose this queue, so it is found by reflection. It is used only after a check at the start of each
/// session: the session's tasks must begin and end while this queue is suspended. If a version of Foundation does not allow that
/// (for example, because both queues are one), suspending it would stop all networking, and the queue is not used.
struct InnerQueue {
  let queue: DispatchQueue
  private let session: URLSession

  /// Returns nil if the session has no queue of this name.
  init?(of session: URLSession) {
    guard let queue = Mirror(reflecting: session).descendant("multiHandle", "queue") as? DispatchQueue else { return nil }
    self.init(queue, of: session)
  }

  init(_ queue: DispatchQueue, of session: URLSession) {
    self.queue = queue
    self.session = session
  }

  /// Returns whether a task of the session can be cancelled while the queue is suspended. Blocks until that is known, for at most
  /// `limit`. The queue is resumed in any case. No request is sent.
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

  /// Makes the engine keep connections while few calls are under way.
  ///
  /// libcurl keeps four times as many connections as there are transfers at the moment, and closes the oldest. When many calls
  /// end together, few transfers remain, so libcurl closes connections that the next calls need. Opening a connection costs far
  /// more than its handshake: until the first response, the engine watches whether the connection is writable, which is always
  /// true. With 256 calls at once and a server that takes 50 ms, this used two thirds of all CPU. libcurl has an option for this,
  /// but the engine neither sets nor exposes it. The option's function and the handle are therefore looked up by name. If that
  /// fails, only the saving is lost. libcurl rejects a handle that is not one of its own.
  func keepConnections() {
    #if canImport(Glibc)
      typealias SetOption = @convention(c) (UnsafeMutableRawPointer, Int32, Int) -> Int32
      let maximumConnectsOption: Int32 = 6
      guard let handle = Mirror(reflecting: session).descendant("multiHandle", "rawHandle") as? UnsafeMutableRawPointer,
        let symbol = dlsym(nil, "CFURLSession_multi_setopt_l")
      else { return }
      let setOption = unsafeBitCast(symbol, to: SetOption.self)
      let multi = Int(bitPattern: handle)
      let kept = 4 * min(session.configuration.httpMaximumConnectionsPerHost, 1 << 20)
      queue.sync {
        if let handle = UnsafeMutableRawPointer(bitPattern: multi) { _ = setOption(handle, maximumConnectsOption, kept) }
      }
    #endif
  }
}
