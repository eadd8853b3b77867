import FoundationEssentials
import RefineryCore
import Synchronization

extension Body {
  /// A body of these chunks, which then ends, or fails with an error.
  init(streaming chunks: [Data], length: Int? = nil, error: (any Error)? = nil) {
    let (stream, source) = AsyncThrowingStream<Data, any Error>.makeStream()
    for chunk in chunks { source.yield(chunk) }
    source.finish(throwing: error)
    self.init(stream, length: length)
  }
}

/// Yields one chunk many times, and counts how often.
final class CountedSource: AsyncSequence, Sendable {
  private let chunk: Data
  private let times: Int
  private let count = Mutex(0)

  init(_ chunk: Data, times: Int) {
    self.chunk = chunk
    self.times = times
  }

  var given: Int { count.withLock { $0 } }

  func restart() { count.withLock { $0 = 0 } }

  func makeAsyncIterator() -> Iterator { Iterator(source: self) }

  struct Iterator: AsyncIteratorProtocol {
    let source: CountedSource

    func next() async -> Data? { await next(isolation: #isolation) }

    func next(isolation actor: isolated (any Actor)?) async -> Data? {
      source.count.withLock { count in
        guard count < source.times else { return nil }
        count += 1
        return source.chunk
      }
    }
  }
}
