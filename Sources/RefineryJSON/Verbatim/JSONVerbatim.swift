/// A type that holds any JSON as it is written, such as an enumeration of its kinds: ``JSONModelDecoder`` and
/// ``JSONModelEncoder`` let it read and write itself wherever it stands in a model, without `Codable`'s detour on which the
/// digits of numbers and the order of members are lost.
public protocol JSONVerbatim {
  /// A value from its parts: exactly one, with everything in it.
  ///
  /// - Throws: what ``JSONParts/next()`` throws.
  init(parts: inout JSONParts) throws

  /// The value as compact JSON in UTF-8; what is no JSON makes the whole document none.
  func printed(sortedKeys: Bool) -> [UInt8]
}

/// A part of a value, in the order of the document.
public enum JSONPart: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number as it is written, by the grammar of RFC 8259, section 6.
  case number(String)
  /// Text.
  case string(String)
  /// A list begins; ``end`` ends it.
  case array
  /// An object begins; ``end`` ends it.
  case object
  /// The name of a member, whose value follows.
  case name(String)
  /// The list or object that began last, and has not ended, ends.
  case end
}

extension JSONVerbatim {
  /// The value that a decoder stands at; nil if it is no decoder of ``JSONModelDecoder``. For `init(from:)`.
  ///
  /// - Throws: `DecodingError` with the path to the value, if a number or string in it is malformed.
  public static func read(from decoder: any Decoder) throws -> Self? {
    guard let level = decoder as? Level else { return nil }
    return try level.verbatim(Self.self, at: level.index, under: .none)
  }

  /// Writes the value where an encoder stands; false if it is no encoder of ``JSONModelEncoder``. For `encode(to:)`.
  ///
  /// - Throws: `EncodingError` where something has been written already.
  public func write(to encoder: any Encoder) throws -> Bool {
    guard let level = encoder as? WritingLevel else { return false }
    try level.write(verbatim: self)
    return true
  }
}

extension JSONReadable where Self: JSONVerbatim {
  /// Reads any value.
  public init(json: inout JSONReader) throws { self = try json.verbatim() }
}
