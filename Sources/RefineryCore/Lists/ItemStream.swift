public import HTTPTypes

/// The items of a list, read while they arrive: see ``Client/stream(_:as:skipped:)``.
///
/// A value: nothing is sent until the first item is read, and iterating twice sends two requests.
public struct ItemStream<Element: Sendable>: AsyncSequence, Sendable {
  let client: Client
  let call: Call<[Element]>
  let format: ItemFormat?
  let skipped: (@Sendable (SkippedElement) -> Void)?

  /// Begins to read at the first item.
  public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

  /// One reading of the items. Releasing it before the end ends the transfer.
  public struct Iterator: AsyncIteratorProtocol {
    private enum State {
      case unsent(ItemStream)
      case reading(ItemReading<Element>)
      case ended
    }

    private var state: State
    /// Status and header fields of the response, after the first item was read.
    public private(set) var head: HTTPResponse?

    init(stream: ItemStream) { state = .unsent(stream) }

    /// The next item, or nil after the last.
    ///
    /// - Throws: ``CallError``, whose ``CallError/place`` names the item and byte; `CancellationError` when the task is cancelled.
    ///   An error ends the reading.
    public mutating func next() async throws -> Element? { try await next(isolation: #isolation) }

    /// The next item, or nil after the last, without leaving the caller's actor on the way.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
      let current = state
      // An error ends the reading and releases the connection.
      state = .ended
      switch current {
      case .ended:
        return nil
      case .unsent(let stream):
        let reading = try await ItemReading(opening: stream)
        head = reading.head
        return try await next(of: reading)
      case .reading(let reading):
        return try await next(of: reading)
      }
    }

    private mutating func next(of reading: ItemReading<Element>) async throws -> Element? {
      guard let element = try await reading.next() else { return nil }
      state = .reading(reading)
      return element
    }
  }
}
