import FoundationEssentials

@testable import RefineryCore

/// The format of `JSONCoder`, with Foundation's coders where possible, to compare with.
struct FoundationJSONCoder: Coder {
  let contentType = "application/json"
  let accept = "application/json"

  private let keys: KeyStrategy
  private let encoder: JSONEncoder
  private let decoder: JSONDecoder
  private let exactEncoder: JSONValueEncoder
  private let exactDecoder: JSONValueDecoder

  /// With keys other than `asWritten`, Refinery's own coders are used, because Foundation's do not convert `image_url` back to
  /// `imageURL`.
  init(dates: DateStrategy = .iso8601, keys: KeyStrategy = .asWritten) {
    self.keys = keys
    exactEncoder = JSONValueEncoder(dates: dates, keys: keys)
    exactDecoder = JSONValueDecoder(dates: dates, keys: keys)
    encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      try json(of: date, by: dates, at: encoder.codingPath).encode(to: encoder)
    }
    decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      try date(of: try json(of: dates, in: decoder), by: dates, at: decoder.codingPath)
    }
  }

  func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy? = nil) throws -> Data {
    let nulls = nulls ?? .omit
    do {
      if nulls == .omit, keys.isAsWritten, Value.self != JSONValue.self { return try encoder.encode(value) }
      var exact = exactEncoder
      exact.nulls = nulls
      return try exact.encode(value).data(sortedKeys: Value.self != JSONValue.self)
    } catch {
      throw MappingError(encoding: error)
    }
  }

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String] = []) throws -> Value {
    guard !data.isBlank else { return try Blank.value(type) }
    do {
      if !keys.isAsWritten || type == JSONValue.self {
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
    var container = try decoder.container(keyedBy: MemberKey.self)
    for name in path.dropLast() {
      container = try container.nestedContainer(keyedBy: MemberKey.self, forKey: MemberKey(name))
    }
    value = try container.decode(Value.self, forKey: MemberKey(path[path.count - 1]))
  }
}

/// Reads the JSON of a date.
private func json(of dates: DateStrategy, in decoder: any Decoder) throws -> JSONValue {
  switch dates {
  case .iso8601: .string(try decoder.singleValueContainer().decode(String.self))
  case .secondsSince1970, .millisecondsSince1970:
    JSONValue.Number(try decoder.singleValueContainer().decode(Double.self)).map(JSONValue.number) ?? .null
  case .custom: try JSONValue(from: decoder)
  }
}

/// Returns the JSON of a date. Throws if the date is out of range.
private func json(of date: Date, by dates: DateStrategy, at path: [any CodingKey]) throws -> JSONValue {
  let seconds = date.timeIntervalSince1970
  let json: JSONValue? =
    switch dates {
    case .iso8601: InternetDate.text(of: date).map(JSONValue.string)
    case .secondsSince1970: JSONValue.Number(seconds).map(JSONValue.number)
    case .millisecondsSince1970: InternetDate.milliseconds(of: date).map { .number($0) }
    case .custom(let encode, _): seconds.isFinite ? try encode(date) : nil
    }
  guard let json else {
    throw EncodingError.invalidValue(seconds, .init(codingPath: path, debugDescription: "The date is out of range."))
  }
  return json
}

/// Returns the date in JSON.
private func date(of json: JSONValue, by dates: DateStrategy, at path: [any CodingKey]) throws -> Date {
  let date: Date?
  let isExpectedKind: Bool
  switch dates {
  case .iso8601: (date, isExpectedKind) = (json.string.flatMap(InternetDate.date), json.string != nil)
  case .secondsSince1970: (date, isExpectedKind) = (json.double.map { Date(timeIntervalSince1970: $0) }, json.number != nil)
  case .millisecondsSince1970:
    (date, isExpectedKind) = (json.double.map { Date(timeIntervalSince1970: $0 / 1000) }, json.number != nil)
  case .custom(_, let decode):
    do {
      return try decode(json)
    } catch {
      throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: "refused", underlyingError: error))
    }
  }
  if let date { return date }
  let context = DecodingError.Context(codingPath: path, debugDescription: "not a date of the expected form")
  if isExpectedKind { throw DecodingError.dataCorrupted(context) }
  throw json.isNull ? DecodingError.valueNotFound(Date.self, context) : .typeMismatch(Date.self, context)
}

private struct MemberKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}
