import Foundation
import RefineryCore
import Synchronization

/// What has arrived of a streamed body and not been read yet: bounded, one writer, one reader.
final class ChunkBuffer: Sendable {
  private struct State {
    var chunks: [Data] = []
    var read = 0
    var bytes = 0
    var reader: CheckedContinuation<Data?, any Error>?
    var ending: Result<Void, any Error>?
    var isCancelled = false

    mutating func takeFirst() -> Data {
      let chunk = chunks[read]
      chunks[read] = Data()
      read += 1
      bytes -= chunk.count
      if read == chunks.count {
        chunks.removeAll(keepingCapacity: true)
        read = 0
      } else if read > 64, read > chunks.count / 2 {
        chunks.removeFirst(read)
        read = 0
      }
      return chunk
    }
  }

  let capacity: Int
  private let state = Mutex(State())

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Adds a chunk; false when it does not fit. An empty buffer takes any chunk.
  func push(_ data: Data) -> Bool {
    let (fits, reader) = state.withLock { state -> (Bool, CheckedContinuation<Data?, any Error>?) in
      if let reader = state.reader {
        state.reader = nil
        return (true, reader)
      }
      guard state.bytes == 0 || data.count <= capacity - state.bytes else { return (false, nil) }
      state.chunks.append(data)
      state.bytes += data.count
      return (true, nil)
    }
    reader?.resume(returning: data)
    return fits
  }

  /// Says that nothing more will come, or what went wrong; the reader learns it after what has arrived.
  func end(_ error: (any Error)?) {
    let reader = state.withLock { state -> CheckedContinuation<Data?, any Error>? in
      guard state.ending == nil else { return nil }
      state.ending = error.map { .failure($0) } ?? .success(())
      defer { state.reader = nil }
      return state.reader
    }
    if let error { reader?.resume(throwing: error) } else { reader?.resume(returning: nil) }
  }

  /// The next chunk, or nil after the last.
  func next() async throws -> Data? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Data?, any Error>? in
          if state.isCancelled { return .failure(CancellationError()) }
          if state.read < state.chunks.count { return .success(state.takeFirst()) }
          if let ending = state.ending { return ending.map { nil } }
          state.reader = continuation
          return nil
        }
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
