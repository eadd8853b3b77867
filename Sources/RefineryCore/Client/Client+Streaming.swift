import FoundationEssentials

extension Client {
  /// A response as `respond` hands it to its caller: the stream of its body, if it is one, keeps the call's
  /// deadline, and fails as the call itself would.
  func handedOver(_ response: Response, to request: Request) -> Response {
    guard case .stream(let stream) = response.body.storage else { return response }
    // A transport that keeps deadlines ends its own streams.
    let deadline = prepared.keepsDeadline ? nil : request.deadline
    var response = response
    let head = response.head
    response.body = Body(
      storage: .stream(
        Body.Stream(length: stream.length, isReplayable: stream.isReplayable) {
          let reading = ChunkReading(stream.open())
          return Body.Iterator {
            do {
              guard let deadline else { return try await reading.next() }
              return try await deadline.enforce(.total, limit: request.options[Timeout.self]) { try await reading.next() }
            } catch {
              if error is CancellationError || error is BodyError { throw error }
              if Task.isCancelled { throw CancellationError() }
              throw CallError(.sending, request.endpoint, request: request, response: head, underlying: error)
            }
          }
        }))
    return response
  }
}

/// One reading of a body's chunks. Unchecked, because its only reader waits for each chunk before it asks for the next.
final class ChunkReading: @unchecked Sendable {
  private var iterator: Body.Iterator
  init(_ iterator: Body.Iterator) { self.iterator = iterator }
  func next() async throws -> Data? { try await iterator.next() }
}
