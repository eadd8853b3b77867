import FoundationEssentials
import HTTPTypes

/// Makes the output of a call from its response.
struct Mapping<Output: Sendable>: Sendable {
  /// The path of the value in the body, unless a row or call sets another.
  let envelope: @Sendable () -> MemberPath
  let read: @Sendable (inout MappingInput) throws -> Output
  /// If the output is a list, or an optional list: an ``ItemMapping`` of its element, which decodes the elements while they
  /// arrive.
  var items: (any Sendable)?
  /// Whether the output is the content itself, bytes or text. White space and `null` are then content.
  var isVerbatim = false

  init(
    at envelope: @escaping @Sendable () -> MemberPath = { [] },
    _ read: @escaping @Sendable (inout MappingInput) throws -> Output
  ) {
    self.envelope = envelope
    self.read = read
  }

  /// Makes the output. An error of a decoder becomes a mapping error.
  func output(from input: inout MappingInput) throws -> Output {
    do { return try read(&input) } catch let error as DecodingError {
      throw MappingError(decoding: error, expecting: Output.self)
    }
  }

  /// The same mapping, with nil for an empty body, a null, or status 304.
  var optional: Mapping<Output?> {
    var optional = Mapping<Output?>(at: envelope) { [isVerbatim] input in
      let isVerbatim = isVerbatim || input.coder is TextCoder
      return input.isEmpty(verbatim: isVerbatim) || !isVerbatim && input.isNull ? nil : try read(&input)
    }
    optional.isVerbatim = isVerbatim
    optional.items = items
    return optional
  }
}

extension MappingInput {
  /// Whether there is no value to read: status 304, no bytes, or only white space. If the output is verbatim, white space is
  /// content.
  func isEmpty(verbatim isVerbatim: Bool = false) -> Bool {
    head.status == .notModified || (isVerbatim ? data.isEmpty : data.isBlank)
  }

  /// Returns the members of the object in the response; none for an empty body, a null, and an empty object.
  fileprivate func objectReceived<Value: Decodable>(
    _ type: Value.Type, by unwrapped: UnwrappedCoder
  ) throws -> JSONValue.Object {
    guard let json = try json() else { return [:] }
    var place = place
    // If the model has no envelope of its own, it is read from the place where the coder would write it.
    if place.parts.isEmpty, json.value(at: MemberPath(parts: unwrapped.envelope)) != nil {
      place = MemberPath(parts: unwrapped.envelope)
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
  fileprivate var isNull: Bool {
    let place = place
    // Without an envelope, the first byte of most bodies shows that the body is not null. Then no parsing is needed.
    let first = data.first { !$0.isJSONSpace }
    guard !place.parts.isEmpty || first.map({ !"{[\"-0123456789tf".utf8.contains($0) }) ?? false else { return false }
    return (try? JSONModelDecoder().decode(Nullness.self, from: data, at: place.parts))?.isNull ?? false
  }
}

/// Whether a value is null.
private struct Nullness: Decodable {
  let isNull: Bool

  init(from decoder: any Decoder) throws { isNull = try decoder.singleValueContainer().decodeNil() }
}

extension Mapping where Output: Decodable {
  static var object: Mapping {
    Mapping(at: { Output.envelope }) { try $0.decode(Output.self) }
  }

  static var mergingSent: Mapping {
    Mapping(at: { Output.envelope }) { input in
      // The coder may wrap what it writes.
      let unwrapped = UnwrappedCoder(input.coder)
      let sent = unwrapped.object(in: input.sent)?.object
      guard sent != nil || input.sent == nil else {
        throw MappingError(.wrongShape, expected: "a request body that is a JSON object")
      }
      let received = try input.objectReceived(Output.self, by: unwrapped)
      return try unwrapped.decode(Output.self, from: unwrapped.merging(sent: sent ?? [:], with: received))
    }
  }

  static func list<Element: Decodable>(of type: Element.Type) -> Mapping where Output == [Element] {
    var mapping = Mapping(at: { Element.listEnvelope }) { input in
      let place = input.place.parts
      do {
        let itemEnvelope = input.options.itemEnvelope.parts
        let list =
          try itemEnvelope.isEmpty
          ? input.coder.decodeList(Element.self, from: input.data, at: place, onFailure: input.options.elements)
          : input.elements(Element.self, at: itemEnvelope)
        input.skipped = list.skipped
        return list.elements
      } catch let error as MappingError where input.options.acceptsAbsentList && error.isAbsence(of: place) {
        return []
      }
    }
    mapping.items = ItemMapping<Element>(at: mapping.envelope)
    return mapping
  }
}

extension Decodable {
  fileprivate static var envelope: MemberPath { (Self.self as? any Resource.Type)?.objectEnvelope ?? [] }
  fileprivate static var listEnvelope: MemberPath { (Self.self as? any Resource.Type)?.listEnvelope ?? [] }
}

extension Mapping where Output == Okay {
  static var okay: Mapping { Mapping { _ in Okay() } }
}

extension Mapping where Output == Data {
  static var data: Mapping {
    var mapping = Mapping { $0.data }
    mapping.isVerbatim = true
    return mapping
  }
}

extension Mapping {
  /// The mapping for an output of `Data` or `Data?`; nil for other types.
  static var bytes: Mapping? {
    Output.self == Data.self ? Mapping<Data>.data as? Mapping : Mapping<Data>.data.optional as? Mapping
  }
}

extension Mapping where Output == JSONValue {
  static var json: Mapping {
    Mapping { input in
      guard !input.isEmpty() else { throw MappingError.emptyBody(expecting: JSONValue.self) }
      let place = input.place
      guard let value = try JSONValue(parsing: input.data).value(at: place) else {
        throw MappingError(.missing, at: place.parts)
      }
      return value
    }
  }
}

/// How the items of a call's list are decoded one by one.
struct ItemMapping<Element: Sendable>: Sendable {
  /// The path of the list, unless a row or call sets another.
  let envelope: @Sendable () -> MemberPath
  /// Makes the decoder of the items with a coder. The last argument is the path of the element in each item.
  let decoder: @Sendable (JSONItemFormat, _ limit: Int, any Coder, [String]) -> JSONItemDecoder<Element>
}

extension ItemMapping where Element: Decodable {
  init(at envelope: @escaping @Sendable () -> MemberPath) {
    self.envelope = envelope
    decoder = { format, limit, coder, place in
      let item: (Data) throws -> Element = { try coder.decode(Element.self, from: $0, at: place) }
      // Items with a path are not elements of one array, so they are decoded one by one.
      guard place.isEmpty else { return JSONItemDecoder(format, limit: limit, list: { _ in [] }, item: item) }
      return JSONItemDecoder(
        format, limit: limit, list: { try coder.decode([Element].self, from: $0, at: []) }, item: item)
    }
  }
}
