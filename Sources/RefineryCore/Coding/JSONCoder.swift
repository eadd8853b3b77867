public import FoundationEssentials
import RefineryJSON

/// JSON, by `JSONModelDecoder` and `JSONModelEncoder`: what every client reads and writes unless it is told otherwise.
///
/// Members are written by name, so that the same model always gives the same bytes. Dates are RFC 3339 text, with and
/// without fractional seconds when reading. ``RawJSON`` is read and written exactly; of a repeated member it keeps the
/// last, a model the first. One coder serves any number of calls at once. Models that read themselves (`JSONReadable`) do
/// so with names as written and without a ``DateStrategy/custom(encode:decode:)``. What a model does not read is checked for its
/// structure alone, as by Foundation. ``FoundationJSONCoder`` does the same by Foundation's coders.
///
/// ```swift
/// let coder = JSONCoder(keys: .snakeCase)
/// let person = try coder.decode(Person.self, from: body, at: ["data", "person"])
/// ```
public struct JSONCoder: Coder {
  /// `application/json` unless another JSON type was asked for, such as `application/merge-patch+json`.
  public let contentType: String
  /// `application/json` unless another was asked for.
  public let accept: String
  /// What becomes of properties without a value where a call does not say.
  public let nulls: NullPolicy
  /// How dates are read and written.
  public let dates: DateStrategy
  /// How the names of properties become names of members.
  public let keys: KeyStrategy

  /// What models can ask for while they are encoded and decoded.
  public var userInfo: [CodingUserInfoKey: any Sendable] { decoder.userInfo }

  private let encoder: JSONModelEncoder
  private let decoder: JSONModelDecoder

  /// A coder.
  ///
  /// With `writesLowercaseUUIDs`, a `UUID` in a body is written in lower case (RFC 9562 section 4), as it is in paths and
  /// queries. Default false: it is written in capitals, as Foundation writes it. Both forms are read.
  public init(
    dates: DateStrategy = .iso8601, keys: KeyStrategy = .asWritten, nulls: NullPolicy = .valued,
    contentType: String = "application/json", accept: String = "application/json",
    userInfo: [CodingUserInfoKey: any Sendable] = [:], writesLowercaseUUIDs: Bool = false
  ) {
    self.contentType = contentType
    self.accept = accept
    self.nulls = nulls
    self.dates = dates
    self.keys = keys
    var encoder = JSONModelEncoder(dates: dates, keys: keys, userInfo: userInfo)
    encoder.writesLowercaseUUIDs = writesLowercaseUUIDs
    self.encoder = encoder
    decoder = JSONModelDecoder(dates: dates, keys: keys, userInfo: userInfo)
  }

  /// The JSON of a value.
  ///
  /// - Throws: ``MappingError`` of kind ``MappingError/Kind/unencodable``, with the path to the value that JSON cannot write.
  public func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy? = nil) throws -> Data {
    // For itself it keeps the order of its members.
    if Value.self == RawJSON.self, let json = value as? RawJSON { return json.data() }
    var encoder = encoder
    encoder.nilEncodingStrategy = (nulls ?? self.nulls) == .nullified ? .null : .omit
    do {
      return try encoder.encode(value)
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
      // For itself it is read to the letter of RFC 8259.
      if type == RawJSON.self { return try RawJSONDecoder().decode(type, from: try RawJSON(parsing: data), at: path) }
      return try decoder.decode(type, from: data, at: path)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw MappingError(decoding: error, expecting: type).located(in: data)
    }
  }
}

extension JSONModelDecoder {
  fileprivate init(dates: DateStrategy, keys: KeyStrategy, userInfo: [CodingUserInfoKey: any Sendable]) {
    self.init()
    self.userInfo = userInfo
    if !keys.isAsWritten { memberName = keys.name }
    switch dates {
    case .iso8601: readsInternetDates = true
    case .secondsSince1970: dateDecodingStrategy = .secondsSince1970
    case .millisecondsSince1970: dateDecodingStrategy = .millisecondsSince1970
    case .custom:
      let reader = RawJSONDecoder(dates: dates)
      dateDecodingStrategy = .custom { decoder in
        try Decoding(reader).value(Date.self, of: try RawJSON(from: decoder), at: decoder.codingPath)
      }
    }
  }
}

extension JSONModelEncoder {
  fileprivate init(dates: DateStrategy, keys: KeyStrategy, userInfo: [CodingUserInfoKey: any Sendable]) {
    self.init()
    outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    self.userInfo = userInfo
    if !keys.isAsWritten { memberName = keys.name }
    switch dates {
    case .iso8601: writesInternetDates = true
    case .secondsSince1970: dateEncodingStrategy = .secondsSince1970
    case .millisecondsSince1970, .custom:
      dateEncodingStrategy = .custom { date, encoder in
        guard let json = try dates.json(of: date) else { throw EncodingError.outOfRange(date, at: encoder.codingPath) }
        try json.encode(to: encoder)
      }
    }
  }
}

extension MappingError {
  /// The same with the line and column of what is no JSON.
  fileprivate func located(in data: Data) -> MappingError {
    guard let malformed = underlying as? JSONMalformed else { return self }
    return MappingError(kind, at: codingPath, expected: expected, underlying: RawJSON.Malformed(malformed, in: data))
  }
}

/// What an empty body stands for.
enum Blank {
  /// Nil if that is a value of the type.
  static func value<Value>(_ type: Value.Type) throws -> Value {
    if let optional = type as? any OptionalValue.Type, let none = optional.none as? Value { return none }
    throw MappingError.emptyBody(expecting: type)
  }
}

protocol OptionalValue {
  static var none: Self { get }
}

extension Optional: OptionalValue {}

extension Data {
  /// Whether there is nothing but white space.
  var isBlank: Bool {
    if let first, first > 0x20 { return false }
    return allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
  }
}
