import FoundationEssentials
package import RefineryCore
import RefineryParts
import Synchronization

/// Records one exchange while it passes.
package final class ExchangeRecorder: Sendable {
  private let request: Request
  private let limit: Int
  private let changes: @Sendable (RecordedExchange) -> Void
  private let state: Mutex<RecordedExchange>

  /// - Parameter changes: called when there is a response or a failure, and again when a streamed response has ended.
  package init(_ request: Request, limit: Int, changes: @escaping @Sendable (RecordedExchange) -> Void = { _ in }) {
    self.request = request
    self.limit = limit
    self.changes = changes
    state = Mutex(RecordedExchange(request: SentRequest(request: request)))
  }

  package var exchange: RecordedExchange { state.withLock { $0 } }

  package func send(over transport: any Transport) async throws -> Response {
    var wire = request
    wire.body = try await watched(request.body, \.sent) { _ in }
    do {
      var response = try await transport.send(wire)
      state.withLock { $0.response = response.head }
      response.body =
        try await watched(response.body, \.received) { [self] failure in
          state.withLock { $0.failure = failure }
          changes(exchange)
        } ?? .empty
      // The stream may never be read.
      if !exchange.received.hasEnded { changes(exchange) }
      return response
    } catch {
      state.withLock { $0.failure = error }
      changes(exchange)
      throw error
    }
  }

  private func watched(
    _ body: Body?, _ side: any WritableKeyPath<RecordedExchange, RecordedBody> & Sendable,
    _ ends: @escaping @Sendable ((any Error)?) -> Void
  ) async throws -> Body? {
    guard let body else {
      state.withLock { $0[keyPath: side].hasEnded = true }
      return nil
    }
    let take: @Sendable (Data) -> Void = { [self] chunk in state.withLock { $0[keyPath: side].takes(chunk, limit: limit) } }
    if let data = body.data {
      take(data)
    } else if body.file != nil {
      for try await chunk in body { take(chunk) }
    } else {
      let observed = body.onEnd { [self] result in
        switch result {
        case .success:
          state.withLock { $0[keyPath: side].hasEnded = true }
          ends(nil)
        case .failure(let error): ends(error)
        }
      }
      return Body(length: body.length, isReplayable: body.isReplayable) { [self] in
        state.withLock { $0[keyPath: side] = RecordedBody() }
        var chunks = observed.makeAsyncIterator()
        return {
          let chunk = try await chunks.next()
          if let chunk { take(chunk) }
          return chunk
        }
      }
    }
    state.withLock { $0[keyPath: side].hasEnded = true }
    ends(nil)
    return body
  }
}
