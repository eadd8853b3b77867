import FoundationEssentials
import RefineryParts

/// Work took too long and was abandoned.
package struct RanTooLong: Error {
  let patience: Duration
}

/// Runs work that may never end, even if it is cancelled.
///
/// - Throws: ``RanTooLong`` after `patience`; an error of `work`; `CancellationError`.
package func bounded<Output: Sendable>(
  by patience: Duration, _ work: @escaping @Sendable () async throws -> Output
) async throws -> Output {
  let (outcomes, outcome) = AsyncStream<Result<Output, any Error>>.makeStream()
  // Unstructured on purpose: a task group would wait for work that ignores its cancellation.
  let worker = Task {
    do { outcome.yield(.success(try await work())) } catch { outcome.yield(.failure(error)) }
  }
  let watchdog = Task {
    try await ContinuousClock().sleep(for: patience)
    outcome.yield(.failure(RanTooLong(patience: patience)))
  }
  defer {
    watchdog.cancel()
    worker.cancel()
  }
  for await result in outcomes { return try result.get() }
  throw CancellationError()
}

/// Chunks that record whether they were opened, how far they were read, and whether they were released.
struct WatchedChunks: AsyncSequence, Sendable {
  /// The record of one source of chunks.
  final class Watch: Sendable {
    let opened = Observed(0)
    let firstWasRead = Observed(false)
    let lastCameTooEarly = Observed(false)
    let released = Tally()
  }

  fileprivate final class Token: Sendable {
    let watch: Watch
    init(_ watch: Watch) { self.watch = watch }
    deinit { watch.released.add() }
  }

  private let chunks: [Data]
  private let token: Token

  init(_ chunks: [Data], watch: Watch) {
    self.chunks = chunks
    token = Token(watch)
  }

  func makeAsyncIterator() -> Iterator {
    token.watch.opened.change { $0 += 1 }
    return Iterator(chunks: chunks[...], token: token)
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var chunks: ArraySlice<Data>
    fileprivate let token: Token

    mutating func next() async throws -> Data? {
      if chunks.count == 1, !token.watch.firstWasRead.value { token.watch.lastCameTooEarly.change { $0 = true } }
      return chunks.popFirst()
    }
  }
}
