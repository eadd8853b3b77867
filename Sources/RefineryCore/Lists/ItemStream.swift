public import HTTPTypes

/// The items of a list, read while they arrive: see ``Client/stream(_:as:skipped:)``.
///
/// A value: nothing is sent until the first item is read, and iterating twice sends two requests.
public struct ItemStream<Element: Sendable>: AsyncSequence, Sendable, Redacted {
  let client: Client
  let call: Call<[Element]>
  let format: ItemFormat?
  let skipped: (@Sendable (SkippedElement) -> Void)?

  /// Begins to read at the first item.
  public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

  /// One reading of the items. Releasing it before the end ends the transfer.
  public struct Iterator: AsyncIteratorProtocol, Redacted {
    private let stream: ItemStream
    private var reading: ItemReading<Element>?
    private var isOver = false
    /// Status and header fields of the response, after the first item was read.
    public private(set) var head: HTTPResponse?

    init(stream: ItemStream) { self.stream = stream }

    /// The next item, or nil after the last.
    ///
    /// - Throws: ``CallError``; its ``CallError/place`` names the item and the byte. `CancellationError` when the task is
    ///   cancelled. An error ends the reading.
    public mutating func next() async throws -> Element? { try await next(isolation: #isolation) }

    /// The next item, or nil after the last, without leaving the caller's actor on the way.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
      do {
        while !isOver {
          guard let reading else {
            let reading = try await ItemReading(opening: stream)
            head = reading.head
            self.reading = reading
            continue
          }
          if let item = try reading.item() { return item }
          if try await !reading.receive() { end() }
        }
        return nil
      } catch {
        end()
        throw error
      }
    }

    /// Releases the connection.
    private mutating func end() {
      isOver = true
      reading = nil
    }
  }
}
