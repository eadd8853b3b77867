#if AsyncHTTPClient
  import AsyncHTTPClient
  import FoundationEssentials
  import NIOCore
  import RefineryCore
  import Synchronization

  /// Sends a body in pieces, and asks for the next when the socket has room again.
  final class Upload: Sendable {
    private static let pieceSize = 128 * 1024

    private struct State {
      var task: Task<Void, Never>?
      var promise: EventLoopPromise<Void>?
      var isOver = false
    }

    private let body: Body
    private let exchange: Exchange
    private let writer: HTTPClient.Body.StreamWriter
    private let state = Mutex(State())

    init(_ body: Body, for exchange: Exchange, to writer: HTTPClient.Body.StreamWriter) {
      self.body = body
      self.exchange = exchange
      self.writer = writer
    }

    /// The engine takes the end of the future for the end of the body.
    func begins(on loop: any EventLoop) -> EventLoopFuture<Void> {
      let promise = loop.makePromise(of: Void.self)
      state.withLock { $0.promise = promise }
      guard exchange.sends(by: self) else {
        promise.fail(CancellationError())
        return promise.futureResult
      }
      let task = Task {
        do {
          try await sendAll()
          if ends() { promise.succeed(()) }
        } catch is WriteFailed {
          // The engine knows why, and an answer may be on its way.
          if ends() { promise.fail(WriteFailed()) }
        } catch {
          guard ends() else { return }
          exchange.end(with: error)
        }
      }
      state.withLock { state in
        if state.isOver { task.cancel() } else { state.task = task }
      }
      return promise.futureResult
    }

    /// Reads no more of the body, though the engine is not told yet; false when all of it has gone already.
    func stops() -> Bool {
      let (task, wasSending) = state.withLock { state in
        defer { (state.task, state.isOver) = (nil, true) }
        return (state.task, !state.isOver)
      }
      task?.cancel()
      return wasSending
    }

    /// The exchange is over.
    func cancels() {
      _ = stops()
      let promise = state.withLock { state in
        defer { state.promise = nil }
        return state.promise
      }
      promise?.fail(CancellationError())
    }

    private func ends() -> Bool {
      state.withLock { state in
        defer { state.isOver = true }
        return !state.isOver
      }
    }

    /// The last piece of a promised length goes when it is known to be the last.
    private func sendAll() async throws {
      var sent = 0
      var pieces = try Pieces(of: body)
      while var piece = try await pieces.next() {
        sent += piece.count
        if let length = body.length, sent >= length {
          let isMore = sent > length ? true : try await pieces.next() != nil
          if isMore { throw Self.mismatch(promised: length, "more") }
        }
        while !piece.isEmpty {
          try Task.checkCancellation()
          try await write(ByteBuffer(bytes: piece.prefix(Self.pieceSize)))
          exchange.isActive()
          piece = piece.dropFirst(Self.pieceSize)
        }
      }
      if let length = body.length, sent < length { throw Self.mismatch(promised: length, "\(sent)") }
    }

    private static func mismatch(promised length: Int, _ given: String) -> TransportError {
      TransportError(.invalidRequest, phase: .waiting, reason: "the body gave \(given) bytes where \(length) were promised")
    }

    private func write(_ piece: ByteBuffer) async throws {
      let turn = Turn()
      let written = writer.write(.byteBuffer(piece))
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          turn.waits(continuation)
          // The engine forgets the promise of a body that it has stopped, and NIO ends a debug build over a promise that is
          // let go: so a future that nobody completes stays.
          written.whenComplete { result in withExtendedLifetime(written) { turn.comes(result.mapError { _ in WriteFailed() }) }
          }
        }
      } onCancel: {
        turn.comes(.failure(CancellationError()))
      }
    }
  }

  private struct WriteFailed: Error {}

  /// One wait, ended by whichever comes first.
  private final class Turn: Sendable {
    private enum State {
      case new
      case waiting(CheckedContinuation<Void, any Error>)
      case come(Result<Void, any Error>)
    }

    private let state = Mutex(State.new)

    func waits(_ continuation: CheckedContinuation<Void, any Error>) {
      let come = state.withLock { state -> Result<Void, any Error>? in
        if case .come(let result) = state { return result }
        state = .waiting(continuation)
        return nil
      }
      if let come { continuation.resume(with: come) }
    }

    func comes(_ result: Result<Void, any Error>) {
      let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
        defer { state = .come(result) }
        if case .waiting(let continuation) = state { return continuation }
        return nil
      }
      continuation?.resume(with: result)
    }
  }
#endif
