public import FoundationEssentials

/// Reads models from JSON: what `JSONDecoder` reads, with the same strategies, results and errors, several times as fast.
///
/// It is a value: copies share nothing, and one may serve any number of tasks at once. Where it differs from Foundation
/// the article on differences says so; JSON5 is not read.
///
/// ```swift
/// struct Person: Codable { var id: Int; var name: String }
///
/// var decoder = JSONModelDecoder()
/// decoder.dateDecodingStrategy = .iso8601
/// let people = try decoder.decode([Person].self, from: data)
/// ```
public struct JSONModelDecoder: Sendable {
  /// How dates are read: Foundation's own type, so that one strategy serves both decoders.
  public typealias DateDecodingStrategy = JSONDecoder.DateDecodingStrategy
  /// How `Data` is read.
  public typealias DataDecodingStrategy = JSONDecoder.DataDecodingStrategy
  /// What stands for infinity and NaN.
  public typealias NonConformingFloatDecodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy
  /// How the names of members become coding keys.
  public typealias KeyDecodingStrategy = JSONDecoder.KeyDecodingStrategy

  /// How dates are read; by default as `Date` reads itself, in seconds since 2001.
  public var dateDecodingStrategy: DateDecodingStrategy = .deferredToDate
  /// How `Data` is read; by default from Base64.
  public var dataDecodingStrategy: DataDecodingStrategy = .base64
  /// What stands for infinity and NaN; by default nothing does.
  public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy = .throw
  /// How the names of members become coding keys; by default they are the same. The keys of a `[String: Value]` are data
  /// and stay as they are.
  public var keyDecodingStrategy: KeyDecodingStrategy = .useDefaultKeys
  /// Whether dates are read as RFC 3339 writes them, with any fraction and offset, in place of ``dateDecodingStrategy``: see
  /// ``InternetDate``. As fast as `.iso8601`, which refuses fractions.
  public var readsInternetDates = false
  /// The rule by which the keys of models become the names of members, in place of ``keyDecodingStrategy``: it is asked once
  /// for each key in a document, not for each member, and other than `convertFromSnakeCase` it finds `imageURL` again in
  /// `image_url`. The keys of dictionaries are data and stay as they are; errors name members by the models' keys.
  public var memberName: (@Sendable (_ key: String) -> String)?
  /// What models can ask for while they read themselves.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// A decoder with the defaults.
  public init() {}

  /// The value in a document of UTF-8, or of UTF-16 or UTF-32 as RFC 4627, section 3, tells them apart.
  ///
  /// The bytes are copied once and walked over once; memory in use is about twice the document's size beside the value's. The
  /// path has the names of the members around the value, as they are written in the document. Strategies for keys do not apply to
  /// it.
  ///
  /// - Throws: `DecodingError`, with ``JSONMalformed`` under it where the document is no JSON; or what the model throws.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String] = []) throws -> Value {
    if readsDirectly, let readable = type as? any JSONReadable.Type { return try readable.read(data, self, path, as: type) }
    return try read(data) { level in try level.inside(path).readRoot(type) }
  }

  /// The value in a document, of a type that reads itself. Strategies for keys, and custom ones for dates, do not count here.
  ///
  /// - Throws: `DecodingError`, or what the model throws.
  public func decode<Value: JSONReadable>(_ type: Value.Type, from data: Data, at path: [String] = []) throws -> Value {
    try type.read(data, self, path, as: type)
  }

  /// The value in a document, of a type that reads itself in two ways: as ``JSONReadable`` if the settings allow it.
  ///
  /// - Throws: `DecodingError`, or what the model throws.
  public func decode<Value: Decodable & JSONReadable>(
    _ type: Value.Type, from data: Data, at path: [String] = []
  ) throws -> Value {
    guard readsDirectly else { return try read(data) { level in try level.inside(path).readRoot(type) } }
    return try type.read(data, self, path, as: type)
  }

  /// Whether no strategy needs to see keys or a decoder.
  var readsDirectly: Bool {
    guard memberName == nil, case .useDefaultKeys = keyDecodingStrategy else { return false }
    if case .custom = dateDecodingStrategy, !readsInternetDates { return false }
    if case .custom = dataDecodingStrategy { return false }
    return true
  }

  /// The value in a document, read with a configuration.
  ///
  /// - Throws: `DecodingError`, or what the model throws.
  public func decode<Value: DecodableWithConfiguration>(
    _ type: Value.Type, from data: Data, configuration: Value.DecodingConfiguration
  ) throws -> Value {
    try read(data) { level in try Value(from: level, configuration: configuration) }
  }

  /// The value in a document, read with the configuration that a type provides.
  ///
  /// - Throws: `DecodingError`, or what the model throws.
  public func decode<Value: DecodableWithConfiguration, Provider: DecodingConfigurationProviding>(
    _ type: Value.Type, from data: Data, configuration: Provider.Type
  ) throws -> Value where Value.DecodingConfiguration == Provider.DecodingConfiguration {
    try decode(type, from: data, configuration: Provider.decodingConfiguration)
  }

  private func read<Value>(_ data: Data, _ body: (Level) throws -> Value) throws -> Value {
    let memory: Memory
    do {
      memory = try Memory(decoding: data)
      try Scanner.scan(memory)
    } catch {
      throw DecodingError.malformed(error)
    }
    let root = Level(Reading(memory, settings: self))
    defer { root.finish() }
    return try body(root)
  }
}

extension JSONReadable {
  /// The value in a document, as a type that is known to be this one.
  fileprivate static func read<Value>(
    _ data: Data, _ settings: JSONModelDecoder, _ path: [String], as type: Value.Type
  ) throws -> Value {
    let memory: Memory
    do {
      memory = try Memory(decoding: data)
    } catch {
      throw DecodingError.malformed(error)
    }
    return same(try withExtendedLifetime(memory) { try read(memory, settings, path) }, as: type)
  }

  private static func read(_ memory: Memory, _ settings: JSONModelDecoder, _ path: [String]) throws -> Self {
    let bytes = memory.bytes
    var reader = JSONReader(bytes, settings: settings)
    let result = Result { path.isEmpty ? try Self(json: &reader) : try reader.value(Self.self, at: path[...]) }
    if reader.fault == nil, case .success = result, reader.skipSpace() != 0 || reader.position < bytes.count {
      _ = reader.malformed()
    }
    if let fault = reader.fault {
      // A document that is no JSON is that in the first place, wherever the reader stopped.
      do throws(Malformed) {
        try Scanner.scan(memory)
      } catch {
        throw DecodingError.malformed(error)
      }
      throw fault.decodingError(in: bytes)
    }
    return try result.get()
  }
}
