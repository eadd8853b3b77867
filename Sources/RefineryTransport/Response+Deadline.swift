import FoundationEssentials
import RefineryCore

extension Response {
  /// Returns the response. Its streamed body throws once the request's deadline has passed, even if unread bytes have arrived.
  /// A transport's own timer ends only the transfer, not the reading of buffered bytes.
  func enforcingDeadline(of request: Request) -> Response {
    guard !request.context.limitsOnlyHead, let deadline = request.deadline, body.data == nil else { return self }
    var response = self
    response.body = Body(
      TimedChunks(chunks: body, deadline: deadline, timeout: request.deadlineHasPassed), length: body.length,
      isReplayable: body.isReplayable)
    return response
  }
}

/// A body's chunks up to a deadline.
private struct TimedChunks: AsyncSequence, Sendable {
  typealias Element = Data

  let chunks: Body
  let deadline: Deadline
  let timeout: TimedOut

  func makeAsyncIterator() -> Iterator {
    Iterator(chunks: chunks.makeAsyncIterator(), deadline: deadline, timeout: timeout)
  }

  struct Iterator: AsyncIteratorProtocol {
    var chunks: Body.Iterator
    let deadline: Deadline
    let timeout: TimedOut

    mutating func next() async throws -> Data? { try await next(isolation: #isolation) }

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> Data? {
      let chunk = try await chunks.next(isolation: actor)
      if deadline.hasPassed { throw timeout }
      return chunk
    }
  }
}
