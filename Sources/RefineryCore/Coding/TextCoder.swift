public import FoundationEssentials

/// Text as a body and as an output: for a row that sends `text/plain`, and for a row that returns text of any media type.
///
/// ```swift
/// let rename = Endpoint("Note.rename", .put, "notes/{id}/title", Options { $0.coder = TextCoder() })
/// let title = try await api.send(Call<String>(rename, ["id": 7]).body("Shopping"))
/// ```
///
/// A body is UTF-8. A response is decoded by its charset, as ``ScopedCall/text`` says. White space belongs to the text, and a
/// body without bytes is an empty text, or nil for an optional.
///
/// Besides `String`, a value may be of any type that JSON writes as one string, number or boolean, such as `Int`, `UUID`, or an
/// enumeration with raw values: it is written and read in the same form, without quotes. Any other type, and an envelope, ends
/// the call with a ``MappingError``. If a row with this coder declares error types that are not text, the client's coder
/// decodes them.
public struct TextCoder: Coder {
  /// Creates a coder.
  public init() {}

  /// `text/plain; charset=utf-8`.
  public var contentType: String { "text/plain; charset=utf-8" }
  /// Any media type; text is preferred.
  public var accept: String { "text/plain, text/*;q=0.9, */*;q=0.8" }

  /// Encodes a text, or a value that JSON writes as one string, number or boolean.
  ///
  /// - Throws: ``MappingError`` of kind ``MappingError/Kind/unencodable`` for any other value.
  public func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy? = nil) throws -> Data {
    if Value.self == String.self, let text = value as? String { return Data(text.utf8) }
    switch try MappingError.encoding({ try JSONValueEncoder().encode(value) }) {
    case .string(let text): return Data(text.utf8)
    case .number(let number): return Data(number.text.utf8)
    case .bool(let claim): return Data(String(claim).utf8)
    case .null, .array, .object: throw MappingError(.unencodable, expected: Self.expectation(not: Value.self))
    }
  }

  /// Decodes a text by its byte order mark, or else as UTF-8. A call also regards the charset of the response.
  ///
  /// - Throws: ``MappingError``.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String] = []) throws -> Value {
    guard path.isEmpty else {
      throw MappingError(.wrongShape, at: path, expected: "no envelope, because a text has no members")
    }
    if data.isEmpty, let optional = type as? any OptionalValue.Type, let none = optional.none as? Value { return none }
    let text = try Charset.text(of: data, contentType: "")
    if type == String.self, let text = text as? Value { return text }
    do {
      return try JSONValueDecoder(acceptsQuotedScalars: true).decode(type, from: .string(text))
    } catch let error as CancellationError {
      throw error
    } catch {
      let error = MappingError(decoding: error, expecting: type)
      guard error.kind == .wrongShape || !error.codingPath.isEmpty else { throw error }
      throw MappingError(.wrongShape, expected: Self.expectation(not: type), underlying: error.underlying)
    }
  }

  private static func expectation(not type: any Any.Type) -> String {
    "a type that is one text, such as String, not \(String(describing: type))"
  }
}
