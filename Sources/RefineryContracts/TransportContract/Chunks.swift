import FoundationEssentials
import Synchronization

/// Yields chunks one after another: optionally with a pause before each, the last after a gate opens, or an error at the end.
struct Chunks: AsyncSequence, Sendable {
  let chunks: [Data]
  var pause: Duration?
  var gate: AsyncStream<Void>?
  var error: (any Error)?

  func makeAsyncIterator() -> Iterator { Iterator(of: self, rest: chunks[...]) }

  struct Iterator: AsyncIteratorProtocol {
    let of: Chunks
    var rest: ArraySlice<Data>

    mutating func next() async throws -> Data? { try await next(isolation: #isolation) }

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> Data? {
      if let pause = of.pause { try await ContinuousClock().sleep(for: pause) }
      if rest.count == 1, let gate = of.gate { for await _ in gate {} }
      if rest.isEmpty, let error = of.error { throw error }
      return rest.popFirst()
    }
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
