#if AsyncHTTPClient
  import AsyncHTTPClient
  import FoundationEssentials
  import NIOCore
  import RefineryCore
  import RefineryTransport
  import Synchronization

  /// Sends a body in pieces. It reads the next piece when the socket has room for it.
  final class Upload: Sendable {
    private static let pieceSize = 128 * 1024

    private struct State {
      var task: Task<Void, Never>?
      var promise: EventLoopPromise<Void>?
      var isOver = false
    }

    private let body: Body
    private let delegate: ResponseDelegate
    private let writer: HTTPClient.Body.StreamWriter
    private let state = Mutex(State())

    init(_ body: Body, for delegate: ResponseDelegate, to writer: HTTPClient.Body.StreamWriter) {
      self.body = body
      self.delegate = delegate
      self.writer = writer
    }

    /// The future that the engine waits for. Its end is the end of the body.
    func begin(on loop: any EventLoop) -> EventLoopFuture<Void> {
      let promise = loop.makePromise(of: Void.self)
      state.withLock { $0.promise = promise }
      guard delegate.setUpload(self) else {
        promise.fail(CancellationError())
        return promise.futureResult
      }
      let task = Task {
        do {
          try await sendAll()
          if finish() { promise.succeed(()) }
        } catch is WriteFailed {
          // The engine knows why, and a response may be on its way.
          if finish() { promise.fail(WriteFailed()) }
        } catch {
          guard finish() else { return }
          delegate.end(with: error)
        }
      }
      state.withLock { state in
        if state.isOver { task.cancel() } else { state.task = task }
      }
      return promise.futureResult
    }

    /// Reads no more of the body, and does not tell the engine yet. False if the whole body has been sent already.
    func stop() -> Bool {
      let (task, wasSending) = state.withLock { state in
        defer { (state.task, state.isOver) = (nil, true) }
        return (state.task, !state.isOver)
      }
      task?.cancel()
      return wasSending
    }

    /// Ends the upload because its request is over.
    func cancel() {
      _ = stop()
      let promise = state.withLock { state in
        defer { state.promise = nil }
        return state.promise
      }
      promise?.fail(CancellationError())
    }

    private func finish() -> Bool {
      state.withLock { state in
        defer { state.isOver = true }
        return !state.isOver
      }
    }

    /// Sends the last piece of a promised length only after it has read that no more follows.
    private func sendAll() async throws {
      var sent = 0
      var reader = try BodyReader(of: body)
      while var piece = try await reader.next() {
        sent += piece.count
        if let length = body.length, sent >= length {
          let isMore = sent > length ? true : try await reader.next() != nil
          if isMore { throw Self.mismatch(promised: length, "more") }
        }
        while !piece.isEmpty {
          try Task.checkCancellation()
          try await write(ByteBuffer(bytes: piece.prefix(Self.pieceSize)))
          delegate.didSendPiece()
          piece = piece.dropFirst(Self.pieceSize)
        }
      }
      if let length = body.length, sent < length { throw Self.mismatch(promised: length, "\(sent)") }
    }

    private static func mismatch(promised length: Int, _ given: String) -> TransportError {
      TransportError(.invalidRequest, phase: .waiting, reason: "the body gave \(given) bytes where \(length) were promised")
    }

    private func write(_ piece: ByteBuffer) async throws {
      let wait = OneShotContinuation<Void>()
      let written = writer.write(.byteBuffer(piece))
      // The engine forgets the promise of a body that it has stopped, and NIO ends a debug build over a promise that is
      // released: so a future that nobody completes keeps itself.
      written.whenComplete { result in
        withExtendedLifetime(written) { wait.resume(with: result.mapError { _ in WriteFailed() as any Error }) }
      }
      try await withTaskCancellationHandler {
        try await wait.value()
      } onCancel: {
        wait.resume(with: .failure(CancellationError()))
      }
    }
  }

  private struct WriteFailed: Error {}
#endif
