import FoundationEssentials

/// Encodes any `Encodable` as a ``JSONValue``, without writing text first.
///
/// Unlike Foundation's encoder, it can write `null` for nil properties: with ``NullPolicy/nullified``, every property that a
/// synthesized `Codable` would leave out is written as `null`, at every depth. A `null` that the model writes itself stays
/// `null`, and an absent ``Field`` stays absent, under either policy. Members keep the order in which they were written. Dates
/// are written by ``dates``, `Data` as Base64, `URL` and `UUID` as text, `Decimal` as a number.
///
/// ```swift
/// let json = try JSONValueEncoder(nulls: .nullified).encode(person)   // {"name":"Ann","boss":null}
/// ```
public struct JSONValueEncoder: Sendable {
  /// How nil properties are written.
  public var nulls: NullPolicy
  /// How dates are written.
  public var dates: DateStrategy
  /// How names of properties are converted to names of members.
  public var keys: KeyStrategy
  /// Passed to models while they are encoded.
  public var userInfo: [CodingUserInfoKey: any Sendable]
  /// Whether a `UUID` is written in lower case instead of capitals.
  public var writesLowercaseUUIDs: Bool

  /// Creates an encoder.
  public init(
    nulls: NullPolicy = .valued, dates: DateStrategy = .iso8601, keys: KeyStrategy = .asWritten,
    userInfo: [CodingUserInfoKey: any Sendable] = [:], writesLowercaseUUIDs: Bool = false
  ) {
    self.nulls = nulls
    self.dates = dates
    self.keys = keys
    self.userInfo = userInfo
    self.writesLowercaseUUIDs = writesLowercaseUUIDs
  }

  /// Encodes a value as JSON.
  ///
  /// - Throws: `EncodingError` with the coding path, for infinity and NaN, for dates out of range, for values nested more
  ///   than 512 deep and for containers of two kinds in one place; errors of the value's own code.
  public func encode<Value: Encodable>(_ value: Value) throws -> JSONValue {
    let encoding = Encoding(self)
    let json = try encoding.json(of: value, at: [])
    if let fault = encoding.fault { throw fault }
    return json
  }
}

/// One run of an encoder: its settings, and the first fault that could not be thrown at its place.
final class Encoding {
  static let maximumDepth = 512

  let settings: JSONValueEncoder
  let writesNulls: Bool
  let keepsKeys: Bool
  var fault: EncodingError?
  private var names: [String: String] = [:]

  init(_ settings: JSONValueEncoder) {
    self.settings = settings
    writesNulls = settings.nulls == .nullified
    keepsKeys = settings.keys.isAsWritten
  }

  func name(of key: String) -> String {
    if keepsKeys { return key }
    if let name = names[key] { return name }
    let name = settings.keys.name(of: key)
    names[key] = name
    return name
  }

  func json<Value: Encodable>(of value: Value, at path: @autoclosure () -> [any CodingKey]) throws -> JSONValue {
    try member(of: value, at: path()) ?? .null
  }

  /// Encodes a member; nil for an absent field.
  func member<Value: Encodable>(of value: Value, at path: @autoclosure () -> [any CodingKey]) throws -> JSONValue? {
    if let special = try special(value, at: path) { return special }
    let path = path()
    guard path.count <= Self.maximumDepth else {
      throw EncodingError.invalidValue(value, .init(codingPath: path, debugDescription: "Too many values are nested."))
    }
    let node = EncodingNode()
    let isKeyedByData = !keepsKeys && value is any KeyedByData
    try value.encode(to: ValueEncoder(encoding: self, node: node, codingPath: path, isKeyedByData: isKeyedByData))
    guard let json = node.json else {
      if node.isAbsent { return nil }
      if !path.isEmpty { return .object([]) }
      throw EncodingError.invalidValue(value, .init(codingPath: path, debugDescription: "The value wrote nothing."))
    }
    return json
  }

  /// Encodes types whose own `Codable` form differs from their JSON form.
  private func special<Value>(_ value: Value, at path: () -> [any CodingKey]) throws -> JSONValue? {
    if Value.self == JSONValue.self { return value as? JSONValue }
    if Value.self == Date.self, let date = value as? Date {
      if let json = try settings.dates.json(of: date) { return json }
      throw EncodingError.outOfRange(date, at: path())
    }
    if Value.self == Data.self, let data = value as? Data { return .string(data.base64EncodedString()) }
    if Value.self == URL.self, let url = value as? URL { return .string(url.absoluteString) }
    if settings.writesLowercaseUUIDs, Value.self == UUID.self, let id = value as? UUID { return .string(id.text) }
    if Value.self == Decimal.self, let decimal = value as? Decimal {
      if let number = JSONValue.Number(decimal) { return .number(number) }
      throw invalid(decimal, path(), "JSON has no NaN.")
    }
    return nil
  }

  func json(of value: Double, at path: @autoclosure () -> [any CodingKey]) throws -> JSONValue {
    if let number = JSONValue.Number(value) { return .number(number) }
    throw invalid(value, path(), "JSON has neither infinity nor NaN.")
  }

  func json(of value: Float, at path: @autoclosure () -> [any CodingKey]) throws -> JSONValue {
    if let number = JSONValue.Number(value) { return .number(number) }
    throw invalid(value, path(), "JSON has neither infinity nor NaN.")
  }

  private func invalid(_ value: Any, _ path: [any CodingKey], _ reason: String) -> EncodingError {
    .invalidValue(value, .init(codingPath: path, debugDescription: reason))
  }
}

extension EncodingError {
  /// Returns an error that contains the date as a number, because Foundation traps when it describes a date that is not finite.
  static func outOfRange(_ date: Date, at path: [any CodingKey]) -> EncodingError {
    .invalidValue(date.timeIntervalSince1970, .init(codingPath: path, debugDescription: "The date is out of range."))
  }
}

/// The place of a value. It is a class, because containers and super encoders write into it later.
final class EncodingNode {
  enum Kind { case empty, scalar(JSONValue), object, array }
  enum Child {
    case value(JSONValue)
    case node(EncodingNode)

    var json: JSONValue {
      switch self {
      case .value(let json): json
      case .node(let node): node.json ?? .object([])
      }
    }
  }

  private(set) var kind = Kind.empty
  private(set) var isAbsent = false
  var names: [String] = []
  var children: [Child] = []

  /// Makes this an object or array. Returns false if it already has another kind.
  func become(_ kind: Kind) -> Bool {
    switch (self.kind, kind) {
    case (.empty, _):
      self.kind = kind
      return true
    case (.object, .object), (.array, .array): return true
    default: return false
    }
  }

  /// Records that a field is absent, so that nothing is written on purpose.
  func becomeAbsent() { isAbsent = true }

  func child(named name: String) -> EncodingNode? {
    guard let position = names.lastIndex(of: name), case .node(let node) = children[position] else { return nil }
    return node
  }

  func append(_ child: Child, named name: String) {
    names.append(name)
    children.append(child)
  }

  /// The JSON of the node; nil if nothing was written.
  var json: JSONValue? {
    switch kind {
    case .empty: nil
    case .scalar(let json): json
    case .array: .array(children.map(\.json))
    case .object: .object(JSONValue.Object(zip(names, children).lazy.map { (key: $0, value: $1.json) }))
    }
  }
}
