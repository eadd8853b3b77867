import FoundationEssentials
import RefineryCore
import RefineryParts

extension Body {
  /// Returns a body with the same bytes, in pieces of at most 64 KiB. No piece is delivered during a pause.
  ///
  /// - Parameters:
  ///   - gate: the gate of the call.
  ///   - readsAhead: whether the next chunk is read even during a pause, so that a broken transfer is noticed at once.
  ///   - count: receives 0 when a reader begins, and then the size of each piece before it is delivered.
  func held(
    by gate: PauseGate, readsAhead: Bool, _ count: @escaping @Sendable (Int) -> Void
  ) -> Body {
    let size = 64 * 1024
    return Body(length: length, isReplayable: isReplayable) {
      count(0)
      var chunks = makeAsyncIterator()
      var rest = Data()
      return {
        if !readsAhead { try await gate.pass() }
        if rest.isEmpty { rest = try await chunks.next() ?? Data() }
        let piece = rest.prefix(size)
        rest = rest.dropFirst(size)
        try await gate.pass { if !piece.isEmpty { count(piece.count) } }
        return piece.isEmpty ? nil : piece
      }
    }
  }
}
