import FoundationEssentials
public import HTTPTypes
public import RefineryCore

/// The events of a row, which are read while they arrive: see `Client.events(_:after:random:)`.
///
/// It sends nothing until you read the first event. If you iterate twice, it sends two requests.
public struct EventStream<Element: Sendable>: AsyncSequence, Sendable, Redacted {
  let client: Client
  let call: Call<Data>
  let start: String
  let random: @Sendable () -> Double
  let element: @Sendable (EventParser, StreamedResponse) throws -> Element?

  /// Returns an iterator that starts at the first event.
  public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

  /// One reading of the events. Releasing it closes the connection.
  public struct Iterator: AsyncIteratorProtocol, Redacted {
    private enum State {
      case unsent(EventStream)
      case reading(EventReading<Element>)
      case ended
    }

    private var state: State
    /// Status and header fields of the last response, after the first event was read.
    public private(set) var head: HTTPResponse?

    init(stream: EventStream) { state = .unsent(stream) }

    /// The next event, or nil after the last.
    ///
    /// - Throws: `CallError`, whose `place` counts the events and bytes of the last connection; `CancellationError` when the task is
    ///   cancelled. An error ends the reading.
    public mutating func next() async throws -> Element? { try await next(isolation: #isolation) }

    /// The next event, or nil after the last. Runs on the caller's actor.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
      let current = state
      // An error ends the reading and closes the connection.
      state = .ended
      switch current {
      case .ended: return nil
      case .unsent(let stream): return try await next(of: EventReading(stream))
      case .reading(let reading): return try await next(of: reading)
      }
    }

    private mutating func next(of reading: EventReading<Element>) async throws -> Element? {
      let element = try await reading.next()
      head = reading.head
      if element != nil { state = .reading(reading) }
      return element
    }
  }
}
