public import FoundationEssentials

/// `application/x-www-form-urlencoded`: forms, for token servers and older APIs.
///
/// Bodies are written by the rules of ``QueryEncoder``, with a space as `+`. When reading, a form is an object of text;
/// a key that is repeated or ends in `[]` is a list, and numbers and booleans are read from their text.
///
/// ```swift
/// let body = try FormCoder().encode(["grant_type": "refresh_token"])   // grant_type=refresh_token
/// ```
public struct FormCoder: Coder {
  /// `application/x-www-form-urlencoded`.
  public let contentType = "application/x-www-form-urlencoded"
  /// The accepted media types of a response; by default `application/x-www-form-urlencoded`.
  public let accept: String
  /// How nil properties are written, unless a call sets another policy.
  let nulls: NullPolicy

  private let encoder: QueryEncoder
  private let keys: KeyStrategy

  /// Creates a coder. With ``NullPolicy/null``, a nil property is written as `k=`, unless the encoder has another form.
  public init(
    query encoder: QueryEncoder = QueryEncoder(), keys: KeyStrategy = .asWritten, nulls: NullPolicy = .omit,
    accept: String = "application/x-www-form-urlencoded"
  ) {
    var encoder = encoder
    encoder.writesSpaceAsPlus = true
    self.encoder = encoder
    self.keys = keys
    self.nulls = nulls
    self.accept = accept
  }

  /// Encodes a model, or any other value that is a JSON object.
  ///
  /// - Throws: ``MappingError`` if the value cannot be encoded or is not an object.
  public func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy? = nil) throws -> Data {
    let nulls = nulls ?? self.nulls
    var encoder = encoder
    if nulls == .null, encoder.nulls == .omit { encoder.nulls = .empty }
    return Data(encoder.encode(try Query(encoding: value, nulls: nulls, keys: keys)).utf8)
  }

  /// Decodes a value from a form.
  ///
  /// - Throws: ``MappingError``.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String] = []) throws -> Value {
    guard !data.isBlank else { return try Blank.value(type) }
    do {
      let decoder = JSONValueDecoder(keys: keys, acceptsQuotedScalars: true)
      return try decoder.decode(type, from: try Self.json(of: data), at: path)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw MappingError(decoding: error, expecting: type)
    }
  }

  private static func json(of data: Data) throws -> JSONValue {
    var names: [String] = []
    var values: [String: [JSONValue]] = [:]
    var lists: Set<String> = []
    for pair in data.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = text(of: parts[0]), let value = text(of: parts.count > 1 ? parts[1] : Data()) else {
        throw MappingError(.malformed, expected: "a form in UTF-8")
      }
      let isList = name.hasSuffix("[]")
      let key = isList ? String(name.dropLast(2)) : name
      if values[key]?.append(.string(value)) == nil {
        names.append(key)
        values[key] = [.string(value)]
      } else {
        lists.insert(key)
      }
      if isList { lists.insert(key) }
    }
    return .object(
      JSONValue.Object(
        names.map { name in
          let all = values[name] ?? []
          return (key: name, value: lists.contains(name) ? .array(all) : all.first ?? .null)
        }))
  }

  /// Decodes percent escapes and plus signs. Returns nil if a percent sign is not followed by two digits, or the result is not
  /// UTF-8.
  private static func text(of escaped: Data) -> String? {
    guard let escaped = String(validating: escaped, as: UTF8.self) else { return nil }
    let octets = Octets(escaped)
    guard !octets.contains(where: { $0.digits == nil && $0.byte == UInt8(ascii: "%") }) else { return nil }
    return String(validating: octets.map(\.formByte), as: UTF8.self)
  }
}
