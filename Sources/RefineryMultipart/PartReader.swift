import FoundationEssentials
import HTTPTypes
import RefineryCore
import Synchronization

/// Reads the parts of one body for the iterator of the parts and for the bodies of the parts.
///
/// Unchecked, because only the caller that has set `isBusy` uses the other properties.
final class PartReader: @unchecked Sendable {
  /// Where the bytes come from.
  enum Source {
    case body(Body.Iterator)
    /// The response of a call. The reader must report the end of the reading to it.
    case call(StreamedResponse)
  }

  private let isBusy = Mutex(false)
  private var source: Source
  private var scanner: PartScanner
  /// The number of the last part that began.
  private var number = 0
  /// Whether the content of that part has not ended.
  private var isOpen = false
  /// Whether the content of that part, or the rest of it, was skipped.
  private var isSkipped = false
  private var failure: (any Error)?

  init(_ source: Source, _ scanner: PartScanner) {
    self.source = source
    self.scanner = scanner
  }

  /// Returns the header fields and the number of the next part; nil after the last.
  func nextHead() async throws -> (fields: HTTPFields, number: Int)? {
    try claim()
    defer { release() }
    if isOpen { isSkipped = true }
    while true {
      switch try await nextEvent() {
      case .head(let fields):
        number += 1
        isOpen = true
        isSkipped = false
        if case .call(let response) = source { response.itemCount = number }
        return (fields, number)
      case .content: continue
      case .partEnd: isOpen = false
      case .end:
        if case .call(let response) = source { response.finish() }
        return nil
      }
    }
  }

  /// Returns the next bytes of a part's content; nil after the last.
  func nextChunk(of number: Int) async throws -> Data? {
    try claim()
    defer { release() }
    guard number == self.number, !isSkipped else { throw MultipartParts.OutOfTurn.partIsOver }
    guard isOpen, case .content(let bytes) = try await nextEvent() else {
      isOpen = false
      return nil
    }
    return bytes
  }

  private func nextEvent() async throws -> PartScanner.Event {
    if let failure { throw failure }
    do {
      while true {
        if let event = try scanner.next() { return event }
        if let chunk = try await nextBytes() { scanner.append(chunk) } else { scanner.finish() }
      }
    } catch {
      let error = inCall(error)
      failure = error
      // Nothing more is read, so the body is released. If the caller keeps a part, that must not keep the connection open.
      source = .body(Body.empty.makeAsyncIterator())
      throw error
    }
  }

  private func nextBytes() async throws -> Data? {
    switch source {
    case .body(var iterator):
      defer { source = .body(iterator) }
      return try await iterator.next()
    case .call(let response): return try await response.next()
    }
  }

  /// Returns the call's error for a fault of its content, and any other error unchanged.
  private func inCall(_ error: any Error) -> any Error {
    guard case .call(let response) = source, let fault = error as? MultipartParts.Malformed else { return error }
    let place = (response.itemCount, fault.offset ?? 0)
    return response.failure(.mapping, fault, at: place)
  }

  private func claim() throws(MultipartParts.OutOfTurn) {
    let wasBusy = isBusy.withLock { isBusy in
      defer { isBusy = true }
      return isBusy
    }
    if wasBusy { throw .overlap }
  }

  private func release() { isBusy.withLock { $0 = false } }

  /// The content of one part. A body of closures would cost two allocations more for each part.
  struct Chunks: AsyncSequence, Sendable {
    typealias Element = Data

    let reader: PartReader
    let number: Int

    func makeAsyncIterator() -> Iterator { Iterator(reader: reader, number: number) }

    struct Iterator: AsyncIteratorProtocol {
      let reader: PartReader
      let number: Int

      mutating func next() async throws -> Data? { try await reader.nextChunk(of: number) }

      mutating func next(isolation actor: isolated (any Actor)?) async throws -> Data? {
        try await reader.nextChunk(of: number)
      }
    }
  }
}
