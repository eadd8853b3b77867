#if Curl
  import CCurl
  import FoundationEssentials
  import RefineryCore
  import RefineryTransport
  import Synchronization

  /// A streamed body that libcurl sends. It holds the chunk being sent while the next one is read.
  final class UploadSource: Sendable {
    private struct State {
      var chunk = Data()
      var offset = 0
      var room: CheckedContinuation<Void, Never>?
      /// Whether libcurl waits for content, as it does before the first chunk.
      var isAwaited = true
      var hasEnded = false
      var isClosed = false
    }

    let length: Int?
    private let body: Body
    private let state = Mutex(State())

    init(_ body: Body) {
      self.body = body
      length = body.length
    }

    /// Reads the body one chunk ahead of the chunk being sent. If libcurl waits for content, calls `ready` when a chunk arrives
    /// or the body ends; the argument is true if the body is empty.
    ///
    /// - Throws: as ``PromisedChunks/next()``.
    func pump(_ ready: (_ isEmpty: Bool) -> Void) async throws {
      var isEmpty = true
      // libcurl starts the request with the first chunk.
      var chunks = PromisedChunks(of: body, phases: (.beforeSending, .waiting))
      while let chunk = try await chunks.next() {
        isEmpty = isEmpty && chunk.isEmpty
        await put(chunk, ready)
      }
      let isAwaited = state.withLock { state in
        state.hasEnded = true
        defer { state.isAwaited = false }
        return state.isAwaited
      }
      if isAwaited { ready(isEmpty) }
    }

    /// Copies content to libcurl's buffer; ends the transfer if the source is closed. Called on the loop's thread.
    func provide(_ bytes: UnsafeMutableRawPointer, _ capacity: Int) -> Int {
      let (count, room) = state.withLock { state -> (Int, CheckedContinuation<Void, Never>?) in
        let count = min(capacity, state.chunk.count - state.offset)
        guard count > 0 else {
          // The last chunk may have been dropped. If the content ended here, a truncated chunked body would look complete.
          if state.isClosed { return (Int(REFINERY_ABORT), nil) }
          if state.hasEnded { return (0, nil) }
          state.isAwaited = true
          return (Int(REFINERY_PAUSE), nil)
        }
        let start = state.chunk.startIndex + state.offset
        state.chunk.copyBytes(to: UnsafeMutableRawBufferPointer(start: bytes, count: count), from: start..<(start + count))
        state.offset += count
        guard state.offset == state.chunk.count else { return (count, nil) }
        state.chunk = Data()
        state.offset = 0
        defer { state.room = nil }
        return (count, state.room)
      }
      room?.resume()
      return count
    }

    /// Resumes the task that reads the body, because nothing more is sent.
    func close() {
      let room = state.withLock { state in
        state.isClosed = true
        state.chunk = Data()
        state.offset = 0
        defer { state.room = nil }
        return state.room
      }
      room?.resume()
    }

    /// Waits until the previous chunk has been sent, then stores this one.
    private func put(_ chunk: Data, _ ready: (Bool) -> Void) async {
      await withCheckedContinuation { continuation in
        let isFree = state.withLock { state in
          let isFree = state.chunk.isEmpty || state.isClosed
          if !isFree { state.room = continuation }
          return isFree
        }
        if isFree { continuation.resume() }
      }
      let isAwaited = state.withLock { state in
        guard !state.isClosed else { return false }
        state.chunk = chunk
        defer { state.isAwaited = false }
        return state.isAwaited
      }
      if isAwaited { ready(false) }
    }
  }
#endif
