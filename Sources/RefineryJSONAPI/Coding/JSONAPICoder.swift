public import FoundationEssentials
public import RefineryCore

/// Encodes and decodes JSON:API documents; resource objects become plain models.
///
/// A ``JSONAPIResource`` has such a coder by default. Give one to a client whose rows return other types, or give a model one
/// with settings:
///
/// ```swift
/// static let coder: (any Coder)? = JSONAPICoder(for: Self.self, keys: .kebabCase)
/// ```
/// The structure of the whole document is checked first; a fault is a `MappingError` whose `pointer` names the place. The
/// document is read once, in time linear in its size. Resources without a model are kept as ``GenericResource``.
public struct JSONAPICoder: Coder {
  /// `application/vnd.api+json`; with the `ext` parameter if extensions are used.
  public let contentType: String
  /// The same as ``contentType``.
  public var accept: String { contentType }
  /// How nil attributes are sent, unless a call sets another policy.
  public let nulls: NullPolicy

  /// How strictly documents are checked against the standard.
  let conformance: JSONAPIConformance

  let settings: ResourcePool.Settings
  let type: String?

  /// A coder.
  ///
  /// - Parameters:
  ///   - type: the resource type of attributes that are sent without a model.
  ///   - dates: how dates are written and read.
  ///   - keys: converts names of properties to names of attributes and relationships, at any depth; a model's own
  ///     ``JSONAPIResource/keyStrategy`` wins.
  ///   - nulls: how nil attributes are sent.
  ///   - extensions: the URIs of the extensions that documents use.
  ///   - conformance: how strictly documents are checked against the standard.
  ///   - userInfo: passed to models while they are encoded and decoded.
  public init(
    type: String? = nil, dates: DateStrategy = .iso8601, keys: KeyStrategy = .asWritten, nulls: NullPolicy = .omit,
    extensions: [String] = [], conformance: JSONAPIConformance = .sending, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    self.type = type
    self.nulls = nulls
    self.conformance = conformance
    settings = ResourcePool.Settings(dates: dates, keys: keys, userInfo: userInfo)
    let parameter = extensions.isEmpty ? "" : "; ext=\"\(extensions.joined(separator: " "))\""
    contentType = JSONAPI.mediaType + parameter
  }

  /// The coder of a model.
  public init<Model: JSONAPIResource>(
    for model: Model.Type, dates: DateStrategy = .iso8601, keys: KeyStrategy? = nil, nulls: NullPolicy = .omit,
    conformance: JSONAPIConformance = .sending, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    self.init(
      type: Model.resourceType, dates: dates, keys: keys ?? Model.keyStrategy ?? .asWritten, nulls: nulls,
      conformance: conformance, userInfo: userInfo)
  }

  /// Reads a value from a document.
  ///
  /// Models, lists and optionals of them are read from the primary data, and a ``Document`` from the whole document. An error
  /// type is read from the top level as plain JSON. Any other type is read from the fields of the primary data. With a path
  /// other than `data`, such as `meta.statistics`, the value at that path is read as plain JSON.
  ///
  /// - Throws: `MappingError`; its `pointer` names the place in the document.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String] = []) throws -> Value {
    guard !isEmpty(data) else { return try JSONCoder().decode(type, from: data) }
    let json = try parse(data)
    // A row's error type has the form of the server's error documents, and these need not be JSON:API.
    if path.isEmpty, type is any Error.Type, !(type is any WholeDocument.Type) { return try plain(type, json, at: path) }
    if conformance == .strict, !(type is any Error.Type) { try DocumentRules.check(json) }
    guard path.isEmpty || path == ["data"] else { return try plain(type, json, at: path) }
    if type == JSONValue.self { return try plain(type, json, at: path) }
    if let whole = type as? any WholeDocument.Type, let value = try whole.init(whole: json, settings: settings) as? Value {
      return value
    }
    return try RawDocument(json, settings: settings).read(type)
  }

  /// Reads the primary data of a document, element by element.
  ///
  /// - Throws: `MappingError`; its `pointer` names the place in the document.
  public func decodeList<Element: Decodable>(
    _ type: Element.Type, from data: Data, at path: [String] = [], onFailure: ElementPolicy = .fail
  ) throws -> (elements: [Element], skipped: [SkippedElement]) {
    guard path.isEmpty || path == ["data"] else {
      return (try decode([Element].self, from: data, at: path), [])
    }
    guard !isEmpty(data) else { throw MappingError.emptyBody(expecting: [Element].self) }
    let json = try parse(data)
    if conformance == .strict { try DocumentRules.check(json) }
    return try RawDocument(json, settings: settings).many(type, onFailure: onFailure)
  }

  private func parse(_ data: Data) throws -> JSONValue {
    do {
      return try JSONValue(parsing: data)
    } catch {
      throw MappingError(.malformed, underlying: error)
    }
  }

  private func plain<Value: Decodable>(_ type: Value.Type, _ json: JSONValue, at path: [String]) throws -> Value {
    do {
      return try JSONValueDecoder(dates: settings.dates, keys: settings.keys, userInfo: settings.userInfo)
        .decode(type, from: json, at: path)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw MappingError(decoding: error, expecting: type)
    }
  }
}

/// A type that is read from the top level of a document.
protocol WholeDocument {
  init(whole document: JSONValue, settings: ResourcePool.Settings) throws
}

extension JSONAPIErrors: WholeDocument {
  init(whole document: JSONValue, settings: ResourcePool.Settings) throws {
    guard let errors = Self(document) else { throw MappingError(.missing, at: ["errors"]) }
    self = errors
  }
}

extension Relationship: WholeDocument {
  init(whole document: JSONValue, settings: ResourcePool.Settings) throws { try self.init(document, at: .top) }
}

extension JSONAPICoder {
  /// Writes a document.
  ///
  /// A model becomes a resource object, a list becomes a list of them, and attributes become a resource of the coder's type. A
  /// ``Relationship`` becomes the document of its linkage. A ``Document`` or ``AtomicOperations`` writes itself. Members are
  /// sorted by name.
  ///
  /// - Throws: `MappingError` of kind `unencodable`, with the place in the document if there is one: for a name that the
  ///   standard forbids, a relationship to a resource with neither id nor local id, a ``Relationship`` without linkage as the
  ///   document, and a value that JSON cannot represent.
  public func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy? = nil) throws -> Data {
    try document(value, nulls: nulls).data(sortedKeys: true)
  }

  /// Writes a document of changes to the resource with an id. The argument wins over the value's own id.
  ///
  /// - Throws: `MappingError` of kind `unencodable`.
  public func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy?, changing id: String) throws -> Data {
    try document(value, nulls: nulls, changing: id).data(sortedKeys: true)
  }

  func document(_ value: any Encodable, nulls: NullPolicy?, changing id: String? = nil) throws -> JSONValue {
    let writer = writer(nulls: nulls)
    return try MappingError.encoding {
      switch value {
      case let value as any DocumentWritable: try value.document(by: writer)
      case let value as any ListOfEncodables: .object(["data": try writer.list(value.encodables)])
      default: .object(["data": .object(try writer.resource(value, changing: id))])
      }
    }
  }

  func writer(nulls: NullPolicy?) -> ResourceWriter {
    ResourceWriter(settings: settings, nulls: nulls ?? self.nulls, type: type, checksNames: conformance != .lenient)
  }
}
