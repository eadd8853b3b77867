public import FoundationEssentials
public import RefineryCore

/// JSON:API documents: resource objects become plain models and back.
///
/// A ``JSONAPIResource`` brings its own. Give one to a client whose rows return other types, or one with settings to a model:
///
/// ```swift
/// static let coder: (any Coder)? = JSONAPICoder(for: Self.self, keys: .kebabCase)
/// ```
/// Reading checks the structure of the whole document first; a fault is a `MappingError` whose `pointer` says where. The
/// document is read once, in time linear in its size, and resources of other types than asked for are kept as they are.
public struct JSONAPICoder: Coder {
  /// `application/vnd.api+json`, with the `ext` parameter where extensions are used and no other.
  public let contentType: String
  /// The same as ``contentType``.
  public var accept: String { contentType }
  /// What becomes of attributes without a value where a call does not say.
  public let nulls: NullPolicy

  /// How strictly documents are held to the standard.
  public let conformance: JSONAPIConformance

  let settings: ResourcePool.Settings
  let type: String?

  /// A coder.
  ///
  /// - Parameters:
  ///   - type: what attributes that are sent without a model are the attributes of.
  ///   - dates: how dates are written and read.
  ///   - keys: how names of properties become those of attributes and relationships, at any depth; a model's own
  ///     ``JSONAPIResource/keyStrategy`` wins.
  ///   - nulls: what becomes of attributes without a value.
  ///   - extensions: the URIs of the extensions that documents use.
  ///   - conformance: how strictly documents are held to the standard.
  ///   - userInfo: what models can ask for while they are read and written.
  public init(
    type: String? = nil, dates: DateStrategy = .iso8601, keys: KeyStrategy = .asWritten, nulls: NullPolicy = .valued,
    extensions: [String] = [], conformance: JSONAPIConformance = .sending, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    self.type = type
    self.nulls = nulls
    self.conformance = conformance
    settings = ResourcePool.Settings(dates: dates, keys: keys, userInfo: userInfo)
    let parameter = extensions.isEmpty ? "" : "; ext=\"\(extensions.joined(separator: " "))\""
    contentType = JSONAPI.mediaType + parameter
  }

  /// A coder of a model's.
  public init<Model: JSONAPIResource>(
    for model: Model.Type, dates: DateStrategy = .iso8601, keys: KeyStrategy? = nil, nulls: NullPolicy = .valued,
    conformance: JSONAPIConformance = .sending, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    self.init(
      type: Model.resourceType, dates: dates, keys: keys ?? Model.keyStrategy ?? .asWritten, nulls: nulls,
      conformance: conformance, userInfo: userInfo)
  }

  /// The value in a document.
  ///
  /// Models, lists and optionals of them are its primary data, a ``Document`` is all of it, a type of errors is read from the
  /// top as plain JSON, and any other type from the fields of the primary data. A path other than `data` leads to a value to
  /// be read as plain JSON, such as `meta.statistics`.
  ///
  /// - Throws: `MappingError`; its `pointer` says where in the document.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String] = []) throws -> Value {
    guard !data.allSatisfy(\.isBlank) else {
      if let optional = type as? any PerhapsAbsent.Type, let none = optional.absent as? Value { return none }
      throw MappingError.emptyBody(expecting: type)
    }
    let json = try parse(data)
    // A row's error type has the form of the server's error documents, whatever that is.
    if path.isEmpty, type is any Error.Type, !(type is any WholeDocument.Type) { return try plain(type, json, at: path) }
    if conformance == .strict, !(type is any Error.Type) { try DocumentRules.check(json) }
    guard path.isEmpty || path == ["data"] else { return try plain(type, json, at: path) }
    if type == RawJSON.self { return try plain(type, json, at: path) }
    if let whole = type as? any WholeDocument.Type, let value = try whole.init(whole: json, settings: settings) as? Value {
      return value
    }
    return try RawDocument(json, settings: settings).read(type)
  }

  /// The primary data of a document, element by element.
  ///
  /// - Throws: `MappingError`; its `pointer` says where in the document.
  public func decodeList<Element: Decodable>(
    _ type: Element.Type, from data: Data, at path: [String] = [], onFailure: ElementPolicy = .fail
  ) throws -> DecodedList<Element> {
    guard path.isEmpty || path == ["data"] else {
      return DecodedList(elements: try decode([Element].self, from: data, at: path))
    }
    guard !data.allSatisfy(\.isBlank) else { throw MappingError.emptyBody(expecting: [Element].self) }
    let json = try parse(data)
    if conformance == .strict { try DocumentRules.check(json) }
    return try RawDocument(json, settings: settings).many(type, onFailure: onFailure)
  }

  private func parse(_ data: Data) throws -> RawJSON {
    do {
      return try RawJSON(parsing: data)
    } catch {
      throw MappingError(.malformed, underlying: error)
    }
  }

  private func plain<Value: Decodable>(_ type: Value.Type, _ json: RawJSON, at path: [String]) throws -> Value {
    do {
      return try RawJSONDecoder(dates: settings.dates, keys: settings.keys, userInfo: settings.userInfo)
        .decode(type, from: json, at: path)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw MappingError(decoding: error, expecting: type)
    }
  }
}

/// What an empty body may stand for.
private protocol PerhapsAbsent {
  static var absent: Self { get }
}

extension Optional: PerhapsAbsent {
  fileprivate static var absent: Wrapped? { nil }
}

/// What is read from the top of a document as it stands.
protocol WholeDocument {
  init(whole document: RawJSON, settings: ResourcePool.Settings) throws
}

extension JSONAPIErrors: WholeDocument {
  init(whole document: RawJSON, settings: ResourcePool.Settings) throws {
    guard let errors = Self(document) else { throw MappingError(.missing, at: ["errors"]) }
    self = errors
  }
}

extension Relationship: WholeDocument {
  init(whole document: RawJSON, settings: ResourcePool.Settings) throws { try self.init(document, at: .top) }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}

extension JSONAPICoder {
  /// A document of a value.
  ///
  /// A model becomes its resource object, a list one of those each, attributes those of the coder's type. A ``Relationship``
  /// becomes the document of its linkage, and a ``Document`` or ``AtomicOperations`` itself. Members are written by name.
  ///
  /// - Throws: `MappingError` of kind `unencodable`, with the place in the document where there is one: for a name that the
  ///   standard forbids, for a relationship to a resource with neither id nor local id, for a ``Relationship`` without linkage
  ///   as the document, and for what JSON cannot write.
  public func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy? = nil) throws -> Data {
    try document(value, nulls: nulls).data(sortedKeys: true)
  }

  /// The document of changes to the resource with an id, which counts even where the value has another.
  ///
  /// - Throws: `MappingError` of kind `unencodable`.
  public func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy?, changing id: String) throws -> Data {
    try document(value, nulls: nulls, changing: id).data(sortedKeys: true)
  }

  func document(_ value: any Encodable, nulls: NullPolicy?, changing id: String? = nil) throws -> RawJSON {
    let writer = writer(nulls: nulls)
    do {
      switch value {
      case let value as any DocumentWritable: return try value.document(by: writer)
      case let value as any ListOfEncodables: return .object(["data": try writer.list(value.encodables)])
      default: return .object(["data": .object(try writer.resource(value, changing: id))])
      }
    } catch {
      throw MappingError(encoding: error)
    }
  }

  func writer(nulls: NullPolicy?) -> ResourceWriter {
    ResourceWriter(settings: settings, nulls: nulls ?? self.nulls, type: type, checksNames: conformance != .lenient)
  }
}
