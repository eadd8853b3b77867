public import FoundationEssentials

/// The query of a URL: keys and values in order. A ``QueryEncoder`` writes it.
///
/// Values may be literals or variables; see ``QueryConvertible``. A list or an object with values of several types is written
/// `.array([1, "a"])` or `.object(["name": name, "age": 5])`. The latter also keeps the order of the keys.
///
/// ```swift
/// var query: Query = ["page": page, "tags": ["red", "blue"], "filter": ["name": "Ann"]]
/// query.append("since", .date(lastSeen))
/// QueryEncoder().encode(query)   // filter%5Bname%5D=Ann&page=2&since=...&tags%5B%5D=red&tags%5B%5D=blue
/// ```
public struct Query: Sendable, Hashable, ExpressibleByDictionaryLiteral, Redacted {
  /// A key and its value.
  public struct Item: Sendable, Hashable, Redacted {
    /// The key, not escaped.
    public var key: String
    /// The value.
    public var value: QueryValue

    /// A key and its value.
    public init(_ key: String, _ value: QueryValue) {
      self.key = key
      self.value = value
    }
  }

  /// The items, in the order in which they were added. A key may be repeated.
  public private(set) var items: [Item]

  /// A query with these items.
  public init(_ items: [Item] = []) { self.items = items }

  /// Creates a query with these keys and values; nil means no value.
  public init(dictionaryLiteral items: (String, (any QueryConvertible)?)...) {
    self.items = items.map { Item($0, $1?.queryValue ?? .null) }
  }

  /// Creates a query from the properties of a model. Nil properties are left out. The query's encoder chooses the format of
  /// dates.
  ///
  /// - Throws: ``MappingError`` if the model cannot be encoded or is not an object.
  public init(encoding model: some Encodable) throws { try self.init(encoding: model, nulls: .omit, keys: .asWritten) }

  init(encoding model: some Encodable, nulls: NullPolicy, keys: KeyStrategy) throws {
    let encoder = JSONValueEncoder(nulls: nulls, dates: QueryValue.dates, keys: keys, writesLowercaseUUIDs: true)
    let json = try MappingError.encoding { try encoder.encode(model) }
    guard let object = json.object else { throw MappingError(.wrongShape, expected: "object") }
    self.init(object)
  }

  /// The members of an object as keys and values.
  public init(_ object: JSONValue.Object) { items = object.map { Item($0.key, QueryValue($0.value)) } }

  /// Whether there are no items.
  package var isEmpty: Bool { items.isEmpty }

  /// The last value of a key; nil if the key does not exist.
  public subscript(key: String) -> QueryValue? { items.last { $0.key == key }?.value }

  /// Appends an item, even if its key exists already.
  public mutating func append(_ key: String, _ value: QueryValue) { items.append(Item(key, value)) }

  /// Returns this query with the items of another. They replace items with the same key; new keys are appended.
  package func merging(_ other: Query) -> Query {
    guard !other.isEmpty else { return self }
    let replaced = Set(other.items.map(\.key))
    return Query(items.filter { !replaced.contains($0.key) } + other.items)
  }
}

/// A value of a ``Query``.
public enum QueryValue: Sendable, Hashable, Redacted {
  /// No value: left out, unless the encoder has another form.
  case null
  /// A boolean.
  case bool(Bool)
  /// A whole number.
  case int(Int)
  /// A number.
  case double(Double)
  /// Text.
  case string(String)
  /// A point in time.
  case date(Date)
  /// A list.
  case array([QueryValue])
  /// A nested object.
  case object(Query)

  init(_ json: JSONValue) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map { QueryValue($0) })
    case .object(let object): self = Self.date(in: object) ?? .object(Query(object))
    case .number(let number): self = Self.number(number)
    }
  }

  private static func number(_ number: JSONValue.Number) -> QueryValue {
    if let integer = Int(number.text) { return .int(integer) }
    guard let double = number.double, JSONValue.Number(double)?.text == number.text else { return .string(number.text) }
    return .double(double)
  }

  // Within JSON, a date is an object with one member. Its name is random, so that no model has it. The query's encoder chooses
  // the format.

  private static let dateName = "date \(UInt64.random(in: .min ... .max)) \(UInt64.random(in: .min ... .max))"

  fileprivate static let dates = DateStrategy.custom(
    encode: { JSONValue.Number($0.timeIntervalSinceReferenceDate).map { [dateName: .number($0)] } ?? .null },
    decode: { throw MappingError(.wrongType, expected: "no \($0.kindName)") })

  private static func date(in object: JSONValue.Object) -> QueryValue? {
    guard object.count == 1, let seconds = object[dateName]?.double else { return nil }
    return .date(Date(timeIntervalSinceReferenceDate: seconds))
  }
}

extension QueryValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// No value.
  public init(nilLiteral: ()) { self = .null }
  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A list.
  public init(arrayLiteral elements: QueryValue...) { self = .array(elements) }
  /// A nested object.
  public init(dictionaryLiteral items: (String, QueryValue)...) {
    self = .object(Query(items.map { Query.Item($0, $1) }))
  }
}
