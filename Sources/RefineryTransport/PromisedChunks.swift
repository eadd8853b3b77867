package import FoundationEssentials
package import RefineryCore

/// The chunks of a request's streamed body, which must have the promised length.
///
/// The chunk that completes the length is returned only after the body has ended. So a request whose body is too long is never
/// complete.
package struct PromisedChunks {
  private var chunks: Body.Iterator
  private let length: Int?
  private let phases: (first: TransportError.Phase, later: TransportError.Phase)
  private var count = 0

  /// - Parameter phases: the phase of the request until the first chunk is returned, and after that.
  package init(of body: Body, phases: (first: TransportError.Phase, later: TransportError.Phase)) {
    chunks = body.makeAsyncIterator()
    length = body.length
    self.phases = phases
  }

  /// Returns the next chunk, or nil after the last one.
  ///
  /// - Throws: the error of the body; `CancellationError`; `TransportError` of code `invalidRequest` if the body has more or
  ///   fewer bytes than promised.
  package mutating func next() async throws -> Data? {
    if count > 0, count == length { return nil }
    let phase = count == 0 ? phases.first : phases.later
    let chunk = try await chunks.next()
    count += chunk?.count ?? 0
    while count == length, let more = try await chunks.next() { count += more.count }
    // A cancelled source may end early.
    try Task.checkCancellation()
    if let length, chunk == nil ? count < length : count > length {
      throw TransportError(
        .invalidRequest, phase: phase, reason: "the body has \(count) bytes, but \(length) were promised")
    }
    return chunk
  }
}
