package import FoundationEssentials
package import RefineryCore

extension Body {
  /// Creates a body whose chunks come from closures.
  ///
  /// - Parameters:
  ///   - length: the number of bytes; nil if it is not known.
  ///   - isReplayable: whether every reading gives the same bytes.
  ///   - begin: called at the start of each reading. Returns a closure that returns the next chunk, or nil after the last.
  package init(
    length: Int?, isReplayable: Bool, reading begin: @escaping @Sendable () -> (() async throws -> Data?)
  ) {
    self.init(Readings(begin: begin), length: length, isReplayable: isReplayable)
  }
}

private struct Readings: AsyncSequence, Sendable {
  typealias Element = Data

  let begin: @Sendable () -> (() async throws -> Data?)

  func makeAsyncIterator() -> Iterator { Iterator(pull: begin()) }

  struct Iterator: AsyncIteratorProtocol {
    let pull: () async throws -> Data?

    mutating func next() async throws -> Data? { try await pull() }

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> Data? { try await pull() }
  }
}
