public import FoundationEssentials

extension Body {
  /// The same body with each chunk passed through `transform`; empty results are skipped.
  ///
  /// The result has no known length and is replayable when this body is. Nothing runs until the result is read.
  public func mapChunks(_ transform: @escaping @Sendable (Data) async throws -> Data) -> Body {
    let source = self
    return Body(length: nil, isReplayable: isReplayable) {
      var iterator = source.makeAsyncIterator()
      return Iterator {
        guard let chunk = try await iterator.next() else { return nil }
        return try await transform(chunk)
      }
    }
  }

  /// The same body, telling once when a reading of it is over.
  ///
  /// A body that is whole in memory has nothing left to arrive, so `action` runs before this method returns. Of a stream
  /// every reading is told: with its byte count when the last byte is out, or with the error that ended it, which is
  /// `CancellationError` when the reader went away before the end.
  public func onEnd(_ action: @escaping @Sendable (Result<Int, any Error>) -> Void) -> Body {
    guard case .stream(let stream) = storage else {
      action(.success(length ?? 0))
      return self
    }
    return Body(
      storage: .stream(
        Stream(length: stream.length, isReplayable: stream.isReplayable) {
          var iterator = stream.open()
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
        }))
  }
}

/// Tells the end of one reading exactly once, also when the reader lets go of it.
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
