public import FoundationEssentials

/// JSON with `JSONModelDecoder` and `JSONModelEncoder`: the default coder of every client.
///
/// Members are sorted by name, so the same model always has the same bytes. Dates are RFC 3339 text; fractional seconds are
/// optional when decoding. `JSONValue` is read and written exactly. If a member is repeated, the first one counts, for models
/// and for `JSONValue`. One coder may serve any number of calls at once. Models that conform to `JSONReadable` read themselves
/// if keys are ``KeyStrategy/asWritten`` and there is no ``DateStrategy/custom(encode:decode:)``. Members that a model does not
/// read are checked only for their structure, as by Foundation.
///
/// ```swift
/// let coder = JSONCoder(keys: .snakeCase)
/// let person = try coder.decode(Person.self, from: body, at: ["data", "person"])
/// ```
public struct JSONCoder: Coder {
  /// `application/json`, or another JSON type such as `application/merge-patch+json`.
  public let contentType: String
  /// `application/json`, or the types given to the initializer.
  public let accept: String
  /// How nil properties are written, unless a call sets another policy.
  let nulls: NullPolicy
  /// How dates are read and written.
  package let dates: DateStrategy
  /// How names of properties are converted to names of members.
  package let keys: KeyStrategy

  private let encoder: JSONModelEncoder
  private let decoder: JSONModelDecoder

  /// Creates a coder.
  ///
  /// With `writesLowercaseUUIDs`, a `UUID` in a body is written in lower case (RFC 9562 section 4), as it is in paths and
  /// queries. Default false: it is written in capitals, as Foundation writes it. Both forms are read.
  ///
  /// With `acceptsQuotedScalars`, numbers and booleans may also be strings: `"7"`, `"1.50"`, `"true"`. Some servers write
  /// decimals and large integers as strings, because JavaScript would round them. Default false: such a string ends the call at
  /// stage mapping.
  public init(
    dates: DateStrategy = .iso8601, keys: KeyStrategy = .asWritten, nulls: NullPolicy = .omit,
    contentType: String = "application/json", accept: String = "application/json",
    userInfo: [CodingUserInfoKey: any Sendable] = [:], writesLowercaseUUIDs: Bool = false,
    acceptsQuotedScalars: Bool = false
  ) {
    self.contentType = contentType
    self.accept = accept
    self.nulls = nulls
    self.dates = dates
    self.keys = keys
    var encoder = JSONModelEncoder(dates: dates, keys: keys, userInfo: userInfo)
    encoder.writesLowercaseUUIDs = writesLowercaseUUIDs
    self.encoder = encoder
    var decoder = JSONModelDecoder(dates: dates, keys: keys, userInfo: userInfo)
    decoder.acceptsQuotedScalars = acceptsQuotedScalars
    self.decoder = decoder
  }

  /// Encodes a value as JSON.
  ///
  /// - Throws: ``MappingError`` of kind ``MappingError/Kind/unencodable``, with the path to the value that JSON cannot write.
  public func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy? = nil) throws -> Data {
    // A document that is a JSONValue keeps the order of its members.
    if Value.self == JSONValue.self, let json = value as? JSONValue { return json.data() }
    var encoder = encoder
    encoder.writesNulls = (nulls ?? self.nulls) == .null
    return try MappingError.encoding { try encoder.encode(value) }
  }

  /// Decodes a value from JSON.
  ///
  /// - Throws: ``MappingError``.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String] = []) throws -> Value {
    guard !data.isBlank else { return try Blank.value(type) }
    do {
      // A document that is a JSONValue is parsed strictly by RFC 8259.
      if type == JSONValue.self { return try JSONValueDecoder().decode(type, from: try JSONValue(parsing: data), at: path) }
      return try decoder.decode(type, from: data, at: path)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw MappingError(decoding: error, expecting: type).located(in: data)
    }
  }
}

extension MappingError {
  /// Returns the error with the line and column of the malformed JSON.
  fileprivate func located(in data: Data) -> MappingError {
    guard let malformed = underlying as? JSONMalformed else { return self }
    return MappingError(kind, at: codingPath, expected: expected, underlying: JSONValue.Malformed(malformed, in: data))
  }
}

/// Makes the value of an empty body.
enum Blank {
  /// Returns nil if the type is an optional; otherwise throws.
  static func value<Value>(_ type: Value.Type) throws -> Value {
    if let optional = type as? any OptionalValue.Type, let none = optional.none as? Value { return none }
    throw MappingError.emptyBody(expecting: type)
  }
}

protocol OptionalValue {
  static var none: Self { get }
  var value: Any? { get }
}

extension Optional: OptionalValue {
  var value: Any? { map { $0 as Any } }
}

extension Data {
  /// Whether the data is empty or only white space of JSON, with or without a byte order mark. All coders and outputs, except
  /// bytes and text, treat such a body as empty.
  var isBlank: Bool {
    guard let first else { return true }
    if first > 0x20, first != 0xEF { return false }
    return (starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self).allSatisfy(\.isJSONSpace)
  }
}

extension UInt8 {
  /// Whether the byte is white space of JSON (RFC 8259 section 2).
  var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
