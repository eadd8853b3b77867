package import FoundationEssentials
import RefineryCore
import Synchronization

/// A bounded buffer for chunks of a streamed body that have arrived and are not read yet. It has one writer and one reader.
///
/// Small chunks are merged, so that memory grows with the number of bytes, not with the number of chunks. If the writer can be
/// resumed, the buffer takes every chunk and tells the writer when to pause. Otherwise it refuses a chunk that does not fit.
package final class ChunkBuffer: Sendable {
  private struct State {
    /// The chunks that have arrived last, in their order.
    var chunks: [Data] = []
    /// Earlier chunks, in reverse order.
    var earlier: [Data] = []
    var bytes = 0
    var reader: CheckedContinuation<Data?, any Error>?
    var ending: Result<Void, any Error>?
    var isCancelled = false
    var isFull = false

    var isEmpty: Bool { chunks.isEmpty && earlier.isEmpty }

    mutating func append(_ chunk: Data) {
      bytes += chunk.count
      if let last = chunks.indices.last, chunks[last].count + chunk.count <= ChunkBuffer.mergedBytes {
        chunks[last].append(chunk)
      } else {
        chunks.append(chunk)
      }
    }

    mutating func drop() {
      chunks = []
      earlier = []
      bytes = 0
    }

    mutating func takeFirst() -> Data {
      if earlier.isEmpty {
        swap(&chunks, &earlier)
        earlier.reverse()
      }
      let chunk = earlier.removeLast()
      bytes -= chunk.count
      return chunk
    }
  }

  /// The maximum size of a merged chunk: 16 KiB.
  package static let mergedBytes = 16 * 1024

  package let capacity: Int
  private let resumeWriter: (@Sendable () -> Void)?
  private let state = Mutex(State())

  /// Creates an empty buffer.
  ///
  /// - Parameters:
  ///   - capacity: a number of bytes; a negative one counts as 0.
  ///   - resumeWriter: called after ``push(_:)`` has returned false, once half of the capacity is free again.
  package init(capacity: Int, resumeWriter: (@Sendable () -> Void)? = nil) {
    self.capacity = max(0, capacity)
    self.resumeWriter = resumeWriter
  }

  /// Adds a chunk. An empty buffer takes any chunk. The meaning of false depends on `resumeWriter`. Without it, the chunk was
  /// refused. With it, the chunk was taken, and the writer must pause until `resumeWriter` is called.
  package func push(_ data: Data) -> Bool {
    let (fits, reader) = state.withLock { state -> (Bool, CheckedContinuation<Data?, any Error>?) in
      if let reader = state.reader {
        state.reader = nil
        return (true, reader)
      }
      guard resumeWriter != nil || state.bytes == 0 || data.count <= capacity - state.bytes else { return (false, nil) }
      state.append(data)
      state.isFull = resumeWriter != nil && state.bytes >= capacity
      return (!state.isFull, nil)
    }
    reader?.resume(returning: data)
    return fits
  }

  /// Ends the body, with an error if it failed. The reader still gets the chunks that have arrived, except after a deadline or
  /// a cancellation: then they are dropped.
  package func end(_ error: (any Error)?) {
    let isCallOver = error is CancellationError || (error as? TimedOut)?.timer == .total
    let reader = state.withLock { state -> CheckedContinuation<Data?, any Error>? in
      guard state.ending == nil else { return nil }
      if isCallOver { state.drop() }
      state.ending = error.map { .failure($0) } ?? .success(())
      defer { state.reader = nil }
      return state.reader
    }
    if let error { reader?.resume(throwing: error) } else { reader?.resume(returning: nil) }
  }

  /// Returns the next chunk, or nil after the last one.
  package func next() async throws -> Data? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (result, hasRoom) = state.withLock { state -> (Result<Data?, any Error>?, Bool) in
          if state.isCancelled { return (.failure(CancellationError()), false) }
          if !state.isEmpty {
            let chunk = state.takeFirst()
            let hasRoom = state.isFull && state.bytes <= capacity / 2
            if hasRoom { state.isFull = false }
            return (.success(chunk), hasRoom)
          }
          if let ending = state.ending { return (ending.map { nil }, false) }
          state.reader = continuation
          return (nil, false)
        }
        if hasRoom { resumeWriter?() }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let reader = state.withLock { state in
        state.isCancelled = true
        defer { state.reader = nil }
        return state.reader
      }
      reader?.resume(throwing: CancellationError())
    }
  }
}
