#if AsyncHTTPClient
  import AsyncHTTPClient
  import NIOCore
  import NIOHTTP1
  import RefineryTransport

  // What the engine calls.
  extension ResponseDelegate: HTTPClientResponseDelegate {
    func didSendRequestHead(task: HTTPClient.Task<Void>, _ head: HTTPRequestHead) {
      sendsHead(on: dispatcher.ownsConnections ? RequestCount.connectionOfLastHead : nil)
    }

    func didSendRequestPart(task: HTTPClient.Task<Void>, _ part: IOData) { uploadMoves() }

    func didVisitURL(task: HTTPClient.Task<Void>, _ request: HTTPClient.Request, _ head: HTTPResponseHead) {
      // The engine calls this before it follows a redirect. It does not follow the redirect if the task has ended.
      let isRedirect = RedirectContent.isRedirect(
        status: Int(head.status.code), hasLocation: head.headers.contains(name: "Location"))
      if dispatcher.cutsRedirects, isRedirect { receiveOnly(head, of: task) }
    }

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
      let length = head.headers.first(name: "Content-Length")
      // A length that is not a number fails the call.
      if redirects.isLeft(
        status: Int(head.status.code), hasLocation: head.headers.contains(name: "Location"),
        length: length.map { Int($0) ?? 0 })
      {
        receiveOnly(head, of: task)
        return task.eventLoop.makeSucceededVoidFuture()
      }
      receive(head)
      return uploadEnd(on: task.eventLoop)
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
      receive(buffer, on: task.eventLoop)
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) throws { finish(nil, abandoning: false) }

    func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) { fail(error) }

    /// Ends the request with this head, without its content. The head can arrive before `setTask`, so the task of the engine's
    /// call is cancelled.
    private func receiveOnly(_ head: HTTPResponseHead, of task: HTTPClient.Task<Void>) {
      var head = head
      head.headers.remove(name: "Transfer-Encoding")
      head.headers.replaceOrAdd(name: "Content-Length", value: "0")
      receive(head)
      finish(nil, abandoning: true)
      task.cancel()
    }
  }
#endif
