package import FoundationEssentials
import Synchronization

/// A streamed body. Releasing it, or its one iterator, before the end cancels the transfer.
package struct ResponseStream: AsyncSequence, Sendable {
  package typealias Element = Data

  /// Cancels the transfer when its last possible reader is released. Once iteration has begun, the iterator is the only reader.
  final class Lease: Sendable {
    private let giveUp: @Sendable () -> Void
    private let isPassedOn = Mutex(false)

    init(_ giveUp: @escaping @Sendable () -> Void) { self.giveUp = giveUp }

    func passOn() -> Lease {
      isPassedOn.withLock { $0 = true }
      return Lease(giveUp)
    }

    deinit {
      if !isPassedOn.withLock({ $0 }) { giveUp() }
    }
  }

  private let buffer: ChunkBuffer
  private let lease: Lease

  package init(_ buffer: ChunkBuffer, giveUp: @escaping @Sendable () -> Void) {
    self.buffer = buffer
    lease = Lease(giveUp)
  }

  package func makeAsyncIterator() -> Iterator { Iterator(buffer: buffer, lease: lease.passOn()) }

  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let buffer: ChunkBuffer
    fileprivate let lease: Lease

    package func next() async throws -> Data? {
      defer { withExtendedLifetime(lease) {} }
      return try await buffer.next()
    }

    package func next(isolation actor: isolated (any Actor)?) async throws -> Data? { try await next() }
  }
}
