#if AsyncHTTPClient
  import AsyncHTTPClient
  import FoundationEssentials
  import NIOCore
  import RefineryCore
  import RefineryTransport
  import Synchronization

  /// Sends a body in pieces. It reads the next piece when the socket has room for it.
  final class HTTPClientUpload: Sendable {
    /// The largest number of bytes that the engine gets at once.
    static let pieceSize = 128 * 1024

    private struct State {
      var task: Task<Void, Never>?
      var promise: EventLoopPromise<Void>?
      /// Whether the engine has all bytes of the body, but does not know yet that they are all.
      var isHandedOver = false
      var awaitsSource = false
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

    /// Whether some bytes of the body have not been given to the engine.
    var hasMore: Bool { state.withLock { !$0.isOver && !$0.isHandedOver } }

    /// Whether the upload waits for the next bytes of the body.
    var awaitsSource: Bool { state.withLock { $0.awaitsSource && !$0.isOver } }

    /// Returns a future that completes at the end of the upload, even if the upload fails.
    func end(on loop: any EventLoop) -> EventLoopFuture<Void> {
      guard let promise = state.withLock({ $0.promise }) else { return loop.makeSucceededVoidFuture() }
      return promise.futureResult.flatMapErrorThrowing { _ in }
    }

    /// Starts the upload. The engine waits for the returned future, which completes at the end of the body.
    ///
    /// - Parameter file: the body's file, if it has one. It is closed when it has been sent completely, not at the end of the
    ///   response.
    func begin(with file: OpenFile?, on loop: any EventLoop) -> EventLoopFuture<Void> {
      let promise = loop.makePromise(of: Void.self)
      state.withLock { $0.promise = promise }
      guard delegate.setUpload(self) else {
        promise.fail(CancellationError())
        return promise.futureResult
      }
      if let data = body.data {
        send(data)
        return promise.futureResult
      }
      let task = Task {
        do {
          try await sendAll(from: file)
          finish(with: .success(()))
        } catch is WriteFailed {
          finish(with: .failure(WriteFailed()))
        } catch {
          guard finish() else { return }
          delegate.end(with: error)
        }
      }
      let isOver = state.withLock { state in
        if !state.isOver { state.task = task }
        return state.isOver
      }
      if isOver { task.cancel() }
      return promise.futureResult
    }

    /// Stops reading the body without completing the engine's future. Returns false if the whole body has already been sent.
    ///
    /// Do not call it under a lock: it runs the cancellation handlers of the body's source, which may end the request.
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
      complete(.failure(CancellationError()))
    }

    /// Completes the engine's future, unless the upload is over. After a failed write, the engine reports the reason itself,
    /// and a response may still arrive.
    private func finish(with result: Result<Void, any Error>) {
      if finish() { complete(result) }
    }

    private func finish() -> Bool {
      state.withLock { state in
        defer { state.isOver = true }
        return !state.isOver
      }
    }

    /// Sends bytes in memory without a task: when the event loop has written a piece, it sends the next one.
    private func send(_ data: Data) {
      guard !state.withLock(\.isOver) else { return }
      guard !data.isEmpty else { return finish(with: .success(())) }
      if data.count <= Self.pieceSize { state.withLock { $0.isHandedOver = true } }
      let written = writer.write(.byteBuffer(ByteBuffer(bytes: data.prefix(Self.pieceSize))))
      // The callback retains the future: see `write`.
      written.whenComplete { result in
        withExtendedLifetime(written) {
          guard case .success = result else { return self.finish(with: .failure(WriteFailed())) }
          self.delegate.uploadMoves()
          // If a piece were written before its callback is set, direct calls would nest.
          written.eventLoop.execute { self.send(data.dropFirst(Self.pieceSize)) }
        }
      }
    }

    private func complete(_ result: Result<Void, any Error>) {
      let promise = state.withLock { state in
        defer { state.promise = nil }
        return state.promise
      }
      promise?.completeWith(result)
    }

    private func sendAll(from file: OpenFile?) async throws {
      var sent = 0
      var reader = BodyReader(of: body, in: file)
      while var piece = try await next(&reader) {
        sent += piece.count
        while !piece.isEmpty {
          try Task.checkCancellation()
          if sent == body.length, piece.count <= Self.pieceSize { state.withLock { $0.isHandedOver = true } }
          try await write(ByteBuffer(bytes: piece.prefix(Self.pieceSize)))
          delegate.uploadMoves()
          piece = piece.dropFirst(Self.pieceSize)
        }
      }
    }

    private func next(_ reader: inout BodyReader) async throws -> Data? {
      state.withLock { $0.awaitsSource = true }
      defer {
        delegate.uploadMoves()
        state.withLock { $0.awaitsSource = false }
      }
      return try await reader.next()
    }

    private func write(_ piece: ByteBuffer) async throws {
      let wait = OneShotContinuation<Void>()
      let written = writer.write(.byteBuffer(piece))
      // If the engine stops a body, it drops the body's promise, and NIO ends a debug build if an unfulfilled promise is
      // released. So the callback retains the future: a future that never completes is never released.
      written.whenComplete { result in
        withExtendedLifetime(written) { wait.resume(with: result.mapError { _ in WriteFailed() as any Error }) }
      }
      try await wait.value { true }
    }
  }

  private struct WriteFailed: Error {}
#endif
