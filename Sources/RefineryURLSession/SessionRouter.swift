import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The delegate of a session: passes each callback to the exchange of its task, and replies to the engine.
final class SessionRouter: NSObject, URLSessionDataDelegate, Sendable {
  private let exchanges = Mutex<[Int: SessionExchange]>([:])
  private let callbacks: DelegateQueue?

  init(_ callbacks: DelegateQueue?) { self.callbacks = callbacks }

  func register(_ exchange: SessionExchange, for task: Int) {
    exchanges.withLock { exchanges in
      exchanges[task] = exchange
      callbacks?.hasCalls(exchanges.count)
    }
  }

  func forget(_ task: Int) {
    exchanges.withLock { exchanges in
      exchanges[task] = nil
      callbacks?.hasCalls(exchanges.count)
    }
  }

  private func exchange(of task: URLSessionTask) -> SessionExchange? {
    exchanges.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    exchange(of: dataTask)?.receives(head: response)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard let exchange = exchange(of: dataTask) else { return }
    let total = exchange.receives(data)
    callbacks?.hasMoved(total)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    callbacks?.hasMoved(Int(totalBytesSent))
    exchange(of: task)?.isActive()
  }

  // The engine calls this in two cases. In the first, a task without a body starts; the result is nil. In the second, libcurl
  // has lost a kept connection and sends the request again on a new one; the engine cannot rewind the body, and the server
  // would wait for it.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    exchange(of: task)?.mustRewind()
    completionHandler(nil)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let exchange = exchange(of: task) else { return }
    if let error {
      exchange.fails(error as NSError, response: task.response)
    } else {
      exchange.completes(response: task.response)
    }
  }

  // Returns redirects as they are: the engine would send all headers to any host, drop the body of a 307, and resolve targets
  // wrongly.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  // A challenge arrives when the 401 is complete, and the exchange completes with the 401. Without a reply to the challenge,
  // the task never ends.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      exchange(of: task)?.completes(response: challenge.failureResponse)
      DispatchQueue.global().async { completionHandler(.cancelAuthenticationChallenge, nil) }
    #else
      completionHandler(.performDefaultHandling, nil)
    #endif
  }
}
