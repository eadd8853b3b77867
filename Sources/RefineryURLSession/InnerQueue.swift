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
/// URLSession does not show it, so it is found by reflection, and used only after a check at the start of each session: the
/// session's tasks must begin and end while this queue is suspended. In a Foundation where that does not hold (two queues made
/// one, say), suspending it would stop all networking; there it is left alone.
struct InnerQueue {
  let queue: DispatchQueue
  private let session: URLSession

  /// Nil where there is none, or none of that name.
  init?(of session: URLSession) {
    guard let queue = Mirror(reflecting: session).descendant("multiHandle", "queue") as? DispatchQueue else { return nil }
    self.init(queue, of: session)
  }

  init(_ queue: DispatchQueue, of session: URLSession) {
    self.queue = queue
    self.session = session
  }

  /// Whether a task of the session is cancelled to its end while the queue is suspended. Blocks until that is known, at most
  /// for the limit; the queue goes on afterwards in any case. No request is sent.
  ///
  /// - Parameter helper: a queue with a thread of its own, which is blocked meanwhile.
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

  /// Lets the engine keep connections while few calls are under way.
  ///
  /// libcurl keeps four times as many as there are transfers at the moment and closes the oldest. Calls that end together
  /// leave few, so it closes what the next ones need, and every connection that is made anew costs far more than a handshake:
  /// the engine goes on watching whether it can be written to, which it always can, until its first answer is there. With 256
  /// calls at once and a server that takes 50 ms that took two thirds of all CPU. The engine has the option but neither sets it
  /// nor shows it, so both it and the handle are found by name; where that fails, only the saving is lost. libcurl refuses a
  /// handle that is not one of its own.
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
