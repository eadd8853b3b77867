import FoundationEssentials
import HTTPTypes

/// Makes the output of a call from its response.
struct Mapping<Output: Sendable>: Sendable {
  /// The path of the value in the body, unless a row or call sets another.
  let place: @Sendable () -> KeyPathText
  let read: @Sendable (inout Answer) throws -> Output
  /// Decodes the elements of a list while they arrive: an ``ItemMapping`` of the element, if the output is a list.
  var items: (any Sendable)?

  init(
    at place: @escaping @Sendable () -> KeyPathText = { [] }, _ read: @escaping @Sendable (inout Answer) throws -> Output
  ) {
    self.place = place
    self.read = read
  }

  /// The same mapping, with nil for an empty body, a null, or status 304.
  var optional: Mapping<Output?> {
    Mapping<Output?> { answer in
      if answer.head.status == .notModified || answer.data.isEmpty { return nil }
      if answer.isNull(at: place()) { return nil }
      return try read(&answer)
    }
  }
}

/// The input of a mapping: a successful response with its whole body.
struct Answer {
  let head: HTTPResponse
  let data: Data
  let coder: any Coder
  let options: Options
  /// The bytes that were sent.
  let sent: Data?
  /// The values of the placeholders of the path.
  let values: PathValues
  /// The elements of a list that could not be read.
  var skipped: [SkippedElement] = []

  func place(or envelope: KeyPathText) -> KeyPathText { options.explicit(EnvelopeOption.self) ?? envelope }

  /// Returns the members of the object in the response; none for an empty body, a null, and an empty object.
  fileprivate func objectReceived<Value: Decodable>(
    _ type: Value.Type, at place: KeyPathText, by writer: ModelWriter
  ) throws -> JSONValue.Object {
    guard !data.isBlank else { return [:] }
    let json = try self.json()
    var place = place
    // A model without an envelope of its own is read from the place where the coder would write it.
    if place.parts.isEmpty, json.value(at: KeyPathText(parts: writer.envelope)) != nil {
      place = KeyPathText(parts: writer.envelope)
    }
    switch json.value(at: place) {
    case .object(let object)?: return object
    case .null?: return [:]
    case nil where json.isNull || json.object?.isEmpty == true: return [:]
    case nil where coder is any ChangeCoder:
      // Only the coder knows whether a document may contain only `meta`.
      guard try coder.decode(Value?.self, from: data, at: []) == nil else { throw MappingError(.missing, at: place.parts) }
      return [:]
    case nil: throw MappingError(.missing, at: place.parts)
    case _?: throw MappingError(.wrongShape, at: place.parts, expected: "object")
    }
  }

  /// Whether the body is JSON with a null in the place of the value.
  func isNull(at envelope: KeyPathText) -> Bool {
    let place = place(or: envelope)
    // Without an envelope, a null is a body of four letters, so a longer body need not be parsed.
    guard !place.parts.isEmpty || data.count < 16 else { return false }
    return (try? JSONModelDecoder().decode(Nullness.self, from: data, at: place.parts))?.isNull ?? false
  }
}

/// Whether a value is null.
private struct Nullness: JSONReadable {
  let isNull: Bool

  init(json: inout JSONReader) throws {
    isNull = json.isNull()
    if !isNull { try json.skip() }
  }
}

extension Mapping where Output: Decodable {
  static var object: Mapping {
    Mapping(at: { Output.envelope }) { answer in
      try answer.coder.decode(Output.self, from: answer.data, at: answer.place(or: Output.envelope).parts)
    }
  }

  static var mergingSent: Mapping {
    Mapping { answer in
      let place = answer.place(or: Output.envelope)
      // The coder may wrap what it writes; the writer removes the wrapping.
      let writer = ModelWriter(answer.coder)
      let sent = writer.object(in: answer.sent)?.object
      guard sent != nil || answer.sent == nil else {
        throw MappingError(.wrongShape, expected: "a request body that is a JSON object")
      }
      let received = try answer.objectReceived(Output.self, at: place, by: writer)
      return try writer.decode(Output.self, from: writer.merging(sent: sent ?? [:], with: received))
    }
  }

  static func list<Element: Decodable>(of type: Element.Type) -> Mapping where Output == [Element] {
    var mapping = Mapping(at: { Element.listEnvelope }) { answer in
      let list = try answer.coder.decodeList(
        Element.self, from: answer.data, at: answer.place(or: Element.listEnvelope).parts,
        onFailure: answer.options[ElementPolicyOption.self])
      answer.skipped = list.skipped
      return list.elements
    }
    mapping.items = ItemMapping<Element>(at: mapping.place)
    return mapping
  }
}

extension Decodable {
  fileprivate static var envelope: KeyPathText { (Self.self as? any Resource.Type)?.objectEnvelope ?? [] }
  fileprivate static var listEnvelope: KeyPathText { (Self.self as? any Resource.Type)?.listEnvelope ?? [] }
}

extension Mapping where Output == Okay {
  static var okay: Mapping { Mapping { _ in Okay() } }
}

extension Mapping where Output == Data {
  static var data: Mapping { Mapping { $0.data } }
}

extension Mapping {
  /// The mapping for an output of `Data` or `Data?`; nil for other types.
  static var bytes: Mapping? {
    if Output.self == Data.self { return Mapping<Data>.data as? Mapping }
    guard Output.self == Data?.self else { return nil }
    return Mapping<Data?> { $0.head.status == .notModified || $0.data.isEmpty ? nil : $0.data } as? Mapping
  }
}

extension Mapping where Output == JSONValue {
  static var json: Mapping {
    Mapping { answer in
      guard !answer.data.isEmpty else { throw MappingError.emptyBody(expecting: JSONValue.self) }
      let place = answer.place(or: [])
      guard let value = try JSONValue(parsing: answer.data).value(at: place) else {
        throw MappingError(.missing, at: place.parts)
      }
      return value
    }
  }
}
