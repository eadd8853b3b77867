/// A type that holds any JSON as written, such as an enumeration of the kinds of values. ``JSONModelDecoder`` and
/// ``JSONModelEncoder`` let it read and write itself anywhere in a model. `Codable` would lose the digits of numbers and the
/// order of members.
public protocol JSONVerbatim {
  /// Creates a value from its parts. The initializer must read exactly one value, with all values inside it.
  ///
  /// - Throws: the error of ``JSONParts/next()``.
  init(parts: inout JSONParts) throws

  /// Returns the value as compact JSON in UTF-8. The encoder does not check it: if these bytes are not JSON, the document is not,
  /// either.
  func printed(sortedKeys: Bool) -> [UInt8]
}

/// A part of a value, in the order of the document.
public enum JSONPart: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number as written (RFC 8259, section 6).
  case number(String)
  /// A string, without quotes and escapes.
  case string(String)
  /// The start of an array; an ``end`` follows its elements.
  case array
  /// The start of an object; an ``end`` follows its members.
  case object
  /// The name of a member. The parts of its value follow.
  case name(String)
  /// The end of the innermost array or object that has not ended.
  case end
}

extension JSONVerbatim {
  /// Reads the value at a decoder's position, for `init(from:)`; nil if the decoder does not belong to ``JSONModelDecoder``.
  ///
  /// - Throws: `DecodingError` with the path to the value, if a number or string in it is malformed.
  public static func read(from decoder: any Decoder) throws -> Self? {
    guard let decoder = decoder as? ValueDecoder else { return nil }
    return try decoder.verbatim(Self.self, at: decoder.index, under: .none)
  }

  /// Writes the value at an encoder's position, for `encode(to:)`; false if the encoder does not belong to ``JSONModelEncoder``.
  ///
  /// - Throws: `EncodingError` if something has already been written there.
  public func write(to encoder: any Encoder) throws -> Bool {
    guard let decoder = encoder as? ValueEncoder else { return false }
    try decoder.write(verbatim: self)
    return true
  }
}

extension JSONReadable where Self: JSONVerbatim {
  /// Reads any value.
  public init(json: inout JSONReader) throws { self = try json.verbatim() }
}
