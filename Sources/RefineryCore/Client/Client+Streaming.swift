import FoundationEssentials

extension Client {
  /// Returns a response for the caller of `respond`: errors of a streamed body are the errors that the call itself would throw.
  func handedOver(_ response: Response, to request: Request) -> Response {
    guard case .stream(let stream) = response.body.storage else {
      if !observers.isEmpty { tell(.success, of: request, response, size: response.body.length) }
      return response
    }
    var response = response
    let head = response.head
    response.body = Body(
      storage: .stream(
        Body.Stream(length: stream.length, isReplayable: stream.isReplayable) {
          let reading = ChunkReading(stream.open())
          return Body.Iterator {
            do {
              return try await reading.next()
            } catch {
              if error is CancellationError || error is BodyError { throw error }
              if Task.isCancelled { throw CancellationError() }
              throw CallError(.sending, request.endpoint, request: request, response: head, underlying: error)
            }
          }
        }))
    return observers.isEmpty ? response : observed(response, of: request)
  }
}

extension Body {
  /// Returns the body. If it is a stream, each wait for a chunk ends by the deadline.
  func ending(by deadline: Deadline, limit: Duration?) -> Body {
    guard case .stream(let stream) = storage else { return self }
    return Body(
      storage: .stream(
        Stream(length: stream.length, isReplayable: stream.isReplayable) {
          let reading = ChunkReading(stream.open())
          return Iterator { try await deadline.enforce(.total, limit: limit) { try await reading.next() } }
        }))
  }
}

/// Reads the chunks of a body. Unchecked, because its only reader waits for each chunk before it asks for the next.
final class ChunkReading: @unchecked Sendable {
  private var iterator: Body.Iterator
  init(_ iterator: Body.Iterator) { self.iterator = iterator }
  func next() async throws -> Data? { try await iterator.next() }
}
