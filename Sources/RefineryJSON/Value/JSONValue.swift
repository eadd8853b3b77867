/// Any JSON value. Use it for responses without a model, for members that a model does not declare, and for bodies that you
/// build yourself.
///
/// Numbers keep their digits and objects keep the order of their members. Values are never converted silently: a typed accessor
/// returns nil if the value has another type. Where a `JSONValue` is expected, the literal `nil` is JSON's `null`; a missing
/// value is `Optional.none`.
///
/// ```swift
/// let json = try JSONValue(parsing: Data(#"{"people":[{"id":7,"name":"Ann"}]}"#.utf8))
/// json["people"]?[0]?["name"]?.string      // "Ann"
/// let body: JSONValue = ["name": "Ann", "tags": ["a", "b"], "boss": nil]
/// ```
public enum JSONValue: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number of any size and precision.
  case number(Number)
  /// Text.
  case string(String)
  /// An ordered list.
  case array([JSONValue])
  /// Members, in the order of the document.
  case object(Object)

  /// A number.
  public static func number(_ integer: some BinaryInteger) -> JSONValue { .number(Number(integer)) }

  /// Creates an object with these members. If a key is repeated, the last one wins.
  public static func object(_ members: [(key: String, value: JSONValue)]) -> JSONValue { .object(Object(members)) }
}

extension JSONValue {
  /// Whether this is `null`.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The boolean, if this is one.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The text, if this is text.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The number, if this is one.
  public var number: Number? { if case .number(let value) = self { value } else { nil } }

  /// The number as an integer, if this is a number whose value is whole and fits, such as `1.0` and `1e2`.
  public var int: Int? { number?.int }

  /// The number in binary floating point, if this is a number and not too large.
  public var double: Double? { number?.double }

  /// The elements, if this is an array.
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

  /// The members, if this is an object.
  public var object: Object? { if case .object(let value) = self { value } else { nil } }

  /// The member of an object; nil if it does not exist, or this is not an object.
  public subscript(key: String) -> JSONValue? { object?[key] }

  /// The element of an array; nil if the index is out of range, or this is not an array.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The kind of the value in a few words, such as `a number`, for error messages.
  package var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as compact JSON. It is content, so it may contain secrets.
  public var description: String { text() }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// `null`.
  public init(nilLiteral: ()) { self = .null }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .number(Number(value)) }
  /// A number; `null` for one too large for a `Double`, which JSON cannot represent.
  public init(floatLiteral value: Double) { self = Number(value).map(JSONValue.number) ?? .null }
  /// Text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Creates an object. If a key is repeated, the last one wins.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(Object(members.map { (key: $0, value: $1) }))
  }
}
