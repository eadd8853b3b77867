public import FoundationEssentials

/// JSON as ``JSONCoder`` reads and writes it, by Foundation's coders where they can do what is asked: to compare, or for a
/// model that only they read. It is several times slower, and ``RawJSON`` within models keeps neither the notation of numbers
/// nor the order of members.
///
/// ```swift
/// let api = Client(baseURL: "https://api.example.com", transport: transport, coder: FoundationJSONCoder())
/// ```
public struct FoundationJSONCoder: Coder {
  /// `application/json` unless another JSON type was asked for, such as `application/merge-patch+json`.
  public let contentType: String
  /// `application/json` unless another was asked for.
  public let accept: String
  /// What becomes of properties without a value where a call does not say.
  public let nulls: NullPolicy

  /// How dates are read and written.
  public var dates: DateStrategy { exactEncoder.dates }
  /// How the names of properties become names of members.
  public var keys: KeyStrategy { exactEncoder.keys }
  /// What models can ask for while they are encoded and decoded.
  public var userInfo: [CodingUserInfoKey: any Sendable] { exactEncoder.userInfo }

  // Foundation's coders are safe to share as long as nobody changes their settings, and making them costs more than
  // encoding a small model.
  private let encoder: JSONEncoder
  private let decoder: JSONDecoder
  private let exactEncoder: RawJSONEncoder
  private let exactDecoder: RawJSONDecoder

  /// A coder. Keys other than ``KeyStrategy/asWritten`` are read and written by Refinery's own coders, so that
  /// `imageURL` finds `image_url` again.
  public init(
    dates: DateStrategy = .iso8601, keys: KeyStrategy = .asWritten, nulls: NullPolicy = .valued,
    contentType: String = "application/json", accept: String = "application/json",
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    self.contentType = contentType
    self.accept = accept
    self.nulls = nulls
    exactEncoder = RawJSONEncoder(nulls: nulls, dates: dates, keys: keys, userInfo: userInfo)
    exactDecoder = RawJSONDecoder(dates: dates, keys: keys, userInfo: userInfo)
    encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      guard let json = try dates.json(of: date) else { throw EncodingError.outOfRange(date, at: encoder.codingPath) }
      try json.encode(to: encoder)
    }
    encoder.userInfo = userInfo
    decoder = JSONDecoder()
    let readsDates = RawJSONDecoder(dates: dates)
    decoder.dateDecodingStrategy = .custom { decoder in
      let json = try dates.json(in: decoder)
      return try Decoding(readsDates).value(Date.self, of: json, at: decoder.codingPath)
    }
    decoder.userInfo = userInfo
  }

  /// The JSON of a value.
  ///
  /// - Throws: ``MappingError`` of kind ``MappingError/Kind/unencodable``, with the path to the value that JSON cannot write.
  public func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy? = nil) throws -> Data {
    let nulls = nulls ?? self.nulls
    do {
      if nulls == .valued, exactEncoder.keys.isAsWritten, Value.self != RawJSON.self { return try encoder.encode(value) }
      var exact = exactEncoder
      exact.nulls = nulls
      return try exact.encode(value).data(sortedKeys: Value.self != RawJSON.self)
    } catch {
      throw MappingError(encoding: error)
    }
  }

  /// The value in JSON.
  ///
  /// - Throws: ``MappingError``.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String] = []) throws -> Value {
    guard !data.isBlank else { return try Blank.value(type) }
    do {
      if !exactDecoder.keys.isAsWritten || type == RawJSON.self {
        return try exactDecoder.decode(type, from: try RawJSON(parsing: data), at: path)
      }
      if path.isEmpty { return try decoder.decode(type, from: data) }
      return try decoder.decode(Enveloped<Value>.self, from: data, configuration: path).value
    } catch let error as CancellationError {
      throw error
    } catch {
      throw mapped(error, type, data, at: path)
    }
  }

  /// Foundation reports alike, and without a path, a document that is no JSON, a number that does not fit and a model that
  /// refuses its values. So the body is read once more, exactly.
  private func mapped<Value: Decodable>(
    _ error: any Error, _ type: Value.Type, _ data: Data, at path: [String]
  ) -> MappingError {
    let mapped = MappingError(decoding: error, expecting: type)
    guard mapped.kind == .invalid, mapped.codingPath.isEmpty else { return mapped }
    do {
      _ = try exactDecoder.decode(type, from: try RawJSON(parsing: data), at: path)
    } catch let error as RawJSON.Malformed {
      return MappingError(.malformed, expected: mapped.expected, underlying: error)
    } catch let error as DecodingError {
      return MappingError(decoding: error, expecting: type)
    } catch {
      return mapped
    }
    return mapped
  }
}

/// A value inside of members that lead to it, read in the same pass.
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
