import FoundationEssentials
import RefineryCore

/// The chunks of a body, in pieces of at most 64 KiB. No piece is delivered during a pause.
struct HeldChunks: AsyncSequence, Sendable {
  let body: Body
  let gate: PauseGate
  /// Whether the next chunk is read even during a pause, so that a broken transfer is noticed at once.
  let readsAhead: Bool
  /// Receives 0 when a reader begins, and then the size of each piece before it is delivered.
  let count: @Sendable (Int) -> Void

  func makeAsyncIterator() -> Iterator {
    count(0)
    return Iterator(held: self, chunks: body.makeAsyncIterator())
  }

  struct Iterator: AsyncIteratorProtocol {
    private static let size = 64 * 1024
    let held: HeldChunks
    var chunks: Body.Iterator
    var rest = Data()

    mutating func next() async throws -> Data? {
      if !held.readsAhead { try await held.gate.pass() }
      if rest.isEmpty { rest = try await chunks.next() ?? Data() }
      let piece = rest.prefix(Self.size)
      rest = rest.dropFirst(Self.size)
      try await held.gate.pass { if !piece.isEmpty { held.count(piece.count) } }
      return piece.isEmpty ? nil : piece
    }
  }
}

extension Body {
  /// Returns a body with these pieces in place of its chunks.
  func held(
    by gate: PauseGate, readsAhead: Bool, _ count: @escaping @Sendable (Int) -> Void
  ) -> Body {
    let chunks = HeldChunks(body: self, gate: gate, readsAhead: readsAhead, count: count)
    return Body(chunks, length: length, isReplayable: isReplayable)
  }
}
