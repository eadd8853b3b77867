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
  /// How dates are decoded. The default is the format of `Date` itself: seconds since 2001. As the other strategies, it is
  /// Foundation's type, so one value serves both decoders.
  public var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy = .deferredToDate
  /// How `Data` is decoded. The default is Base64.
  public var dataDecodingStrategy: JSONDecoder.DataDecodingStrategy = .base64
  /// The strings that represent infinity and NaN. By default there are none.
  public var nonConformingFloatDecodingStrategy: JSONDecoder.NonConformingFloatDecodingStrategy = .throw
  /// How names of members become coding keys. By default they are equal. The keys of a `[String: Value]` are data and do
  /// not change.
  public var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys
  /// Whether dates are decoded in the format of RFC 3339, `2026-01-02T03:04:05.678+09:00`, with any fraction and offset. If
  /// true, ``dateDecodingStrategy`` does not apply. It is as fast as `.iso8601`, which rejects fractions.
  ///
  /// A space instead of `T`, small letters, a comma before the fraction, and offsets without colon or minutes are accepted. A
  /// leap second is the first second of the next minute. A day that does not exist is refused.
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
  package var otherMemberName: (@Sendable (_ key: String) -> String?)?
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
    return try read(DocumentBuffer.decoded(data)) { decoder in try decoder.inside(path).readRoot(type) }
  }

  /// Decodes a document with ``JSONReadable`` if the settings allow it, otherwise with `Decodable`.
  ///
  /// - Throws: `DecodingError`, or any error that the model throws.
  public func decode<Value: JSONReadable>(_ type: Value.Type, from data: Data, at path: [String] = []) throws -> Value {
    guard readsDirectly else {
      return try read(DocumentBuffer.decoded(data)) { decoder in try decoder.inside(path).readRoot(type) }
    }
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
    try read(DocumentBuffer.decoded(data)) { decoder in try Value(from: decoder, configuration: configuration) }
  }

  fileprivate func read<Value>(
    _ buffer: DocumentBuffer, isRefused: Bool = false, _ body: (ValueDecoder) throws -> Value
  ) throws -> Value {
    do {
      try DocumentScanner.scan(buffer)
    } catch {
      throw DecodingError.malformed(error)
    }
    return try DecodingContext(buffer, settings: self, readsDirectly: readsDirectly && !isRefused).read(body)
  }
}

extension JSONReadable {
  /// Reads a document and returns it as `Value`, which is this type.
  fileprivate static func read<Value>(
    _ data: Data, _ settings: JSONModelDecoder, _ path: [String], as type: Value.Type
  ) throws -> Value {
    let buffer = try DocumentBuffer.decoded(data)
    let bytes = buffer.bytes
    let value = try withExtendedLifetime(buffer) { () -> Self? in
      // The offsets of a larger document do not fit in a tape.
      guard bytes.count < Int(UInt32.max) else { return nil }
      var reader = JSONReader(bytes, settings: settings)
      return try reader.attempt { reader throws in
        let value = path.isEmpty ? try Self(json: &reader) : try reader.value(Self.self, at: path[...])
        return reader.skipSpace() == 0 && reader.position >= bytes.count ? value : nil
      }
    }
    if let value { return same(value, as: type) }
    // Codable says what is wrong.
    return same(try settings.read(buffer, isRefused: true) { try $0.inside(path).readRoot(Self.self) }, as: type)
  }
}

extension DocumentBuffer {
  /// Copies a document as UTF-8.
  fileprivate static func decoded(_ data: Data) throws -> DocumentBuffer {
    do {
      return try DocumentBuffer(decoding: data)
    } catch {
      throw DecodingError.malformed(error)
    }
  }
}

extension DecodingError {
  /// The error for data that is not JSON.
  fileprivate static func malformed(_ malformed: JSONMalformed) -> DecodingError {
    .dataCorrupted(Context(codingPath: [], debugDescription: "The data is not JSON.", underlyingError: malformed))
  }
}
