import FoundationEssentials
import HTTPTypes

/// One reading of a stream of items, starting at the head of the response.
final class ItemReading<Element: Sendable> {
  let head: HTTPResponse
  private let client: Client
  private let request: Request
  private let ending: CallEnding?
  private let skipped: (@Sendable (SkippedElement) -> Void)?
  private let skips: Bool
  private let isList: Bool
  private let place: [String]
  /// The limit of a wait for bytes, if the transport does not enforce it.
  private let idle: Duration?
  private let chunks: ChunkReading
  private var items: JSONItemDecoder<Element>
  private var count = 0
  private var received = 0
  private var isOver = false

  init(opening stream: ItemStream<Element>) async throws {
    try Task.checkCancellation()
    let (client, call) = (stream.client, stream.call)
    self.client = client
    request = try client.streamRequest(call, as: stream.format)
    guard let mapping = call.mapping.items as? ItemMapping<Element> else {
      throw CallError(.building, call.endpoint, underlying: Unstreamable(reason: .mapping))
    }
    let (response, ending) = try await client.open(request, within: client.option(Timeout.self, of: call))
    head = response.head
    self.ending = ending
    let contentType = head.headerFields[.contentType]
    if let fault = UnexpectedMediaType(contentType, accepted: request.options[AcceptedMediaTypes.self]) {
      let error = CallError(.mapping, request.endpoint, request: request, response: head, underlying: fault)
      ending?.tell(.failure(error))
      throw error
    }
    let format = stream.format ?? ItemFormat(contentType: contentType)
    isList = format == .list
    place = isList ? (request.options.explicit(EnvelopeOption.self) ?? mapping.envelope()).parts : []
    let jsonFormat: JSONItemFormat =
      switch format {
      case .list: .array(at: place)
      case .lines: .lines
      case .sequence: .sequence
      }
    items = mapping.decoder(jsonFormat, request.options[ItemLimit.self], client.coder(for: request))
    skips = request.options[ElementPolicyOption.self] == .skip
    skipped = stream.skipped
    idle = client.prepared.enforcesDeadline ? nil : request.options[IdleTimeout.self]
    chunks = ChunkReading(response.body.makeAsyncIterator())
  }

  func next() async throws -> Element? {
    while true {
      // Before each item, because many may be buffered.
      try Task.checkCancellation()
      do throws(JSONItemError) {
        if let element = try items.next() {
          count += 1
          return element
        }
      } catch {
        if isAbsence(error) {
          ending?.tell(.success, size: received)
          return nil
        }
        try pass(error)
        continue
      }
      if isOver {
        ending?.tell(.success, size: received)
        return nil
      }
      if let chunk = try await chunk() {
        received += chunk.count
        items.push(chunk)
      } else {
        items.finish()
        isOver = true
      }
    }
  }

  private func chunk() async throws -> Data? {
    do {
      guard let idle else { return try await chunks.next() }
      let chunks = chunks
      return try await Deadline(after: idle, on: request.context.clock).enforce(.idle, limit: idle) { try await chunks.next() }
    } catch {
      if error is CancellationError || Task.isCancelled {
        let reason = client.cancelled(request, head)
        // Without this, the ending tells of a cancellation by the caller.
        if let closed = reason as? CallError { ending?.tell(.failure(closed), size: received) }
        throw reason
      }
      throw failure(.sending, error, at: StreamPlace(index: count, offset: received))
    }
  }

  /// Whether the list is absent, and that means that it has no elements.
  private func isAbsence(_ error: JSONItemError) -> Bool {
    isList && error.index == nil && request.options[AbsentListOption.self] == .empty && mapped(error).isAbsence(of: place)
  }

  /// Skips an item that cannot be decoded, if the call permits it and the next item can be found.
  private func pass(_ error: JSONItemError) throws {
    if let cancellation = error.underlying as? CancellationError { throw cancellation }
    let reason = mapped(error)
    // In an array, the start of the next item is unknown if this one is malformed JSON.
    guard skips, error.isConfined, !isList || reason.kind != .malformed else {
      throw failure(.mapping, reason, at: StreamPlace(index: error.index ?? count, offset: error.offset))
    }
    let index = error.index ?? count
    count += 1
    skipped?(SkippedElement(index: index, reason: reason))
  }

  private func failure(_ stage: CallError.Stage, _ underlying: any Error, at place: StreamPlace) -> CallError {
    var error = CallError(stage, request.endpoint, request: request, response: head, underlying: underlying)
    error.place = place
    ending?.tell(.failure(error), size: received)
    return error
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
  /// An item of a stream has more bytes than ``ItemLimit`` allows.
  public static let tooLarge = MappingError.Kind("too large")
}

extension JSONItemError: SafelyDescribed {}
