import FoundationEssentials
import HTTPTypes

/// One reading of a stream of items, starting at the head of the response.
final class ItemReading<Element: Sendable> {
  private let response: StreamedResponse
  private let skipped: (@Sendable (SkippedElement) -> Void)?
  private let skips: Bool
  private let fault: ItemFault
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
    let isList = format == .list
    let options = request.options
    let envelope = options.explicit(EnvelopeKey.self)
    let itemEnvelope = options.explicit(ItemEnvelopeKey.self)
    if !isList, itemEnvelope == nil, let envelope, !envelope.parts.isEmpty {
      // The caller may mean the path in each item.
      let problem = "its envelope is the path of an array, but each text of the response is an item: set itemEnvelope instead"
      throw response.failure(.mapping, UnusableSettings(of: ItemStream<Element>.self, problems: [problem]))
    }
    let place = isList ? (envelope ?? mapping.envelope()).parts : []
    fault = ItemFault(place: place, envelope: itemEnvelope?.parts ?? [], isList: isList)
    let jsonFormat: JSONItemFormat =
      switch format {
      case .list: .array(at: place)
      case .lines: .lines
      case .sequence: .sequence
      }
    items = mapping.decoder(jsonFormat, options.itemLimit, response.coder, fault.envelope)
    skips = options.elements == .skip
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
    fault.isList && error.index == nil && response.request.options.acceptsAbsentList
      && fault.reason(error, expecting: Element.self).isAbsence(of: fault.place)
  }

  /// Skips an item that cannot be decoded, if the call permits it and the next item can be found.
  private func pass(_ error: JSONItemError) throws {
    if let cancellation = error.underlying as? CancellationError { throw cancellation }
    let reason = fault.reason(error, expecting: Element.self)
    let index = error.index ?? response.itemCount
    guard skips, fault.isSkippable(error, reason) else {
      throw response.failure(.mapping, reason, at: (index, error.offset))
    }
    response.itemCount += 1
    skipped?(SkippedElement(index: index, reason: reason))
  }
}
