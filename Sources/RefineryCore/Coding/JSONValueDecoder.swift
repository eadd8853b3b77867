import FoundationEssentials

/// Decodes any `Decodable` from a `JSONValue`.
///
/// With the same settings, it reads keys and dates in the form that ``JSONValueEncoder`` writes.
package struct JSONValueDecoder: Sendable {
  private var decoder: JSONModelDecoder

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - dates: how dates are read.
  ///   - keys: how names of properties are converted to names of members.
  ///   - userInfo: passed to models while they are decoded.
  ///   - acceptsQuotedScalars: whether numbers and booleans may be strings, as in a form.
  package init(
    dates: DateStrategy = .iso8601, keys: KeyStrategy = .asWritten, userInfo: [CodingUserInfoKey: any Sendable] = [:],
    acceptsQuotedScalars: Bool = false
  ) {
    decoder = JSONModelDecoder(dates: dates, keys: keys, userInfo: userInfo)
    decoder.acceptsQuotedScalars = acceptsQuotedScalars
  }

  /// Decodes a model from JSON. The path contains the names of the members around the model, as the server writes them.
  ///
  /// - Throws: `DecodingError` with the coding path; errors of the model's own code.
  package func decode<Value: Decodable>(_ type: Value.Type, from json: JSONValue, at path: [String] = []) throws -> Value {
    if type == JSONValue.self, let value = path.reduce(JSONValue?.some(json), { $0?[$1] }) as? Value { return value }
    return try decoder.decode(type, from: json.data(), at: path)
  }
}

extension JSONModelDecoder {
  /// Creates a decoder with these strategies.
  init(dates: DateStrategy, keys: KeyStrategy, userInfo: [CodingUserInfoKey: any Sendable]) {
    self.init()
    self.userInfo = userInfo
    if !keys.isAsWritten {
      memberName = keys.name
      otherMemberName = keys.otherName
    }
    switch dates {
    case .iso8601: readsInternetDates = true
    case .secondsSince1970: dateDecodingStrategy = .secondsSince1970
    case .millisecondsSince1970: dateDecodingStrategy = .millisecondsSince1970
    case .custom(_, let decode):
      dateDecodingStrategy = .custom { decoder in
        let json = try JSONValue(from: decoder)
        do {
          return try decode(json)
        } catch {
          throw DecodingError.dataCorrupted(
            .init(
              codingPath: decoder.codingPath, debugDescription: "The date strategy refused the value.", underlyingError: error))
        }
      }
    }
  }
}
