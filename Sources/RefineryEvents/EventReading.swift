import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryParts

/// One reading of an event stream, over all its connections.
///
/// It only finds the events; the caller makes elements from them. So it is not generic: in generic code, the runtime would look
/// up the types again for each event.
final class EventReading {
  /// The result of ``advance()``.
  enum Progress { case event, needsBytes, ended }

  private var parser: EventParser
  /// Status and header fields of the last response.
  private(set) var head: HTTPResponse?
  private let client: Client
  private let call: Call<Data>
  private let start: String
  private let onLoss: (@Sendable (CallError?) -> Void)?
  private let policy: Reconnection
  private let sentinel: [UInt8]?
  /// Whether the data of each event is a model, so that the data `[DONE]`, which is not JSON, ends the stream.
  var readsModels = false
  private var response: StreamedResponse?
  /// When the current connection got its response.
  private var connected = Duration.zero
  /// Whether the current connection has delivered an event.
  private var hasDelivered = false
  private var connections: ConnectionCount

  init(
    _ call: Call<Data>, by client: Client, after start: String, onLoss: (@Sendable (CallError?) -> Void)?
  ) throws {
    self.client = client
    self.onLoss = onLoss
    self.call = call
    self.start = start
    let options = client.options(of: call)
    policy = options.reconnection
    connections = ConnectionCount(policy)
    guard policy.problems.isEmpty else {
      throw client.failure(building: call, UnusableSettings(of: Reconnection.self, problems: policy.problems))
    }
    sentinel = options.eventSentinel.map { Array($0.utf8) }
    parser = EventParser(lastEventID: start, limit: options.eventLimit)
  }

  /// Looks for the next event in the bytes that have arrived.
  func advance() throws -> Progress {
    // Checked before each event, because many may be buffered.
    try Task.checkCancellation()
    guard let response else { return .needsBytes }
    do {
      guard try parser.advance() else { return .needsBytes }
    } catch {
      throw response.failure(.mapping, error)
    }
    hasDelivered = true
    let end = sentinel ?? (readsModels ? Self.usualEnd : nil)
    guard let end, parser.withData({ $0.elementsEqual(end) }) else { return .event }
    response.finish()
    return .ended
  }

  /// The last data of many streams of models, first of OpenAI's.
  private static let usualEnd = Array("[DONE]".utf8)

  /// Makes an element from the event that ``advance()`` found. Returns nil if `make` skips the event. `make` gets the parser
  /// `inout` only because a copy for each event would be slow.
  func element<Element>(_ make: (inout EventParser, StreamedResponse) throws -> Element?) throws -> Element? {
    guard let response else { return nil }
    do {
      let element = try make(&parser, response)
      response.itemCount += 1
      return element
    } catch let cancellation as CancellationError {
      throw cancellation
    } catch {
      throw response.failure(.mapping, error)
    }
  }

  /// Waits for more bytes, or connects if there is no connection. Returns false if there are no more events.
  func receive() async throws -> Bool {
    guard let response else {
      do {
        return try await connect()
      } catch let error as CallError {
        connections.ended()
        try await pause(after: error)
        return true
      }
    }
    do {
      guard let chunk = try await response.next() else { return try await ended(response) }
      parser.push(chunk)
    } catch let error as CallError {
      self.response = nil
      // If there is silence from the beginning, a proxy may be holding back the events.
      let isSilent = error.underlying is TimedOut && response.received == 0
      count(isUseful: hasLasted && !isSilent)
      try await pause(after: error)
    }
    return true
  }

  /// Counts a connection that got its response.
  private func count(isUseful: Bool) {
    if hasDelivered { connections.progressed() } else { connections.ended(isUseful: isUseful) }
  }

  /// Whether the current connection has lasted so long that a new one does not burden the server.
  private var hasLasted: Bool { client.clock.now - connected >= policy.maximumDelay }

  /// Sends the request. Returns false if the server responds that there are no more events.
  private func connect() async throws -> Bool {
    var call = call
    if let id = sendableID { call = call.header(.lastEventID, id) }
    let options = client.options(of: call)
    if options.acceptedMediaTypes.isEmpty { call = call.options { $0.acceptedMediaTypes = [EventParser.mediaType] } }
    // As in a browser (HTML Standard, section 9.2.2), because a stored response has no new events.
    let changes = client.headers(of: call)
    if !changes.replacesAll, !changes.mentions(.cacheControl) { call = call.header(.cacheControl, "no-cache") }
    // Status 204 ends the stream, even if the row does not declare it as a success code.
    let codes = options.successCodes
    if !codes.contains(204) { call = call.options { $0.successCodes = codes.adding(204...204) } }
    let response = try await client.open(call, accept: EventParser.mediaType)
    head = response.head
    guard response.head.status != .noContent else {
      response.finish()
      return false
    }
    guard response.head.status == .ok || response.request.options.explicit(SuccessCodesKey.self) != nil else {
      throw response.failure(.status, BadStatus(response.head.status.code))
    }
    (connected, hasDelivered) = (client.clock.now, false)
    parser.restart()
    self.response = response
    return true
  }

  /// The value of `Last-Event-ID`; nil if it is empty, or if the server sent an `id` that no header field can have.
  private var sendableID: String? {
    let id = parser.lastEventID
    if id.isEmpty { return nil }
    // The caller's own value is not checked here. If it cannot be sent, the call throws.
    if id == start { return id }
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
    count(isUseful: hasLasted || response.received > 0)
    guard connections.mayContinue else {
      let reason = "\(connections.failures) connections in a row ended at once and without a byte of an event stream"
      throw response.failure(.sending, TransportError(.connectionLost, phase: .receiving, reason: reason))
    }
    response.finish()
    let wait = try connections.wait(atLeast: retry, random: client.clock.random())
    onLoss?(nil)
    try await client.clock.sleep(for: wait)
    return true
  }

  /// Waits for the next connection.
  ///
  /// - Throws: the error if no further connection is permitted.
  private func pause(after error: CallError) async throws {
    guard let request = error.request, policy.permits(request), policy.covers(error) else { throw error }
    let wait = try connections.wait(after: error, atLeast: retry, random: client.clock.random())
    onLoss?(error)
    try await client.clock.sleep(for: wait)
  }

  /// The last `retry` of the stream.
  private var retry: Duration? { parser.retry.map { min($0, policy.retryAfterCap) } }
}

extension HTTPField.Name {
  // A token, so the initializer never returns nil.
  fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID") ?? .contentType
}
