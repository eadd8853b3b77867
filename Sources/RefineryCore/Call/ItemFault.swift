import FoundationEssentials

/// An error of an item decoder, as an error of a mapping.
struct ItemFault {
  /// The path of the list.
  let place: [String]
  /// The path of the element in each item.
  let envelope: [String]
  /// Whether the items are the elements of an array.
  let isList: Bool

  /// The error with the path of the item.
  func reason<Element>(_ error: JSONItemError, expecting type: Element.Type) -> MappingError {
    let path = error.path + (error.index.map { ["[\($0)]"] } ?? [])
    if let underlying = error.underlying { return MappingError(decoding: underlying, expecting: type).within(path) }
    let expected = error.path.count < place.count ? "object" : "array"
    return switch error.reason {
    case .empty: .emptyBody(expecting: [Element].self)
    case .missing: MappingError(.missing, at: path)
    case .null: MappingError(.null, at: path, expected: expected)
    case .wrongShape: MappingError(.wrongShape, at: path, expected: expected)
    case .tooLarge: MappingError(.tooLarge, at: path, underlying: error)
    default: MappingError(.malformed, at: path, underlying: error)
    }
  }

  /// Whether the policy ``ElementPolicy/skip`` leaves out the item: it is an item, and the start of the next one is known.
  func isSkippable(_ error: JSONItemError, _ reason: MappingError) -> Bool {
    error.isConfined && !lacksEnvelope(error, reason) && !(isList && mayBeUnbounded(error, reason))
  }

  /// Whether the item does not have the members of the envelope. Then it is another message, such as the error that ends a
  /// gRPC gateway's stream: `{"error": {...}}`.
  private func lacksEnvelope(_ error: JSONItemError, _ reason: MappingError) -> Bool {
    let depth = reason.codingPath.count - error.path.count - 1
    return switch reason.kind {
    case .missing: depth <= envelope.count
    case .null, .wrongShape: depth < envelope.count
    default: false
    }
  }

  /// Whether the brackets of an item may be wrong. The start of the next item is then unknown. An error at a path inside the
  /// item concerns only a number or a string, so the brackets are right.
  private func mayBeUnbounded(_ error: JSONItemError, _ reason: MappingError) -> Bool {
    guard reason.kind == .malformed, reason.codingPath.count <= error.path.count + 1 else { return false }
    return (reason.underlying as? JSONValue.Malformed)?.reason != JSONMalformed.Reason.invalidNumber.rawValue
  }
}

extension MappingInput {
  /// The elements of the list at ``place``. Each element is at a path in its item.
  ///
  /// - Throws: ``UnusableSettings`` if the coder cannot decode items one by one; ``MappingError``.
  func elements<Element: Decodable & Sendable>(
    _ type: Element.Type, at envelope: [String]
  ) throws -> (elements: [Element], skipped: [SkippedElement]) {
    guard coder is any StreamingCoder else {
      throw UnusableSettings(
        of: Options.self, problems: ["itemEnvelope needs a StreamingCoder, which \(Swift.type(of: coder)) is not"])
    }
    let fault = ItemFault(place: place.parts, envelope: envelope, isList: true)
    var items = ItemMapping<Element> { [] }.decoder(.array(at: fault.place), .max, coder, envelope)
    items.push(data)
    items.finish()
    var list: (elements: [Element], skipped: [SkippedElement]) = ([], [])
    while true {
      do throws(JSONItemError) {
        guard let element = try items.next() else { return list }
        list.elements.append(element)
      } catch {
        if let cancellation = error.underlying as? CancellationError { throw cancellation }
        let reason = fault.reason(error, expecting: type)
        guard options.elements == .skip, let index = error.index, fault.isSkippable(error, reason) else { throw reason }
        list.skipped.append(SkippedElement(index: index, reason: reason))
      }
    }
  }
}

extension ScopedCall {
  /// Why the call's own item envelope has no effect; nil if it has one. The one of a row also applies to calls that read the
  /// row's response in another way, such as `.data`.
  var itemEnvelopeProblem: String? {
    guard mapping.items == nil, let envelope = options.explicit(ItemEnvelopeKey.self), !envelope.parts.isEmpty else {
      return nil
    }
    return
      "itemEnvelope has no effect on \(Redaction.escaped(endpoint.name)), because the call does not return a list of models"
  }
}

extension MappingError.Kind {
  /// An item of a stream has more bytes than ``Options/itemLimit`` allows.
  public static let tooLarge = MappingError.Kind("too large")
}

extension JSONItemError: SafelyDescribed {}
