import FoundationEssentials
public import HTTPTypes
public import RefineryCore

/// The events of a row, which are read while they arrive: see `Client.events(_:after:onLoss:)`.
///
/// It sends nothing until you read the first event. If you iterate twice, it sends two requests.
public struct EventStream<Element: Sendable>: AsyncSequence, Sendable, Redacted {
  let client: Client
  let call: Call<Data>
  let start: String
  let onLoss: (@Sendable (CallError?) -> Void)?
  /// Whether the data of each event is a model.
  var readsModels = false
  let element: @Sendable (inout EventParser, StreamedResponse) throws -> Element?

  /// Returns an iterator that starts at the first event.
  public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

  /// One reading of the events. Releasing it closes the connection.
  public struct Iterator: AsyncIteratorProtocol, Redacted {
    private let stream: EventStream
    private var reading: EventReading?
    private var isOver = false
    /// Status and header fields of the last response, after the first event was read.
    public private(set) var head: HTTPResponse?

    init(stream: EventStream) { self.stream = stream }

    /// The next event, or nil after the last.
    ///
    /// - Throws: `CallError`; its `place` counts the events and bytes of the last connection. `CancellationError` when the task
    ///   is cancelled. An error ends the reading.
    public mutating func next() async throws -> Element? { try await next(isolation: #isolation) }

    /// The next event, or nil after the last. Runs on the caller's actor.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
      do {
        while let reading = try current() {
          switch try reading.advance() {
          case .event:
            if let element = try reading.element(stream.element) { return element }
          case .needsBytes:
            let hasMore = try await reading.receive()
            head = reading.head
            if !hasMore { end() }
          case .ended: end()
          }
        }
        return nil
      } catch {
        end()
        throw error
      }
    }

    /// Returns nil after the end.
    private mutating func current() throws -> EventReading? {
      if reading == nil, !isOver {
        reading = try EventReading(stream.call, by: stream.client, after: stream.start, onLoss: stream.onLoss)
        reading?.readsModels = stream.readsModels
      }
      return reading
    }

    /// Closes the connection.
    private mutating func end() {
      isOver = true
      reading = nil
    }
  }
}
