import FoundationEssentials

/// Reads any `Decodable` from a ``JSONValue``, without writing text first.
///
/// Numbers are exact: an integer property accepts any notation of a whole number that fits, and `Decimal` keeps all digits it
/// can.
/// Keys and dates are read as ``JSONValueEncoder`` with the same settings writes them.
///
/// ```swift
/// let person = try JSONValueDecoder().decode(Person.self, from: json, at: ["data"])
/// ```
public struct JSONValueDecoder: Sendable {
  /// How dates are read.
  public var dates: DateStrategy
  /// How names of properties are converted to names of members.
  public var keys: KeyStrategy
  /// Passed to models while they are decoded.
  public var userInfo: [CodingUserInfoKey: any Sendable]
  /// Whether numbers and booleans may be written as text, as in a form.
  var readsText = false

  /// A decoder.
  public init(
    dates: DateStrategy = .iso8601, keys: KeyStrategy = .asWritten, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    self.dates = dates
    self.keys = keys
    self.userInfo = userInfo
  }

  /// Decodes a model from JSON. The path contains the names of the members around the model, as the server writes them.
  ///
  /// - Throws: `DecodingError` with the coding path; errors of the model's own code.
  public func decode<Value: Decodable>(_ type: Value.Type, from json: JSONValue, at path: [String] = []) throws -> Value {
    var current = json
    var passed: [any CodingKey] = []
    for name in path {
      guard case .object(let object) = current else {
        throw DecodingError.mismatch([String: Any].self, current, at: passed)
      }
      let key = AnyKey(name)
      guard let member = object[name] else { throw DecodingError.missing(key, at: passed) }
      current = member
      passed.append(key)
    }
    return try Decoding(self).value(type, of: current, at: passed)
  }
}

extension DecodingError {
  static func mismatch(_ type: any Any.Type, _ json: JSONValue, at path: [any CodingKey]) -> DecodingError {
    let context = Context(codingPath: path, debugDescription: "Expected \(type) but found \(json.kindName).")
    return json.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  static func missing(_ key: some CodingKey, at path: [any CodingKey]) -> DecodingError {
    .keyNotFound(key, Context(codingPath: path, debugDescription: "There is no such member."))
  }

  static func invalid(_ reason: String, at path: [any CodingKey], _ underlying: (any Error)? = nil) -> DecodingError {
    .dataCorrupted(Context(codingPath: path, debugDescription: reason, underlyingError: underlying))
  }
}

/// One run of a decoder.
final class Decoding {
  let settings: JSONValueDecoder
  let keepsKeys: Bool
  private var names: [String: String] = [:]

  init(_ settings: JSONValueDecoder) {
    self.settings = settings
    keepsKeys = settings.keys.isAsWritten
  }

  func name(of key: String) -> String {
    if keepsKeys { return key }
    if let name = names[key] { return name }
    let name = settings.keys.name(of: key)
    names[key] = name
    return name
  }

  func bool(_ json: JSONValue, at path: @autoclosure () -> [any CodingKey]) throws -> Bool {
    switch json {
    case .bool(let value): return value
    case .string("true") where settings.readsText, .string("1") where settings.readsText: return true
    case .string("false") where settings.readsText, .string("0") where settings.readsText: return false
    default: throw DecodingError.mismatch(Bool.self, json, at: path())
    }
  }

  func string(_ json: JSONValue, at path: @autoclosure () -> [any CodingKey]) throws -> String {
    guard case .string(let value) = json else { throw DecodingError.mismatch(String.self, json, at: path()) }
    return value
  }

  func integer<Integer: FixedWidthInteger>(_ json: JSONValue, at path: @autoclosure () -> [any CodingKey]) throws -> Integer {
    let number = try number(json, as: Integer.self, at: path())
    guard let value = number.integer(Integer.self) else {
      throw DecodingError.invalid("The number is not whole, or does not fit in \(Integer.self).", at: path())
    }
    return value
  }

  func double(_ json: JSONValue, at path: @autoclosure () -> [any CodingKey]) throws -> Double {
    guard let value = try number(json, as: Double.self, at: path()).double else {
      throw DecodingError.invalid("The number does not fit in Double.", at: path())
    }
    return value
  }

  func float(_ json: JSONValue, at path: @autoclosure () -> [any CodingKey]) throws -> Float {
    guard let value = Float(try number(json, as: Float.self, at: path()).text), value.isFinite else {
      throw DecodingError.invalid("The number does not fit in Float.", at: path())
    }
    return value
  }

  private func number(
    _ json: JSONValue, as type: any Any.Type, at path: @autoclosure () -> [any CodingKey]
  ) throws -> JSONValue.Number {
    switch json {
    case .number(let number): return number
    case .string(let text) where settings.readsText:
      if let number = JSONValue.Number(text) { return number }
      throw DecodingError.invalid("The text is not a number.", at: path())
    default: throw DecodingError.mismatch(type, json, at: path())
    }
  }

  func value<Value: Decodable>(
    _ type: Value.Type, of json: JSONValue, at path: @autoclosure () -> [any CodingKey]
  ) throws -> Value {
    if let special = try special(type, json, at: path) { return special }
    let isKeyedByData = !keepsKeys && type is any KeyedByData.Type
    return try Value(from: ValueDecoder(decoding: self, json: json, codingPath: path(), isKeyedByData: isKeyedByData))
  }

  /// Decodes types whose own `Codable` form differs from their JSON form.
  private func special<Value>(_ type: Value.Type, _ json: JSONValue, at path: () -> [any CodingKey]) throws -> Value? {
    if type == JSONValue.self { return json as? Value }
    if type == Date.self { return try date(json, at: path) as? Value }
    if type == Data.self {
      guard let data = Data(base64Encoded: try string(json, at: path())) else {
        throw DecodingError.invalid("The text is not base64.", at: path())
      }
      return data as? Value
    }
    if type == URL.self {
      guard let url = URL(string: try string(json, at: path())) else {
        throw DecodingError.invalid("The text is not a URL.", at: path())
      }
      return url as? Value
    }
    if type == Decimal.self {
      guard let decimal = try number(json, as: Decimal.self, at: path()).decimal else {
        throw DecodingError.invalid("The number does not fit in Decimal.", at: path())
      }
      return decimal as? Value
    }
    return nil
  }

  private func date(_ json: JSONValue, at path: () -> [any CodingKey]) throws -> Date {
    let read: Date?
    do {
      read = try settings.dates.date(of: json)
    } catch {
      throw DecodingError.invalid("The date strategy refused the value.", at: path(), error)
    }
    if let read { return read }
    switch (settings.dates, json) {
    case (.iso8601, .string), (.secondsSince1970, .number), (.millisecondsSince1970, .number), (.custom, _):
      throw DecodingError.invalid("The value is not a date of the expected form.", at: path())
    default: throw DecodingError.mismatch(Date.self, json, at: path())
    }
  }
}
