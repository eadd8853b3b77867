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
