public import FoundationEssentials

extension Body {
  /// Returns a body that passes each chunk through `transform`. Empty results are skipped.
  ///
  /// The length of the result is not known. Nothing runs until the result is read.
  ///
  /// ```swift
  /// let coder = LineCoder()
  /// let coded = body.mapChunks(isReplayable: false) { coder.code($0) } last: { coder.rest() }
  /// ```
  ///
  /// - Parameters:
  ///   - isReplayable: false if `transform` keeps state from one chunk to the next, because a second reading would begin with
  ///     the state of the first. The result is replayable if this argument is true and this body is replayable.
  ///   - transform: returns the bytes for a chunk.
  ///   - last: returns the bytes after the last chunk, such as those that `transform` still holds. It runs once at the end of
  ///     each reading, also for an empty body. It does not run if reading fails or the reader stops before the end.
  public func mapChunks(
    isReplayable: Bool = true, _ transform: @escaping @Sendable (Data) async throws -> Data,
    last: (@Sendable () async throws -> Data)? = nil
  ) -> Body {
    let source = self
    return Body(length: nil, isReplayable: isReplayable && self.isReplayable) {
      var iterator = source.makeAsyncIterator()
      var last = last
      return Iterator {
        if let chunk = try await iterator.next() { return try await transform(chunk) }
        defer { last = nil }
        return try await last?()
      }
    }
  }

  /// Returns a body that calls `action` once for each reading that ends.
  ///
  /// A body that is whole in memory has already arrived, so `action` runs before this method returns. For a stream, `action`
  /// runs at the end of every reading: after the last byte with the number of bytes, otherwise with the error that ended the
  /// reading. If the reader stopped before the end, the error is `CancellationError`.
  public func onEnd(_ action: @escaping @Sendable (Result<Int, any Error>) -> Void) -> Body {
    guard case .stream = storage else {
      action(.success(length ?? 0))
      return self
    }
    return streamed { iterator in
      var iterator = iterator
      let ending = Ending(action)
      return Iterator {
        do {
          guard let chunk = try await iterator.next() else {
            ending.tell(nil)
            return nil
          }
          ending.count += chunk.count
          return chunk
        } catch {
          ending.tell(error)
          throw error
        }
      }
    }
  }

  /// Returns the body. If it is a stream, `check` runs after each chunk and at the end, and its error ends the reading.
  package func checked(_ check: @escaping @Sendable () throws -> Void) -> Body {
    streamed { iterator in
      var iterator = iterator
      return Iterator {
        let chunk = try await iterator.next()
        try check()
        return chunk
      }
    }
  }

  /// Returns the body. If it is a stream, `reading` wraps the iterator of each reading.
  func streamed(through reading: @escaping @Sendable (Iterator) -> Iterator) -> Body {
    guard case .stream(let stream) = storage else { return self }
    return Body(
      storage: .stream(Stream(length: stream.length, isReplayable: stream.isReplayable) { reading(stream.open()) }))
  }
}

extension Body {
  /// Returns the body. If it is a stream, each wait for a chunk ends by the deadline.
  ///
  /// For middleware that enforces a time limit of its own, after `deadline.enforce(_:limit:_:)` has returned the response. Each
  /// wait costs two tasks.
  ///
  /// - Parameters:
  ///   - deadline: the instant at which reading throws ``TimedOut`` of the timer ``TimedOut/Timer/total``.
  ///   - limit: the length of the limit, which the error contains.
  package func ending(by deadline: Deadline, limit: Duration? = nil) -> Body {
    streamed { iterator in
      let reading = ChunkReading(iterator)
      return Iterator { try await deadline.enforce(.total, limit: limit) { try await reading.next() } }
    }
  }
}

/// Reads the chunks of a body. Unchecked, because its only reader waits for each chunk before it requests the next one.
final class ChunkReading: @unchecked Sendable {
  private var iterator: Body.Iterator
  init(_ iterator: Body.Iterator) { self.iterator = iterator }
  func next() async throws -> Data? { try await iterator.next() }
}

/// Reports the end of one reading exactly once, even if the reader is released before the end.
private final class Ending {
  var count = 0
  private var action: (@Sendable (Result<Int, any Error>) -> Void)?

  init(_ action: @escaping @Sendable (Result<Int, any Error>) -> Void) {
    self.action = action
  }

  func tell(_ error: (any Error)?) {
    action?(error.map { .failure($0) } ?? .success(count))
    action = nil
  }

  deinit { tell(CancellationError()) }
}
