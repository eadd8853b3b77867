import FoundationEssentials
import HTTPTypes

/// One reading of a stream of items, starting at the head of the response.
final class ItemReading<Element: Sendable> {
  private let response: StreamedResponse
  private let skipped: (@Sendable (SkippedElement) -> Void)?
  private let skips: Bool
  private let isList: Bool
  private let place: [String]
  private var items: JSONItemDecoder<Element>
  private var isOver = false

  init(opening stream: ItemStream<Element>) async throws {
    let (client, call) = (stream.client, stream.call)
    let mapping: ItemMapping<Element>
    do { mapping = try client.itemMapping(of: call) } catch { throw client.failure(building: call, error) }
    let coder = client.options(of: call).coder ?? client.coder
    response = try await client.open(call, accept: ItemFormat.accept(stream.format, of: coder))
    let request = response.request
    let format = stream.format ?? ItemFormat(contentType: response.head.headerFields[.contentType])
    isList = format == .list
    // The items of lines and sequences have an envelope only if the row or the call says so.
    let envelope = request.options.explicit(EnvelopeKey.self)
    place = isList ? (envelope ?? mapping.envelope()).parts : []
    let jsonFormat: JSONItemFormat =
      switch format {
      case .list: .array(at: place)
      case .lines: .lines
      case .sequence: .sequence
      }
    items = mapping.decoder(
      jsonFormat, request.options.itemLimit, response.coder, isList ? [] : envelope?.parts ?? [])
    skips = request.options.elements == .skip
    skipped = stream.skipped
  }

  var head: HTTPResponse { response.head }

  /// Returns the next item of the bytes that have arrived; nil if there is none. It is not asynchronous, because many items may
  /// be buffered.
  func item() throws -> Element? {
    while true {
      try Task.checkCancellation()
      do throws(JSONItemError) {
        guard let element = try items.next() else { return nil }
        response.itemCount += 1
        return element
      } catch {
        if isAbsence(error) {
          isOver = true
          return nil
        }
        try pass(error)
      }
    }
  }

  /// Waits for more bytes. Returns false after the last item.
  func receive() async throws -> Bool {
    if isOver {
      response.finish()
      return false
    }
    if let chunk = try await response.next() {
      items.push(chunk)
    } else {
      items.finish()
      isOver = true
    }
    return true
  }

  /// Whether the error means that the list is absent, and an absent list counts as empty.
  private func isAbsence(_ error: JSONItemError) -> Bool {
    isList && error.index == nil && response.request.options.acceptsAbsentList
      && mapped(error).isAbsence(of: place)
  }

  /// Skips an item that cannot be decoded, if the call permits it and the next item can be found.
  private func pass(_ error: JSONItemError) throws {
    if let cancellation = error.underlying as? CancellationError { throw cancellation }
    let reason = mapped(error)
    let index = error.index ?? response.itemCount
    guard skips, error.isConfined, !(isList && mayBeUnbounded(error, reason)) else {
      throw response.failure(.mapping, reason, at: (index, error.offset))
    }
    response.itemCount += 1
    skipped?(SkippedElement(index: index, reason: reason))
  }

  /// Whether the brackets of an item may be wrong. The start of the next item is then unknown. An error at a path inside the
  /// item concerns only a number or a string, so the brackets are right.
  private func mayBeUnbounded(_ error: JSONItemError, _ reason: MappingError) -> Bool {
    guard reason.kind == .malformed, reason.codingPath.count <= error.path.count + 1 else { return false }
    return (reason.underlying as? JSONValue.Malformed)?.reason != JSONMalformed.Reason.invalidNumber.rawValue
  }

  private func mapped(_ error: JSONItemError) -> MappingError {
    let path = error.path + (error.index.map { ["[\($0)]"] } ?? [])
    if let underlying = error.underlying {
      return MappingError(decoding: underlying, expecting: Element.self).within(path)
    }
    return switch error.reason {
    case .empty: .emptyBody(expecting: [Element].self)
    case .missing: MappingError(.missing, at: path)
    case .null: MappingError(.null, at: path, expected: expected(at: error))
    case .wrongShape: MappingError(.wrongShape, at: path, expected: expected(at: error))
    case .tooLarge: MappingError(.tooLarge, at: path, underlying: error)
    default: MappingError(.malformed, at: path, underlying: error)
    }
  }

  private func expected(at error: JSONItemError) -> String { error.path.count < place.count ? "object" : "array" }
}

extension MappingError.Kind {
  /// An item of a stream has more bytes than ``Options/itemLimit`` allows.
  public static let tooLarge = MappingError.Kind("too large")
}

extension JSONItemError: SafelyDescribed {}
