public import FoundationEssentials

/// The format of ``JSONCoder``, with Foundation's coders where possible: for comparisons, or for a model that only they can
/// decode. It is several times slower, and `JSONValue` within models keeps neither the notation of numbers nor the order of
/// members.
///
/// ```swift
/// let api = Client(baseURL: "https://api.example.com", transport: transport, coder: FoundationJSONCoder())
/// ```
public struct FoundationJSONCoder: Coder {
  /// `application/json`, or another JSON type such as `application/merge-patch+json`.
  public let contentType: String
  /// `application/json`, or the types given to the initializer.
  public let accept: String
  /// How nil properties are written, unless a call sets another policy.
  public let nulls: NullPolicy

  /// How dates are read and written.
  public var dates: DateStrategy { exactEncoder.dates }
  /// How names of properties are converted to names of members.
  public var keys: KeyStrategy { exactEncoder.keys }
  /// Passed to models while they are encoded and decoded.
  public var userInfo: [CodingUserInfoKey: any Sendable] { exactEncoder.userInfo }

  // Foundation's coders may be shared while their settings do not change, and making them costs more than encoding a small
  // model.
  private let encoder: JSONEncoder
  private let decoder: JSONDecoder
  private let exactEncoder: JSONValueEncoder
  private let exactDecoder: JSONValueDecoder

  /// Creates a coder. With keys other than ``KeyStrategy/asWritten``, Refinery's own coders are used, because Foundation's do
  /// not convert `image_url` back to `imageURL`.
  public init(
    dates: DateStrategy = .iso8601, keys: KeyStrategy = .asWritten, nulls: NullPolicy = .omit,
    contentType: String = "application/json", accept: String = "application/json",
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    self.contentType = contentType
    self.accept = accept
    self.nulls = nulls
    exactEncoder = JSONValueEncoder(nulls: nulls, dates: dates, keys: keys, userInfo: userInfo)
    exactDecoder = JSONValueDecoder(dates: dates, keys: keys, userInfo: userInfo)
    encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      try dates.json(of: date, at: encoder.codingPath).encode(to: encoder)
    }
    encoder.userInfo = userInfo
    decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      try dates.date(of: try dates.json(in: decoder), at: decoder.codingPath)
    }
    decoder.userInfo = userInfo
  }

  /// Encodes a value as JSON.
  ///
  /// - Throws: ``MappingError`` of kind ``MappingError/Kind/unencodable``, with the path to the value that JSON cannot write.
  public func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy? = nil) throws -> Data {
    let nulls = nulls ?? self.nulls
    do {
      if nulls == .omit, exactEncoder.keys.isAsWritten, Value.self != JSONValue.self { return try encoder.encode(value) }
      var exact = exactEncoder
      exact.nulls = nulls
      return try exact.encode(value).data(sortedKeys: Value.self != JSONValue.self)
    } catch {
      throw MappingError(encoding: error)
    }
  }

  /// Decodes a value from JSON.
  ///
  /// - Throws: ``MappingError``.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String] = []) throws -> Value {
    guard !data.isBlank else { return try Blank.value(type) }
    do {
      if !exactDecoder.keys.isAsWritten || type == JSONValue.self {
        return try exactDecoder.decode(type, from: try JSONValue(parsing: data), at: path)
      }
      if path.isEmpty { return try decoder.decode(type, from: data) }
      return try decoder.decode(Enveloped<Value>.self, from: data, configuration: path).value
    } catch let error as CancellationError {
      throw error
    } catch {
      throw mapped(error, type, data, at: path)
    }
  }

  /// Foundation throws the same error, without a path, for malformed JSON, a number that does not fit, and a value that the
  /// model refuses. So Refinery's decoder decodes the body again to find the exact error.
  private func mapped<Value: Decodable>(
    _ error: any Error, _ type: Value.Type, _ data: Data, at path: [String]
  ) -> MappingError {
    let mapped = MappingError(decoding: error, expecting: type)
    guard mapped.kind == .invalid, mapped.codingPath.isEmpty else { return mapped }
    do {
      _ = try exactDecoder.decode(type, from: try JSONValue(parsing: data), at: path)
    } catch let error as JSONValue.Malformed {
      return MappingError(.malformed, expected: mapped.expected, underlying: error)
    } catch let error as DecodingError {
      return MappingError(decoding: error, expecting: type)
    } catch {
      return mapped
    }
    return mapped
  }
}

/// A value within other members, decoded in the same pass.
private struct Enveloped<Value: Decodable>: DecodableWithConfiguration {
  let value: Value

  init(from decoder: any Decoder, configuration path: [String]) throws {
    var container = try decoder.container(keyedBy: AnyKey.self)
    for name in path.dropLast() {
      container = try container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(name))
    }
    value = try container.decode(Value.self, forKey: AnyKey(path[path.count - 1]))
  }
}
