import FoundationEssentials
import HTTPTypes
import RefineryCore

/// Reads an event stream once, over all its connections.
final class EventReading<Element: Sendable> {
  private let stream: EventStream<Element>
  private let policy: Reconnection
  private let sentinel: [UInt8]?
  private var parser: EventParser
  private var response: StreamedResponse?
  /// The number of connections in a row that could not be made.
  private var failures = 0
  /// The number of connections since the last event.
  private var quiet = 0
  /// Status and header fields of the last response.
  private(set) var head: HTTPResponse?

  init(_ stream: EventStream<Element>) throws {
    let (client, call) = (stream.client, stream.call)
    self.stream = stream
    policy = client.option(ReconnectionOption.self, of: call)
    guard policy.problems.isEmpty else {
      throw CallError(.building, call.endpoint, underlying: UnusableReconnection(problems: policy.problems))
    }
    sentinel = client.option(EventSentinel.self, of: call).map { Array($0.utf8) }
    parser = EventParser(lastEventID: stream.start, limit: client.option(EventLimit.self, of: call))
  }

  func next() async throws -> Element? {
    while true {
      // Before each event, because many may be buffered.
      try Task.checkCancellation()
      guard let response else {
        do {
          guard try await connect() else { return nil }
        } catch let error as CallError {
          failures += 1
          try await pause(after: error)
        }
        continue
      }
      if let found = try found(in: response) {
        switch found {
        case .element(let element): return element
        case .skipped: continue
        case .sentinel: return nil
        }
      }
      do {
        if let chunk = try await response.next() {
          parser.push(chunk)
        } else if try await !ended(response) {
          return nil
        }
      } catch let error as CallError {
        self.response = nil
        try await pause(after: error)
      }
    }
  }

  private enum Found { case element(Element), skipped, sentinel }

  /// Returns what the next event is; nil if it has not arrived completely.
  private func found(in response: StreamedResponse) throws -> Found? {
    do {
      guard try parser.advance() else { return nil }
      quiet = 0
      if let sentinel, parser.withData({ $0.elementsEqual(sentinel) }) {
        response.finish()
        return .sentinel
      }
      let element = try stream.element(parser, response)
      response.itemCount += 1
      return element.map { .element($0) } ?? .skipped
    } catch let cancellation as CancellationError {
      throw cancellation
    } catch {
      throw response.failure(.mapping, error)
    }
  }

  /// Sends the request. Returns false if the server responds that there are no more events.
  private func connect() async throws -> Bool {
    let client = stream.client
    var call = stream.call
    if let id = sendableID { call = call.header(.lastEventID, id) }
    if client.option(AcceptedMediaTypes.self, of: call).isEmpty {
      call = call.option(AcceptedMediaTypes.self, [EventParser.mediaType])
    }
    let response = try await client.open(call, accept: EventParser.mediaType)
    head = response.head
    guard response.head.status != .noContent else {
      response.finish()
      return false
    }
    guard response.head.status == .ok || response.request.options.explicit(SuccessCodes.self) != nil else {
      throw response.failure(.status, BadStatus(response.head.status.code))
    }
    failures = 0
    parser.restart()
    self.response = response
    return true
  }

  /// The value of `Last-Event-ID`; nil if it is empty, or if the server sent an `id` that no header field can have.
  private var sendableID: String? {
    let id = parser.lastEventID
    if id.isEmpty { return nil }
    // The caller's own is not checked here: if it cannot be sent, the call throws.
    if id == stream.start { return id }
    let change: HeaderChanges = [.lastEventID: id]
    return (try? change.applied(to: HTTPFields())) == nil ? nil : id
  }

  /// Called when the server has ended the response. Waits before the next connection; returns false if no further connection is
  /// permitted.
  private func ended(_ response: StreamedResponse) async throws -> Bool {
    self.response = nil
    guard policy.permits(response.request) else {
      guard sentinel == nil else {
        let reason = "the event stream ended without its sentinel"
        throw response.failure(.sending, TransportError(.connectionLost, phase: .receiving, reason: reason))
      }
      response.finish()
      return false
    }
    response.finish()
    try await sleep()
    return true
  }

  /// Waits for the next connection.
  ///
  /// - Throws: the error if no further connection is permitted.
  private func pause(after error: CallError) async throws {
    guard let request = error.request, policy.permits(request), policy.covers(error), failures <= policy.retries ?? .max
    else { throw error }
    try await sleep(try policy.retryAfter(error))
  }

  private func sleep(_ asked: Duration? = nil) async throws {
    let wait = policy.wait(after: quiet, random: stream.random())
    quiet += 1
    let retry = parser.retry.map { min($0, policy.retryAfterCap) }
    try await stream.client.clock.sleep(for: max(wait, retry ?? .zero, asked ?? .zero))
  }
}

extension HTTPField.Name {
  // A token, so the initializer never returns nil.
  fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID") ?? .contentType
}
