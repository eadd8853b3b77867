import FoundationEssentials

/// Encodes any `Encodable` as a `JSONValue`.
///
/// Unlike Foundation's encoder, it can write `null` for nil properties: with ``NullPolicy/null``, every property that a
/// synthesized `Codable` would leave out is written as `null`, at every depth. A `null` that the model writes itself stays
/// `null`, and an absent ``Field`` stays absent, under either policy. Members keep the order in which they were written. Dates
/// are written by a strategy, `Data` as Base64, `URL` and `UUID` as text, `Decimal` as a number.
///
/// ```swift
/// let json = try JSONValueEncoder(nulls: .null).encode(person)   // {"name":"Ann","boss":null}
/// ```
package struct JSONValueEncoder: Sendable {
  /// How nil properties are written.
  package var nulls: NullPolicy
  private let encoder: JSONModelEncoder

  /// Creates an encoder.
  package init(
    nulls: NullPolicy = .omit, dates: DateStrategy = .iso8601, keys: KeyStrategy = .asWritten,
    userInfo: [CodingUserInfoKey: any Sendable] = [:], writesLowercaseUUIDs: Bool = false
  ) {
    self.nulls = nulls
    var encoder = JSONModelEncoder(dates: dates, keys: keys, userInfo: userInfo)
    encoder.outputFormatting = .withoutEscapingSlashes
    encoder.writesLowercaseUUIDs = writesLowercaseUUIDs
    self.encoder = encoder
  }

  /// Encodes a value as JSON.
  ///
  /// - Throws: `EncodingError` with the coding path, for infinity and NaN, for dates out of range, for values nested more
  ///   than 512 deep and for containers of two kinds in one place; errors of the value's own code.
  package func encode<Value: Encodable>(_ value: Value) throws -> JSONValue {
    if Value.self == JSONValue.self, let json = value as? JSONValue { return json }
    var encoder = encoder
    encoder.writesNulls = nulls == .null
    // A `JSONValue` within the model may be nested more deeply than a document from outside may.
    return try JSONValue(parsing: encoder.encode(value), maximumDepth: .max)
  }
}

extension JSONModelEncoder {
  /// Creates an encoder with these strategies. Members are sorted by name.
  init(dates: DateStrategy, keys: KeyStrategy, userInfo: [CodingUserInfoKey: any Sendable]) {
    self.init()
    outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    self.userInfo = userInfo
    if !keys.isAsWritten { memberName = keys.name }
    switch dates {
    case .iso8601: writesInternetDates = true
    case .secondsSince1970: dateEncodingStrategy = .secondsSince1970
    case .millisecondsSince1970:
      dateEncodingStrategy = .custom(by: { InternetDate.milliseconds(of: $0).map { .number($0) } })
    case .custom(let encode, _):
      dateEncodingStrategy = .custom(by: { $0.timeIntervalSince1970.isFinite ? try encode($0) : nil })
    }
  }
}

extension JSONEncoder.DateEncodingStrategy {
  /// Writes the JSON of a date; nil if the date is out of range.
  fileprivate static func custom(by json: @escaping @Sendable (Date) throws -> JSONValue?) -> Self {
    .custom { date, encoder in
      guard let json = try json(date) else {
        // The error contains the date as a number, because Foundation traps when it describes a date that is not finite.
        throw EncodingError.invalidValue(
          date.timeIntervalSince1970, .init(codingPath: encoder.codingPath, debugDescription: "The date is out of range."))
      }
      try json.encode(to: encoder)
    }
  }
}
