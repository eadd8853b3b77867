public import FoundationEssentials

/// Decodes models from JSON. It reads what `JSONDecoder` reads, with the same strategies, results and errors, and is several
/// times as fast.
///
/// A decoder is a value: copies are independent, and one decoder can serve any number of tasks at once. The article
/// ``RefineryJSON`` lists the differences from `JSONDecoder`. JSON5 is not supported.
///
/// ```swift
/// struct Person: Codable { var id: Int; var name: String }
///
/// var decoder = JSONModelDecoder()
/// decoder.dateDecodingStrategy = .iso8601
/// let people = try decoder.decode([Person].self, from: data)
/// ```
public struct JSONModelDecoder: Sendable {
  /// How dates are decoded. It is Foundation's type, so one strategy serves both decoders.
  public typealias DateDecodingStrategy = JSONDecoder.DateDecodingStrategy
  /// How `Data` is decoded.
  public typealias DataDecodingStrategy = JSONDecoder.DataDecodingStrategy
  /// The strings that represent infinity and NaN.
  public typealias NonConformingFloatDecodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy
  /// How names of members become coding keys.
  public typealias KeyDecodingStrategy = JSONDecoder.KeyDecodingStrategy

  /// How dates are decoded. The default is the format of `Date` itself: seconds since 2001.
  public var dateDecodingStrategy: DateDecodingStrategy = .deferredToDate
  /// How `Data` is decoded. The default is Base64.
  public var dataDecodingStrategy: DataDecodingStrategy = .base64
  /// The strings that represent infinity and NaN. By default there are none.
  public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy = .throw
  /// How names of members become coding keys. By default they are equal. The keys of a `[String: Value]` are data and do
  /// not change.
  public var keyDecodingStrategy: KeyDecodingStrategy = .useDefaultKeys
  /// Whether dates are decoded in the format of RFC 3339, with any fraction and offset. If true, ``dateDecodingStrategy`` does
  /// not apply. See ``InternetDate``. It is as fast as `.iso8601`, which rejects fractions.
  public var readsInternetDates = false
  /// Whether numbers and booleans may also be strings, as in a form: `"7"`, `"true"`, `"false"`, `"1"` and `"0"`.
  public var acceptsQuotedScalars = false
  /// A rule that returns the name of the member for a model's key. If set, ``keyDecodingStrategy`` does not apply.
  ///
  /// The decoder calls the rule once for each key in a document, not for each member. The rule converts keys to names, so it
  /// finds `image_url` for `imageURL`. `convertFromSnakeCase` cannot find it. The keys of dictionaries are data and do not
  /// change. Coding paths in errors have the model's keys.
  ///
  /// `allKeys` of a container looks for the key of each member. It tries the member's name in camel case, in lower case, with a
  /// small first letter, and without a prefix or suffix of at most eight characters. If the rule makes the name from none of
  /// these, the name itself is the key. An enum with associated values needs `allKeys`, so it can be read only with a rule of
  /// these kinds.
  public var memberName: (@Sendable (_ key: String) -> String)?
  /// A rule that returns a second name of the member for a model's key; nil if there is none. The second name is read if the
  /// document lacks the name that ``memberName`` returns. The rule is called for each missing member. It applies only together
  /// with ``memberName``.
  public var otherMemberName: (@Sendable (_ key: String) -> String?)?
  /// Values for models to use while they decode themselves.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates a decoder with the default settings.
  public init() {}

  /// Decodes a document in UTF-8, UTF-16 or UTF-32. The encoding is detected by the rules of RFC 4627, section 3.
  ///
  /// It copies the bytes once and scans them once. In addition to the result, it needs about twice the size of the document in
  /// memory.
  ///
  /// - Parameters:
  ///   - type: the type of the value.
  ///   - data: the document.
  ///   - path: the names of the members around the value, as in the document. Key strategies do not apply to them.
  /// - Throws: `DecodingError`, with an underlying ``JSONMalformed`` if the document is not JSON; or any error that the
  ///   model throws.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String] = []) throws -> Value {
    if readsDirectly, let readable = type as? any JSONReadable.Type { return try readable.read(data, self, path, as: type) }
    return try read(data) { decoder in try decoder.inside(path).readRoot(type) }
  }

  /// Decodes a document into a type that conforms only to ``JSONReadable``. Key strategies and custom strategies for dates
  /// and data do not apply.
  ///
  /// - Throws: `DecodingError`, or any error that the model throws.
  public func decode<Value: JSONReadable>(_ type: Value.Type, from data: Data, at path: [String] = []) throws -> Value {
    try type.read(data, self, path, as: type)
  }

  /// Decodes a document with ``JSONReadable`` if the settings allow it, otherwise with `Decodable`.
  ///
  /// - Throws: `DecodingError`, or any error that the model throws.
  public func decode<Value: Decodable & JSONReadable>(
    _ type: Value.Type, from data: Data, at path: [String] = []
  ) throws -> Value {
    guard readsDirectly else { return try read(data) { decoder in try decoder.inside(path).readRoot(type) } }
    return try type.read(data, self, path, as: type)
  }

  /// Whether the settings allow ``JSONReadable``: no strategy needs coding keys or a decoder.
  var readsDirectly: Bool {
    guard memberName == nil, !acceptsQuotedScalars, case .useDefaultKeys = keyDecodingStrategy else { return false }
    if case .custom = dateDecodingStrategy, !readsInternetDates { return false }
    if case .custom = dataDecodingStrategy { return false }
    return true
  }

  /// Decodes a document with a configuration.
  ///
  /// - Throws: `DecodingError`, or any error that the model throws.
  public func decode<Value: DecodableWithConfiguration>(
    _ type: Value.Type, from data: Data, configuration: Value.DecodingConfiguration
  ) throws -> Value {
    try read(data) { decoder in try Value(from: decoder, configuration: configuration) }
  }

  /// Decodes a document with the configuration of a provider type.
  ///
  /// - Throws: `DecodingError`, or any error that the model throws.
  public func decode<Value: DecodableWithConfiguration, Provider: DecodingConfigurationProviding>(
    _ type: Value.Type, from data: Data, configuration: Provider.Type
  ) throws -> Value where Value.DecodingConfiguration == Provider.DecodingConfiguration {
    try decode(type, from: data, configuration: Provider.decodingConfiguration)
  }

  private func read<Value>(_ data: Data, _ body: (ValueDecoder) throws -> Value) throws -> Value {
    let buffer: DocumentBuffer
    do {
      buffer = try DocumentBuffer(decoding: data)
      try DocumentScanner.scan(buffer)
    } catch {
      throw DecodingError.malformed(error)
    }
    let root = ValueDecoder(DecodingContext(buffer, settings: self))
    defer { root.releaseCaches() }
    return try body(root)
  }
}

extension JSONReadable {
  /// Reads a document and returns it as `Value`, which is this type.
  fileprivate static func read<Value>(
    _ data: Data, _ settings: JSONModelDecoder, _ path: [String], as type: Value.Type
  ) throws -> Value {
    let buffer: DocumentBuffer
    do {
      buffer = try DocumentBuffer(decoding: data)
    } catch {
      throw DecodingError.malformed(error)
    }
    return same(try withExtendedLifetime(buffer) { try read(buffer, settings, path) }, as: type)
  }

  private static func read(_ buffer: DocumentBuffer, _ settings: JSONModelDecoder, _ path: [String]) throws -> Self {
    let bytes = buffer.bytes
    // The scanner would report this, but it runs only after a fault.
    guard bytes.count < Int(UInt32.max) else { throw DecodingError.malformed(JSONMalformed(.tooLarge, at: 0)) }
    var reader = JSONReader(bytes, settings: settings)
    let result = Result { path.isEmpty ? try Self(json: &reader) : try reader.value(Self.self, at: path[...]) }
    if reader.fault == nil, case .success = result, reader.skipSpace() != 0 || reader.position < bytes.count {
      _ = reader.malformed()
    }
    if let fault = reader.fault {
      // If the document is not JSON, that is the error, not the place where the reader has stopped.
      do throws(JSONMalformed) {
        try DocumentScanner.scan(buffer)
      } catch {
        throw DecodingError.malformed(error)
      }
      throw fault.decodingError(in: bytes)
    }
    return try result.get()
  }
}
