public import FoundationEssentials

/// A type whose values can be used in a ``Query``: `["limit": limit, "since": lastSeen, "tags": tags]`.
///
/// Text, numbers, booleans, dates, identifiers, JSON values, and optionals, lists and dictionaries of them conform. An
/// enumeration whose raw values have such a type needs only to declare the conformance:
///
/// ```swift
/// enum Order: String { case newest, oldest }
/// extension Order: QueryConvertible {}
/// ```
public protocol QueryConvertible: Sendable {
  /// The value in a query.
  var queryValue: QueryValue { get }
}

extension QueryConvertible where Self: RawRepresentable, RawValue: QueryConvertible {
  /// The raw value in a query.
  public var queryValue: QueryValue { rawValue.queryValue }
}

extension QueryConvertible where Self: BinaryInteger {
  /// A whole number, or text if `Int` cannot represent it.
  public var queryValue: QueryValue { Int(exactly: self).map(QueryValue.int) ?? .string(String(self)) }
}

extension Int: QueryConvertible {}
extension Int8: QueryConvertible {}
extension Int16: QueryConvertible {}
extension Int32: QueryConvertible {}
extension Int64: QueryConvertible {}
extension UInt: QueryConvertible {}
extension UInt8: QueryConvertible {}
extension UInt16: QueryConvertible {}
extension UInt32: QueryConvertible {}
extension UInt64: QueryConvertible {}

extension QueryValue: QueryConvertible {
  /// Itself.
  public var queryValue: QueryValue { self }
}

extension Query: QueryConvertible {
  /// The query as a nested object.
  public var queryValue: QueryValue { .object(self) }
}

extension JSONValue: QueryConvertible {
  /// The JSON value as a value of a query.
  public var queryValue: QueryValue { QueryValue(self) }
}

extension String: QueryConvertible {
  /// Text.
  public var queryValue: QueryValue { .string(self) }
}

extension Substring: QueryConvertible {
  /// Text.
  public var queryValue: QueryValue { .string(String(self)) }
}

extension Bool: QueryConvertible {
  /// A boolean.
  public var queryValue: QueryValue { .bool(self) }
}

extension Double: QueryConvertible {
  /// A number.
  public var queryValue: QueryValue { .double(self) }
}

extension Float: QueryConvertible {
  /// A number, with only the digits that a `Float` needs.
  public var queryValue: QueryValue { Double(description).map(QueryValue.double) ?? .double(Double(self)) }
}

extension Decimal: QueryConvertible {
  /// A number, with all its digits.
  public var queryValue: QueryValue { .string(description) }
}

extension Date: QueryConvertible {
  /// A date; the encoder chooses its format.
  public var queryValue: QueryValue { .date(self) }
}

extension UUID: QueryConvertible {
  /// Text in lower case.
  public var queryValue: QueryValue { .string(text) }
}

extension URL: QueryConvertible {
  /// The whole URL as text.
  public var queryValue: QueryValue { .string(absoluteString) }
}

extension Optional: QueryConvertible where Wrapped: QueryConvertible {
  /// The value, or no value for nil, which is left out unless the encoder has another form.
  public var queryValue: QueryValue { map(\.queryValue) ?? .null }
}

extension Array: QueryConvertible where Element: QueryConvertible {
  /// A list.
  public var queryValue: QueryValue { .array(map(\.queryValue)) }
}

extension Dictionary: QueryConvertible where Key == String, Value: QueryConvertible {
  /// A nested object, sorted by key.
  public var queryValue: QueryValue {
    .object(Query(sorted { $0.key < $1.key }.map { Query.Item($0.key, $0.value.queryValue) }))
  }
}

// Lets a literal contain `.array([1, "a"])` or `.object([...])`. If the type is known, `QueryValue` has priority.
extension QueryConvertible where Self == QueryValue {
  /// A list of values of any types: `.array([1, "a"])`.
  @_disfavoredOverload
  public static func array(_ elements: [QueryValue]) -> QueryValue { QueryValue.array(elements) }
  /// Keys and values of any types: `.object(["name": name, "age": 5])`.
  @_disfavoredOverload
  public static func object(_ query: Query) -> QueryValue { QueryValue.object(query) }
}
